"""Runs one verification function over two databases in a process of its own, which is forked from one that knows nothing but Python's
own library. Tells what the function gave back and which SQL errors it kept to itself."""
import datetime
import decimal
import inspect
import json
import math
import os
import re
import sqlite3
import sys

# For verifiers: imported once, here.
import calendar  # noqa: F401
import collections  # noqa: F401
import csv  # noqa: F401
import dataclasses  # noqa: F401
import statistics  # noqa: F401
import typing  # noqa: F401
import zoneinfo  # noqa: F401

import stillness
import system_calls
import zygote
from database import rollback_format

PREFERRED = ("verify_task_completion", "verify_task")
MOST_ERRORS = 20
FRACTION = re.compile(rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.000000")
DIGITS = "[0-9]"
MOMENT = "-".join((DIGITS * 4, DIGITS * 2, DIGITS * 2)) + " " + ":".join((DIGITS * 2,) * 3) + ".000000"


def start(line, scratch, settings):
    sys.path.pop(0)
    zygote.serve(line, scratch, lambda channel, folder: become(channel, folder, settings))


def become(channel, folder, settings):
    limits, contained = settings["limits"], settings["contained"]
    channel.send({"hello": True})
    request, images = channel.receive()
    # Opened for writing while that is still allowed; closed before the function runs.
    files = [(path, os.open(path, os.O_CREAT | os.O_WRONLY, 0o444)) for path in (f"{folder}/initial.db", f"{folder}/final.db")]
    zygote.limit(limits["verifierMemory"], limits["file"], 0 if contained else None, limits["verifierSeconds"])
    if contained:
        system_calls.restrict(may_fork=False, may_write=False)
    try:
        is_repaired = request["mode"] == "repaired"
        split = request["split"]
        for (_, descriptor), image in zip(files, (images[:split], images[split:])):
            write(descriptor, normalised(image) if is_repaired else rollback_format(image))
        zygote.limit(limits["verifierMemory"], 0, 0 if contained else None, limits["verifierSeconds"])
        report = verified(request, [path for path, _ in files], is_repaired)
    except MemoryError:
        report = failed("memory-limit", "the function needed more memory than it may have")
    send(channel, report, limits["answer"])


def send(channel, report, most):
    try:
        if len(json.dumps(report)) > most:
            report = failed("bad-value", "the function gave back more than can be kept")
    except (ValueError, RecursionError):
        report = failed("bad-value", "the function gave back what JSON cannot hold")
    channel.send(report)


def failed(problem, message):
    return {"ok": False, "problem": problem, "message": message}


def write(descriptor, image):
    view = memoryview(image)
    while view:
        view = view[os.write(descriptor, view) :]
    os.close(descriptor)


def verified(request, paths, is_repaired):
    if is_repaired:
        stillness.freeze(request["clock"])
        stillness.seed("verification")
    errors = trace_errors(is_repaired)
    space = {"__name__": "verifier", "sqlite3": sqlite3, "json": json, "os": os, "re": re}
    try:
        exec(compile(request["source"], "verifier.py", "exec", dont_inherit=True), space)
    except SyntaxError as problem:
        return failed("syntax", f"line {problem.lineno}: {problem.msg}")
    except MemoryError:
        raise
    except BaseException as problem:
        return failed("raised", described(problem))
    name = function_name(request["source"], space, is_repaired)
    if name is None:
        return failed("no-function", "the source defines no function whose name starts with verify_")
    return called(space[name], name, (*paths, request["answer"]), errors)


def called(function, name, values, errors):
    try:
        parameters = list(inspect.signature(function).parameters)
        value = call_by_name(function, parameters, values)
    except MemoryError:
        raise
    except BaseException as problem:
        return failed("raised", described(problem))
    try:
        plain = sanitised(value, 0)
    except (ValueError, RecursionError) as problem:
        return failed("bad-value", f"{name} gave back what JSON cannot hold: {problem}")
    return {"ok": True, "function": name, "parameters": parameters, "value": plain, "degraded": list(errors)[:MOST_ERRORS]}


def described(problem):
    at = problem.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    line = "" if at is None else f" (line {at.tb_lineno})"
    return f"{type(problem).__name__}: {problem}"[:2000] + line


def function_name(source, space, is_repaired):
    """The first that the text defines; in `repaired` mode a well-known name before a helper that happens to come first."""
    starts = [line.strip() for line in source.splitlines()]
    names = [line[4 : line.index("(")].strip() for line in starts if line.startswith("def verify_") and "(" in line]
    known = [name for name in PREFERRED if name in names] if is_repaired else []
    return next((name for name in (*known, *names[:1], *PREFERRED) if callable(space.get(name))), None)


def call_by_name(function, parameters, values):
    given = dict(zip(("initial_db_path", "final_db_path", "final_answer"), values))
    named = {name: value for name, value in given.items() if name in parameters}
    if named:
        return function(**named)
    return function(*values[: len(parameters)]) if len(parameters) >= 2 else function()


def sanitised(value, depth):
    if depth > 100:
        raise ValueError("it is nested too deeply")
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return int(value) if abs(value) < 2**53 else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key if isinstance(key, str) else str(key): sanitised(each, depth + 1) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [sanitised(each, depth + 1) for each in value]
    if isinstance(value, (set, frozenset)):
        return sorted((sanitised(each, depth + 1) for each in value), key=repr)
    if isinstance(value, sqlite3.Row):
        return {key: sanitised(value[key], depth + 1) for key in value.keys()}
    if isinstance(value, decimal.Decimal):
        return str(value)
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).hex()
    return str(value)


