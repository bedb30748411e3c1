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
    errors = fields.Dict(keys=fields.String(), values=fields.List(fields.String()))
    error = fields.String(required=True)
    run_id = fields.UUID()
    candidates = fields.List(fields.Nested(lambda: PlacementOut()))
    revision = fields.Integer()
    status_of_content = fields.String()
    pending_content_id = fields.UUID()
    revises = fields.UUID(allow_none=True)
    sources = fields.List(fields.Dict())
    contradicted = fields.List(fields.Dict())
    truncated = fields.Boolean()
    partial = fields.Dict()  # type: ignore[assignment]
    spent = fields.Float()
    limit = fields.Float()
    exhausted = fields.Boolean()
    checks = fields.Dict(keys=fields.String(), values=fields.Boolean())


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
    refresh_token = fields.String()


class SignedIn(Tokens):
    user = fields.Nested(UserOut, required=True)


# --- sessions -------------------------------------------------------------------------------------


class SessionIn(Schema):
    title = Text(MAX_TITLE, allow_none=True, load_default=None)


class SessionChange(Schema):
    title = Text(MAX_TITLE, 1)
    library = Chosen(allow_none=True)
    persona_id = Text(100, allow_none=True)
    citations = fields.String(validate=validate.OneOf(("none", "keys")))


class SessionOut(Schema):
    id = fields.UUID(required=True)
    title = fields.String(required=True)
    created_at = Moment(required=True)
    updated_at = Moment(required=True)
    revision = fields.Integer(required=True)
    pending_content_id = fields.UUID(allow_none=True, required=True)
    pending_content_ids = fields.List(fields.UUID(), required=True)
    citations = fields.String(validate=validate.OneOf(("none", "keys")), required=True)
    persona_id = fields.UUID(allow_none=True, required=True)
    library = fields.Raw(allow_none=True, required=True, metadata={"anyOf": CHOSEN})
    retracted = fields.List(fields.Dict())


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
    start = fields.Integer(required=True)
    end = fields.Integer(required=True)
    excerpt = fields.String(required=True)


class StructureOut(Schema):
    tree = fields.List(fields.Nested(NodeOut), required=True)
    summary = fields.String(required=True)
    blocks = fields.List(fields.Nested(BlockOut))


class DiffQuery(Schema):
    against = Whole(load_default=None)


class DiffOut(Schema):
    diff = fields.String(required=True)
    from_ = fields.Integer(data_key="from", attribute="from", required=True)
    to = fields.Integer(required=True)
