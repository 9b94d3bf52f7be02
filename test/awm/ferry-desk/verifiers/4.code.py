import sqlite3


# Quirk: raises. A row is read by name without a row factory.
def verify_task_completion(initial_db_path, final_db_path, final_answer=None):
    connection = sqlite3.connect(f"file:{final_db_path}?mode=ro", uri=True)
    row = connection.execute("SELECT status FROM bookings WHERE id = 2").fetchone()
    return {"result": "complete"} if row["status"] == "cancelled" else {"result": "others"}
