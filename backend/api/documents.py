"""Define /api/sessions/{id}/document: a session's text, its structure and its revisions."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from backend.api.authentication import owned_session, ports
from backend.api.request_bodies import Blueprint
from backend.api.responses import MARKDOWN, document, ready, written
from backend.api.schemas import session_schemas
from backend.api.schemas.fields import MAX_NUMBER
from backend.document.revision import Revision
from backend.services import documents
from backend.storage.db import Page
from backend.storage.paging import PageRequest

blueprint = Blueprint(
    "documents", __name__, url_prefix="/api/sessions/<session_id>/document", description="A session's document"
)
_NUMBER = f"<int(max={MAX_NUMBER}):number>"
_IF_MATCH = {
    "name": "If-Match", "in": "header", "required": True, "schema": {"type": "string"},
    "description": "the ETag of the revision that you have seen, such as \"3\"; * for any",
}  # fmt: skip
_ETAG = {"ETag": {"schema": {"type": "string"}, "description": "the revision's number in quotes"}}


@blueprint.route("", methods=["GET"])
@blueprint.response(200, {"type": "string"}, content_type=MARKDOWN, headers=_ETAG)
@blueprint.response(200, session_schemas.DocumentOut, headers=_ETAG)
def read(session_id: str) -> Response:
    """Return the newest revision; with `Accept: text/markdown` only its text."""
    return document(session_id, documents.read(ports(), owned_session(session_id)))


@blueprint.route("", methods=["PUT"])
@blueprint.doc(parameters=[_IF_MATCH])
@blueprint.arguments(session_schemas.DocumentIn)
@blueprint.response(200, session_schemas.DocumentOut, headers=_ETAG)
def put(body: dict[str, str], session_id: str) -> Response:
    """Replace the whole text of the document, for example after an edit by hand. The document may still be empty."""
    seen = request.headers.get("If-Match")
    return document(session_id, documents.put(ports(), owned_session(session_id), seen, body["content"]))


@blueprint.route("/structure", methods=["GET"])
@blueprint.response(200, session_schemas.StructureOut)
def structure(session_id: str) -> Response:
    """Return the document's headings and elements as a tree and as a summary."""
    return written(documents.structure(ports(), owned_session(session_id)))


@blueprint.route("/revisions", methods=["GET"])
@blueprint.arguments(session_schemas.PageQuery, location="query")
@blueprint.response(200, session_schemas.page_of(session_schemas.RevisionOut, "RevisionPage"))
def history(query: dict[str, Any], session_id: str) -> Page[Revision]:
    """List all revisions, newest first."""
    return documents.history(ports(), owned_session(session_id), PageRequest(**query))


@blueprint.route(f"/revisions/{_NUMBER}", methods=["GET"])
@blueprint.response(200, session_schemas.RevisionWithContent)
def revision(session_id: str, number: int) -> Revision:
    """Return one revision with its text."""
    return documents.revision(ports(), owned_session(session_id), number)


@blueprint.route(f"/revisions/{_NUMBER}/diff", methods=["GET"])
@blueprint.arguments(session_schemas.DiffQuery, location="query")
@blueprint.response(200, session_schemas.DiffOut)
def diff(query: dict[str, Any], session_id: str, number: int) -> Response:
    """Return a unified diff to this revision from another one, by default the previous one."""
    return ready(documents.diff(ports(), owned_session(session_id), number, query["against"]))


@blueprint.route(f"/revisions/{_NUMBER}/restore", methods=["POST"])
@blueprint.doc(parameters=[_IF_MATCH])
@blueprint.response(200, session_schemas.DocumentOut, headers=_ETAG)
def restore(session_id: str, number: int) -> Response:
    """Create a new revision with the text of an old one."""
    seen = request.headers.get("If-Match")
    return document(session_id, documents.restore(ports(), owned_session(session_id), number, seen))
