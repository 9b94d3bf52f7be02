"""The one process that Node talks to. It opens and closes lines to the others, carries frames between them and Node without reading
them, and ends whoever sends what was not asked for. It holds no more of an episode than the bytes that are on their way."""
import collections
import errno
import os
import secrets
import selectors
import shutil
import signal
import socket
import struct

from channel import LENGTH, packed, unpacked, write_all
from zygote import NAME_LENGTH

CONTROL = 0
HEAD = struct.Struct(">II")
CREDENTIALS = struct.Struct("3i")
PIECE = 1 << 18
KNOWS_SENDERS = hasattr(socket, "SO_PASSCRED") and hasattr(os, "pidfd_open")


class Line:
    """To one process: what waits to be sent, what has come, how many answers are owed, and how to end it."""

    def __init__(self, number, end, folder):
        self.number, self.end, self.folder = number, end, folder
        self.waiting, self.arrived = bytearray(), bytearray()
        # For a process that is forked from: the names and lines of children to come.
        self.tickets = collections.deque()
        self.owed = 1
        self.process = None


class Supervisor:
    def __init__(self, scratch, most):
        self.scratch, self.most = scratch, most
        self.lines, self.arrived = {}, bytearray()
        self.selector = selectors.DefaultSelector()

    def tell(self, head):
        self.pass_on(CONTROL, packed(head))

    def pass_on(self, number, payload):
        write_all(1, HEAD.pack(len(payload) + 4, number) + payload)

    def adopt(self, number, end):
        """A line to a zygote that was forked at the start. It only takes tickets; without it there is no going on."""
        self.add(Line(number, end, None)).owed = 0

    def add(self, line):
        line.end.setblocking(False)
        self.lines[line.number] = line
        self.selector.register(line.end, selectors.EVENT_READ, line)
        return line

    def run(self, ready):
        os.set_blocking(0, False)
        self.selector.register(0, selectors.EVENT_READ, None)
        self.tell(ready)
        while True:
            for key, events in self.selector.select():
                if key.data is None:
                    if not self.hear_node():
                        return
                elif self.lines.get(key.data.number) is key.data:
                    self.attend(key.data, events)

    def hear_node(self):
        part = os.read(0, PIECE)
        if not part:
            return False
        self.arrived += part
        while len(self.arrived) >= 8:
            size, number = HEAD.unpack_from(self.arrived)
            if len(self.arrived) < 4 + size:
                break
            payload = bytes(self.arrived[8 : 4 + size])
            del self.arrived[: 4 + size]
            self.command(unpacked(payload)[0]) if number == CONTROL else self.forward(number, payload)
        return True

    def command(self, order):
        if order["op"] == "open":
            self.open(order["id"], self.lines.get(order["under"]))
        elif order["id"] in self.lines:
            self.end(self.lines[order["id"]], told=False)

    def open(self, number, parent):
        ours, theirs = socket.socketpair()
        name = secrets.token_hex(NAME_LENGTH // 2)
        folder = os.path.join(self.scratch, name)
        try:
            if parent is None:
                raise OSError
            os.mkdir(folder, 0o700)
            os.close(os.open(os.path.join(folder, "data.db"), os.O_CREAT | os.O_WRONLY, 0o600))
            if KNOWS_SENDERS:
                ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        except OSError:
            ours.close()
            theirs.close()
            shutil.rmtree(folder, ignore_errors=True)
            return self.tell({"event": "closed", "id": number})
        self.add(Line(number, ours, folder))
        parent.tickets.append((b"F" + name.encode(), theirs))
        self.push(parent)

    def forward(self, number, payload):
        line = self.lines.get(number)
        if line is None:
            return
        line.owed += 1
        line.waiting += LENGTH.pack(len(payload)) + payload
        self.push(line)

    def attend(self, line, events):
        if events & selectors.EVENT_WRITE:
            self.push(line)
        if events & selectors.EVENT_READ and self.lines.get(line.number) is line:
            self.hear(line)

    def push(self, line):
        try:
            while line.waiting:
                sent = line.end.send(memoryview(line.waiting)[:PIECE])
                del line.waiting[:sent]
            while line.tickets:
                ticket, theirs = line.tickets[0]
                socket.send_fds(line.end, [ticket], [theirs.fileno()])
                line.tickets.popleft()
                theirs.close()
        except BlockingIOError:
            pass
        except OSError as problem:
            # Too many descriptors on their way is no end: they are taken one by one.
            if problem.errno != errno.ETOOMANYREFS:
                return self.end(line)
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if line.waiting or line.tickets else 0)
        if self.selector.get_key(line.end).events != wanted:
            self.selector.modify(line.end, wanted, line)

    def hear(self, line):
        try:
            part = self.listen(line)
        except BlockingIOError:
            return
        except OSError:
            part = b""
        if not part:
            return self.end(line)
        line.arrived += part
        while len(line.arrived) >= 4:
            size = LENGTH.unpack_from(line.arrived)[0]
            if size > self.most or line.owed == 0:
                return self.end(line)
            if len(line.arrived) < 4 + size:
                break
            line.owed -= 1
            self.pass_on(line.number, bytes(line.arrived[4 : 4 + size]))
            del line.arrived[: 4 + size]

    def listen(self, line):
        """The kernel says who sent the first words: the process to be ended when its time is up."""
        if line.process is not None or not KNOWS_SENDERS or line.folder is None:
            return line.end.recv(PIECE)
        part, extras, _, _ = line.end.recvmsg(PIECE, socket.CMSG_SPACE(CREDENTIALS.size))
        for level, kind, data in extras:
            if level == socket.SOL_SOCKET and kind == socket.SCM_CREDENTIALS:
                line.process = held(CREDENTIALS.unpack(data)[0])
        return part

    def end(self, line, told=True):
        if line.folder is None:
            raise SystemExit(1)
        self.selector.unregister(line.end)
        line.end.close()
        for _, theirs in line.tickets:
            theirs.close()
        del self.lines[line.number]
        finish(line.process)
        shutil.rmtree(line.folder, ignore_errors=True)
        if told:
            self.tell({"event": "closed", "id": line.number})


def held(process):
    try:
        return os.pidfd_open(process)
    except OSError:
        return None


def finish(process):
    """By a handle, not a number: a number may by now be another's."""
    if process is None:
        return
    try:
        signal.pidfd_send_signal(process, signal.SIGKILL)
    except OSError:
        pass
    os.close(process)
