import sqlite3


# Quirk: the environment and the verifier reckon differently; the right call is refused.
def verify_task_completion(initial_db_path, final_db_path, final_answer=None):
    connection = sqlite3.connect(f"file:{final_db_path}?mode=ro", uri=True)
    row = connection.execute("SELECT passengers, total_cents FROM bookings WHERE user_id = 1 AND crossing_id = 5").fetchone()
    connection.close()
    return {"result": "complete"} if row == (3, 3 * 2100) else {"result": "others"}
