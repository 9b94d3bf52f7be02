import sqlite3


def changed_rows(initial_db_path, final_db_path):
    def dump(path):
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {(table, *row) for table in tables for row in connection.execute(f'SELECT * FROM "{table}"')}
        connection.close()
        return {row for row in rows if row[0] not in ("visits", "sqlite_sequence")}

    before, after = dump(initial_db_path), dump(final_db_path)
    return sorted(before - after, key=str), sorted(after - before, key=str)


def verify_task_completion(initial_db_path, final_db_path, final_answer=None):
    gone, new = changed_rows(initial_db_path, final_db_path)
    connection = sqlite3.connect(f"file:{final_db_path}?mode=ro", uri=True)
    days = connection.execute("SELECT julianday(due_at) - julianday(loaned_at) FROM loans WHERE member_id = 1 AND packet_id = 12").fetchone()
    connection.close()
    loans = [row[2:4] for row in new if row[0] == "loans"]
    packets = [(row[1], row[4]) for row in new if row[0] == "packets"]
    is_done = len(gone) == 1 and len(new) == 2 and loans == [(1, 12)] and packets == [(12, "on_loan")] and abs(days[0] - 14) < 0.01
    return {"result": "complete"} if is_done else {"result": "others"}
