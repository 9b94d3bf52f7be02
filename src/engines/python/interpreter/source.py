"""Executes the source of an environment and says what it is: its application, its operations, or why it cannot be run here. It does
not know the database behind it nor who calls."""
import os
import re
import sys
import types

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

MODULE = "environment"
# What newer versions of Python brought to the syntax, and how older ones complain about it.
NEWER_LINES = (
    ((3, 12), re.compile(r"^\s*type\s+\w+\s*(\[.*\])?\s*=")),
    ((3, 12), re.compile(r"^\s*(async\s+)?(def|class)\s+\w+\s*\[")),
    ((3, 14), re.compile(r"^\s*except\*?\s+\w[\w.]*\s*,")),
    ((3, 14), re.compile(r"\bt[rR]?[\"']")),
)
NEWER_FORMATTING = (3, 12)


class Refused(Exception):
    def __init__(self, reason, message):
        super().__init__(message)
        self.reason = reason


def execute(name, source):
    code = compiled(name, source)
    module = types.ModuleType(MODULE)
    module.__file__ = f"/{MODULE}.py"
    sys.modules[MODULE] = module
    os.environ.update(DATABASE_PATH="sqlite:////data.db", DATABASE_URL="sqlite:////data.db", HOST="127.0.0.1", PORT="8000")
    try:
        exec(code, module.__dict__)
    except ModuleNotFoundError as problem:
        newer = problem.name in getattr(sys, "stdlib_module_names", ())
        raise Refused("needs-newer-python" if newer else "missing-module", described(problem)) from None
    except ImportError as problem:
        newer = (problem.name or "").split(".")[0] in sys.stdlib_module_names
        raise Refused("needs-newer-python" if newer else "missing-module", described(problem)) from None
    except MemoryError:
        raise
    except BaseException as problem:
        raise Refused("raised", described(problem)) from None
    return module


def compiled(name, source):
    try:
        return compile(source, f"{name}.py", "exec", dont_inherit=True)
    except SyntaxError as problem:
        reason = "needs-newer-python" if is_newer(problem) else "syntax"
        raise Refused(reason, f"line {problem.lineno}: {problem.msg}") from None
    except (ValueError, RecursionError, OverflowError) as problem:
        raise Refused("syntax", described(problem)) from None


def is_newer(problem):
    if sys.version_info < NEWER_FORMATTING and problem.msg.startswith("f-string"):
        return True
    line = problem.text or ""
    return any(sys.version_info < since and pattern.search(line) for since, pattern in NEWER_LINES)


def described(problem):
    return f"{type(problem).__name__}: {problem}"[:2000]


def application(module):
    app = getattr(module, "app", None)
    if isinstance(app, FastAPI):
        return app
    for value in vars(module).values():
        if isinstance(value, FastAPI):
            return value
    raise Refused("no-app", "the source makes no FastAPI application")


def operation_id(route):
    return route.operation_id or route.unique_id


def operations(app, openapi):
    """Every operation in the order of its registration, also those that another has covered."""
    routes = [route for route in app.routes if isinstance(route, APIRoute)]
    listed = []
    for index, route in enumerate(routes):
        for method in sorted(route.methods):
            listed.append(
                {
                    "operationId": operation_id(route),
                    "method": method,
                    "path": route.path_format,
                    "isShadowed": any(covers(earlier, route, method) for earlier in routes[:index]),
                    "operation": described_operation(app, openapi, route, method),
                }
            )
    return [entry for entry in listed if entry["operation"] is not None]


def covers(earlier, route, method):
    if method not in earlier.methods:
        return False
    sample = route.path_format
    for name, convertor in route.param_convertors.items():
        sample = sample.replace("{" + name + "}", "1" if type(convertor).__name__ in ("IntegerConvertor", "FloatConvertor") else "x")
    return earlier.path_regex.match(sample) is not None


def described_operation(app, openapi, route, method):
    if not route.include_in_schema:
        return None
    shown = openapi["paths"].get(route.path_format, {}).get(method.lower())
    if shown is not None and shown.get("operationId") == operation_id(route):
        return shown
    # As the last of all it wins its place, and the shared definitions keep their names.
    others = [other for other in app.routes if other is not route]
    alone = get_openapi(title=app.title, version=app.version, routes=[*others, route])
    return alone["paths"][route.path_format][method.lower()]
