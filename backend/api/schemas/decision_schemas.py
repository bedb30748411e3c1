"""Define the schemas of the answers to preview, approve and reject."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from backend.api.schemas.session_schemas import PlacementOut


class ChangeOut(Schema):
    """A piece of the text, and whether the change keeps, removes or adds it."""

    kind = fields.String(validate=validate.OneOf(("equal", "delete", "insert")), required=True)
    text = fields.String(required=True)


class SpliceOut(Schema):
    """A replacement: `text` replaces the document's characters from `start` up to but not including `end`."""

    start = fields.Integer(required=True)
    end = fields.Integer(required=True)
    text = fields.String(required=True, metadata={"description": "the text that replaces these characters"})


class HunkOut(Schema):
    """A part of the change: `after` replaces `before`, the document's text from `start` up to but not including
    `end`.
    """

    id = fields.String(
        required=True, metadata={"description": "an id that stays the same for this content, place and revision"}
    )
    before = fields.String(required=True, metadata={"description": "the old text; empty for an insertion"})
    after = fields.String(
        required=True,
        metadata={"description": "the new text; its surrounding white space is adjusted if earlier parts are left out"},
    )
    start = fields.Integer(required=True)
    end = fields.Integer(required=True)


class PreviewOut(Schema):
    placement = fields.Nested(PlacementOut, required=True)
    candidates = fields.List(fields.Nested(PlacementOut), required=True)
    sure = fields.Boolean(
        metadata={
            "description": "false: the place is a guess. Approving adds the text there all the same; if it would "
            "remove text, it answers 409 until you send a `placement`"
        }
    )
    diff = fields.String(required=True)
    word_diff = fields.List(fields.Nested(ChangeOut), required=True)
    splices = fields.List(
        fields.Nested(SpliceOut),
        required=True,
        metadata={"description": "the replacements that turn the old document into the new one"},
    )
    hunks = fields.List(
        fields.Nested(HunkOut),
        required=True,
        metadata={
            "description": "the same change in parts that can be approved one by one: sentences, list items, table "
            "rows. A very large change is divided into blocks, or groups of blocks, instead"
        },
    )
    lost_citations = fields.List(
        fields.String(), required=True, metadata={"description": "citations of the document that approving removes"}
    )
    lost = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "the labels, references, images and tables that the change removes"},
    )
    warnings = fields.List(fields.String(), required=True)
    base_revision = fields.Integer(required=True)


class RejectedOut(Schema):
    status = fields.String(validate=validate.OneOf(("approved", "rejected")), required=True)
    session_id = fields.UUID(required=True)
    pending_content_id = fields.UUID(required=True)


class SpanOut(Schema):
    start = fields.Integer(required=True)
    end = fields.Integer(required=True)


class ApprovedOut(RejectedOut):
    revision = fields.Integer(required=True)
    document = fields.String(required=True)
    placement = fields.Nested(PlacementOut, required=True)
    sure = fields.Boolean(
        required=True,
        metadata={
            "description": "false: the place is a guess; approving again with one of `candidates` as `placement` "
            "moves the text"
        },
    )
    candidates = fields.List(fields.Nested(PlacementOut), required=True)
    diff = fields.String(required=True)
    inserted = fields.List(
        fields.Nested(SpanOut),
        required=True,
        metadata={"description": "the spans of the new text in `document`, in code points or the request's `unit`"},
    )
