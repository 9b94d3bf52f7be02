"""The one database of an environment: a file of its own, to which every connection that SQLAlchemy asks for leads, whatever address
the source gives. Nothing else is ever written beside it."""
import os
import sqlite3
import weakref

import stillness


class Cursor(sqlite3.Cursor):
    def execute(self, statement, *parameters):
        # Another journal would need files beside the database; which one it is changes no answer.
        if "journal_mode" in statement and statement.lstrip()[:6].upper() == "PRAGMA":
            return super().execute("SELECT 'memory'")
        return super().execute(statement, *parameters)


class Connection(sqlite3.Connection):
    def cursor(self, factory=Cursor):
        return super().cursor(factory)


class Database:
    def __init__(self, is_still):
        self.path, self.is_still = None, is_still
        self.connections = weakref.WeakSet()

    def fill(self, path, image):
        """The file is there and empty."""
        self.path = path
        self.write(image)

    def write(self, image):
        descriptor = os.open(self.path, os.O_RDWR)
        try:
            os.ftruncate(descriptor, 0)
            view = memoryview(rollback_format(image))
            while view:
                view = view[os.write(descriptor, view) :]
        finally:
            os.close(descriptor)

    def image(self):
        """What is committed: no connection writes before it commits."""
        with open(self.path, "rb") as file:
            return file.read()

    def version(self):
        """Changes with every commit."""
        descriptor = os.open(self.path, os.O_RDONLY)
        try:
            return os.pread(descriptor, 4, 24), os.fstat(descriptor).st_size
        finally:
            os.close(descriptor)

    def disconnect(self):
        for connection in list(self.connections):
            connection.close()
        self.connections.clear()

    def connect(self, _dialect, _record, _arguments, options):
        """As an event of SQLAlchemy: takes the place of its own way to connect."""
        kept = {name: value for name, value in options.items() if name in ("isolation_level", "detect_types", "cached_statements")}
        # One thread: whoever waits for a lock waits in vain.
        connection = sqlite3.connect(
            f"file:{self.path}?mode=rw", uri=True, timeout=0, check_same_thread=False, factory=Connection, **kept
        )
        for setting in ("journal_mode = MEMORY", "synchronous = OFF", "temp_store = MEMORY", "cache_spill = OFF"):
            sqlite3.Connection.cursor(connection, sqlite3.Cursor).execute(f"PRAGMA {setting}").fetchall()
        self.connections.add(connection)
        if self.is_still:
            stillness.still_sql(connection)
        return connection


def rollback_format(image):
    """A database in write-ahead mode wants files beside it; the same bytes without that mark do not."""
    if len(image) < 20 or image[18:20] == b"\x01\x01":
        return image
    return image[:18] + b"\x01\x01" + image[20:]
