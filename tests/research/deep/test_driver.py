"""Deep research with models of every kind: good ones, stubborn ones, liars, those that talk nonsense or say nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.errors import Cancelled, ProviderError, ProviderTimeout
from backend.kernel import cancellation
from backend.kernel.cancellation import Cancellation
from backend.kernel.events import Event
from backend.kernel.exchange import ChatReply, ChatRequest, Quoted, Turn, Usage
from backend.kernel.search_requests import Failure, Limits
from backend.kernel.works import Source
from backend.ports import ResearchPorts
from backend.research.deep import plan
from backend.research.deep.driver import DeepResearch
from backend.research.deep.rounds import Course
from backend.research.engine import SelfHostedSonar
from backend.research.inquiry import DEPTHS, Findings, Inquiry
from backend.research.lookup import NO_SERVICE, Lookup, Work
from backend.sources.identifiers import source_id
from tests.fakes import CannedServices, HashEmbedder, ScriptedModel

QUESTION = "How does ocean acidification affect coral reefs and their fish?"
TALK = (Turn("user", QUESTION),)
PLAN = json.dumps(
    {
        "thought": "Corals and fish are two things.",
        "queries": [
            {"query": "coral calcification pH", "purpose": "mechanism", "expected": "rates"},
            {"query": "reef fish behaviour CO2", "purpose": "fish", "expected": "experiments"},
            {"query": "acidification meta-analysis", "purpose": "the whole", "expected": "effect sizes"},
        ],
        "gaps": ["adaptation"],
        "confidence": 55,
    }
)


def reviewed(confidence: int = 40, action: str = "refine_strategy", *queries: str, **more: Any) -> str:
    return json.dumps(
        {"critique": "Thin.", "confidence": confidence, "next_action": action, "queries": list(queries)} | more
    )


def works(query: str) -> list[Source]:
    """Three works that only this query finds, and one that every query does."""
    own = [
        Source(f"{query} {n}", f"https://example.org/{query.replace(' ', '-')}/{n}", content=f"On {query}.")
        for n in range(3)
    ]
    return [*own, Source("The one", doi="10.1000/one", content="Known everywhere.")]


class Costing(ScriptedModel):
    """A scripted model whose provider tells what a call costs, and that says the last thing for ever."""

    usage = Usage(100, 20, 0.01)

    def complete(self, request: ChatRequest, *rest: Any) -> ChatReply:
        if len(self.answers) == 1:
            self.answers.append(self.answers[0])
        return replace(super().complete(request, *rest), usage=self.usage)


class Hanging(ScriptedModel):
    """Says nothing until it is cancelled, as every provider's wait is."""

    def complete(self, request: ChatRequest, *rest: Any) -> ChatReply:
        self.requests.append(request)
        cancellation.pause(60)
        raise AssertionError("nobody cancelled it")


def parts(system: Any = None, chat: Any = None, services: Any = None, **limits: Any) -> ResearchPorts:
    return ResearchPorts(
        services=services or CannedServices(works),
        pages=None,
        chat=chat,
        system=system,
        keyless=ScriptedModel(),
        quote=lambda question, sources, most: Quoted(tuple((n, each.content) for n, each in enumerate(sources))[:most]),
        embedder=HashEmbedder(),
        limits=Limits(**limits),
    )


class Ran:
    """A research that was run: what was found, how, and what was told."""

    def __init__(self, ports: ResearchPorts, halt: Cancellation | None = None, **inquiry: Any) -> None:
        self.events: list[Event] = []
        self.heard: list[Sequence[Source]] = []
        self.work = Work(self.events.append, halt, listen=self)
        deep = DeepResearch(ports, Lookup(ports))
        asked = Inquiry(TALK, effort="low", deep=True, **inquiry)
        self.found, self.course = deep.gather(asked, DEPTHS["low"], self.work, date(2026, 1, 2))

    def sources(self, found: Sequence[Source]) -> None:
        self.heard.append(tuple(found))

    @property
    def state(self) -> Any:
        return self.course.state

    def told(self, name: str) -> list[Any]:
        return [each.data for each in self.events if each.name == name]

    def failed(self) -> dict[str, str]:
        return {each.connector: each.reason for each in self.work.failures}


