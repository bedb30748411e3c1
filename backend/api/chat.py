"""Define /api/chat: ask for a draft (Stage 1), decide about it, and place it in the document (Stage 2)."""

from __future__ import annotations

from typing import Any

from flask import Response, g, request

from backend.api.authentication import current_user_id, ports
from backend.api.event_streams import EVENTS_ANSWER, started, wants_events
from backend.api.idempotency import HEADER, KEY_PARAMETER, idempotent
from backend.api.request_bodies import Blueprint
from backend.api.request_options import wanted_of
from backend.api.responses import RUN_HEADER, ready
from backend.api.schemas import chat_schemas, decision_schemas, run_schemas
from backend.drafting.highlights import AttachedSection
from backend.services import approval, drafting, proposing
from backend.services.approval import ApprovalCommand
from backend.services.drafting import RewriteDraft, SendMessage
from backend.services.proposing import Propose

blueprint = Blueprint(
    "chat",
    __name__,
    url_prefix="/api/chat",
    description="Ask for content, decide about the draft, and place it in the document",
)
_ETAG = {"ETag": {"schema": {"type": "string"}, "description": "the new revision's number in quotes"}}


@blueprint.route("/message", methods=["POST"])
@idempotent
@blueprint.doc(parameters=[KEY_PARAMETER])
@blueprint.arguments(chat_schemas.MessageIn)
@blueprint.arguments(run_schemas.StreamQuery, location="query")
@blueprint.response(200, chat_schemas.AnswerOut, headers=RUN_HEADER)
@blueprint.alt_response(200, **EVENTS_ANSWER)
def message(body: dict[str, Any], query: dict[str, str]) -> Response:
    """Send a message: ask for new content, or for an answer (Stage 1)."""
    attached = tuple(AttachedSection(**each) for each in body.pop("attached_sections"))
    command = SendMessage(
        wanted=wanted_of(body),
        **body,
        attached_sections=attached,
        request_key=request.headers.get(HEADER),
        request_id=g.request_id,
    )
    if wants_events():
        return started(*drafting.begin(ports(), current_user_id(), command))
    return ready(drafting.send(ports(), current_user_id(), command))


@blueprint.route("/propose", methods=["POST"])
@idempotent
@blueprint.doc(parameters=[KEY_PARAMETER])
@blueprint.arguments(chat_schemas.ProposalIn)
@blueprint.response(200, chat_schemas.AnswerOut, headers=RUN_HEADER)
def propose(body: dict[str, Any]) -> Response:
    """Store the caller's own text as an open draft. No model is called, and no word of the text is changed."""
    sources = tuple(body.pop("sources"))
    command = Propose(**body, sources=sources, request_key=request.headers.get(HEADER), request_id=g.request_id)
    return ready(proposing.propose(ports(), current_user_id(), command))


@blueprint.route("/pending", methods=["GET"])
@blueprint.arguments(chat_schemas.SessionQuery, location="query")
@blueprint.response(200, chat_schemas.PendingOut)
def pending(query: dict[str, str]) -> dict[str, Any]:
    """Return the drafts that wait for approval."""
    return approval.pending(ports(), current_user_id(), query["session_id"])


@blueprint.route("/preview", methods=["POST"])
@idempotent
@blueprint.doc(parameters=[KEY_PARAMETER])
@blueprint.arguments(chat_schemas.PreviewIn)
@blueprint.response(200, decision_schemas.PreviewOut)
def preview(body: dict[str, Any]) -> Response:
    """Show what an approval would do: return where the content would go, and the diff. The document is not changed."""
    return ready(approval.preview(ports(), current_user_id(), _decide(body)))


@blueprint.route("/approve", methods=["POST"])
@idempotent
@blueprint.doc(parameters=[KEY_PARAMETER])
@blueprint.arguments(chat_schemas.ApproveIn)
@blueprint.response(200, decision_schemas.ApprovedOut, headers=_ETAG)
def approve(body: dict[str, Any]) -> Response:
    """Insert the pending content into the document (Stage 2)."""
    return ready(approval.approve(ports(), current_user_id(), _decide(body)))


@blueprint.route("/reject", methods=["POST"])
@idempotent
@blueprint.doc(parameters=[KEY_PARAMETER])
@blueprint.arguments(chat_schemas.RejectIn)
@blueprint.response(200, decision_schemas.RejectedOut)
def reject(body: dict[str, Any]) -> Response:
    """Reject the pending content."""
    return ready(approval.reject(ports(), current_user_id(), _decide(body)))


@blueprint.route("/rewrite", methods=["POST"])
@idempotent
@blueprint.doc(parameters=[KEY_PARAMETER])
@blueprint.arguments(chat_schemas.RewriteIn)
@blueprint.arguments(run_schemas.StreamQuery, location="query")
@blueprint.response(200, chat_schemas.AnswerOut, headers=RUN_HEADER)
@blueprint.alt_response(200, **EVENTS_ANSWER)
def rewrite(body: dict[str, Any], query: dict[str, str]) -> Response:
    """Ask for a new version of the newest open draft, or of the draft rejected last (Stage 1)."""
    command = RewriteDraft(**body, request_key=request.headers.get(HEADER), request_id=g.request_id)
    if wants_events():
        return started(*drafting.begin(ports(), current_user_id(), command))
    return ready(drafting.rewrite(ports(), current_user_id(), command))


def _decide(body: dict[str, Any]) -> ApprovalCommand:
    return ApprovalCommand(**body, request_key=request.headers.get(HEADER), request_id=g.request_id)
