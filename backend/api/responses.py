"""How answers leave: documents with their ETag, JSON that a service has made ready, Markdown where it is asked for."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, request
from werkzeug.datastructures import MIMEAccept

from backend.document.revision import Revision

MARKDOWN = "text/markdown"


def document(session_id: str, revision: Revision) -> Response:
    """A document as JSON, or as the bare text to those who would rather have Markdown."""
    if prefers(MARKDOWN) and request.method in ("GET", "HEAD"):
        answer = Response((revision.content or "").encode(), content_type=f"{MARKDOWN}; charset=utf-8")
    else:
        answer = jsonify(session_id=session_id, revision=revision.number, content=revision.content or "")
    answer.headers["ETag"] = f'"{revision.number}"'
    answer.headers["Vary"] = "Accept"
    return answer


def prefers(kind: str) -> bool:
    """Say whether the caller prefers `kind` to JSON, whatever charset or variant of it they name."""
    wanted = MIMEAccept([(name.partition(";")[0].rstrip(), quality) for name, quality in request.accept_mimetypes])
    return wanted.best_match(("application/json", kind), "application/json") == kind


def ready(answer: dict[str, Any]) -> Response:
    """JSON as a service made it, with the run's id and the document's ETag told in headers too."""
    response = jsonify(answer)
    if run_id := answer.get("meta", {}).get("run_id"):
        response.headers["X-Run-Id"] = run_id
    if "revision" in answer:
        response.headers["ETag"] = f'"{answer["revision"]}"'
    return response