# --- models that work -------------------------------------------------------------------------------


def test_plan_search_review_until_enough_is_known() -> None:
    system = ScriptedModel(PLAN, reviewed(50, "refine_strategy", "coral adaptation decades"), reviewed(80, "finalize"))
    services = CannedServices(works)
    ran = Ran(parts(system, services=services))
    assert (ran.state.ended, ran.state.round, ran.state.confidence) == ("confident", 2, 80)
    assert ran.state.executed == (
        "coral calcification pH", "reef fish behaviour CO2", "acidification meta-analysis", "coral adaptation decades",
    )  # fmt: skip
    assert sorted(services.queries) == sorted(ran.state.executed)
    assert (ran.state.succeeded, ran.state.failed) == (4, 0)
    assert len(ran.found.sources) == 13 and len({source_id(each) for each in ran.found.sources}) == 13
    assert [len(each) for each in ran.heard] == [10, 13]
    assert (ran.course.planner, ran.course.reviewer) == ("model", "model")
    assert not ran.work.failures


def test_what_it_does_is_told_in_order() -> None:
    system = ScriptedModel(PLAN, reviewed(50, "refine_strategy", "pH calcification coral", "new thing"), reviewed(90))
    ran = Ran(parts(system))
    names = [each.name for each in ran.events if each.name in ("plan_thought", "exec_action", "review")]
    assert names == ["plan_thought", *["exec_action"] * 4, "review", *["exec_action"] * 3, "review"]
    thought = ran.told("plan_thought")[0]
    assert thought["text"] == "Corals and fish are two things." and thought["confidence"] == 55
    assert thought["queries"][0] == {"query": "coral calcification pH", "purpose": "mechanism", "expected": "rates"}
    actions = [each["text"] for each in ran.told("exec_action")]
    assert actions[0] == "Searching for “coral calcification pH”: mechanism"
    assert actions[3] == "3 of 3 queries answered, 10 new sources, 10 in all"
    assert actions[4] == "Skipped “pH calcification coral”: nearly the same as “coral calcification pH”"
    assert [(each["confidence"], each["next_action"]) for each in ran.told("review")] == [
        (50, "refine_strategy"),
        (90, "finalize"),
    ]
    assert all(each["text"] for name in ("plan_thought", "exec_action", "review") for each in ran.told(name))
    phases = [each["phase"] for each in ran.told("phase")]
    assert phases == ["plan", "search", "review", "search", "review", "end"]
    calls = [each["tool_call_id"] for each in ran.told("tool_call_started")]
    assert len(set(calls)) == len(calls) == 4


def test_continue_search_replaces_what_waits() -> None:
    many = json.dumps({"queries": [f"topic{n} word{n}" for n in range(5)]})
    more = [f"more{n}" for n in range(5)]
    system = ScriptedModel(
        many, reviewed(10, "refine_strategy", *more), reviewed(10, "continue_search", "other"), reviewed(99)
    )
    assert Ran(parts(system)).state.executed[5:] == (*more, "other")


def test_failed_searches_are_counted_and_what_worked_is_used() -> None:
    services = CannedServices(lambda query: works(query) if "fish" in query else None)
    ran = Ran(parts(ScriptedModel(PLAN, reviewed(90)), services=services))
    assert (ran.state.succeeded, ran.state.failed, len(ran.found.sources)) == (1, 2, 4)
    assert ran.failed()["canned"] == "did not answer"


def test_pages_are_read_once_in_all_rounds() -> None:
    class Pages:
        asked: list[str] = []  # noqa: RUF012

        def read(self, urls: Sequence[str], *, seconds: float) -> dict[str, str | Failure]:
            self.asked += urls
            return {url: f"The page at {url} tells much more than its snippet did." for url in urls}

    system = ScriptedModel(PLAN, reviewed(50, "refine_strategy", "coral adaptation"), reviewed(90))
    ports = replace(parts(system), pages=Pages())
    found, _ = DeepResearch(ports, Lookup(ports)).gather(
        Inquiry(TALK, deep=True), DEPTHS["medium"], Work(lambda event: None), date(2026, 1, 2)
    )
    assert len(Pages.asked) == len(set(Pages.asked)) == 6
    assert sum(each.metadata.get("read") is True for each in found.sources) == 6


