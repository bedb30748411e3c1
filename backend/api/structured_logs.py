"""Write logs with the request's id: as one JSON object per line or, at a terminal, as readable text.

Logs never contain a secret, a prompt or a body. Each request is one line. The line has the route, such as
`/api/runs/<run_id>`, instead of the path, because paths contain ids.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
import traceback
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

from flask import Flask, Response, g, has_request_context, request

from backend.kernel.log_context import current_ids, working_on

log = logging.getLogger(__name__)

REQUEST_ID = "X-Request-Id"
#: The route in the log for a request to an address that does not exist.
NO_ROUTE = "unknown"
_GIVEN_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
#: The names of additional fields that a line may have; all others of a log record are left out.
_EXTRAS = (
    "method",
    "route",
    "status",
    "took_ms",
    "user_id",
    "session_id",
    "run_id",
    "trace",
    "provider",
    "stage",
    "reason",
)
#: The most stack frames of an error in one line.
MOST_FRAMES = 100
#: Endpoints that monitoring programs call every few seconds; they are logged at level DEBUG.
_QUIET = frozenset({"health.healthz", "health.readyz", "health.metrics"})


@dataclass(frozen=True, slots=True)
class AnsweredRequest:
    """A request that was answered, for the log and the metrics. `began` is its arrival, a time of
    `time.perf_counter`.
    """

    method: str
    #: the route's pattern, which contains no id
    route: str
    status: int
    request_id: str
    began: float


class JsonLines(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(self.fields(record), ensure_ascii=False, default=str)

    def fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """Return the fields of the line for a log record, by name."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= current_ids()
        if has_request_context() and "request_id" in g:
            line["request_id"] = g.request_id
        line |= {name: getattr(record, name) for name in _EXTRAS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line.setdefault("trace", frames(record.exc_info[1]))
        return line


class TerminalLines(JsonLines):
    """Formats a log record as one line for a person at a terminal, with the stack frames of an error below it."""

    def format(self, record: logging.LogRecord) -> str:
        line = self.fields(record)
        when = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        head = ("time", "level", "logger", "message", "trace")
        more = [f"{name}={value}" for name, value in line.items() if name not in head]
        return "\n  ".join([" ".join([when, record.levelname, line["message"], *more]), *line.get("trace", ())])


def frames(error: BaseException | None) -> list[str]:
    """Return the stack frames of an error and of its causes as lines, without the values of variables. The original
    cause comes last.
    """
    found: list[str] = []
    while error is not None and len(found) < MOST_FRAMES:
        found += [type(error).__name__, *(line.strip() for line in traceback.format_tb(error.__traceback__))]
        error = error.__cause__ or error.__context__
    return found


def configure_logs(level: str) -> None:
    """Send log lines to standard error: Coscribe's own from `level` on, those of libraries from WARNING on. Lines are
    JSON; at a terminal they are readable text. A second call only changes the level.

    The handler belongs to the root logger, because some libraries call `basicConfig`. If the root logger had no
    handler, that call would print all INFO lines, which contain addresses.
    """
    root = logging.getLogger()
    if not any(isinstance(handler.formatter, JsonLines) for handler in root.handlers):
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(TerminalLines() if sys.stderr.isatty() else JsonLines())
        root.addHandler(handler)
    logging.getLogger("backend").setLevel(level)


def register_logs(app: Flask) -> None:
    """Give every request an id, and log every request when it ends. If the caller sends a valid id, the request gets
    that id.
    """
    app.before_request(_begin)
    app.after_request(_end)


def route_label() -> str:
    """Return the pattern of the request's route, such as `/api/sessions/<session_id>`. It contains no id."""
    return request.url_rule.rule if request.url_rule else NO_ROUTE


def request_id_of(given: str) -> str:
    """Return `given`, the id that the caller has sent with a request, if it is valid, else a new id."""
    return given if _GIVEN_ID.fullmatch(given) else uuid.uuid4().hex


def log_request(answered: AnsweredRequest, level: int = logging.INFO) -> None:
    """Log the end of a request at `level` (such as `logging.INFO`)."""
    took = round((time.perf_counter() - answered.began) * 1000, 1)
    told = {"method": answered.method, "route": answered.route, "status": answered.status, "took_ms": took}
    with working_on("", answered.request_id):
        log.log(level, "request", extra=told)


def _begin() -> None:
    g.request_id = request_id_of(request.headers.get(REQUEST_ID, ""))
    g.began = time.perf_counter()


def _end(response: Response) -> Response:
    request_id = g.get("request_id", "")
    response.headers[REQUEST_ID] = request_id
    level = logging.DEBUG if request.endpoint in _QUIET else logging.INFO
    began = g.get("began", time.perf_counter())
    answered = AnsweredRequest(request.method, route_label(), response.status_code, request_id, began)
    tell = partial(log_request, answered, level)
    if response.is_streamed:
        response.call_on_close(tell)  # a stream is logged when its last byte is sent
    else:
        tell()
    return response
