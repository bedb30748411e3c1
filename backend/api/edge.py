"""Run the WSGI application on an asynchronous server, so that an open event stream needs no thread.

A thread runs the WSGI application for every request, so checks and refusals are the same as with other servers. Once an
event stream has begun, its thread is released, and the event loop sends each new event.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from backend.api.admission import Admission
from backend.api.disconnection import Client
from backend.api.event_streams import PACE
from backend.api.wsgi_calls import PREFETCHED, Answer, Call, Message, Receive, RequestBody, Send, refusal
from backend.kernel.sse import KEEP_ALIVE
from backend.services.run_followers import HEARTBEAT

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

#: Seconds between two checks of the loop in `_look_out`: is the server stopping, and which streams have been silent?
LOOK = 1.0


class Waker:
    """Wakes the event streams that wait for new events in an event loop. Any thread may call it.

    All streams with new events are woken together, at most once every `PACE` seconds. So there is one timer and one
    call to the event loop for all streams, instead of one for each.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop, self._lock = loop, threading.Lock()
        self._due: set[asyncio.Event] = set()
        #: True if a further round of waking will follow
        self._goes_on = False

    def wake(self, news: asyncio.Event) -> None:
        """Set `news`, the signal for which one stream waits: at once, or together with others within `PACE` seconds."""
        with self._lock:
            self._due.add(news)
            first, self._goes_on = not self._goes_on, True
        if first and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ring)

    def _ring(self) -> None:
        with self._lock:
            due, self._due = self._due, set()
            self._goes_on = bool(due)
        for news in due:
            news.set()
        if due:
            self._loop.call_later(PACE, self._ring)


class Edge:
    """An ASGI application that runs a WSGI application in `threads` threads. It regularly calls the function
    `stopping`, which returns True if the server should stop. A request that `admission` refuses occupies no thread.
    """

    def __init__(
        self,
        application: WSGIApplication,
        threads: int,
        stopping: Callable[[], bool],
        admission: Admission | None = None,
    ) -> None:
        self._application, self._stopping, self._admission = application, stopping, admission
        self._threads = threads
        self._pool: ThreadPoolExecutor | None = None
        self._waker: Waker | None = None
        #: the open streams, and when something was last sent to each
        self._streams: dict[asyncio.Event, float] = {}
        self._ends = False
        self._look: asyncio.Task[None] | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        loop = asyncio.get_running_loop()
        if self._pool is None:  # created at the first request, in the process and the event loop that use it
            self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="request")
            self._waker = Waker(loop)
        first, more = await _prefetched(receive)
        client, news = Client(), asyncio.Event()
        leaving = None if more else asyncio.create_task(_watch(receive, client, news))
        call = Call(scope, RequestBody(first, more, receive, loop), client, loop, send)
        try:
            refused = self._admission and self._admission.refusal(call.environ)
            if refused:
                await _finish(refusal(refused), send)
                return
            answer = await loop.run_in_executor(self._pool, call.run, self._application)
            leaving = leaving or asyncio.create_task(_watch(receive, client, news))
            try:
                if answer.stream is not None:
                    await self._follow(answer, client, news, send)
                elif not client.gone:
                    await _finish(answer, send)
            finally:
                answer.close()
        finally:
            if leaving is not None:
                leaving.cancel()
            if self._admission is not None:
                self._admission.leave(call.environ)

    async def _follow(self, answer: Answer, client: Client, news: asyncio.Event, send: Send) -> None:
        """Send the events of the stream in `answer` until it ends or `client` disconnects. An endless stream, such as
        that of a session, also ends when the server stops. `news` is set when there may be new events.
        """
        stream, waker = answer.stream, self._waker
        assert stream is not None and waker is not None
        self._begin_looking()
        self._streams[news] = time.monotonic()
        stop = stream.listen(lambda: waker.wake(news))
        try:
            await send(answer.head())
            while not client.gone and not (stream.endless and self._ends):
                news.clear()
                said = stream.take(0)
                if said or self._is_silent(news):
                    self._streams[news] = time.monotonic()
                    await send({"type": "http.response.body", "body": said or KEEP_ALIVE, "more_body": True})
                if stream.done:
                    break
                await news.wait()
            await send({"type": "http.response.body", "body": b""})
        finally:
            stop()
            del self._streams[news]

    def _is_silent(self, news: asyncio.Event) -> bool:
        return time.monotonic() - self._streams[news] >= HEARTBEAT

    def _begin_looking(self) -> None:
        if self._look is None:
            self._look = asyncio.create_task(self._look_out())

    async def _look_out(self) -> None:
        """Check regularly whether the server should stop; then wake all streams, so that they end. Also wake each
        stream that has sent nothing for a long time, so that it sends a sign of life to its client.
        """
        while True:
            stops = not self._ends and self._stopping()
            self._ends = self._ends or stops
            for news in self._streams:
                if stops or self._is_silent(news):
                    news.set()
            await asyncio.sleep(LOOK)


async def _prefetched(receive: Receive) -> tuple[bytes, bool]:
    """Read the beginning of a request's body. Returns these bytes, and True if more of the body follows."""
    pieces, size, more = [], 0, True
    while more and size < PREFETCHED:
        message = await receive()
        pieces.append(message.get("body", b""))
        size += len(pieces[-1])
        more = message["type"] == "http.request" and message.get("more_body", False)
    return b"".join(pieces), more


async def _watch(receive: Receive, client: Client, news: asyncio.Event) -> None:
    """Wait until the client disconnects, then set `client.gone` and wake the client's stream."""
    while (await receive())["type"] != "http.disconnect":
        pass
    client.gone = True
    news.set()


async def _finish(answer: Answer, send: Send) -> None:
    if not answer.started:
        await send(answer.head())
    await send({"type": "http.response.body", "body": answer.piece})
