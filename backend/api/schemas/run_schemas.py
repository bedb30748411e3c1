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
    only = fields.String(validate=validate.OneOf(("retrieval",)), allow_none=True, load_default=None)  # type: ignore[assignment]


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
    queue_place = fields.Integer(allow_none=True, required=True)
    cancel = fields.String(allow_none=True, required=True)
    error = fields.Dict(allow_none=True, required=True)


class RunWithResult(RunOut):
    result = fields.Dict(allow_none=True, required=True)
    partial = fields.Dict(
        keys=fields.String(), values=fields.String(), attribute="text", allow_none=True, required=True
    )  # type: ignore[assignment]


class CancelledOut(Schema):
    run = fields.Nested(RunOut, required=True)
    stopping = fields.Boolean(required=True)
    detail = fields.String(required=True)
