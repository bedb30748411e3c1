"""Define the schemas of Sonar's requests and answers. These schemas ignore unknown fields; all others refuse them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import marshmallow as ma
from marshmallow import Schema, fields, validate

from backend.api.schemas.fields import MOST_DOMAINS, Domain, Flag, Text, Whole, require_one_kind

#: The most messages in a request, and the most languages of results. Chosen as bounds, not tuned.
MOST_MESSAGES, MOST_LANGUAGES = 2_000, 10
ROLES = ("system", "developer", "user", "assistant", "tool")
_LEVELS = ("low", "medium", "high")


_DAY = {
    "type": "string",
    "pattern": r"^(0[1-9]|1[0-2])/(0[1-9]|[12][0-9]|3[01])/[1-9][0-9]{3}$",
    "description": "a day, as MM/DD/YYYY",
}
#: The schema of a part of a message's content, for the API description.
_PART = {
    "type": "object",
    "properties": {"type": {"type": "string", "enum": ["text"]}, "text": {"type": "string"}},
    "required": ["type", "text"],
}


class Lenient(Schema):
    """An object whose unknown fields are ignored."""

    class Meta:
        unknown = ma.EXCLUDE


class Words(fields.Field[str]):
    """The content of a message: a string, or a list of text parts, which are joined to one string."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if isinstance(value, str):
            return value
        if not isinstance(value, list):
            raise ma.ValidationError("Must be a string, or a list of text parts.")
        texts = [part.get("text") for part in value if isinstance(part, dict) and part.get("type") == "text"]
        if len(texts) != len(value) or not all(isinstance(text, str) for text in texts):
            raise ma.ValidationError("Send only parts with the type `text`.")
        return "\n\n".join(str(text) for text in texts)


class Day(fields.Field[date]):
    """A date as Sonar writes it: MM/DD/YYYY."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> date:
        try:
            return datetime.strptime(value, "%m/%d/%Y").date()
        except (TypeError, ValueError) as error:
            raise ma.ValidationError("Must be a date of the form MM/DD/YYYY.") from error


class SonarMessage(Lenient):
    role = fields.String(validate=validate.OneOf(ROLES), required=True)
    content = Words(required=True, metadata={"anyOf": [{"type": "string"}, {"type": "array", "items": _PART}]})


class SonarLocation(Lenient):
    city = Text(100, allow_none=True)
    region = Text(100, allow_none=True)
    country = Text(100, allow_none=True)


class SonarSearchOptions(Lenient):
    search_context_size = fields.String(validate=validate.OneOf(_LEVELS), allow_none=True)
    user_location = fields.Nested(SonarLocation, allow_none=True)


class SonarJsonSchema(Lenient):
    schema = fields.Dict(required=True, metadata={"additionalProperties": True})
    name = Text(200, allow_none=True)


class SonarFormat(Lenient):
    type = fields.String(validate=validate.OneOf(("text", "json_object", "json_schema")), required=True)
    json_schema = fields.Nested(SonarJsonSchema, allow_none=True)

    @ma.validates_schema
    def has_schema(self, data: dict[str, Any], **_: Any) -> None:
        if data["type"] == "json_schema" and not data.get("json_schema"):
            raise ma.ValidationError({"json_schema": ["Missing data for required field."]})


class SonarRequest(Lenient):
    """The body of a request to Perplexity's `POST /chat/completions`."""

    model = Text(200, least=1, required=True)
    messages = fields.List(fields.Nested(SonarMessage), validate=validate.Length(1, MOST_MESSAGES), required=True)
    stream = Flag(allow_none=True)
    stream_mode = fields.String(validate=validate.OneOf(("full", "concise")), allow_none=True)
    max_tokens = Whole(1, allow_none=True)
    max_completion_tokens = Whole(1, allow_none=True)
    temperature = fields.Float(validate=validate.Range(0, 2), allow_none=True)
    response_format = fields.Nested(SonarFormat, allow_none=True)
    reasoning_effort = fields.String(validate=validate.OneOf(("minimal", *_LEVELS)), allow_none=True)
    search_mode = fields.String(validate=validate.OneOf(("web", "academic", "both", "sec")), allow_none=True)
    search_domain_filter = fields.List(Domain(), validate=validate.Length(max=MOST_DOMAINS), allow_none=True)
    search_language_filter = fields.List(
        fields.String(validate=validate.Regexp(r"[A-Za-z]{2}\Z")),
        validate=validate.Length(max=MOST_LANGUAGES),
        allow_none=True,
    )
    search_recency_filter = fields.String(
        validate=validate.OneOf(("hour", "day", "week", "month", "year")), allow_none=True
    )
    search_after_date_filter = Day(allow_none=True, metadata=_DAY)
    search_before_date_filter = Day(allow_none=True, metadata=_DAY)
    last_updated_after_filter = Day(allow_none=True, metadata=_DAY)
    last_updated_before_filter = Day(allow_none=True, metadata=_DAY)
    disable_search = Flag(allow_none=True)
    enable_search_classifier = Flag(allow_none=True)
    return_related_questions = Flag(allow_none=True)
    web_search_options = fields.Nested(SonarSearchOptions, allow_none=True)

    @ma.validates_schema
    def domains_agree(self, data: dict[str, Any], **_: Any) -> None:
        """Check that domains are all included or all excluded, as Sonar requires."""
        require_one_kind(data.get("search_domain_filter"), "search_domain_filter")


# --- answers --------------------------------------------------------------------------------------


class SonarCost(Schema):
    total_cost = fields.Float(required=True)


class SonarUsage(Schema):
    prompt_tokens = fields.Integer(required=True)
    completion_tokens = fields.Integer(required=True)
    total_tokens = fields.Integer(required=True)
    search_context_size = fields.String(required=True)
    num_search_queries = fields.Integer(required=True)
    estimated = fields.Boolean()
    cost = fields.Nested(SonarCost)


class SonarResult(Schema):
    title = fields.String(required=True)
    url = fields.String(required=True)
    date = fields.String(allow_none=True, required=True)
    last_updated = fields.String(allow_none=True, required=True)
    snippet = fields.String(required=True)
    source = fields.String(required=True)
    support_of = fields.List(fields.Dict())


class SonarReply(Schema):
    role = fields.String(required=True)
    content = fields.String(required=True)


class SonarChoice(Schema):
    index = fields.Integer(required=True)
    finish_reason = fields.String(allow_none=True, required=True)
    message = fields.Nested(SonarReply, required=True)
    delta = fields.Nested(SonarReply, required=True)


class SonarAnswer(Schema):
    id = fields.String(required=True)
    object = fields.String(required=True)
    created = fields.Integer(required=True)
    model = fields.String(required=True)
    choices = fields.List(fields.Nested(SonarChoice), required=True)
    citations = fields.List(fields.String(), required=True)
    search_results = fields.List(fields.Nested(SonarResult), required=True)
    related_questions = fields.List(fields.String())
    warnings = fields.List(fields.String())
    usage = fields.Nested(SonarUsage, required=True)


class SonarModel(Schema):
    id = fields.String(required=True)
    object = fields.String(required=True)
    created = fields.Integer(required=True)
    owned_by = fields.String(required=True)


class SonarModels(Schema):
    object = fields.String(required=True)
    data = fields.List(fields.Nested(SonarModel), required=True)


class SonarError(Schema):
    message = fields.String(required=True)
    type = fields.String(required=True)
    code = fields.Integer(required=True)
    param = fields.String()


class SonarProblem(Schema):
    """The body of every error answer under /v1."""

    error = fields.Nested(SonarError, required=True)
