"""Define /api/sessions/{id}/check: look up the references of a session's document in the registries."""

from __future__ import annotations

from typing import Any

from flask import Response
from marshmallow import Schema, fields

from backend.api.authentication import owned_session, ports
from backend.api.event_streams import EVENTS_ANSWER, started, wants_events
from backend.api.request_bodies import Blueprint
from backend.api.responses import RUN_HEADER, ready
from backend.api.schemas.chat_schemas import CitationOut
from backend.api.schemas.fields import Flag
from backend.services import paper_check

blueprint = Blueprint(
    "checks", __name__, url_prefix="/api/sessions/<session_id>/check", description="Checks of a paper's references"
)


class CheckIn(Schema):
    support = Flag(load_default=False)


class CheckedReferenceOut(CitationOut):
    key = fields.String(required=True, allow_none=True)
    mark = fields.String(allow_none=True)
    text = fields.String()


class UnsupportedOut(Schema):
    sentence = fields.String(required=True)
    key = fields.String(required=True)
    verdict = fields.String(required=True)
    passage = fields.String(required=True)
    reason = fields.String(required=True)
    decided_by = fields.String(required=True)


class CheckOut(Schema):
    references = fields.List(fields.Nested(CheckedReferenceOut), required=True)
    unsupported = fields.List(fields.Nested(UnsupportedOut), required=True)
    missing = fields.List(fields.String(), required=True)
    uncited = fields.List(fields.String(), required=True)


@blueprint.route("", methods=["POST"])
@blueprint.arguments(CheckIn, required=False)
@blueprint.response(200, CheckOut, headers=RUN_HEADER)
@blueprint.alt_response(200, **EVENTS_ANSWER)
def check(body: dict[str, Any], session_id: str) -> Response:
    """Look up all references of a session's document in the registries, and check its citation keys."""
    owned = owned_session(session_id)
    run = paper_check.begin(ports(), owned, body["support"])
    return started(run) if wants_events() else ready(paper_check.check(ports(), run), run.id)
