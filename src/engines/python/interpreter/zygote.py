"""A process that is only there to be forked: what it has imported or executed, its children need not. A child keeps one descriptor,
its own line to the supervisor, and the folder that is its own."""
import gc
import os
import resource
import signal
import socket

import kernel
from channel import Channel

LINE = 3
NAME_LENGTH = 32
TICKET = 1 + NAME_LENGTH


def serve(descriptor, scratch, child):
    """Forks once for each ticket (a folder's name, and with it a descriptor) and ends with the line on which they come."""
    control = socket.socket(fileno=descriptor)
    control.setblocking(True)
    # Children are reaped by the kernel itself.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    gc.collect()
    gc.freeze()
    while True:
        ticket, descriptors = read_ticket(control)
        if os.fork() == 0:
            run(descriptors[0], os.path.join(scratch, ticket[1:].decode()), child)
        for each in descriptors:
            os.close(each)


def read_ticket(control):
    ticket, descriptors = b"", []
    while len(ticket) < TICKET:
        part, more, _, _ = socket.recv_fds(control, TICKET - len(ticket), 1)
        if not part:
            os._exit(0)
        ticket += part
        descriptors += more
    return ticket, descriptors


def run(descriptor, folder, child):
    """Never returns: whatever happens in a child ends it."""
    try:
        keep_only(descriptor)
        kernel.die_with_parent()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        child(Channel(LINE), folder)
    finally:
        os._exit(0)


def keep_only(descriptor):
    if descriptor != LINE:
        os.dup2(descriptor, LINE)
    os.closerange(LINE + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def silence():
    """Nothing that is printed goes anywhere, and nothing is read."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    if nothing > 2:
        os.close(nothing)


def limit(memory, file_size, processes, seconds, descriptors=64):
    def lower(kind, value):
        hard = resource.getrlimit(kind)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (value, value))

    lower(resource.RLIMIT_AS, memory)
    lower(resource.RLIMIT_FSIZE, file_size)
    lower(resource.RLIMIT_CPU, seconds)
    lower(resource.RLIMIT_CORE, 0)
    lower(resource.RLIMIT_NOFILE, descriptors)
    if processes is not None:
        lower(resource.RLIMIT_NPROC, processes)
    # Beyond the limit a write fails; it need not end the process.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
