"""Build responses: documents with their ETag, JSON from services, and Markdown on request."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, request
from werkzeug.datastructures import MIMEAccept

from backend.document.revision import Revision

MARKDOWN = "text/markdown"


def document(session_id: str, revision: Revision) -> Response:
    """Return a document as JSON, or as plain text for callers that prefer Markdown."""
    if prefers(MARKDOWN) and request.method in ("GET", "HEAD"):
        answer = Response((revision.content or "").encode(), content_type=f"{MARKDOWN}; charset=utf-8")
    else:
        answer = jsonify(session_id=session_id, revision=revision.number, content=revision.content or "")
    answer.headers["ETag"] = f'"{revision.number}"'
    answer.headers["Vary"] = "Accept"
    return answer


def prefers(kind: str) -> bool:
    """Return True if the caller prefers `kind` to JSON, with any charset or variant."""
    wanted = MIMEAccept([(name.partition(";")[0].rstrip(), quality) for name, quality in request.accept_mimetypes])
    return wanted.best_match(("application/json", kind), "application/json") == kind


def ready(answer: dict[str, Any]) -> Response:
    """Return a service's JSON; headers repeat the run's id and the document's ETag."""
    response = jsonify(answer)
    if run_id := answer.get("meta", {}).get("run_id"):
        response.headers["X-Run-Id"] = run_id
    if "revision" in answer:
        response.headers["ETag"] = f'"{answer["revision"]}"'
    return response
