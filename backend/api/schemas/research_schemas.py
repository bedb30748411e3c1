"""Define the schemas of /api/search, /api/ask and /api/research."""

from __future__ import annotations

from typing import get_args

from marshmallow import Schema, fields, validate

from backend.api.request_options import Options, SearchLimitsIn
from backend.api.schemas.chat_schemas import UsageNumbers
from backend.api.schemas.fields import MAX_TEXT, Flag, Text, Whole
from backend.kernel.search_requests import Ended, Judge

#: The longest search query, in characters. Chosen: the services that we know cut it at 400 or less.
MAX_QUERY = 2_000
_SCORE = "how well the source matches the question, comparable within one answer"


class SearchIn(SearchLimitsIn):
    query = Text(MAX_QUERY, least=1, required=True)
    top_k = Whole(1, 100, load_default=20)
    rrf_k = Whole(0, 10_000, load_default=60)
    connectors = fields.List(Text(100, least=1), validate=validate.Length(1, 50), allow_none=True, load_default=None)
    session_id = Text(100, allow_none=True, load_default=None)


class AskIn(SearchLimitsIn):
    question = Text(MAX_TEXT, least=1, required=True)
    session_id = Text(100, allow_none=True, load_default=None)


class ResearchIn(SearchLimitsIn, Options):
    query = Text(MAX_TEXT, least=1, required=True)
    effort = fields.String(validate=validate.OneOf(("low", "medium", "high")), load_default="medium")
    deep = Flag(load_default=False)
    session_id = Text(100, allow_none=True, load_default=None)


# --- answers --------------------------------------------------------------------------------------


class SourceOut(Schema):
    id = fields.String(required=True)
    title = fields.String(required=True)
    url = fields.String(allow_none=True, required=True)
    doi = fields.String(allow_none=True, required=True)
    authors = fields.List(fields.String(), required=True)
    year = fields.Integer(allow_none=True, required=True)
    content = fields.String(required=True)
    score = fields.Float(allow_none=True, required=True, metadata={"description": _SCORE})
    connector = fields.String(required=True)
    published_at = fields.String(allow_none=True, required=True)
    metadata = fields.Dict(required=True)
    retracted = fields.Boolean()


class CitedSourceOut(SourceOut):
    support_of = fields.List(fields.Dict(), required=True)


class FailureOut(Schema):
    connector = fields.String(required=True)
    reason = fields.String(required=True)


class SearchOut(Schema):
    results = fields.List(fields.Nested(SourceOut), required=True)
    failures = fields.List(fields.Nested(FailureOut), required=True)
    total_results = fields.Integer(required=True)
    took_ms = fields.Integer(required=True)


class StepOut(Schema):
    step = fields.String(required=True)
    text = fields.String(required=True)
    took_ms = fields.Integer(required=True)


class BudgetOut(Schema):
    limit = fields.Float(allow_none=True, required=True)
    spent = fields.Float(allow_none=True, required=True)


class DeepOut(Schema):
    """The course of a deep research, and the reason why it ended."""

    ended = fields.String(validate=validate.OneOf(get_args(Ended)), required=True)
    reason = fields.String(required=True)
    cut_short = fields.Boolean(required=True)
    planner = fields.String(validate=validate.OneOf(get_args(Judge)), required=True)
    reviewer = fields.String(validate=validate.OneOf(get_args(Judge)), required=True)
    executed = fields.List(fields.String(), required=True)
    skipped = fields.List(fields.String(), required=True)
    succeeded = fields.Integer(required=True)
    failed = fields.Integer(required=True)
    gaps = fields.List(fields.String(), required=True)
    budget = fields.Dict(
        keys=fields.String(validate=validate.OneOf(("seconds", "tokens", "searches", "sources", "cost", "rounds"))),
        values=fields.Nested(BudgetOut),
        required=True,
    )


class ModelsRun(Schema):
    chat = fields.String(allow_none=True, required=True)
    system = fields.String(allow_none=True, required=True)


class ResearchMeta(Schema):
    provider = fields.String(required=True)
    model = fields.String(required=True)
    models = fields.Nested(ModelsRun, required=True)
    effort = fields.String(required=True)
    focus = fields.String(required=True)
    usage = fields.Nested(UsageNumbers, required=True)
    queries = fields.List(fields.String(), required=True)
    failures = fields.List(fields.Nested(FailureOut), required=True)
    total_results = fields.Integer(required=True)
    removed_citations = fields.Integer(required=True)
    truncated = fields.Boolean(required=True)
    took_ms = fields.Integer(required=True)
    used_location = fields.Boolean(required=True)
    used_personalization = fields.Boolean(required=True)
    persona_id = fields.UUID(allow_none=True, required=True)
    support = fields.Integer(required=True)
    deep = fields.Nested(DeepOut, allow_none=True, required=True)
    run_id = fields.UUID()


class AskOut(Schema):
    answer = fields.String(required=True)
    sources = fields.List(fields.Nested(SourceOut), required=True)
    citations = fields.Dict(keys=fields.String(), values=fields.Nested(CitedSourceOut), required=True)
    warnings = fields.List(fields.String(), required=True)
    meta = fields.Nested(ResearchMeta, required=True)


class ResearchOut(AskOut):
    confidence = fields.Integer(required=True)
    iterations = fields.Integer(required=True)
    steps = fields.List(fields.Nested(StepOut), required=True)
