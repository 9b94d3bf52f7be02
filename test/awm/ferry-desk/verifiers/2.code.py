import sqlite3


# Quirk: weak. Any booking on the crossing will do, whatever its passengers and vehicle, and whatever else was done.
def verify_task_completion(initial_db_path, final_db_path, final_answer=None):
    connection = sqlite3.connect(f"file:{final_db_path}?mode=ro", uri=True)
    row = connection.execute("SELECT COUNT(*) FROM bookings WHERE user_id = 1 AND crossing_id = 7").fetchone()
    connection.close()
    return {"result": "complete"} if row[0] > 0 else {"result": "others"}
