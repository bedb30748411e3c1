"""Define /api/sessions: sessions, their messages, events and costs; and /api/document-types."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from backend.api.authentication import current_user_id, ports
from backend.api.event_streams import LAST_ID, SESSION_EVENTS, session_streamed
from backend.api.request_bodies import Blueprint
from backend.api.schemas import chat_schemas, session_schemas
from backend.services import session_followers, sessions
from backend.storage.db import Page
from backend.storage.paging import PageRequest
from backend.storage.sessions import Session

blueprint = Blueprint(
    "sessions", __name__, url_prefix="/api", description="Sessions with their messages, events and usage"
)
_LAST = {
    "name": LAST_ID, "in": "header",
    "schema": {"type": "string", "pattern": "^([0-9]{1,17}-[0-9]{1,17})?$"},
    "description": "the id of the last event received; the changes since that event are sent first",
}  # fmt: skip


@blueprint.route("/sessions", methods=["POST"])
@blueprint.arguments(session_schemas.SessionIn, required=False)
@blueprint.response(201, session_schemas.SessionOut)
def create(body: dict[str, Any]) -> Session:
    """Create a session with an empty document."""
    return sessions.create(ports(), current_user_id(), body["title"])


@blueprint.route("/sessions", methods=["GET"])
@blueprint.arguments(session_schemas.PageQuery, location="query")
@blueprint.response(200, session_schemas.page_of(session_schemas.SessionOut, "SessionPage"))
def page(query: dict[str, Any]) -> Page[Session]:
    """List the caller's sessions, newest first."""
    return sessions.page(ports(), current_user_id(), PageRequest(**query))


@blueprint.route("/sessions/<session_id>/events", methods=["GET"])
@blueprint.doc(parameters=[_LAST])
@blueprint.response(200, **SESSION_EVENTS)
def events(session_id: str) -> Response:
    """Stream the changes of the session as server-sent events, whichever client causes the changes."""
    last_id = request.headers.get(LAST_ID, "").strip()
    return session_streamed(session_followers.follow(ports(), current_user_id(), session_id, last_id))


@blueprint.route("/sessions/<session_id>", methods=["GET"])
@blueprint.response(200, session_schemas.SessionOut)
def get(session_id: str) -> Session:
    """Return one session."""
    return sessions.get(ports(), current_user_id(), session_id)


@blueprint.route("/sessions/<session_id>", methods=["PATCH"])
@blueprint.arguments(session_schemas.SessionChange, required=False)
@blueprint.response(200, session_schemas.SessionOut)
def change(body: dict[str, Any], session_id: str) -> Session:
    """Rename a session, or set its library works, persona or kind of citations; null removes a setting."""
    return sessions.change(ports(), current_user_id(), session_id, body)


@blueprint.route("/sessions/<session_id>", methods=["DELETE"])
@blueprint.response(204)
def delete(session_id: str) -> None:
    """Delete a session, its document and all revisions."""
    sessions.delete(ports(), current_user_id(), session_id)


@blueprint.route("/sessions/<session_id>/messages", methods=["GET"])
@blueprint.arguments(session_schemas.OldestFirst, location="query")
@blueprint.response(200, session_schemas.page_of(chat_schemas.MessageOut, "MessagePage"))
def conversation(query: dict[str, Any], session_id: str) -> Page[dict[str, Any]]:
    """List the messages of the conversation, oldest first."""
    return sessions.conversation(ports(), current_user_id(), session_id, PageRequest(**query))


@blueprint.route("/sessions/<session_id>/usage", methods=["GET"])
@blueprint.response(200, session_schemas.UsageOut)
def usage(session_id: str) -> dict[str, Any]:
    """Return the session's model calls, tokens and cost. A number is null if no provider reported it."""
    return sessions.usage(ports(), current_user_id(), session_id)


@blueprint.route("/document-types", methods=["GET"])
@blueprint.arguments(session_schemas.TypesQuery, location="query")
@blueprint.response(200, session_schemas.ElementTypesOut)
def document_types(query: dict[str, Any]) -> dict[str, Any]:
    """List the built-in element types; with `session_id`, also the types of this session."""
    return {"items": sessions.document_types(ports(), current_user_id(), query["session_id"] or None)}
