"""An event loop without descriptors, threads or signals: enough for handlers that wait for nothing outside. Where time stands still,
waiting takes none."""
import asyncio
import time

import anyio.to_thread


class NoSelector:
    def __init__(self, loop):
        self.loop = loop

    def select(self, timeout):
        if timeout is None:
            raise RuntimeError("the handler waits for something that can never happen here")
        if timeout > 0:
            self.loop.wait(timeout)
        return []


class InlineLoop(asyncio.BaseEventLoop):
    def __init__(self, is_still):
        super().__init__()
        self.passed, self.is_still = 0.0, is_still
        self._selector = NoSelector(self)

    def time(self):
        return self.passed if self.is_still else time.monotonic()

    def wait(self, seconds):
        if self.is_still:
            self.passed += seconds
        else:
            time.sleep(seconds)

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass


async def run_inline(function, *arguments, **_options):
    return function(*arguments)


def without_threads():
    """Handlers that are plain functions run in the one thread there is."""
    anyio.to_thread.run_sync = run_inline