def trace_errors(is_still):
    """From here on every SQL error is noted, whoever catches it."""
    errors = {}

    def noting(method):
        def noted(*given, **named):
            try:
                return method(*given, **named)
            except sqlite3.Error as problem:
                errors.setdefault(f"{type(problem).__name__}: {problem}"[:500])
                raise

        return noted

    class TracedCursor(sqlite3.Cursor):
        pass

    class TracedConnection(sqlite3.Connection):
        def cursor(self, factory=TracedCursor):
            return super().cursor(factory)

    for name in ("execute", "executemany", "executescript", "fetchone", "fetchmany", "fetchall", "__next__"):
        setattr(TracedCursor, name, noting(getattr(sqlite3.Cursor, name)))
    for name in ("execute", "executemany", "executescript"):
        # Through a cursor of ours, which also notes what goes wrong while rows are fetched.
        setattr(TracedConnection, name, lambda self, *given, by=name: getattr(self.cursor(), by)(*given))
    plain = sqlite3.connect

    def connect(*given, **named):
        connection = noting(plain)(*given, **{"factory": TracedConnection, **named})
        sqlite3.Connection.execute(connection, "PRAGMA temp_store = MEMORY")
        if is_still:
            stillness.still_sql(connection)
        return connection

    sqlite3.connect = sqlite3.dbapi2.connect = connect
    return errors


def normalised(image):
    """Moments that end in a zero fraction, as SQLAlchemy writes them, become those that literals compare with."""
    image = rollback_format(image)
    if FRACTION.search(image) is None:
        return image
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.deserialize(image)
    triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {quoted(name)}")
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    for (table,) in tables.fetchall():
        for row in connection.execute(f"PRAGMA table_xinfo({quoted(table)})").fetchall():
            # Generated columns follow from the others.
            if row[6] == 0:
                shorten(connection, quoted(table), quoted(row[1]))
    for _, sql in triggers:
        connection.execute(sql)
    return connection.serialize()


def shorten(connection, table, column):
    connection.execute(
        f"UPDATE OR IGNORE {table} SET {column} = substr({column}, 1, 19) "
        f"WHERE typeof({column}) = 'text' AND length({column}) = 26 AND {column} GLOB ?",
        (MOMENT,),
    )


def quoted(name):
    return '"' + name.replace('"', '""') + '"'
