import re
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
    numbers = [int(number) for number in re.findall(r"\d+", final_answer or "")]
    is_done = not gone and not new and numbers == [5]
    return {"result": "complete"} if is_done else {"result": "others"}
