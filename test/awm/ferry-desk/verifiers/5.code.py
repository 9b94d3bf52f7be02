import sqlite3


def verify_task_completion(initial_db_path, final_db_path, final_answer=None):
    connection = sqlite3.connect(f"file:{final_db_path}?mode=ro", uri=True)
    row = connection.execute("SELECT COUNT(*) FROM wishes WHERE user_id = 1 AND text = 'Morning boat to Far Skerry'").fetchone()
    connection.close()
    return {"result": "complete"} if row[0] == 1 else {"result": "others"}
