"""What an exception of a handler means to whoever called: nothing there, a clash with what is there, or a bug of the environment."""
import sqlite3

import sqlalchemy.exc
import sqlalchemy.orm.exc
from fastapi.exceptions import ResponseValidationError

MISSING = (sqlalchemy.exc.NoResultFound, sqlalchemy.orm.exc.ObjectDeletedError)
CLASH = (sqlalchemy.exc.IntegrityError, sqlite3.IntegrityError)
NONE_USED = ("'NoneType' object has no attribute", "'NoneType' object is not subscriptable", "'NoneType' object is not iterable")


def classified(problem):
    return {"kind": kind(problem), "type": type(problem).__name__, "message": message(problem)}


def kind(problem):
    if isinstance(problem, MISSING) or is_none_used(problem):
        return "not_found"
    return "conflict" if isinstance(problem, CLASH) else "env_bug"


def is_none_used(problem):
    if isinstance(problem, (AttributeError, TypeError)):
        return str(problem).startswith(NONE_USED)
    if isinstance(problem, sqlalchemy.orm.exc.UnmappedInstanceError):
        return "NoneType" in str(problem)
    if isinstance(problem, ResponseValidationError):
        return any(error.get("loc") == ("response",) and error.get("input", 0) is None for error in problem.errors())
    return False


def message(problem):
    try:
        return str(problem)[:2000]
    except Exception:
        return ""
