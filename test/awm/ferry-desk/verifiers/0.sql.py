import sqlite3


# Evidence for a judge: there is no verdict in it.
def verify_task(initial_db_path: str, final_db_path: str) -> dict:
    connection = sqlite3.connect(final_db_path)
    rows = connection.execute("SELECT id, passengers, vehicle, status FROM bookings WHERE user_id = 1 AND crossing_id = 3").fetchall()
    connection.close()
    return {"bookings_on_crossing_3": [list(row) for row in rows], "initial_count": 0}
