"""Define the schemas of accounts, sessions and documents."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import Schema, fields, validate

from backend.api.request_bodies import MAX_DOCUMENT
from backend.api.schemas.fields import Address, Content, Flag, Moment, Text, Whole
from backend.api.schemas.library_schemas import CHOSEN, Chosen
from backend.document.revision import Cause
from backend.placement.plan import DECIDERS, Operation

#: The longest title of a session, in characters. Chosen: the longest titles of papers have about 250.
MAX_TITLE = 300


class Problem(Schema):
    """An error answer: a problem document (RFC 9457). `error` repeats `detail` for older clients."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    instance = fields.String(required=True)
    request_id = fields.String(required=True)
    errors = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.String()),
        metadata={"description": "the reasons for each refused field, by its path, such as `models.chat` (422)"},
    )
    error = fields.String(required=True)
    run_id = fields.UUID(metadata={"description": "the id of the run that is in progress (409)"})
    candidates = fields.List(
        fields.Nested(lambda: PlacementOut()), metadata={"description": "placements to choose from (409)"}
    )
    revision = fields.Integer(metadata={"description": "the document's newest revision (409, 412)"})
    status_of_content = fields.String(
        metadata={"description": "what was already decided about the draft, such as `approved` (409)"}
    )
    pending_content_id = fields.UUID(
        metadata={"description": "the id of the newest draft, which must be named to be approved (409)"}
    )
    revises = fields.UUID(
        allow_none=True, metadata={"description": "the id of the version that this draft revises (409)"}
    )
    sources = fields.List(
        fields.Dict(),
        metadata={"description": "the doubted sources, each as `source`, with the fields of its citation (409)"},
    )
    contradicted = fields.List(
        fields.Dict(),
        metadata={"description": "the sentences that their source contradicts, with its `id` and `title` (409)"},
    )
    truncated = fields.Boolean(
        metadata={"description": "true: the model's answer was cut off; `accept_truncated` approves it (409)"}
    )
    partial = fields.Dict(  # type: ignore[assignment]
        metadata={"description": "for a cancelled run: how many `characters` of each part had arrived (409)"}
    )
    spent = fields.Float(metadata={"description": "the US dollars that the user has spent this month (429)"})
    limit = fields.Float(metadata={"description": "the US dollars that a user may spend in a month (429)"})
    exhausted = fields.Boolean(
        metadata={"description": "true: the provider's budget is used up, so waiting a moment does not help (503)"}
    )
    checks = fields.Dict(
        keys=fields.String(),
        values=fields.Boolean(),
        metadata={"description": "true for each part of the server that is ready, by its name (503)"},
    )


# --- lists ----------------------------------------------------------------------------------------


class PageQuery(Schema):
    limit = Whole(1, 100, load_default=50)
    cursor = Text(1000, load_default=None)
    order = fields.String(validate=validate.OneOf(("asc", "desc")), load_default="desc")


class OldestFirst(PageQuery):
    order = fields.String(validate=validate.OneOf(("asc", "desc")), load_default="asc")


def page_of(item: type[Schema], name: str) -> type[Schema]:
    """Return a schema for one page of a list, named `name`. The items of the list have the schema `item`."""
    columns: dict[str, fields.Field[Any]] = {
        "items": fields.List(fields.Nested(item), required=True),
        "next_cursor": fields.String(allow_none=True, required=True),
    }
    return Schema.from_dict(columns, name=name)


# --- accounts -------------------------------------------------------------------------------------


def _password() -> Text:
    return Text(128, 10, required=True)


def _cookie() -> Flag:
    told = "true: put the refresh token into a cookie, not into the answer; calls that use it need `X-Coscribe: 1`"
    return Flag(load_default=False, metadata={"description": told})


class Registration(Schema):
    email = Address(required=True)
    password = _password()
    name = Text(200, allow_none=True, load_default=None)
    cookie = _cookie()


class Credentials(Schema):
    email = Text(1000, required=True)
    password = Text(1000, required=True)
    cookie = _cookie()


class PasswordConfirmation(Schema):
    password = Text(1000, required=True)


class PasswordChange(Schema):
    password = Text(1000, required=True)
    new_password = _password()


class UserOut(Schema):
    id = fields.UUID(required=True)
    email = fields.String(required=True)
    name = fields.String(allow_none=True, required=True)
    created_at = Moment(required=True)


class Tokens(Schema):
    access_token = fields.String(required=True)
    refresh_token = fields.String(
        metadata={"description": "the token for the next pair, usable once; missing if it is in the cookie"}
    )


class SignedIn(Tokens):
    user = fields.Nested(UserOut, required=True)


# --- sessions -------------------------------------------------------------------------------------


class SessionIn(Schema):
    title = Text(MAX_TITLE, allow_none=True, load_default=None)


