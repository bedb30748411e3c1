"""Read the streamed answers of all models in one thread.

If each call's own thread waited for the next piece of its answer, every piece would wake a thread, which would then
wait for the interpreter's lock. With hundreds of streams, that costs more than reading the pieces. Here one thread
looks at all streams together, several times a second, and reads what has arrived. The calls' own threads sleep
meanwhile.

A stream is returned to its thread when it needs more than that: at the end of the answer, at an error, at the call's
deadline, or if the work is cancelled. The thread's next read then reports what happened.
"""

from __future__ import annotations

import contextvars
import selectors
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from backend.kernel import cancellation
from backend.net import deadline

#: Seconds between two readings. What arrives in between is read together; what arrives after a longer silence is read
#: at once.
PACE = 0.05


@dataclass(eq=False, slots=True)
class _Stream:
    """A stream that the thread reads: its socket, and the function that reads what has arrived, which returns False if
    the stream should be returned.
    """

    source: socket.socket
    read: Callable[[], bool]
    bound: deadline.Deadline | None = field(default_factory=deadline.current)
    stop_request: cancellation.Cancellation | None = field(default_factory=cancellation.current)
    context: contextvars.Context = field(default_factory=contextvars.copy_context)
    returned: threading.Event = field(default_factory=threading.Event)
    error: BaseException | None = None

    @property
    def is_over(self) -> bool:
        """Return True if the deadline has passed, the work was cancelled, or the socket was closed."""
        return (
            (self.bound is not None and not self.bound.remaining())
            or (self.stop_request is not None and self.stop_request.wanted)
            or self.source.fileno() < 0
        )

    def goes_on(self) -> bool:
        """Read what has arrived. Returns False if the stream should be returned; `error` is then set if it failed."""
        try:
            return self.context.run(self.read)
        except BaseException as error:  # noqa: BLE001 - `read_together` raises it in the thread of the call
            self.error = error
            return False


class _Reader:
    """Reads streams in a thread that starts with the first stream and ends with the last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._new: list[_Stream] = []
        self._is_running = False

    def add(self, stream: _Stream) -> None:
        with self._lock:
            self._new.append(stream)
            if not self._is_running:
                self._is_running = True
                threading.Thread(target=self._run, name="streams", daemon=True).start()

    def _run(self) -> None:
        open_streams: set[_Stream] = set()
        look_at = 0.0
        with selectors.DefaultSelector() as selector:
            while True:
                with self._lock:
                    new, self._new = self._new, []
                    if not new and not open_streams:
                        self._is_running = False
                        return
                if new or time.monotonic() >= look_at:  # a new socket may have the number of one that was closed
                    look_at = time.monotonic() + cancellation.PATIENCE / 2
                    for stream in [each for each in open_streams if each.is_over]:
                        open_streams.discard(stream)
                        _return(stream, selector)
                for stream in new:
                    open_streams.add(stream)
                    selector.register(stream.source, selectors.EVENT_READ, stream)
                arrived = selector.select(PACE)
                for key, _ in arrived:
                    if not key.data.goes_on():
                        open_streams.discard(key.data)
                        _return(key.data, selector)
                if arrived:
                    time.sleep(PACE)


def _return(stream: _Stream, selector: selectors.BaseSelector) -> None:
    with suppress(KeyError, ValueError):  # a socket that was closed has no number any more
        selector.unregister(stream.source)
    stream.returned.set()


_READER = _Reader()


def read_together(source: socket.socket, read: Callable[[], bool]) -> None:
    """Call `read` in the thread of all streams whenever bytes have arrived at `source`, until it returns False.

    Also returns at the deadline of the call, if its work is cancelled, or if the socket is closed. Raises what `read`
    raises. `read` must not wait.
    """
    stream = _Stream(source, read)
    _READER.add(stream)
    stream.returned.wait()
    if stream.error is not None:
        raise stream.error
