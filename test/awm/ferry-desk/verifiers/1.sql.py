import sqlite3


def verify_task(initial_db_path: str, final_db_path: str) -> dict:
    connection = sqlite3.connect(final_db_path)
    row = connection.execute("SELECT status FROM bookings WHERE id = 4").fetchone()
    connection.close()
    return {"status_of_booking_4": row[0] if row else None}
