"""Makes time and chance repeatable inside one interpreter: the clock stands at a given second until it is moved, and everything random
follows from a text. Also for SQL. It changes Python's own types in place, so that no class has to be replaced by a lookalike."""
import ctypes
import datetime
import gc
import hashlib
import os
import random
import sqlite3
import time
import uuid


class Clock:
    now = 0.0


REAL = {name: getattr(time, name) for name in ("gmtime", "localtime", "strftime", "ctime", "asctime")}


def freeze(moment):
    """`moment` is ISO 8601; what has no zone is in UTC."""
    parsed = datetime.datetime.fromisoformat(moment.replace("Z", "+00:00"))
    if parsed.tzinfo is None:
        parsed = parsed.replace(tzinfo=datetime.timezone.utc)
    Clock.now = float(int(parsed.timestamp()))
    freeze_time_module()
    replace_method(datetime.datetime, "now", lambda cls, tz=None: cls.fromtimestamp(Clock.now, tz))
    replace_method(datetime.datetime, "today", lambda cls: cls.fromtimestamp(Clock.now))
    utc = datetime.timezone.utc
    replace_method(datetime.datetime, "utcnow", lambda cls: cls.fromtimestamp(Clock.now, utc).replace(tzinfo=None))
    replace_method(datetime.date, "today", lambda cls: cls.fromtimestamp(Clock.now))
    if datetime.datetime.now(utc).timestamp() != Clock.now:
        raise RuntimeError("this Python does not let its clock be set")


def replace_method(kind, name, function):
    """A built-in type refuses assignment; the dictionary behind it does not."""
    gc.get_referents(kind.__dict__)[0][name] = classmethod(function)
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))


def freeze_time_module():
    for name in ("time", "monotonic", "perf_counter", "process_time"):
        setattr(time, name, lambda: Clock.now)
        setattr(time, f"{name}_ns", lambda: int(Clock.now) * 1_000_000_000)
    for name in ("gmtime", "localtime", "ctime"):
        setattr(time, name, lambda seconds=None, real=REAL[name]: real(Clock.now if seconds is None else seconds))
    time.asctime = lambda parts=None: REAL["asctime"](REAL["gmtime"](Clock.now) if parts is None else parts)
    time.strftime = lambda form, parts=None: REAL["strftime"](form, REAL["gmtime"](Clock.now) if parts is None else parts)
    time.sleep = advance


def advance(seconds):
    Clock.now += seconds


class Chance:
    """Bytes that follow from a text, one block after the other."""

    def __init__(self, text):
        self.text, self.count = text.encode(), 0

    def take(self, size):
        taken = bytearray()
        while len(taken) < size:
            self.count += 1
            taken += hashlib.sha256(self.count.to_bytes(8, "big") + self.text).digest()
        return bytes(taken[:size])


def seed(text):
    chance = Chance(text)
    random.seed(text)
    os.urandom = random._urandom = chance.take
    os.getpid = lambda: 1
    # A UUID of version 1 is made of the time, a node and a count; left to the system it would know the machine.
    uuid._generate_time_safe = uuid._UuidCreate = None
    uuid._node, uuid._last_timestamp = 0x020000000001, None


NOW_AT = {"datetime": 0, "date": 0, "time": 0, "julianday": 0, "unixepoch": 0, "strftime": 1}
CURRENT = {"current_timestamp": "%Y-%m-%d %H:%M:%S", "current_date": "%Y-%m-%d", "current_time": "%H:%M:%S"}
# SQLite itself does the reckoning, on a connection of its own that still has the built-in functions.
reckoner = sqlite3.connect(":memory:", check_same_thread=False)


def still_sql(connection):
    for name, index in NOW_AT.items():
        # Deterministic, as the built-in ones are to SQLite where an index or a check uses them.
        connection.create_function(name, -1, sql_function(name, index), deterministic=True)
    for name, form in CURRENT.items():
        connection.create_function(name, 0, lambda form=form: REAL["strftime"](form, REAL["gmtime"](Clock.now)), deterministic=True)
    connection.create_function("random", 0, lambda: random.getrandbits(64) - 2**63)
    connection.create_function("randomblob", 1, lambda size: os.urandom(max(1, int(size))))


def sql_function(name, index):
    def reckon(*given):
        values = list(given)
        if len(values) == index:
            values.append("now")
        if len(values) > index and isinstance(values[index], str) and values[index].strip().lower() == "now":
            values[index] = REAL["strftime"]("%Y-%m-%d %H:%M:%S", REAL["gmtime"](Clock.now))
        marks = ", ".join("?" * len(values))
        return reckoner.execute(f"SELECT {name}({marks})", values).fetchone()[0]

    return reckon
