"""Parse the options that messages and research questions share, and convert them to one value."""

from __future__ import annotations

import dataclasses
from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from backend.api.schemas.fields import MOST_DOMAINS, Domain, Persona, Text, require_one_kind
from backend.api.schemas.library_schemas import Chosen
from backend.kernel.search_requests import AS_SET_UP, Recency, SearchOptions
from backend.kernel.wanted import Wanted

#: The longest location, the longest profile and the longest model name, in characters.
MAX_PLACE, MAX_PROFILE, MAX_MODEL = 200, 2_000, 200


class ModelsIn(Schema):
    """The names of the models to use. Only those in the setting `ALLOWED_MODELS` are accepted."""

    chat = Text(MAX_MODEL, least=1, load_default=None)
    system = Text(MAX_MODEL, least=1, load_default=None)


MODES = "`academic`: only scholarly services; `both`: these and web services; `web`: the services as configured"


def search_mode_field() -> fields.String:
    """Return a schema field for the kind of search services to use: web, academic or both."""
    return fields.String(
        validate=validate.OneOf(("web", "academic", "both")), allow_none=True, metadata={"description": MODES}
    )


class SearchLimitsIn(Schema):
    """Limits on the results of a search: kind of service, domains and days of publication."""

    search_mode = search_mode_field()
    domains = fields.List(Domain(), validate=validate.Length(max=MOST_DOMAINS), allow_none=True)
    recency = fields.String(validate=validate.OneOf(get_args(Recency)), allow_none=True)
    after = fields.Date(allow_none=True)
    before = fields.Date(allow_none=True)

    @validates_schema
    def search_limits_agree(self, data: dict[str, Any], **_: Any) -> None:
        """Check that domains are either all included or all excluded, and that `before` is not earlier than `after`."""
        require_one_kind(data.get("domains"), "domains")
        require_order(data)


def require_order(data: dict[str, Any]) -> None:
    """Raise ValidationError if `before` is earlier than `after`."""
    first, last = data.get("after"), data.get("before")
    if first is not None and last is not None and last < first:
        raise ValidationError({"before": ["Must not be earlier than `after`."]})


def search_limits_of(body: dict[str, Any]) -> SearchOptions | None:
    """Remove the limits on search results from a request's parsed body, and return them as one value; None if there are
    none.
    """
    said = {name: body.pop(name) for name in ("search_mode", "domains", "recency", "after", "before") if name in body}
    said = {name: value for name, value in said.items() if value}
    if not said:
        return None
    return SearchOptions(mode=said.pop("search_mode", None), domains=tuple(said.pop("domains", ())), **said)


class SearchOptionsIn(Schema):
    """How the writer searches the web for this answer. The operator's setting is used for each missing field."""

    mode = fields.String(
        validate=validate.OneOf(("web", "academic", "both", "sec")), allow_none=True, load_default=None
    )
    domains = fields.List(Domain(), validate=validate.Length(max=MOST_DOMAINS), allow_none=True, load_default=list)
    recency = fields.String(validate=validate.OneOf(get_args(Recency)), allow_none=True, load_default=None)
    context = fields.String(validate=validate.OneOf(("low", "medium", "high")), allow_none=True, load_default=None)
    after = fields.Date(allow_none=True, load_default=None)
    before = fields.Date(allow_none=True, load_default=None)

    @validates_schema
    def domains_agree(self, data: dict[str, Any], **_: Any) -> None:
        """Check that the domains are either all included or all excluded, and that `before` is not earlier than
        `after`.
        """
        require_one_kind(data["domains"], "domains")
        require_order(data)

    @post_load
    def made(self, data: dict[str, Any], **_: Any) -> SearchOptions:
        return SearchOptions(**{**data, "domains": tuple(data["domains"] or ())})


class Options(Schema):
    """The options of a request. For each missing field, the session's setting is used, or else the operator's."""

    models = fields.Nested(ModelsIn, load_default=dict)
    focus = fields.String(validate=validate.OneOf(("web", "local", "chat")))
    library = Chosen(
        allow_none=True,
        metadata={
            "description": 'which library works to use: a list of ids, "all", or null for none; without it, the '
            "session's"
        },
    )
    persona_id = Persona()
    user_location = Text(MAX_PLACE)
    user_profile = Text(MAX_PROFILE)


def wanted_of(body: dict[str, Any]) -> Wanted:
    """Remove the options from a request's parsed body, and return them as one value."""
    said = {each.name: body.pop(each.name) for each in dataclasses.fields(Wanted) if each.name in body}
    models = body.pop("models")
    mode = body.pop("search_mode", None)
    if mode is not None:
        said["search"] = dataclasses.replace(said.get("search") or AS_SET_UP, mode=mode)
    location, profile = body.pop("user_location", None), body.pop("user_profile", None)
    return Wanted(
        chat_model=models.get("chat"),
        system_model=models.get("system"),
        location=None if location is None else " ".join(location.split()),
        profile=None if profile is None else profile.strip(),
        **said,
    )
