"""Define the schemas of the answers to preview, approve and reject."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from backend.api.schemas.session_schemas import PlacementOut


class ChangeOut(Schema):
    """A piece of the text, and whether the change keeps, removes or adds this piece."""

    kind = fields.String(validate=validate.OneOf(("equal", "delete", "insert")), required=True)
    text = fields.String(required=True)


class SpliceOut(Schema):
    """A replacement: `text` replaces the document's characters from `start` up to but not including `end`."""

    start = fields.Integer(required=True)
    end = fields.Integer(required=True)
    text = fields.String(required=True)


class HunkOut(Schema):
    """A part of the change: `after` replaces `before`, the document's text from `start` up to but not including
    `end`.
    """

    id = fields.String(required=True)
    before = fields.String(required=True)
    after = fields.String(required=True)
    start = fields.Integer(required=True)
    end = fields.Integer(required=True)


class PreviewOut(Schema):
    placement = fields.Nested(PlacementOut, required=True)
    candidates = fields.List(fields.Nested(PlacementOut), required=True)
    sure = fields.Boolean()
    diff = fields.String(required=True)
    word_diff = fields.List(fields.Nested(ChangeOut), required=True)
    splices = fields.List(fields.Nested(SpliceOut), required=True)
    hunks = fields.List(fields.Nested(HunkOut), required=True)
    lost_citations = fields.List(fields.String(), required=True)
    lost = fields.List(fields.String(), required=True)
    warnings = fields.List(fields.String(), required=True)
    base_revision = fields.Integer(required=True)


class RejectedOut(Schema):
    status = fields.String(metadata={"enum": ["rejected"]}, required=True)
    session_id = fields.UUID(required=True)
    pending_content_id = fields.UUID(required=True)


class SpanOut(Schema):
    start = fields.Integer(required=True)
    end = fields.Integer(required=True)


class ApprovedOut(RejectedOut):
    status = fields.String(metadata={"enum": ["approved"]}, required=True)
    revision = fields.Integer(required=True)
    document = fields.String(required=True)
    placement = fields.Nested(PlacementOut, required=True)
    sure = fields.Boolean(required=True)
    candidates = fields.List(fields.Nested(PlacementOut), required=True)
    diff = fields.String(required=True)
    inserted = fields.List(fields.Nested(SpanOut), required=True)