class SessionChange(Schema):
    title = Text(MAX_TITLE, 1)
    library = Chosen(allow_none=True)
    persona_id = Text(
        100, allow_none=True, metadata={"description": "the persona for all answers of this session; null for none"}
    )
    citations = fields.String(
        validate=validate.OneOf(("none", "keys")),
        metadata={"description": "`keys`: drafts cite their sources by citation key, as in `[@kumar2012]`"},
    )


class SessionOut(Schema):
    id = fields.UUID(required=True)
    title = fields.String(required=True)
    created_at = Moment(required=True)
    updated_at = Moment(required=True)
    revision = fields.Integer(required=True)
    pending_content_id = fields.UUID(allow_none=True, required=True, metadata={"description": "the newest open draft"})
    pending_content_ids = fields.List(
        fields.UUID(), required=True, metadata={"description": "the open drafts, newest first"}
    )
    citations = fields.String(
        validate=validate.OneOf(("none", "keys")),
        required=True,
        metadata={"description": "`keys`: drafts cite their sources by citation key, as in `[@kumar2012]`"},
    )
    persona_id = fields.UUID(allow_none=True, required=True)
    library = fields.Raw(
        allow_none=True,
        required=True,
        metadata={"description": 'ids of the library works to use, "all", or null for none', "anyOf": CHOSEN},
    )
    retracted = fields.List(
        fields.Dict(),
        metadata={
            "description": "retracted works among the references and the sources of answers: `{key, title, doi, "
            "notices}`; always empty in lists of sessions"
        },
    )


class Sums(Schema):
    calls = fields.Integer(required=True)
    prompt_tokens = fields.Integer(allow_none=True, required=True)
    completion_tokens = fields.Integer(allow_none=True, required=True)
    cost = fields.Float(allow_none=True, required=True)


class UsageOut(Schema):
    total = fields.Nested(Sums, required=True)
    stage1 = fields.Nested(Sums, required=True)
    stage2 = fields.Nested(Sums, required=True)


class TypesQuery(Schema):
    session_id = Text(100, load_default=None)


class ElementTypeOut(Schema):
    type_name = fields.String(required=True)
    description = fields.String(required=True)
    metadata_schema = fields.Dict(required=True)
    is_system = fields.Boolean(required=True)


class ElementTypesOut(Schema):
    items = fields.List(fields.Nested(ElementTypeOut), required=True)


# --- documents ------------------------------------------------------------------------------------


class DocumentIn(Schema):
    content = Content(MAX_DOCUMENT, required=True)


class DocumentOut(Schema):
    session_id = fields.UUID(required=True)
    revision = fields.Integer(required=True)
    content = fields.String(required=True)


class AnchorOut(Schema):
    block = fields.Integer(required=True)
    excerpt = fields.String(required=True)


class PlacementOut(Schema):
    operation = fields.String(validate=validate.OneOf(get_args(Operation)), required=True)
    section = fields.List(fields.String(), allow_none=True, required=True)
    anchor = fields.Nested(AnchorOut, allow_none=True, required=True)
    position = fields.String(allow_none=True, required=True)
    decided_by = fields.String(validate=validate.OneOf(DECIDERS), required=True)
    reason = fields.String(required=True)
    confidence = fields.Float(required=True)


class RevisionOut(Schema):
    revision = fields.Integer(attribute="number", required=True)
    cause = fields.String(validate=validate.OneOf(get_args(Cause)), required=True)
    created_at = Moment(required=True)
    sha256 = fields.String(required=True)
    placement = fields.Nested(PlacementOut, allow_none=True, required=True)


class RevisionWithContent(RevisionOut):
    content = fields.String(required=True)


class NodeOut(Schema):
    id = fields.String(required=True)
    type = fields.String(required=True)
    title = fields.String(required=True)
    level = fields.Integer(required=True)
    children = fields.List(fields.Nested(lambda: NodeOut()), required=True)


class BlockOut(Schema):
    kind = fields.String(required=True)
    start = fields.Integer(
        required=True,
        metadata={"description": "the offset in the document of the block's first character, in code points"},
    )
    end = fields.Integer(required=True)
    excerpt = fields.String(
        required=True, metadata={"description": "the first words of the block, as in a placement's anchor"}
    )


class StructureOut(Schema):
    tree = fields.List(fields.Nested(NodeOut), required=True)
    summary = fields.String(required=True)
    blocks = fields.List(
        fields.Nested(BlockOut),
        metadata={"description": "the document's top-level pieces, in the order by which an anchor's `block` counts"},
    )


class DiffQuery(Schema):
    against = Whole(load_default=None)


class DiffOut(Schema):
    diff = fields.String(required=True)
    from_ = fields.Integer(data_key="from", attribute="from", required=True)
    to = fields.Integer(required=True)
