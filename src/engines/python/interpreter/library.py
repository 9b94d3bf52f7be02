"""The process with the libraries of environments imported, from which that of each scenario is forked. Runs nothing from outside."""
import sys

# Imported for those that are forked.
import email_validator  # noqa: F401
import fastapi  # noqa: F401
import fastapi.responses  # noqa: F401
import pydantic  # noqa: F401
import sqlalchemy  # noqa: F401
import sqlalchemy.dialects.sqlite  # noqa: F401
import sqlalchemy.orm  # noqa: F401
import uvicorn  # noqa: F401

import scenario
import zygote


def start(line, scratch, settings):
    # A source that imports `scenario` or `database` must not get ours.
    own = sys.path.pop(0)
    for name, module in list(sys.modules.items()):
        if name != "__main__" and (getattr(module, "__file__", None) or "").startswith(own + "/"):
            del sys.modules[name]
    zygote.serve(line, scratch, lambda channel, folder: scenario.become(channel, folder, scratch, settings))
