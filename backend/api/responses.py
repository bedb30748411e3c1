"""Build responses from what services return: documents with their ETag, and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from flask import Response, jsonify, request
from werkzeug.datastructures import MIMEAccept

from backend.document.revision import Revision

MARKDOWN = "text/markdown"

#: Number of characters of a long JSON text that are sent at a time.
_PIECE = 1 << 18


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


def ready(answer: dict[str, Any]) -> Response:
    """Return a service's answer as a JSON response. A header repeats the run's id, and the ETag is the
    revision number.
    """
    response = jsonify(answer)
    if run_id := answer.get("meta", {}).get("run_id"):
        response.headers["X-Run-Id"] = run_id
    if "revision" in answer:
        response.headers["ETag"] = f'"{answer["revision"]}"'
    return response


def written(pieces: Iterable[str]) -> Response:
    """Return a JSON text that comes in pieces as a response. A long text is sent while it is written, without a
    Content-Length, so that it is never in memory as a whole.
    """
    parts = _joined(pieces)
    first = next(parts, b"")
    second = next(parts, None)
    body = first if second is None else chain((first, second), parts)
    return Response(body, content_type="application/json")


def _joined(pieces: Iterable[str]) -> Iterator[bytes]:
    """Yield the pieces in UTF-8, joined to parts of about the same size."""
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
