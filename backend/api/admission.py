"""Limit the number of long requests: beyond the limit a long request is refused at once, and short requests still work.

A long request holds a thread, because it may call a model, read a file or stream events. The threads beyond the limit
remain for short requests, such as health checks, reading and cancelling.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from flask import Flask, request
from prometheus_client import Gauge
from werkzeug.wsgi import ClosingIterator

from backend.api.disconnection import connection_of, is_closed
from backend.api.event_streams import HANDED_OVER
from backend.errors import Busy, Cancelled

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

#: Method and path of long requests. Cancelling a run is short.
_LONG = re.compile(
    r"POST /api/(chat|research|ask|search|library)\b.*"
    r"|POST /api/sessions/[^/]+/(check|document/import)"
    r"|GET /api/(runs|sessions)/[^/]+/(events|export)"
    r"|POST (?:/v1)?/chat/completions"
)
#: Seconds after which a refused client should try again.
RETRY_AFTER = 1
_REFUSED, _COUNTED = "coscribe.refused", "coscribe.counted"


@cache
def in_flight() -> Gauge:
    """Return the gauge that counts long requests. A worker creates it at its first request.

    If the gauge existed before the server forks, its workers would not share it; and the application exists before the
    fork.
    """
    return Gauge("coscribe_requests_in_flight", "Long requests that are being answered", multiprocess_mode="livesum")


@cache
def most_in_flight() -> Gauge:
    """Return the gauge that shows the limit for long requests."""
    return Gauge(
        "coscribe_requests_in_flight_most", "Long requests that may be answered at once", multiprocess_mode="livesum"
    )


class Admission:
    """Counts this process's long requests from their arrival until the answer is sent or the client has
    disconnected.
    """

    def __init__(self, application: WSGIApplication, most: int) -> None:
        self._application, self._most = application, most
        self._lock = threading.Lock()
        self._count = 0
        self._told = False

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not self._told:
            self._told = True
            in_flight().inc(0)
            most_in_flight().set(self._most)
        if not _LONG.fullmatch(f"{environ.get('REQUEST_METHOD')} {environ.get('PATH_INFO', '').rstrip('/')}"):
            return self._application(environ, start_response)
        if not self._enter():
            environ[_REFUSED] = True
            return self._application(environ, start_response)
        environ[_COUNTED] = True
        try:
            body = self._application(environ, start_response)
        except BaseException:
            self._leave()
            raise
        if environ.get("REQUEST_METHOD") == "GET" and environ.get(HANDED_OVER) is not None:
            self._leave()  # this server needs no thread for a stream that only follows a run
            return body
        return ClosingIterator(body, self._leave)

    def _enter(self) -> bool:
        with self._lock:
            if self._count >= self._most:
                return False
            self._count += 1
        in_flight().inc()
        return True

    def _leave(self) -> None:
        with self._lock:
            self._count -= 1
        in_flight().dec()


def register_admission(app: Flask, most: int) -> None:
    """Refuse long requests over the limit, and requests whose client has disconnected, before any other check."""
    app.wsgi_app = Admission(app.wsgi_app, most)  # type: ignore[method-assign]
    app.before_request(_refuse)


def _refuse() -> None:
    environ: dict[str, Any] = request.environ
    if environ.get(_REFUSED):
        raise Busy(
            "This server is at its limit of concurrent requests. Try again in a moment.", retry_after=RETRY_AFTER
        )
    if environ.get(_COUNTED) and is_closed(connection_of(environ)):
        raise Cancelled("The client has disconnected.")
