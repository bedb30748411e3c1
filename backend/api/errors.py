"""Convert every exception into an answer of type application/problem+json (RFC 9457). Errors under /v1 have Sonar's
form.

A broad `except` is allowed in this module. An unexpected error is logged with the request's id, and the caller gets
only this id.
"""

from __future__ import annotations

import errno
import json
import logging
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, g, request
from flask_limiter.errors import RateLimitExceeded
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException, UnsupportedMediaType

from backend.api.sonar import sonar_errors
from backend.api.structured_logs import frames
from backend.errors import CoscribeError, Forbidden, Malformed, NotFound, Unauthorized

log = logging.getLogger(__name__)

PROBLEM_TYPE = "application/problem+json"

#: Errors whose message is about the program and may be logged. Messages of other errors may quote a user's text.
_ABOUT_CODE = (TypeError, AttributeError, NameError, ImportError, RuntimeError, AssertionError)

#: Kind, title and detail of errors that Flask itself raises. Other statuses use the standard phrase of the status.
_KNOWN: dict[int, tuple[str, str, str]] = {
    400: (
        Malformed("").kind,
        Malformed.title,
        "The server could not parse this request, so nothing was done. Check its headers and its body.",
    ),
    401: (Unauthorized("").kind, Unauthorized.title, "Send an access token: `Authorization: Bearer …`."),
    403: (Forbidden("").kind, Forbidden.title, "Your account may not make this request, so nothing was done."),
    404: (
        NotFound("").kind,
        NotFound.title,
        "There is nothing at this address. The page /docs lists the calls of the API.",
    ),
    413: ("too-large", "Body too large", "The body is too large, so nothing was done. Send a smaller one."),
    415: ("unsupported-type", "Unsupported content type", "Nothing was done. Send the body as application/json."),
    429: (
        "over-limit",
        "Too many requests",
        "Too many requests. Wait for the number of seconds in the header Retry-After.",
    ),
}


#: The longest Retry-After in seconds, even if a provider asks for more: a month, as for the limit of spending.
_LONGEST_WAIT = 31 * 24 * 3600
#: SQLite's and PostgreSQL's error codes for a full disk.
_FULL = ("SQLITE_FULL", "53100")
#: The error numbers of a disk that is full, broken or not accessible, and of a process with too many open files. They
#: are not the request's fault.
_DISK = frozenset(
    (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO, errno.EMFILE, errno.ENFILE)
)


@dataclass(frozen=True, slots=True)
class Problem:
    """An error answer as RFC 9457 describes it, with the HTTP `status` and a `detail` for the caller. `errors` maps
    each refused field to the reasons.
    """

    status: int
    #: the end of the answer's `type`, such as not-found
    kind: str
    title: str
    detail: str
    errors: Mapping[str, Sequence[str]] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


def register_errors(app: Flask) -> None:
    """Register a handler for every kind of error, so that all error answers have the same form."""
    app.register_error_handler(CoscribeError, from_coscribe)
    app.register_error_handler(HTTPException, from_http)
    app.register_error_handler(OperationalError, from_database)
    app.register_error_handler(OSError, from_disk)
    app.register_error_handler(Exception, from_anything)


def from_coscribe(error: CoscribeError) -> Response:
    """Convert one of Coscribe's own errors to a response. If its status is 500 or more, its detail is also logged."""
    if error.status >= 500:
        log.warning("%s: %s", type(error).__name__, error.detail)
    headers = {}
    if error.retry_after is not None:
        headers["Retry-After"] = str(math.ceil(min(max(error.retry_after, 1), _LONGEST_WAIT)))
    if isinstance(error, Unauthorized):
        headers["WWW-Authenticate"] = 'Bearer realm="coscribe"'
    return problem(Problem(error.status, error.kind, error.title, error.detail, error.errors, error.extra, headers))