# --- models that don't ------------------------------------------------------------------------------


def test_one_that_always_wants_to_go_on_ends_after_five_rounds() -> None:
    class Stubborn(ScriptedModel):
        def complete(self, request: ChatRequest, *rest: Any) -> ChatReply:
            number = len(self.requests)
            self.answers.append(reviewed(10, "continue_search", f"topic{number} thing{number}") if number else PLAN)
            return super().complete(request, *rest)

    ran = Ran(parts(Stubborn()))
    assert (ran.state.ended, ran.state.round) == ("rounds", 5)
    assert "after 5 rounds" in ran.course.told
    assert len(ran.found.sources) == 22


def test_one_that_wants_the_same_again_is_told_that_nothing_is_left() -> None:
    system = ScriptedModel(PLAN, reviewed(10, "continue_search", "coral calcification pH", "CO2 reef fish behaviour"))
    ran = Ran(parts(system))
    assert (ran.state.ended, ran.state.round) == ("exhausted", 1)
    assert ran.state.skipped == ("coral calcification pH", "CO2 reef fish behaviour")


def test_nonsense_is_asked_for_once_more_and_then_rules_plan() -> None:
    system = ScriptedModel("Blub.", "blub!", "Bla.", "bla!")
    ran = Ran(parts(system))
    assert (ran.course.planner, ran.course.reviewer, ran.state.ended) == ("default", "default", "finalized")
    assert ran.state.executed == tuple(each.query for each in plan.by_rules(TALK).queries)
    assert ran.found.sources
    second = system.requests[1].turns
    assert second[1].content == "Blub." and "It held no JSON object" in second[2].content
    assert set(ran.failed()) == {"plan", "review"}
    assert "twice gave an answer that could not be parsed" in ran.told("plan_thought")[0]["text"]
    assert "so the answer is written from what was found" in ran.told("review")[0]["text"]
    assert ran.told("review")[0]["next_action"] == "finalize"


def test_what_is_said_better_the_second_time_counts() -> None:
    ran = Ran(parts(ScriptedModel("Gladly!", PLAN, '{"confidence": "very"}', reviewed(80))))
    assert (ran.course.planner, ran.course.reviewer, ran.state.confidence) == ("model", "model", 80)
    assert not ran.work.failures


def test_who_is_sure_of_nothing_found_is_not_believed() -> None:
    nothing = CannedServices(lambda query: [])
    ran = Ran(
        parts(ScriptedModel(PLAN, reviewed(100, "continue_search", "another way"), reviewed(100)), services=nothing)
    )
    assert ran.state.confidence == 0 and ran.state.ended == "exhausted" and ran.state.round == 2
    one = CannedServices(lambda query: [Source("The one", doi="10.1000/one", content="Known.")])
    assert Ran(parts(ScriptedModel(PLAN, reviewed(100, "finalize")), services=one)).state.confidence == 65


def test_a_model_that_fails_leaves_it_to_rules() -> None:
    ran = Ran(parts(ScriptedModel(ProviderTimeout(), ProviderTimeout())))
    assert (ran.course.planner, ran.course.reviewer, ran.state.ended) == ("default", "default", "finalized")
    assert ran.failed() == dict.fromkeys(("plan", "review"), f"failed ({ProviderTimeout.title})")
    assert ran.found.sources


def test_a_model_that_says_nothing_is_not_waited_for_longer_than_the_time_allows() -> None:
    ran = Ran(parts(Hanging(), seconds=0.3))
    assert ran.state.ended == "budget" and "0.3 seconds" in ran.course.told
    assert ran.state.round == 0 and ran.course.cut_short


