"""Deep research with models that work and models that don't."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from backend.errors import ProviderError, ProviderTimeout
from backend.kernel.exchange import ChatReply, ChatRequest
from backend.kernel.search_requests import Failure
from backend.kernel.works import Source
from backend.research.deep import plan
from backend.research.deep.driver import DeepResearch
from backend.research.inquiry import DEPTHS, Inquiry
from backend.research.source_search import Lookup, Work
from backend.sources.identifiers import source_id
from tests.fakes import CannedServices, ScriptedModel
from tests.research.deep.driver.driving import PLAN, TALK, Hanging, Ran, parts, reviewed, works


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


def test_one_that_always_wants_to_go_on_ends_after_five_rounds() -> None:
    class Stubborn(ScriptedModel):
        def complete(self, request: ChatRequest, *rest: Any) -> ChatReply:
            number = len(self.requests)
            self.answers.append(reviewed(10, "continue_search", f"topic{number} thing{number}") if number else PLAN)
            return super().complete(request, *rest)

    ran = Ran(parts(Stubborn()))
    assert (ran.state.ended, ran.state.round) == ("rounds", 5)
    assert "after 5 rounds" in ran.course.ending
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
    assert second[1].content == "Blub." and "It contained no JSON object" in second[2].content
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
    assert ran.state.ended == "budget" and "0.3 seconds" in ran.course.ending
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