def from_http(error: HTTPException) -> Response:
    """Convert an error of Flask, Werkzeug or the rate limiter to a response."""
    if error.code is None or error.code < 400:
        return error.get_response()  # type: ignore[return-value]
    phrase = HTTPStatus(error.code).phrase
    kind, title, detail = _KNOWN.get(error.code, (phrase.lower().replace(" ", "-"), phrase, f"{phrase}."))
    kept = ("allow", "retry-after", "www-authenticate")
    headers = {name: value for name, value in error.get_headers(request.environ) if name.lower() in kept}
    if isinstance(error, UnsupportedMediaType) and error.description != UnsupportedMediaType.description:
        detail = str(error.description)
    if error.code == 405:
        detail = f"{request.method} is not allowed at this address. Allowed: {headers.get('Allow', 'nothing')}."
    if isinstance(error, RateLimitExceeded) and error.limit is not None:
        headers["Retry-After"] = str(_seconds_left(error))
    return problem(Problem(error.code, kind, title, detail, headers=headers))


def from_database(error: OperationalError) -> Response:
    """Convert a database error (unreachable, locked, full) to a response.

    The log gets the error's code, but not the SQL statement, which may contain a user's text.
    """
    code = getattr(error.orig, "sqlite_errorname", None) or getattr(error.orig, "sqlstate", None)
    log.error("database: %s %s", type(error.orig).__name__, code)
    if code in _FULL:
        return no_room()
    words = "The database cannot be reached at the moment. Try again in a few seconds."
    return problem(Problem(503, "busy", "The server is busy", words, headers={"Retry-After": "1"}))


def from_disk(error: OSError) -> Response:
    """Convert an error of the data folder (full, unreadable, read-only) to a response. Any other OSError is handled by
    `from_anything`.
    """
    if error.errno not in _DISK:
        return from_anything(error)
    log.error("data folder: %s", errno.errorcode[error.errno], extra={"trace": frames(error)})
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return no_room()
    words = "The server's data folder cannot be read or written at the moment. Try again later, or tell the operator."
    return problem(Problem(503, "busy", "The server is busy", words, headers={"Retry-After": "5"}))


def no_room() -> Response:
    return problem(
        Problem(
            503,
            "full",
            "No room left",
            "The server's disk is full. Nothing was changed. Try again later, or tell the operator.",
            headers={"Retry-After": "60"},
        )
    )


def from_anything(error: Exception) -> Response:
    """Convert an unexpected error to a response with status 500. The place in the code is logged. The error's message
    is logged only if it is about the program, and not about a user's text.
    """
    words = f": {error}" if isinstance(error, _ABOUT_CODE) else ""
    log.error("unhandled %s%s", type(error).__name__, words, extra={"trace": frames(error)})
    return problem(
        Problem(
            500,
            "internal-error",
            "Internal error",
            "An unexpected error occurred on this server. Its log has the details under this request_id.",
        )
    )


def problem(refusal: Problem) -> Response:
    """Build the response to the present request that reports the error `refusal`."""
    status, content_type, text = problem_body(refusal, request.path, g.get("request_id", ""))
    return Response(text, status, dict(refusal.headers), content_type=content_type)


def problem_body(refusal: Problem, path: str, request_id: str) -> tuple[int, str, bytes]:
    """Return the status, the content type and the body of an error answer. `path` is the path of the request.

    The field `error` of the body has the same text as `detail`, for older clients. Under /v1, the body has the form of
    Sonar's errors.
    """
    status = refusal.status
    if path.startswith(sonar_errors.PREFIX):
        sonar = sonar_errors.body_of(status, refusal.kind, refusal.detail, refusal.errors)
        return sonar_errors.status_of(status), "application/json", _encoded(sonar)
    body: dict[str, Any] = {
        "type": f"urn:coscribe:problem:{refusal.kind}",
        "title": refusal.title,
        "status": status,
        "detail": refusal.detail,
        "instance": path,
        "request_id": request_id,
    }
    if refusal.errors:
        body["errors"] = {path: list(reasons) for path, reasons in refusal.errors.items()}
    body["error"] = refusal.detail
    body |= {key: value for key, value in refusal.extra.items() if key not in body}
    return status, PROBLEM_TYPE, _encoded(body)


def _encoded(body: dict[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")


def _seconds_left(error: RateLimitExceeded) -> int:
    """Return the seconds until the time window of the rate limit ends; if its end is unknown, return the length of the
    whole window.
    """
    ends = g.get("rate_window_ends")
    return max(1, math.ceil(ends - time.time())) if ends else error.limit.limit.get_expiry()
