import sqlite3


# Quirk: can never pass, since it never says the word that counts.
def verify_task_completion(initial_db_path, final_db_path, final_answer=None):
    connection = sqlite3.connect(f"file:{final_db_path}?mode=ro", uri=True)
    row = connection.execute("SELECT COUNT(*) FROM loans WHERE member_id = 1 AND packet_id = 15").fetchone()
    connection.close()
    return {"result": "completed"} if row[0] == 1 else {"result": "others"}
