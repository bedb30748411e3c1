"""Findings as callers get them."""

from dataclasses import replace

from backend.kernel.exchange import Usage
from backend.kernel.search_requests import Failure
from backend.kernel.works import Source
from backend.research import serialise
from backend.research.deep.rounds import Course, Limits, Spent, State
from backend.research.inquiry import Findings, Found, Step
from backend.research.quoted_answer import RELATED, WRITING
from backend.research.source_search import NO_READER, NO_SERVICE
from backend.sources.identifiers import source_id

CORALS = Source("Corals", url="https://example.org/corals")
REEFS = Source("Reefs", url="https://example.org/reefs")
FINDINGS = Findings(
    text=f"They bleach [{source_id(REEFS)}].",
    sources=(CORALS, REEFS),
    cited=(source_id(REEFS),),
    removed=1,
    support=70,
    found=Found((CORALS, REEFS), 9, (Failure("arxiv", "was late"),), ("corals",)),
    provider="openai",
    model="big",
    usage=Usage(10, None, None),
    finish_reason="length",
    steps=(Step("search", "9 different results", 12, {"results": 9}),),
    ran={"chat": "big"},
)


def test_what_is_cited_is_in_the_map_and_the_rest_among_the_sources():
    told = serialise.of(FINDINGS)
    assert list(told["citations"]) == [source_id(REEFS)]
    assert [each["id"] for each in told["sources"]] == [source_id(CORALS), source_id(REEFS)]
    assert told["steps"] == [{"step": "search", "text": "9 different results", "took_ms": 12, "results": 9}]
    meta = told["meta"]
    assert meta["failures"] == [{"connector": "arxiv", "reason": "was late"}]
    assert meta["models"] == {"chat": "big", "system": None} and meta["truncated"] and meta["removed_citations"] == 1
    assert meta["usage"] == {"prompt_tokens": 10, "completion_tokens": None, "cost": None}, "unknown is null, never 0"
    assert (told["confidence"], told["iterations"], meta["deep"]) == (70, 1, None)


def test_a_cited_source_tells_what_it_says_to_the_sentences_that_cite_it():
    assert serialise.of(FINDINGS)["citations"][source_id(REEFS)]["support_of"] == []
    told = {"sentence": "They bleach.", "verdict": "supported"}
    judged = replace(FINDINGS, support_of={source_id(REEFS): (told,)})
    assert serialise.of(judged)["citations"][source_id(REEFS)]["support_of"] == [told]


def test_a_deep_research_is_no_surer_than_its_last_review_nor_than_what_its_sources_say():
    state = State("corals", confidence=85, round=2, ended="confident")
    course = Course(state, Spent(1.5, None, None), Limits(cost=None), "model", "rules")
    deep = replace(FINDINGS, course=course, support=90)
    told = serialise.of(deep)
    assert (told["confidence"], told["iterations"]) == (85, 2)
    assert told["meta"]["deep"]["budget"]["tokens"]["spent"] is None
    assert told["meta"]["deep"]["budget"]["rounds"]["spent"] == 2
    assert serialise.of(replace(deep, support=20))["confidence"] == 20
    assert serialise.of(replace(deep, cited=()))["confidence"] == 0


def test_what_may_be_beside_the_point_is_worth_little_however_much_is_cited():
    doubted = replace(FINDINGS, sure=False, support=100)
    told = serialise.of(doubted)
    assert (told["confidence"], told["meta"]["support"]) == (serialise.DOUBTED, 100)
    course = Course(State("corals", confidence=85), Spent(1.5, None, None), Limits(cost=None), "model", "rules")
    assert serialise.of(replace(doubted, course=course))["confidence"] == serialise.DOUBTED
    assert serialise.of(replace(doubted, cited=(), support=0))["confidence"] == 0


def test_what_failed_is_said_in_words():
    failed = (
        Failure("arxiv", "was late."),
        Failure("arxiv", "was late."),
        NO_READER,
        NO_SERVICE,
        Failure(WRITING, "the model failed"),
        Failure(RELATED, "the system model failed (over its limit)"),
    )
    assert serialise.of(replace(FINDINGS, found=Found(failures=failed)))["warnings"] == [
        "Part of the search failed. arxiv: was late.",
        "Nothing was searched, because no search service is configured (the focus `local` searches your own library).",
        "While the answer was written, the model failed.",
        "No related questions are suggested, because the system model failed (over its limit).",
    ]
