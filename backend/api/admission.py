"""Limit how many long requests are answered at a time. Further long requests are refused at once; short requests still
work.

A long request calls a model, reads a file or streams events, so it occupies a thread for a long time. The remaining
threads are left to short requests, such as health checks, reading and cancelling.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from flask import Flask, request
from prometheus_client import Gauge
from werkzeug.wsgi import ClosingIterator

from backend.api.disconnection import Client, connection_of, is_closed
from backend.api.event_streams import EVENTS, HANDED_OVER
from backend.api.refusals import Refusals, Refused
from backend.errors import Cancelled
from backend.kernel.work_slots import SLOTS

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

#: Method and path of long requests. Cancelling a run is short.
_LONG = re.compile(
    r"POST /api/(chat|research|ask|search|library)\b.*"
    r"|POST /api/sessions/[^/]+/(check|document/import)"
    r"|GET /api/(runs|sessions)/[^/]+/(events|export)"
    r"|POST (?:/v1)?/chat/completions"
)
#: Paths of requests that wait until one of a few slots is free. There are many of these requests, and each computes
#: for some 20 ms.
_WORKS = re.compile(r"/api/chat/(message|rewrite|approve|preview)/?")
_ADMITTED = "coscribe.admitted"
#: The key under which a Flask application stores its Admission, for the asynchronous server.
EXTENSION = "coscribe.admission"


@cache
def in_flight() -> Gauge:
    """Return the gauge that shows the number of long requests in progress. Each worker process must create its gauge at
    its first request, after the server has forked. Otherwise the numbers of the processes are not added up.
    """
    return Gauge("coscribe_requests_in_flight", "Long requests that are being answered", multiprocess_mode="livesum")


@cache
def most_in_flight() -> Gauge:
    """Return the gauge that shows how many long requests may be in progress at the same time."""
    return Gauge(
        "coscribe_requests_in_flight_most", "Long requests that may be answered at once", multiprocess_mode="livesum"
    )


class Admission:
    """Counts this process's long requests. A request is counted from its arrival until its answer is sent or its client
    has disconnected.
    """

    def __init__(self, application: WSGIApplication, most: int, refusals: Refusals) -> None:
        self._application, self._most, self._refusals = application, most, refusals
        self._lock = threading.Lock()
        self._count = 0
        self._told = False

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        refused = self.refusal(environ)
        if refused is not None:
            start_response(refused.status, refused.headers)
            return [refused.body]
        if not environ[_ADMITTED]:
            return self._application(environ, start_response)
        try:
            if _WORKS.fullmatch(environ.get("PATH_INFO", "")):
                with SLOTS.taken(ahead=_only_begins(environ)):
                    body = self._application(environ, start_response)
            else:
                body = self._application(environ, start_response)
        except BaseException:
            self.leave(environ)
            raise
        is_asynchronous = isinstance(connection_of(environ), Client)
        if is_asynchronous and environ.get("REQUEST_METHOD") == "GET" and environ.get(HANDED_OVER) is not None:
            self.leave(environ)  # this server needs no thread for a stream that only follows a run
            return body
        return ClosingIterator(body, partial(self.leave, environ))

    def refusal(self, environ: WSGIEnvironment) -> Refused | None:
        """Count a long request. Returns None if the request may go on; if too many long requests are in progress,
        returns the response that refuses it. Short requests are not counted.

        An asynchronous server calls this before it uses a thread for the request, and always calls `leave` at the end.
        """
        if _ADMITTED in environ:
            return None
        if not self._told:
            with self._lock:  # two requests that created the same gauge at once would fail
                in_flight().inc(0)
                most_in_flight().set(self._most)
                self._told = True
        asked = f"{environ.get('REQUEST_METHOD')} {environ.get('PATH_INFO', '').rstrip('/')}"
        is_long = _LONG.fullmatch(asked) is not None
        if is_long and not self._enter():
            return self._refusals.write(environ)
        environ[_ADMITTED] = is_long
        return None

    def leave(self, environ: WSGIEnvironment) -> None:
        """Stop counting a request. Does nothing if the request was not counted, or no longer is."""
        with self._lock:
            if not environ.get(_ADMITTED):
                return
            environ[_ADMITTED] = False
            self._count -= 1
        in_flight().dec()

    def _enter(self) -> bool:
        with self._lock:
            if self._count >= self._most:
                return False
            self._count += 1
        in_flight().inc()
        return True


def _only_begins(environ: WSGIEnvironment) -> bool:
    """Return True if the client of a chat request asks for a stream of events. Such a request only begins a run, which
    takes a few milliseconds.
    """
    return str(environ.get("HTTP_ACCEPT", "")).lstrip().startswith(EVENTS)


def register_admission(app: Flask, most: int, refusals: Refusals) -> None:
    """Let the application answer at most `most` long requests at a time. Further ones are refused before any other
    check, with a response that `refusals` writes. Requests whose client has disconnected are refused, too.
    """
    admission = Admission(app.wsgi_app, most, refusals)
    app.wsgi_app = admission  # type: ignore[method-assign]
    app.extensions[EXTENSION] = admission
    app.before_request(_stop_if_gone)


def admission_of(app: Flask) -> Admission | None:
    """Return the application's Admission; None if the number of requests is not limited."""
    found: Admission | None = app.extensions.get(EXTENSION)
    return found


def _stop_if_gone() -> None:
    environ: dict[str, Any] = request.environ
    if environ.get(_ADMITTED) and is_closed(connection_of(environ)):
        raise Cancelled("The client has disconnected.")
