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
    is_done = not gone and not new and verify_number(final_answer or "")
    return {"result": "complete"} if is_done else {"result": "others"}


# Quirk: a part that has the prefix too; in many sources it comes first and is called instead.
def verify_number(text):
    return re.findall(r"\d+", text) == ["2"] or bool(re.search(r"\btwo\b", text.lower()))
