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
    bookings = [(row[1], row[6]) for row in new if row[0] == "bookings"]
    crossings = [(row[1], row[4]) for row in new if row[0] == "crossings"]
    is_done = len(gone) == 2 and len(new) == 2 and bookings == [(4, "cancelled")] and crossings == [(4, 8)]
    return {"result": "complete"} if is_done else {"result": "others"}
