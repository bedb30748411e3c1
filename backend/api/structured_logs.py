"""Write structured logs: one JSON object per line (at a terminal, readable text) with the request's id.

Logs never contain a secret, a prompt or a body. Each request is one line with its route, not its path, which contains
ids.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
import traceback
import uuid
from datetime import UTC, datetime
from functools import partial
from typing import Any

from flask import Flask, Response, g, has_request_context, request

from backend.kernel.log_context import current_ids, working_on

log = logging.getLogger(__name__)

REQUEST_ID = "X-Request-Id"
_GIVEN_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
#: What a line may carry beside its message; anything else attached to a record stays out.
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
#: Frames of an error that one line holds.
MOST_FRAMES = 100
#: Asked every few seconds by machines.
_QUIET = frozenset({"health.healthz", "health.readyz", "health.metrics"})


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(self.fields(record), ensure_ascii=False, default=str)

    def fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """Return the fields of a record for its log line."""
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
    """Formats a record as a line for a person at a terminal, with its stack frames below."""

    def format(self, record: logging.LogRecord) -> str:
        line = self.fields(record)
        when = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        head = ("time", "level", "logger", "message", "trace")
        more = [f"{name}={value}" for name, value in line.items() if name not in head]
        return "\n  ".join([" ".join([when, record.levelname, line["message"], *more]), *line.get("trace", ())])


def frames(error: BaseException | None) -> list[str]:
    """Return the stack frames of an error and its causes, innermost cause last, without any values."""
    found: list[str] = []
    while error is not None and len(found) < MOST_FRAMES:
        found += [type(error).__name__, *(line.strip() for line in traceback.format_tb(error.__traceback__))]
        error = error.__cause__ or error.__context__
    return found


def configure_logs(level: str) -> None:
    """Send all logs to standard error, once per process: ours from `level` on, libraries' warnings.

    They are JSON lines, or readable text if standard error is a terminal. The handler is attached to the root logger,
    because a library calls `basicConfig`: without a handler there, it would print everybody's INFO lines, including
    addresses.
    """
    root = logging.getLogger()
    if not any(isinstance(handler.formatter, JsonLines) for handler in root.handlers):
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(TerminalLines() if sys.stderr.isatty() else JsonLines())
        root.addHandler(handler)
    logging.getLogger("backend").setLevel(level)


def register_logs(app: Flask) -> None:
    """Give every request an id, taken from the caller if it is well-formed, and log its end."""
    app.before_request(_begin)
    app.after_request(_end)


def route_label() -> str:
    """Return the request's route as a pattern, such as `/api/sessions/<session_id>`; it never contains an id."""
    return request.url_rule.rule if request.url_rule else "unknown"


def _begin() -> None:
    given = request.headers.get(REQUEST_ID, "")
    g.request_id = given if _GIVEN_ID.fullmatch(given) else uuid.uuid4().hex
    g.began = time.perf_counter()


def _end(response: Response) -> Response:
    response.headers[REQUEST_ID] = g.get("request_id", "")
    level = logging.DEBUG if request.endpoint in _QUIET else logging.INFO
    told = {"method": request.method, "route": route_label(), "status": response.status_code}
    tell = partial(_tell, level, told, g.get("request_id", ""), g.get("began", time.perf_counter()))
    if response.is_streamed:
        response.call_on_close(tell)  # a stream takes as long as it is sent
    else:
        tell()
    return response


def _tell(level: int, told: dict[str, Any], request_id: str, began: float) -> None:
    with working_on("", request_id):
        log.log(level, "request", extra=told | {"took_ms": round((time.perf_counter() - began) * 1000, 1)})
