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
    rrf_k = Whole(
        0,
        10_000,
        load_default=60,
        metadata={
            "description": "the constant k of reciprocal rank fusion: each service adds 1 / (k + rank) to a "
            "work's score"
        },
    )
    connectors = fields.List(
        Text(100, least=1),
        validate=validate.Length(1, 50),
        allow_none=True,
        load_default=None,
        metadata={"description": "names of the services to ask; without it, all that are configured"},
    )
    session_id = Text(100, allow_none=True, load_default=None)


class AskIn(SearchLimitsIn):
    question = Text(MAX_TEXT, least=1, required=True)
    session_id = Text(
        100,
        allow_none=True,
        load_default=None,
        metadata={"description": "a session to whose conversation the question may refer"},
    )


class ResearchIn(SearchLimitsIn, Options):
    query = Text(MAX_TEXT, least=1, required=True)
    effort = fields.String(
        validate=validate.OneOf(("low", "medium", "high")),
        load_default="medium",
        metadata={
            "description": "`low`: a brief answer from 5 sources; `medium`: 10 sources, 3 pages are read; "
            "`high`: 20 sources, 8 pages"
        },
    )
    deep = Flag(
        load_default=False,
        metadata={
            "description": "plan, search and review in up to 5 rounds, within the operator's budgets, and answer from "
            "everything that was found"
        },
    )
    session_id = Text(
        100,
        allow_none=True,
        load_default=None,
        metadata={"description": "a session to whose conversation the query may refer"},
    )


# --- answers --------------------------------------------------------------------------------------


class SourceOut(Schema):
    id = fields.String(required=True, metadata={"description": "a short id: each answer gives this work the same one"})
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
    retracted = fields.Boolean(metadata={"description": "true if a service reported that the work was retracted"})


class CitedSourceOut(SourceOut):
    support_of = fields.List(
        fields.Dict(),
        required=True,
        metadata={
            "description": "how the source supports each sentence that cites it: `{sentence, score, verdict, passage, "
            "reason}`, with `verdict` one of `supported`, `partly`, `not found` and `contradicted`"
        },
    )


class FailureOut(Schema):
    connector = fields.String(required=True)
    reason = fields.String(required=True)


class SearchOut(Schema):
    results = fields.List(fields.Nested(SourceOut), required=True)
    failures = fields.List(fields.Nested(FailureOut), required=True)
    total_results = fields.Integer(
        required=True, metadata={"description": "the number of different works that were found"}
    )
    took_ms = fields.Integer(required=True)


class StepOut(Schema):
    step = fields.String(required=True)
    text = fields.String(required=True)
    took_ms = fields.Integer(required=True)


class BudgetOut(Schema):
    limit = fields.Float(allow_none=True, required=True, metadata={"description": "the limit; null if there is none"})
    spent = fields.Float(
        allow_none=True,
        required=True,
        metadata={"description": "the amount used; null if the provider did not report it"},
    )


class DeepOut(Schema):
    """How a deep research went, and why it ended."""

    ended = fields.String(
        validate=validate.OneOf(get_args(Ended)),
        required=True,
        metadata={
            "description": "why the research ended; `confident`: enough is known; `exhausted`: nothing was left "
            "to search for"
        },
    )
    reason = fields.String(required=True, metadata={"description": "the reason for `ended`, as a sentence"})
    cut_short = fields.Boolean(
        required=True,
        metadata={
            "description": "true if the research ended early, because a budget was used up or because somebody stopped "
            "it; the answer says so, too"
        },
    )
    planner = fields.String(validate=validate.OneOf(get_args(Judge)), required=True)
    reviewer = fields.String(
        validate=validate.OneOf(get_args(Judge)),
        required=True,
        metadata={"description": "who reviewed the findings; `default`: the model's answer was missing or unusable"},
    )
    executed = fields.List(fields.String(), required=True)
    skipped = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "queries that were not sent, because an earlier query was nearly the same"},
    )
    succeeded = fields.Integer(required=True)
    failed = fields.Integer(required=True)
    gaps = fields.List(
        fields.String(), required=True, metadata={"description": "what was still missing at the last review"}
    )
    budget = fields.Dict(
        keys=fields.String(validate=validate.OneOf(("seconds", "tokens", "searches", "sources", "cost", "rounds"))),
        values=fields.Nested(BudgetOut),
        required=True,
    )


class ModelsRun(Schema):
    chat = fields.String(
        allow_none=True,
        required=True,
        metadata={"description": "the model that wrote the answer; null if none was called"},
    )
    system = fields.String(
        allow_none=True,
        required=True,
        metadata={"description": "the model for queries, plans and reviews; null if it was not called"},
    )


class ResearchMeta(Schema):
    provider = fields.String(required=True)
    model = fields.String(required=True, metadata={"description": "the name of the model that wrote the answer"})
    models = fields.Nested(ModelsRun, required=True)
    effort = fields.String(required=True)
    focus = fields.String(required=True)
    usage = fields.Nested(UsageNumbers, required=True)
    queries = fields.List(fields.String(), required=True, metadata={"description": "the queries that were searched"})
    failures = fields.List(fields.Nested(FailureOut), required=True)
    total_results = fields.Integer(required=True)
    removed_citations = fields.Integer(
        required=True,
        metadata={
            "description": "the number of citation marks that were removed from the answer, because no source belongs "
            "to them"
        },
    )
    truncated = fields.Boolean(required=True)
    took_ms = fields.Integer(required=True)
    used_location = fields.Boolean(required=True)
    used_personalization = fields.Boolean(required=True)
    persona_id = fields.UUID(
        allow_none=True, required=True, metadata={"description": "the id of the persona that was used; null for none"}
    )
    support = fields.Integer(
        required=True, metadata={"description": "0 to 100: the percentage of claims that their cited sources support"}
    )
    deep = fields.Nested(DeepOut, allow_none=True, required=True)
    run_id = fields.UUID()


class AskOut(Schema):
    answer = fields.String(required=True)
    sources = fields.List(fields.Nested(SourceOut), required=True)
    citations = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(CitedSourceOut),
        required=True,
        metadata={"description": "the cited sources by their ids, in the order of their first mark"},
    )
    warnings = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "sentences for the user: what failed, and what is doubtful"},
    )
    meta = fields.Nested(ResearchMeta, required=True)


class ResearchOut(AskOut):
    confidence = fields.Integer(
        required=True,
        metadata={
            "description": "0 to 100: the percentage of the answer's claims that their cited sources support; 0 "
            "without citations; low if the answer itself says that it may not fit the question; for deep research at "
            "most the confidence of the last review"
        },
    )
    iterations = fields.Integer(required=True, metadata={"description": "the number of rounds of searching"})
    steps = fields.List(fields.Nested(StepOut), required=True)
