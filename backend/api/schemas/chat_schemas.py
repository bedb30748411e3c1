"""Define the schemas of /api/chat: messages, drafts, previews and approvals."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, post_load, validate

from backend.api.request_bodies import MAX_DOCUMENT
from backend.api.request_options import Options, SearchOptionsIn, search_mode_field
from backend.api.schemas.fields import MAX_LINE, Content, Flag, Moment, Text, Whole
from backend.api.schemas.session_schemas import PlacementOut
from backend.drafting.intent import INTENTS
from backend.errors import Refused
from backend.kernel.events import EVENT_NAMES
from backend.kernel.works import CitationStatus
from backend.placement import plan
from backend.placement.hunks import MOST_HUNKS
from backend.placement.plan import DECIDERS, Operation, Placement
from backend.services.draft_parts import Unit

#: The most sections that one message may attach (contract, section 1).
MAX_SECTIONS = 50
#: The most sources of one proposed text: more than a long review section cites.
MAX_SOURCES = 200
MODES = ("write", "research")
STATUSES = ("pending_approval", "approved", "rejected", "superseded")


class AttachedSectionIn(Schema):
    type = Text(100, load_default="section")
    content = Text(least=1, required=True)
    title = Text(MAX_LINE, allow_none=True, load_default=None)
    note = Text(MAX_LINE, allow_none=True, load_default=None)
    source = Text(MAX_LINE, allow_none=True, load_default=None)


class MessageIn(Options):
    session_id = Text(100, required=True)
    message = Text(least=1, required=True)
    mode = fields.String(validate=validate.OneOf(MODES), load_default="write")
    attached_sections = fields.List(
        fields.Nested(AttachedSectionIn), validate=validate.Length(max=MAX_SECTIONS), load_default=list
    )
    fast = Flag()
    search = fields.Nested(SearchOptionsIn, allow_none=True)
    search_mode = search_mode_field()
    draft = Text(100, least=1, allow_none=True, load_default=None)


class ProposalIn(Schema):
    session_id = Text(100, required=True)
    document_content = Content(
        MAX_DOCUMENT, needs_words=True, required=True, metadata={"example": "We had no controls."}
    )
    sources = fields.List(
        Text(least=1),
        validate=validate.Length(max=MAX_SOURCES),
        load_default=list,
        metadata={"example": ["https://doi.org/10.1234/wind"]},
    )
    message = Text(
        least=1, allow_none=True, load_default=None, metadata={"example": "Put this at the end of Limitations."}
    )


class AnchorIn(Schema):
    block = Whole(required=True)
    excerpt = fields.String(load_default="")


class PlacementIn(Schema):
    """A place for the content, which `preview` returned or the user chose."""

    operation = fields.String(validate=validate.OneOf(get_args(Operation)), required=True)
    section = fields.List(fields.String(), allow_none=True, load_default=None)
    anchor = fields.Nested(AnchorIn, allow_none=True, load_default=None)
    position = fields.String(allow_none=True, load_default=None)
    decided_by = fields.String(validate=validate.OneOf(DECIDERS), load_default="user")
    reason = fields.String(load_default="")
    confidence = fields.Float(validate=validate.Range(0, 1), load_default=1.0)

    @post_load
    def made(self, data: dict[str, Any], **_: Any) -> Placement:
        """Build the placement. Raises ValidationError if its operation, place and anchor contradict each other."""
        try:
            return plan.from_json(data)
        except Refused as error:
            told = {path.removeprefix("placement."): list(words) for path, words in (error.errors or {}).items()}
            raise ValidationError(told) from error


class SessionQuery(Schema):
    session_id = Text(100, required=True)


class PendingRef(Schema):
    session_id = Text(100, required=True)
    pending_content_id = Text(100, allow_none=True, load_default=None)


class PreviewIn(PendingRef):
    document_content = Content(MAX_DOCUMENT, needs_words=True, allow_none=True, load_default=None)
    placement = fields.Nested(PlacementIn, allow_none=True, load_default=None)
    unit = fields.String(validate=validate.OneOf(get_args(Unit)), load_default="codepoint")


class ApproveIn(PreviewIn):
    base_revision = Whole(allow_none=True, load_default=None)
    accept_truncated = Flag(load_default=False)
    accept_sources = Flag(load_default=False)
    hunks = fields.List(
        Text(100),
        validate=validate.Length(min=1, max=MOST_HUNKS),
        allow_none=True,
        load_default=None,
        metadata={"example": ["1fc4c4c9-1", "1fc4c4c9-3"]},
    )


class RejectIn(PendingRef):
    reason = Text(allow_none=True, load_default=None)


class RewriteIn(PendingRef):
    instruction = Text(allow_none=True, load_default=None)


# --- answers --------------------------------------------------------------------------------------


class NoticeOut(Schema):
    kind = fields.String(validate=validate.OneOf(("retraction", "concern", "correction")), required=True)
    source = fields.String(required=True)
    doi = fields.String(allow_none=True)
    date = fields.String(allow_none=True)


class CitationOut(Schema):
    id = fields.String(required=True)
    n = fields.Integer(allow_none=True)
    title = fields.String(required=True)
    url = fields.String(allow_none=True, required=True)
    doi = fields.String(allow_none=True, required=True)
    status = fields.String(validate=validate.OneOf(get_args(CitationStatus)), required=True)
    authors = fields.List(fields.String(), attribute="metadata.authors", dump_default=list)
    year = fields.Integer(attribute="metadata.year", allow_none=True, dump_default=None)
    container = fields.String(attribute="metadata.container", allow_none=True, dump_default=None)
    notices = fields.List(fields.Nested(NoticeOut), attribute="metadata.notices", dump_default=list)
    checked_at = fields.String(attribute="metadata.checked_at", allow_none=True, dump_default=None)
    reason = fields.String(attribute="metadata.reason", allow_none=True, dump_default=None)
    support = fields.Dict(attribute="metadata.support", allow_none=True, dump_default=None)
    support_of = fields.List(fields.Dict(), attribute="metadata.support_of", dump_default=list)
    metadata = fields.Dict()


class UsageNumbers(Schema):
    prompt_tokens = fields.Integer(allow_none=True, required=True)
    completion_tokens = fields.Integer(allow_none=True, required=True)
    cost = fields.Float(allow_none=True, required=True)


class AnswerMeta(Schema):
    provider = fields.String(required=True)
    model = fields.String(required=True)
    mode = fields.String(validate=validate.OneOf(MODES), required=True)
    run_id = fields.UUID(required=True)
    usage = fields.Nested(UsageNumbers, required=True)
    timings_ms = fields.Dict(
        keys=fields.String(validate=validate.OneOf(("retrieve", "prompt", "provider", "parse", "store"))),
        values=fields.Float(),
        required=True,
    )
    truncated = fields.Boolean(required=True)
    repaired = fields.List(fields.String(), required=True)
    persona_id = fields.UUID(allow_none=True)
    cached = fields.Boolean()
    used_location = fields.Boolean(required=True)
    used_personalization = fields.Boolean(required=True)


class AnswerOut(Schema):
    response = fields.String(required=True)
    document_content = fields.String(required=True)
    sources = fields.List(fields.String(), required=True)
    session_id = fields.UUID(required=True)
    message_id = fields.UUID(required=True)
    status = fields.String(validate=validate.OneOf(("pending_approval",)), allow_none=True, required=True)
    pending_content_id = fields.UUID(allow_none=True, required=True)
    revises = fields.UUID(allow_none=True)
    intent = fields.String(validate=validate.OneOf(INTENTS), required=True)
    citations = fields.List(fields.Nested(CitationOut), required=True)
    new_types = fields.List(fields.String(), required=True)
    warnings = fields.List(fields.String(), required=True)
    meta = fields.Nested(AnswerMeta, required=True)


class DraftOut(Schema):
    """An open draft: it waits for approval."""

    pending_content_id = fields.UUID(attribute="draft.id", required=True)
    message_id = fields.UUID(attribute="draft.message_id", required=True)
    kind = fields.String(attribute="draft.kind", validate=validate.OneOf(("content", "edit")), required=True)
    document_content = fields.String(attribute="draft.content", required=True)
    sources = fields.List(fields.String(), attribute="draft.sources", required=True)
    citations = fields.List(fields.Nested(CitationOut), attribute="draft.citations", required=True)
    created_at = Moment(attribute="draft.created_at", required=True)
    requested_at = Moment(attribute="draft.requested_at", required=True)
    truncated = fields.Boolean(attribute="draft.truncated", required=True)
    revises = fields.UUID(attribute="draft.revises", allow_none=True, required=True)
    versions = fields.List(fields.UUID(), required=True)
    title = fields.String(required=True)
    placement = fields.Nested(PlacementOut, allow_none=True, required=True)
    operation = fields.Nested(PlacementOut, attribute="draft.operation", allow_none=True, required=True)


class PendingOut(Schema):
    pending = fields.Nested(DraftOut, allow_none=True, required=True)
    open = fields.List(fields.Nested(DraftOut), required=True)


class AttachedSectionOut(Schema):
    type = fields.String()
    content = fields.String()
    title = fields.String(allow_none=True)
    note = fields.String(allow_none=True)
    source = fields.String(allow_none=True)


class StoredEventOut(Schema):
    """An event of the run that wrote the answer."""

    id = fields.Integer(required=True)
    event = fields.String(validate=validate.OneOf(sorted(EVENT_NAMES)), required=True)
    data = fields.Dict(required=True)


class MessageOut(Schema):
    id = fields.UUID(required=True)
    role = fields.String(validate=validate.OneOf(("user", "assistant")), required=True)
    content = fields.String(required=True)
    mode = fields.String(validate=validate.OneOf(MODES), allow_none=True, required=True)
    status = fields.String(validate=validate.OneOf(STATUSES), allow_none=True, required=True)
    document_content = fields.String(required=True)
    sources = fields.List(fields.String(), required=True)
    citations = fields.List(fields.Nested(CitationOut), required=True)
    attached_sections = fields.List(fields.Nested(AttachedSectionOut), required=True)
    placement = fields.Nested(PlacementOut, allow_none=True, required=True)
    events = fields.List(fields.Nested(StoredEventOut), required=True)
    created_at = Moment(required=True)
    pending_content_id = fields.UUID(allow_none=True, required=True)
    revises = fields.UUID(allow_none=True, required=True)
    run_id = fields.UUID(allow_none=True, required=True)
    intent = fields.String(validate=validate.OneOf(INTENTS), allow_none=True, required=True)
    reject_reason = fields.String(allow_none=True, required=True)
    approved_content = fields.String(allow_none=True, required=True)
    warnings = fields.List(fields.String(), required=True)
    meta = fields.Dict(required=True)
