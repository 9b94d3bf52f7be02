import sqlite3


def verify_task_completion(initial_db_path, final_db_path, final_answer=None):
    connection = sqlite3.connect(f"file:{final_db_path}?mode=ro", uri=True)
    rows = connection.execute("SELECT is_tied FROM knots ORDER BY id").fetchall()
    connection.close()
    return {"result": "complete"} if rows == [(0,), (1,)] else {"result": "others"}
