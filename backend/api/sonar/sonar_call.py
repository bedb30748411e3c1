"""Answer a question of a Sonar client in a separate thread, until the client disconnects.

Unlike research under /api, this is not a run: nothing is stored, and nobody can fetch the answer later. So the work
stops when the client disconnects.
"""

from __future__ import annotations

import queue
import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from backend.api.disconnection import Client, is_closed
from backend.api.sonar.sonar_answers import Chunks
from backend.errors import Cancelled, CoscribeError
from backend.kernel import sse
from backend.kernel.cancellation import Cancellation, obeying
from backend.kernel.events import Event
from backend.kernel.works import Source
from backend.ports import Ports
from backend.research.inquiry import Findings, Inquiry
from backend.services import research

#: Seconds between two checks whether the client is connected; and seconds of silence until a comment is sent.
LOOK, HEARTBEAT = 0.5, 5.0


@dataclass(frozen=True, slots=True)
class Caller:
    """The client of a call. `connection` is its connection; None if unknown. `charge` is a function that adds an
    answer's cost to what the client has spent.
    """

    connection: socket.socket | Client | None
    charge: Callable[[Findings], None]


class Answering:
    """An answer that is being written. `live` is True if the client gets the text piece by piece."""

    def __init__(self, ports: Ports, inquiry: Inquiry, live: bool, caller: Caller) -> None:
        self.live, self._charge, connection = live, caller.charge, caller.connection
        self._ports, self._inquiry, self._connection = ports, inquiry, connection
        self._stop_request = Cancellation()
        self._told: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        pool = ThreadPoolExecutor(1, thread_name_prefix="coscribe-sonar")
        self._work: Future[Findings] = pool.submit(self._answer)
        self._work.add_done_callback(lambda _: self._told.put(("end", None)))
        pool.shutdown(wait=False)

    def _answer(self) -> Findings:
        with obeying(self._stop_request):
            findings = research.answer(self._ports.research, self._inquiry, research.AnswerCallbacks(self._emit, self))
        self._charge(findings)
        return findings

    def next_event(self, seconds: float) -> tuple[str, Any] | None:
        """Return the next event as a pair of name (step, sources, text or end) and data; None if none comes within
        `seconds`.

        Raises Cancelled as soon as the client has disconnected.
        """
        waited = 0.0
        while True:
            try:
                return self._told.get(timeout=min(LOOK, seconds - waited))
            except queue.Empty:
                waited += LOOK
            if is_closed(self._connection):
                self.stop()
                raise Cancelled("The client has disconnected.")
            if waited >= seconds:
                return None

    def findings(self) -> Findings:
        """Wait until the work has ended, and return its findings. Raises the work's own error if it failed, and
        Cancelled if the client has disconnected.
        """
        while not self._work.done():
            self.next_event(HEARTBEAT)
        return self._work.result()

    def stop(self) -> None:
        """Stop the work, because the client has disconnected."""
        self._stop_request.cancel()

    # --- called by the engine, on its own thread ------------------------------------------------

    def begun(self) -> None:
        """Do nothing when a model is about to be called: Sonar's clients do not show this."""

    def thought(self, delta: str) -> None:
        """Do nothing with the model's reasoning: Sonar's clients do not show it."""

    def text(self, delta: str) -> None:
        self._told.put(("text", delta))

    def sources(self, found: Sequence[Source]) -> None:
        if found:
            self._told.put(("sources", tuple(found)))

    def _emit(self, event: Event) -> None:
        self._told.put(("step", event))


class Stream:
    """The body of a streamed answer. The server iterates over it, and closes it when the client has disconnected. An
    error before the first chunk is raised when the object is created, so that the answer has the HTTP status of the
    error.
    """

    def __init__(self, work: Answering, chunks: Chunks) -> None:
        self._work, self._chunks = work, chunks
        self._first = self._next()
        if self._first == ("end", None):
            work.findings()

    def __iter__(self) -> Iterator[bytes]:
        told: tuple[str, Any] | None = self._first
        try:
            while told is None or told[0] != "end":
                piece = sse.KEEP_ALIVE if told is None else self._chunk(*told)
                if piece:
                    yield piece
                told = self._work.next_event(HEARTBEAT)
        except Cancelled:  # the client has disconnected
            return
        yield self._last()

    def close(self) -> None:
        self._work.stop()

    def _next(self) -> tuple[str, Any]:
        """Return the first event for which there is a chunk, or the event "end"."""
        while True:
            told = self._work.next_event(HEARTBEAT)
            if told is not None and (told[0] != "step" or self._chunks.shows(told[1])):
                return told

    def _chunk(self, name: str, data: Any) -> bytes:
        if name == "text":
            return self._chunks.text(data)
        return self._chunks.sources(data) if name == "sources" else self._chunks.step(data)

    def _last(self) -> bytes:
        try:
            return self._chunks.end(self._work.findings())
        except CoscribeError as error:
            return self._chunks.failure(error)
