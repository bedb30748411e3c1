"""Follow a run: yield its events in order, each once, even if the connection is lost and restored."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import httpx2

from backend.client.api_types import read_object
from backend.client.connection import EVENTS, Call, Connection
from backend.client.failures import ClientFailure, ServerError, Unreachable, from_problem
from backend.kernel.sse import ServerEvent, TooLong, decode

#: Seconds to wait before each further attempt to connect, until one succeeds.
PAUSES = (0.3, 0.6, 1.2, 2.5, 5.0, 5.0, 5.0, 5.0)
#: Seconds within which the server must answer a request to stop a run, because the user waits.
HURRY = 5.0
RUN_ID = "X-Run-Id"
#: The name of an event that the client itself adds: the connection was lost, and the client connects again.
LOST = "connection_lost"


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """An event of a run. `id` is its number. The server cannot send an event again that it does not store; the `id` of
    such an event is None.
    """

    name: str
    data: dict[str, Any]
    id: int | None = None


class Run:
    """A run that a call begins. Iterating over it yields the run's events until it ends.

    `key` is the Idempotency-Key of the call. If the answer to the call is lost, the client repeats the call with this
    key, and the server returns the same run. Any thread may call `stop`, also before the run's id is known; the run is
    then stopped when the id arrives.
    """

    def __init__(
        self,
        connection: Connection,
        call: Call,
        key: str | None = None,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.run_id: str | None = None
        self._connection, self._call, self._key = connection, call, key
        self._pause = pause
        self._last: int | None = None
        self._lock = threading.Lock()
        self._unwanted = False

    def __iter__(self) -> Iterator[StreamEvent]:
        """Yield all events; the last is `final_answer`. An `error` event is raised as the failure that it describes.
        Raises Unreachable if the connection cannot be restored.
        """
        failed = 0
        while True:
            try:
                for event in self._read():
                    failed = 0
                    yield event
                    if event.name == "error":
                        raise from_problem(event.data.get("status", 500), event.data, event.data.get("retry_after"))
                    if event.name == "final_answer":
                        return
                why: Exception | None = None
            except httpx2.TransportError as error:
                why = error
            if failed == len(PAUSES) or not self._may_try_again(why):
                raise self._given_up(why)
            yield StreamEvent(LOST, {"attempt": failed + 1})
            self._pause(PAUSES[failed])
            failed += 1

    def stop(self) -> bool:
        """Ask the server to stop the run. Returns False if the request did not reach the server. Never raises."""
        with self._lock:
            self._unwanted, run_id = True, self.run_id
        return run_id is not None and stop(self._connection, run_id)

    def _read(self) -> Iterator[StreamEvent]:
        """Yield the events that arrive over one connection."""
        if self.run_id is None:
            headers = {"Idempotency-Key": self._key} if self._key else {}
            response = self._connection.stream(replace(self._call, headers=headers))
        else:
            since = {"Last-Event-ID": str(self._last)} if self._last is not None else {}
            response = self._connection.stream(Call("GET", f"/api/runs/{self.run_id}/events", headers=since))
        try:
            self._begun(response.headers.get(RUN_ID))
            if not response.headers.get("Content-Type", "").startswith(EVENTS):
                response.read()
                yield StreamEvent("final_answer", self._connection.object_in(response))
                return
            for received in decode(response.iter_bytes()):
                event = self._converted(received)
                if event is not None:
                    yield event
        except TooLong as error:
            raise ServerError("The server sent an event that is too long. Check the server's address.") from error
        finally:
            response.close()

    def _begun(self, run_id: str | None) -> None:
        with self._lock:
            self.run_id = run_id or self.run_id
            unwanted = self._unwanted
        if unwanted and self.run_id:
            stop(self._connection, self.run_id)

    def _converted(self, event: ServerEvent) -> StreamEvent | None:
        """Convert a server-sent event to a StreamEvent. Returns None if this event has already been received."""
        data = read_object(event.data)
        if data is None:
            raise ServerError("The server sent an event that is not a JSON object. Check the server's address.")
        if event.event == "phase" and data.get("phase") == "gap":
            self._last = None  # the server sends all events again
            return StreamEvent(event.event, data)
        number = int(event.id) if event.id.isdigit() and event.event != "token" else None
        if number is not None:
            if self._last is not None and number <= self._last:
                return None
            self._last = number
        return StreamEvent(event.event, data, number)

    def _may_try_again(self, why: Exception | None) -> bool:
        """Return True if the client can connect to the run again, or repeat the call with the same key. `why` is the
        error that ended the connection.
        """
        if self.run_id is not None:
            return True
        return self._key is not None and why is not None and not isinstance(why, _NEVER_SENT)

    def _given_up(self, why: Exception | None) -> ClientFailure:
        failure = (
            self._connection.unreachable(why)
            if isinstance(why, httpx2.TransportError)
            else Unreachable(f"{self._connection.server} ended the stream before the answer was complete.")
        )
        if self.run_id is None:
            return failure
        address = f"{self._connection.server}/api/runs/{self.run_id}"
        return Unreachable(f"{failure.words} The work may continue on the server. Its state: {address}")


_NEVER_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.UnsupportedProtocol)


def stop(connection: Connection, run_id: str) -> bool:
    """Ask the server to stop a run. Returns False if the request did not reach the server or was refused."""
    try:
        connection.call(Call("POST", f"/api/runs/{run_id}/cancel", {}, patience=HURRY))
    except ClientFailure:
        return False
    return True


class ReceivedText:
    """The text that a run has sent so far in each of its channels, such as "message". It is put together from the run's
    `token` events.
    """

    def __init__(self) -> None:
        self.text: dict[str, str] = {}

    def insert(self, token: dict[str, Any]) -> None:
        """Add the text of a `token` event at its offset. Earlier text after the offset is removed."""
        before = self.text.get(token["channel"], "")
        self.text[token["channel"]] = before[: token["offset"]] + token["text"]
