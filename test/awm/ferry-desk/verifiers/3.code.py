import sqlite3


# Quirk: asks a table that is not there, and swallows the error: nothing is ever found.
def verify_task_completion(initial_db_path, final_db_path, final_answer=None):
    def rows(sql):
        try:
            connection = sqlite3.connect(f"file:{final_db_path}?mode=ro", uri=True)
            return connection.execute(sql).fetchall()
        except sqlite3.Error:
            return []

    moved = rows("SELECT 1 FROM booking_log WHERE booking_id = 2 AND to_crossing = 3")
    return {"result": "complete"} if moved else {"result": "others"}
