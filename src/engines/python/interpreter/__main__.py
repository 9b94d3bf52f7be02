"""Starts the supervisor and the two processes that are forked from: one with the libraries of environments, one with Python's own
library alone for verification. Started with one argument, the settings as JSON; speaks frames on standard input and output."""
import json
import os
import resource
import shutil
import signal
import socket
import sys
import tempfile

import containment
import kernel
import supervisor
import zygote
from channel import packed, write_all

LIBRARY, VERIFIER = 1, 2


def main(settings):
    if settings["contained"]:
        # Otherwise the end of its input ends it, with time to tidy up.
        kernel.die_with_parent()
    # A Ctrl-C is Node's to handle: it ends us by closing our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536) if hard != resource.RLIM_INFINITY else 65536, hard))
    folder = os.path.dirname(os.path.abspath(__file__))
    if settings["contained"]:
        containment.contain(folder, settings["scratch"])
        scratch = containment.SCRATCH
    else:
        scratch = tempfile.mkdtemp(prefix="practicum-python-")
    if settings["contained"]:
        zygote_can_seclude()
    if settings["probe"]:
        return
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    hub = supervisor.Supervisor(scratch, settings["limits"]["frame"])
    hub.adopt(LIBRARY, started("library", settings, scratch))
    hub.adopt(VERIFIER, started("verification", settings, scratch))
    version = ".".join(str(part) for part in sys.version_info[:2])
    try:
        hub.run({"event": "ready", "version": version, "scratch": None if settings["contained"] else scratch})
    finally:
        if not settings["contained"]:
            shutil.rmtree(scratch, ignore_errors=True)


def started(module, settings, scratch):
    """A zygote, told by module name, so that the supervisor itself never imports what the zygote does."""
    ours, theirs = socket.socketpair()
    if os.fork() == 0:
        try:
            zygote.keep_only(theirs.detach())
            kernel.die_with_parent()
            zygote.silence()
            __import__(module).start(zygote.LINE, scratch, settings)
        finally:
            os._exit(1)
    theirs.close()
    return ours


def zygote_can_seclude():
    child = os.fork()
    if child == 0:
        try:
            kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWPID)
        except OSError:
            os._exit(1)
        os._exit(0)
    if os.waitpid(child, 0)[1] != 0:
        raise containment.Unavailable("user namespaces cannot be nested here")


try:
    main(json.loads(sys.argv[1]))
except containment.Unavailable as reason:
    text = packed({"event": "failed", "reason": str(reason)})
    write_all(1, supervisor.HEAD.pack(len(text) + 4, supervisor.CONTROL) + text)
    os._exit(3)
