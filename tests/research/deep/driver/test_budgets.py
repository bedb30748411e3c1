"""Deep research within its budgets, stopped, and without a model."""

from __future__ import annotations

from typing import Any

import pytest

from backend.errors import Cancelled
from backend.kernel import cancellation
from backend.kernel.cancellation import Cancellation
from backend.kernel.exchange import ChatReply, ChatRequest
from backend.kernel.works import Source
from backend.research.source_search import NO_SERVICE
from tests.fakes import CannedServices, ScriptedModel
from tests.research.deep.driver.driving import PLAN, Costing, Hanging, Ran, parts, reviewed, works


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
        ran.course.ending
        == f"The search ended after {rounds} round{'s'[: rounds - 1]}, when its budget of {told} was spent."
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