class Moody(ScriptedModel):
    """Answers one thing after another for ever, and counts."""

    def complete(self, request: ChatRequest, *rest: Any) -> ChatReply:
        self.answers.append(self.answers[0])
        return super().complete(request, *rest)


_queries = st.lists(st.text("ab cé?", max_size=8), max_size=7)
_said = st.one_of(
    st.text(max_size=60),
    st.builds(
        lambda *values: json.dumps(dict(zip(("confidence", "next_action", "queries", "gaps"), values, strict=True))),
        st.integers(-10, 300) | st.just(0) | st.none(),
        st.sampled_from(["continue_search", "refine_strategy", "finalize", "", "dance"]),
        _queries,
        _queries,
    ),
    st.builds(ProviderError),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(_said, min_size=1, max_size=4), st.integers(0, 3))
def test_whatever_the_model_says_it_ends_and_loses_nothing(said: list[str | Exception], number: int) -> None:
    system = Moody(*said)
    services = CannedServices(lambda query: works(query)[:number])
    ran = Ran(parts(system, services=services))
    assert ran.state.ended and ran.state.round <= 5
    assert len(system.requests) <= 2 * (1 + 5)
    assert len(services.queries) == len(ran.state.executed) <= 20
    found = {source_id(each) for query in services.queries for each in works(query)[:number]}
    assert {source_id(each) for each in ran.found.sources} == found


# --- budgets and wishes -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "told", "rounds"),
    [
        ({"tokens": 200}, "200 tokens", 1),
        ({"cost": 0.015}, "0.015 US dollars", 1),
        ({"searches": 2}, "2 searches", 1),
        ({"sources": 6}, "6 sources", 1),
        ({"searches": 4}, "4 searches", 2),
    ],
)
def test_what_is_spent_ends_it_with_what_there_is(limits: dict[str, Any], told: str, rounds: int) -> None:
    system = Costing(PLAN, reviewed(10, "refine_strategy", "one more", "and another thing"))
    ran = Ran(parts(system, **limits))
    assert (ran.state.ended, ran.state.round) == ("budget", rounds)
    assert (
        ran.course.told
        == f"The searching ended after {rounds} round{'s'[: rounds - 1]}, when its budget of {told} was spent."
    )
    assert 0 < len(ran.found.sources) <= limits.get("sources", 99)
    assert ran.work.steps[-1].name == "end" and told in ran.work.steps[-1].words
    assert ran.state.confidence > 0


def test_what_nobody_counts_limits_nothing_and_is_unknown() -> None:
    ran = Ran(parts(ScriptedModel(PLAN, reviewed(90)), tokens=1, cost=0.0001))
    assert ran.state.ended == "confident"
    assert (ran.course.spent.tokens, ran.course.spent.cost) == (None, None)


def test_stopping_the_search_leaves_what_was_found() -> None:
    halt = Cancellation()

    class Stopping(ScriptedModel):
        def complete(self, request: ChatRequest, *rest: Any) -> ChatReply:
            if len(self.requests) == 1:
                halt.cancel()
                cancellation.check()
            return super().complete(request, *rest)

    ran = Ran(parts(Stopping(PLAN)), halt)
    assert (ran.state.ended, ran.state.round, ran.course.cut_short) == ("stopped", 1, True)
    assert len(ran.found.sources) == 10


def test_stopped_before_it_began_there_is_nothing() -> None:
    halt = Cancellation()
    halt.cancel()
    services = CannedServices(works)
    ran = Ran(parts(Hanging(), services=services), halt)
    assert (ran.state.ended, services.queries, ran.found.sources) == ("stopped", [], ())


def test_stopping_everything_stops_everything() -> None:
    wish = Cancellation()
    wish.cancel()
    with cancellation.obeying(wish), pytest.raises(Cancelled):
        Ran(parts(ScriptedModel(PLAN)))


def test_without_a_service_it_says_so() -> None:
    services = CannedServices(works)
    services.names = ()
    ran = Ran(parts(ScriptedModel(), services=services))
    assert ran.state.ended == "unsearchable"
    assert ran.failed() == {NO_SERVICE.connector: NO_SERVICE.reason}


