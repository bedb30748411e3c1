"""Define /api/sessions/{id}/check: look up the references of a session's document in the registries."""

from __future__ import annotations

from typing import Any

from flask import Response
from marshmallow import Schema, fields

from backend.api.authentication import current_user_id, ports
from backend.api.event_streams import EVENTS_ANSWER, started, wants_events
from backend.api.request_bodies import Blueprint
from backend.api.responses import ready
from backend.api.schemas.chat_schemas import CitationOut
from backend.api.schemas.fields import Flag
from backend.services import paper_check
from backend.storage.sessions import OwnedSession

blueprint = Blueprint(
    "checks", __name__, url_prefix="/api/sessions/<session_id>/check", description="Checks of a paper's references"
)


class CheckIn(Schema):
    support = Flag(
        load_default=False,
        metadata={
            "description": "true: also compare each sentence that cites a work by key with the work's abstract; "
            "sentences that rules cannot settle are sent to the model for internal steps, if there is one"
        },
    )


class CheckedReferenceOut(CitationOut):
    key = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "the citation key; null for an entry of the reference list that the document prints"},
    )
    mark = fields.String(
        allow_none=True,
        metadata={
            "description": "for an entry of the printed reference list: the number or key that it has there, if any"
        },
    )
    text = fields.String(metadata={"description": "for an entry of the printed reference list: its text"})


class UnsupportedOut(Schema):
    sentence = fields.String(required=True)
    key = fields.String(required=True)
    verdict = fields.String(required=True)
    passage = fields.String(
        required=True, metadata={"description": "the passage of the abstract that says something else"}
    )
    reason = fields.String(required=True)
    decided_by = fields.String(
        required=True,
        metadata={"description": "`rules`, or `model` if only a model found the difference"},
    )


class CheckOut(Schema):
    references = fields.List(fields.Nested(CheckedReferenceOut), required=True)
    unsupported = fields.List(fields.Nested(UnsupportedOut), required=True)
    missing = fields.List(
        fields.String(),
        required=True,
        metadata={
            "description": "citations in the text for which there is no reference: keys, and works named by author and "
            "year, such as “Kumar et al., 2012”"
        },
    )
    uncited = fields.List(
        fields.String(), required=True, metadata={"description": "keys of references that the text does not cite"}
    )


@blueprint.route("", methods=["POST"])
@blueprint.arguments(CheckIn, required=False)
@blueprint.response(200, CheckOut)
@blueprint.alt_response(200, **EVENTS_ANSWER)
def check(body: dict[str, Any], session_id: str) -> Response:
    """Look up all references of a session's document in the registries, and check its citation keys."""
    owned = OwnedSession(current_user_id(), session_id)
    if wants_events():
        return started(paper_check.begin(ports(), owned, body["support"]))
    return ready(paper_check.check(ports(), owned, body["support"]))
