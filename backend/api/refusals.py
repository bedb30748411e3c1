"""Write the response that refuses a long request while too many long requests are in progress (see admission.py). Flask
is not used, because many such requests may come at once.

The response, its headers, its line in the log and its metrics are the same as if Flask had refused the request.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from flask import Flask
from flask_cors.core import get_cors_headers, get_cors_options
from werkzeug.datastructures import EnvironHeaders
from werkzeug.exceptions import HTTPException

from backend.api.errors import Problem, problem_body
from backend.api.metrics import count_request
from backend.api.responses import NOT_STORED, SAFETY, cors_options
from backend.api.sonar.endpoints import own_path
from backend.api.structured_logs import NO_ROUTE, REQUEST_ID, AnsweredRequest, log_request, request_id_of
from backend.errors import Busy

#: Seconds after which a refused client may come again.
RETRY_AFTER = 1
_BUSY = Busy("This server is at its limit of concurrent requests. Try again in a moment.")
_PROBLEM = Problem(_BUSY.status, _BUSY.kind, _BUSY.title, _BUSY.detail)


@dataclass(frozen=True, slots=True)
class Refused:
    """A complete HTTP response that refuses a request. Status, headers and body have the form that WSGI uses (Python's
    interface for web servers).
    """

    status: str
    headers: list[tuple[str, str]]
    body: bytes


class Refusals:
    """Writes refusals for one application. Several threads may use it at the same time."""

    def __init__(self, app: Flask, cors_origins: tuple[str, ...]) -> None:
        self._routes = app.url_map.bind("")
        self._cors = get_cors_options(app, cors_options(cors_origins)) if cors_origins else None

    def write(self, environ: dict[str, Any]) -> Refused:
        """Log and count this request, and return the answer that refuses it."""
        began = time.perf_counter()
        path, method = own_path(environ.get("PATH_INFO", "")), environ["REQUEST_METHOD"]
        request_id = request_id_of(environ.get("HTTP_X_REQUEST_ID", ""))
        status, content_type, body = problem_body(_PROBLEM, path, request_id)
        headers = [
            ("Retry-After", str(RETRY_AFTER)),
            ("Content-Type", content_type),
            ("Content-Length", str(len(body))),
            *SAFETY.items(),
            ("Cache-Control", NOT_STORED),
            (REQUEST_ID, request_id),
        ]
        if self._cors is not None:
            allowed = get_cors_headers(self._cors, EnvironHeaders(environ), method)
            headers += [(name, str(value)) for name, value in allowed.items(multi=True)]
        answered = AnsweredRequest(method, self._route(path, method), status, request_id, began)
        log_request(answered)
        count_request(answered)
        return Refused(f"{status} {HTTPStatus(status).phrase}", headers, body)

    def _route(self, path: str, method: str) -> str:
        try:
            rule, _ = self._routes.match(path, method, return_rule=True)
        except HTTPException:
            return NO_ROUTE
        return rule.rule
