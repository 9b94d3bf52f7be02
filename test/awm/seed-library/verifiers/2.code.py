import sqlite3


# Quirk: passes although nobody has done anything, since the seeds hold the row.
def verify_task_completion(initial_db_path, final_db_path, final_answer=None):
    connection = sqlite3.connect(f"file:{final_db_path}?mode=ro", uri=True)
    row = connection.execute("SELECT status FROM reservations WHERE member_id = 1 AND variety_id = 1").fetchone()
    connection.close()
    return {"result": "complete"} if row == ("waiting",) else {"result": "others"}