# --- without a model --------------------------------------------------------------------------------


def test_rules_plan_search_for_what_is_missing_and_end() -> None:
    services = CannedServices(
        lambda query: [
            Source(f"{topic} {n}", f"https://example.org/{topic}/{n}", content=text)
            for topic, text in {
                "coral": "Ocean acidification affects coral reefs: reviews and evidence are limited.",
                "fish": "Fish of reefs are affected by acidification of the ocean too.",
            }.items()
            for n in range(3)
            if topic in query
        ]
    )
    ran = Ran(parts(services=services))
    assert (ran.course.planner, ran.course.reviewer) == ("rules", "rules")
    assert ran.state.ended in ("confident", "finalized", "exhausted") and 1 <= ran.state.round <= 5
    assert len(ran.found.sources) == 6
    assert ran.told("review")[0]["confidence"] > 50


def test_rules_with_nothing_to_be_found_end_too() -> None:
    ran = Ran(parts(services=CannedServices(lambda query: [])))
    assert ran.state.ended and ran.state.confidence == 0 and ran.state.round <= 5
    assert len(ran.state.executed) == len(set(ran.state.executed))


# --- the whole answer -------------------------------------------------------------------------------


def answered(ports: ResearchPorts, **inquiry: Any) -> Findings:
    return SelfHostedSonar(ports).answer(Inquiry(TALK, effort="low", deep=True, **inquiry), lambda event: None)


def course(findings: Findings) -> Course:
    assert findings.course is not None
    return findings.course


def test_the_answer_is_written_from_all_rounds_with_citations() -> None:
    late = works("coral adaptation decades")[0]
    system = ScriptedModel(PLAN, reviewed(50, "refine_strategy", "coral adaptation decades"), reviewed(80))
    chat = ScriptedModel(f"Corals adapt slowly [{source_id(late)}], or not [sx_00000000].")
    findings = answered(parts(system, chat))
    assert findings.text == f"Corals adapt slowly [{source_id(late)}], or not."
    assert findings.cited == (source_id(late),)
    assert len(findings.sources) == 13
    assert course(findings).state.confidence == 80
    assert [step.name for step in findings.steps] == [
        "plan", "search", "review", "search", "review", "end", "synthesise",
    ]  # fmt: skip
    shown = chat.requests[0].turns[-1].content
    assert late.title in shown and QUESTION in shown


def test_an_answer_cut_short_says_so_in_words() -> None:
    system = Costing(PLAN, reviewed(10, "refine_strategy", "one more"))
    findings = answered(parts(system, ScriptedModel("Some answer."), searches=2))
    assert findings.text.startswith("Some answer.\n\n*The searching ended after 1 round, when its budget of 2 searches")
    assert findings.text.endswith("The answer rests on what had been found by then.*")
    whole = answered(parts(ScriptedModel(PLAN, reviewed(90)), ScriptedModel("All of it.")))
    assert whole.text == "All of it."


def test_what_planning_and_reviewing_cost_is_part_of_the_usage() -> None:
    findings = answered(parts(Costing(PLAN, reviewed(90)), ScriptedModel("An answer.")))
    assert findings.usage == Usage(200, 40, 0.02)
    assert course(findings).spent.tokens == 240


def test_without_any_model_it_quotes_what_the_rounds_found() -> None:
    findings = answered(parts())
    assert findings.provider == "extractive" and findings.cited
    assert findings.course is not None
    assert set(findings.cited) <= {source_id(each) for each in findings.sources}


def test_what_only_the_words_of_a_view_find_is_no_source() -> None:
    """Without a model the plan adds words of its own, which match by themselves."""
    stray = Source(
        "Reviewing", "https://example.org/stray", content="Peer reviewers wrote a systematic review overview."
    )
    reef = Source("Reefs", "https://example.org/reef", content="Acidification dissolves coral reefs.")
    ran = Ran(parts(services=CannedServices(lambda query: [stray, reef] if "review" in query else [reef])))
    assert "systematic review" in " ".join(ran.state.executed)
    assert [each.title for each in ran.found.sources] == ["Reefs"]
