"""Define the schemas of runs."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from backend.api.schemas.fields import Moment, Text, Whole
from backend.api.schemas.session_schemas import PageQuery


class RunQuery(PageQuery):
    session_id = Text(100, load_default=None)


class StreamQuery(Schema):
    unit = fields.String(
        validate=validate.OneOf(("codepoint", "utf16")),
        load_default="codepoint",
        metadata={
            "description": "the unit of `token.offset` in a stream: code points, or UTF-16 units as in JavaScript"
        },
    )


class EventsQuery(StreamQuery):
    cursor = Whole(load_default=None, metadata={"description": "the number of the last event received"})


class CancelIn(Schema):
    only = fields.String(  # type: ignore[assignment]
        validate=validate.OneOf(("retrieval",)),
        allow_none=True,
        load_default=None,
        metadata={
            "description": "`retrieval`: stop only the search, and answer from what was found; without it, stop the run"
        },
    )


class RunOut(Schema):
    id = fields.UUID(required=True)
    session_id = fields.UUID(allow_none=True, required=True)
    kind = fields.String(required=True)
    status = fields.String(validate=validate.OneOf(("running", "succeeded", "failed", "cancelled")), required=True)
    started_at = Moment(required=True)
    heartbeat_at = Moment(required=True)
    ended_at = Moment(allow_none=True, required=True)
    message_id = fields.UUID(allow_none=True, required=True)
    attempts = fields.Integer(required=True)
    queue_place = fields.Integer(
        allow_none=True,
        required=True,
        metadata={
            "description": "the run's position among those that wait for a worker: 1 is next; null if it does not wait"
        },
    )
    cancel = fields.String(
        allow_none=True,
        required=True,
        metadata={"description": "what somebody asked to stop: `all` or `retrieval`; null if nobody asked"},
    )
    error = fields.Dict(
        allow_none=True,
        required=True,
        metadata={"description": "the problem document with which the run failed; null otherwise"},
    )


class RunWithResult(RunOut):
    result = fields.Dict(
        allow_none=True, required=True, metadata={"description": "the answer of the run; null until it has succeeded"}
    )
    partial = fields.Dict(  # type: ignore[assignment]
        keys=fields.String(),
        values=fields.String(),
        attribute="text",
        allow_none=True,
        required=True,
        metadata={
            "description": "the text so far by channel (`message`, `document_content`), as last stored; null once "
            "`result` has it"
        },
    )


class CancelledOut(Schema):
    run = fields.Nested(RunOut, required=True)
    stopping = fields.Boolean(required=True, metadata={"description": "true if the run was still running"})
    detail = fields.String(required=True)
