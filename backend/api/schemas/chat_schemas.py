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
    fast = Flag(metadata={"description": "true: use the provider's faster model"})
    search = fields.Nested(
        SearchOptionsIn,
        allow_none=True,
        metadata={"description": "how the writer searches the web; by default as configured"},
    )
    search_mode = search_mode_field()
    draft = Text(
        100,
        least=1,
        allow_none=True,
        load_default=None,
        metadata={
            "description": 'the id of the open draft to revise, or "new" for a separate draft; without it, the message '
            "decides"
        },
    )


class ProposalIn(Schema):
    session_id = Text(100, required=True)
    document_content = Content(
        MAX_DOCUMENT,
        needs_words=True,
        required=True,
        metadata={
            "description": "the text for the document, word for word: nothing in it is changed",
            "example": "We had no controls.",
        },
    )
    sources = fields.List(
        Text(least=1),
        validate=validate.Length(max=MAX_SOURCES),
        load_default=list,
        metadata={
            "description": "the sources of the text, one work each: a DOI, an address, a title or a whole reference",
            "example": ["https://doi.org/10.1234/wind"],
        },
    )
    message = Text(
        least=1,
        allow_none=True,
        load_default=None,
        metadata={
            "description": "a message that says where the text goes; without it, Coscribe chooses the place",
            "example": "Put this at the end of Limitations.",
        },
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
        """Build the placement. Raises ValidationError if its operation, position and anchor do not fit together."""
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
    placement = fields.Nested(
        PlacementIn,
        allow_none=True,
        load_default=None,
        metadata={"description": "the place for the content; without it, Coscribe chooses one"},
    )
    unit = fields.String(
        validate=validate.OneOf(get_args(Unit)),
        load_default="codepoint",
        metadata={"description": "the unit of offsets in the answer: code points, or UTF-16 units as in JavaScript"},
    )


class ApproveIn(PreviewIn):
    base_revision = Whole(allow_none=True, load_default=None)
    accept_truncated = Flag(load_default=False)
    accept_sources = Flag(
        load_default=False,
        metadata={
            "description": "approve the content although a source is a different work, was retracted, or contradicts it"
        },
    )
    hunks = fields.List(
        Text(100),
        validate=validate.Length(min=1, max=MOST_HUNKS),
        allow_none=True,
        load_default=None,
        metadata={
            "description": "ids of the parts to approve, from `hunks` of the preview of this content on this revision; "
            "without it, all parts are approved",
            "example": ["1fc4c4c9-1", "1fc4c4c9-3"],
        },
    )


class RejectIn(PendingRef):
    reason = Text(allow_none=True, load_default=None)


class RewriteIn(PendingRef):
    instruction = Text(allow_none=True, load_default=None)


# --- answers --------------------------------------------------------------------------------------


class NoticeOut(Schema):
    kind = fields.String(validate=validate.OneOf(("retraction", "concern", "correction")), required=True)
    source = fields.String(required=True, metadata={"description": "the registry or service that reports it"})
    doi = fields.String(allow_none=True, metadata={"description": "the DOI of the notice"})
    date = fields.String(allow_none=True)


class CitationOut(Schema):
    id = fields.String(required=True)
    n = fields.Integer(
        allow_none=True,
        metadata={
            "description": "the number n of the marks `[n]` in `response` that cite the work; null if there are none"
        },
    )
    title = fields.String(required=True)
    url = fields.String(allow_none=True, required=True)
    doi = fields.String(allow_none=True, required=True)
    status = fields.String(
        validate=validate.OneOf(get_args(CitationStatus)),
        required=True,
        metadata={
            "description": "`resolved`: the work exists and matches; `mismatch`: the identifier belongs to another "
            "work; `retracted`; `unresolved`: not found; `unchecked`: no registry could be asked"
        },
    )
    authors = fields.List(fields.String(), attribute="metadata.authors", dump_default=list)
    year = fields.Integer(attribute="metadata.year", allow_none=True, dump_default=None)
    container = fields.String(attribute="metadata.container", allow_none=True, dump_default=None)
    notices = fields.List(
        fields.Nested(NoticeOut),
        attribute="metadata.notices",
        dump_default=list,
        metadata={"description": "retractions, corrections and expressions of concern"},
    )
    checked_at = fields.String(attribute="metadata.checked_at", allow_none=True, dump_default=None)
    reason = fields.String(
        attribute="metadata.reason",
        allow_none=True,
        dump_default=None,
        metadata={
            "description": "the reason for `status`; for a `resolved` source, details, such as the year, that the "
            "registry gives differently"
        },
    )
    support = fields.Dict(
        attribute="metadata.support",
        allow_none=True,
        dump_default=None,
        metadata={
            "description": "the entry of `support_of` with the worst verdict; null if no text of the source was found"
        },
    )
    support_of = fields.List(
        fields.Dict(),
        attribute="metadata.support_of",
        dump_default=list,
        metadata={
            "description": "how the source supports each sentence that cites it: `{sentence, score, verdict, "
            "passage, reason}`, with `verdict` one of `supported`, `partly`, `not found` and `contradicted`"
        },
    )
    metadata = fields.Dict(
        metadata={
            "description": "further data; for a library work: `library_id`, `entry` (its number in the file), "
            "`authors`, "
            "`year`, `pages` (those shown to the model) and `page` (the cited one, if it was shown); `key`: the "
            "citation key in the content"
        }
    )


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
    persona_id = fields.UUID(
        allow_none=True, metadata={"description": "the id of the persona that was used; null for none"}
    )
    cached = fields.Boolean(metadata={"description": "true if the answer came from the cache and no model was called"})
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
    revises = fields.UUID(
        allow_none=True,
        metadata={"description": "the id of the version that the new content revises; null for new content"},
    )
    intent = fields.String(
        validate=validate.OneOf(INTENTS),
        required=True,
        metadata={"description": "what the answer does: new content, a revision, a move, an edit, or only talk"},
    )
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
    revises = fields.UUID(
        attribute="draft.revises",
        allow_none=True,
        required=True,
        metadata={"description": "the id of the previous version; null for a first version"},
    )
    versions = fields.List(
        fields.UUID(), required=True, metadata={"description": "the ids of the draft's versions, oldest first"}
    )
    title = fields.String(
        required=True, metadata={"description": "the heading or first words of the content; for an edit, what it does"}
    )
    placement = fields.Nested(
        PlacementOut,
        allow_none=True,
        required=True,
        metadata={"description": "the place that the user named, else that of the last preview; null if there is none"},
    )
    operation = fields.Nested(
        PlacementOut,
        attribute="draft.operation",
        allow_none=True,
        required=True,
        metadata={"description": "the edit of the document; null for content"},
    )


class PendingOut(Schema):
    pending = fields.Nested(DraftOut, allow_none=True, required=True, metadata={"description": "the newest open draft"})
    open = fields.List(
        fields.Nested(DraftOut), required=True, metadata={"description": "all open drafts, newest first"}
    )


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
    approved_content = fields.String(
        allow_none=True, required=True, metadata={"description": "the approved text, if the user edited it; else null"}
    )
    warnings = fields.List(fields.String(), required=True)
    meta = fields.Dict(required=True)
