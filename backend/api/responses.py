"""Build responses from what services return: documents with their ETag, and JSON. Add the headers of every response:
security headers and, for web pages of other origins, CORS headers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from flask import Flask, Response, jsonify, request
from flask_cors import CORS
from werkzeug.datastructures import MIMEAccept

from backend.api.structured_logs import REQUEST_ID
from backend.document.revision import Revision

MARKDOWN = "text/markdown"

#: Number of characters of a long JSON text that are sent at a time.
_PIECE = 1 << 18

#: The request headers that CORS allows. OpenAI's clients send headers such as `x-stainless-os` with every call.
_ALLOWED = ("Authorization", "Content-Type", "If-Match", "Idempotency-Key", "Last-Event-ID", r"x-stainless-.*")
#: The OpenAPI description of the header that names the run of an answer.
RUN_HEADER = {"X-Run-Id": {"schema": {"type": "string"}, "description": "the id of the run that made the answer"}}
_EXPOSED = ("ETag", "X-Run-Id", "Retry-After", "X-Export-Warnings", "Content-Disposition", REQUEST_ID)
#: Paths that belong to the API, and not to the page.
API_PATHS = ("/api/", "/v1/")
SAFETY = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
NOT_STORED = "no-store"
_API_SAFETY = {**SAFETY, "Cache-Control": NOT_STORED}


def document(session_id: str, revision: Revision) -> Response:
    """Return a document as JSON, or as plain Markdown if the request's `Accept` prefers `text/markdown`."""
    if prefers(MARKDOWN) and request.method in ("GET", "HEAD"):
        answer = Response(revision.text.encode(), content_type=f"{MARKDOWN}; charset=utf-8")
    else:
        answer = jsonify(session_id=session_id, revision=revision.number, content=revision.text)
    answer.headers["ETag"] = f'"{revision.number}"'
    answer.headers["Vary"] = "Accept"
    return answer


def prefers(kind: str) -> bool:
    """Return True if the request's `Accept` header prefers the media type `kind` to JSON."""
    wanted = MIMEAccept([(name.partition(";")[0].rstrip(), quality) for name, quality in request.accept_mimetypes])
    return wanted.best_match(("application/json", kind), "application/json") == kind


def ready(answer: dict[str, Any], run_id: str | None = None) -> Response:
    """Return a service's answer as a JSON response. The header X-Run-Id has `run_id` or, without it, the `run_id` in
    the answer's object `meta`. The ETag is the answer's `revision`. A header without a value is left out.
    """
    response = jsonify(answer)
    if run_id := run_id or answer.get("meta", {}).get("run_id"):
        response.headers["X-Run-Id"] = run_id
    if "revision" in answer:
        response.headers["ETag"] = f'"{answer["revision"]}"'
    return response


def written(pieces: Iterable[str]) -> Response:
    """Return a response with a JSON text that comes in pieces. A long text is sent while it is produced and without a
    Content-Length, so that it is never in memory as a whole.
    """
    parts = _joined(pieces)
    first = next(parts, b"")
    second = next(parts, None)
    body = first if second is None else chain((first, second), parts)
    return Response(body, content_type="application/json")


def _joined(pieces: Iterable[str]) -> Iterator[bytes]:
    """Yield the pieces in UTF-8, joined into parts of about equal size."""
    held: list[str] = []
    size = 0
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        if size >= _PIECE:
            yield "".join(held).encode()
            held.clear()
            size = 0
    if held:
        yield "".join(held).encode()


def register_headers(app: Flask, cors_origins: tuple[str, ...]) -> None:
    """Add the security headers to every answer. CORS headers are added only if `cors_origins` is not empty."""
    app.after_request(_make_safe)
    if cors_origins:
        CORS(app, resources=[rf"{path}.*" for path in API_PATHS], **cors_options(cors_origins))


def cors_options(origins: tuple[str, ...]) -> dict[str, Any]:
    """Return Flask-CORS's options that allow web pages of these origins to call the API."""
    return {
        "origins": list(origins),
        "allow_headers": list(_ALLOWED),
        "expose_headers": list(_EXPOSED),
        "methods": ["GET", "POST", "PUT", "PATCH", "DELETE"],
        "max_age": 600,
    }


def _make_safe(response: Response) -> Response:
    """Add security headers to a response. An answer without a body (204) gets no Content-Type."""
    if response.status_code == 204:
        response.headers.pop("Content-Type", None)
    added = _API_SAFETY if request.path.startswith(API_PATHS) else SAFETY
    present = {name.lower() for name, _ in response.headers}
    response.headers.extend([(name, value) for name, value in added.items() if name.lower() not in present])
    return response
