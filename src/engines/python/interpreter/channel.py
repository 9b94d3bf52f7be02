"""One end of the line between a process and the supervisor: frames of a JSON head and bytes, read and written whole."""
import json
import os
import struct

LENGTH = struct.Struct(">I")


class Closed(Exception):
    """The other end is gone: nobody needs this process any more."""


def packed(head, body=b""):
    text = json.dumps(head, ensure_ascii=False).encode("utf-8", "surrogatepass")
    text = text.decode("utf-8", "replace").encode()
    return LENGTH.pack(len(text)) + text + body


def unpacked(payload):
    size = LENGTH.unpack_from(payload)[0]
    return json.loads(payload[4 : 4 + size]), bytes(payload[4 + size :])


def read_exactly(descriptor, count):
    parts = bytearray()
    while len(parts) < count:
        part = os.read(descriptor, min(count - len(parts), 1 << 20))
        if not part:
            raise Closed
        parts += part
    return bytes(parts)


def write_all(descriptor, data):
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


class Channel:
    def __init__(self, descriptor):
        self.descriptor = descriptor
        # Of the request that is being answered; before the first one a process only says hello.
        self.ordinal = 0

    def receive(self):
        size = LENGTH.unpack(read_exactly(self.descriptor, 4))[0]
        head, body = unpacked(read_exactly(self.descriptor, size))
        self.ordinal = head.pop("ordinal")
        return head, body

    def send(self, head, body=b""):
        payload = packed({**head, "ordinal": self.ordinal}, body)
        write_all(self.descriptor, LENGTH.pack(len(payload)) + payload)
