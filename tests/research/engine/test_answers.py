"""The rest of an answer: usage, models, effort, and ranking without a model."""

from __future__ import annotations

import re

import pytest

from backend.kernel.events import silent
from backend.kernel.exchange import Turn, Usage
from backend.kernel.search_requests import Failure, Filters
from backend.kernel.works import Source
from backend.research.source_search import LookupRequest
from tests.canned import CannedServices
from tests.fakes import ScriptedModel
from tests.research.engine.asking import (
    FOUND,
    QUESTION,
    A,
    Hearing,
    Speaking,
    inquiry,
    sonar,
)


def test_without_a_search_the_conversation_alone_is_answered_from() -> None:
    services, chat = CannedServices(searxng=FOUND), ScriptedModel(f"From what I know [{A}].")
    found = sonar(chat, services=services).answer(inquiry(search=False), silent, hearing := Hearing())
    assert (found.text, found.sources, found.removed) == ("From what I know.", (), 1)
    assert not services.asked and chat.requests[0].turns[-1] == Turn("user", QUESTION)
    assert [name for name, _ in hearing.heard if name == "begun"] == []
    assert "Nothing was searched for" in sonar().answer(inquiry(search=False), silent).text


def test_usage_is_that_of_all_models_and_unknown_stays_unknown() -> None:
    system = Speaking(['["mangroves"]'])
    assert sonar(Speaking(["x"]), system).answer(inquiry(), silent).usage == Usage(20, 10)
    assert sonar(ScriptedModel("x")).answer(inquiry(), silent).usage == Usage()


def test_named_models_and_wishes_reach_who_they_are_for() -> None:
    services = CannedServices(searxng=FOUND, arxiv=FOUND)
    chat, system = ScriptedModel("x"), ScriptedModel('["mangroves"]')
    filters = Filters(domains=("a.example",))
    sonar(chat, system, services=services).answer(
        inquiry(chat_model="big", system_model="small", filters=filters, only=frozenset({"arxiv"}), rules="In verse."),
        silent,
    )
    assert (chat.requests[0].model, system.requests[0].model) == ("big", "small")
    assert services.asked == [("mangroves", filters)] and "In verse." in chat.requests[0].turns[0].content
    assert chat.requests[0].search is False


@pytest.mark.parametrize(("effort", "most"), [("low", 5), ("medium", 10), ("high", 20)])
def test_effort_is_how_many_sources_are_shown(effort: str, most: int) -> None:
    many = [Source(f"Tides {n}", f"https://a.example/{n}", content=f"Tides, part {n}.") for n in range(40)]
    chat = ScriptedModel("x")
    found = sonar(chat, services=CannedServices(searxng=many)).answer(inquiry(effort=effort), silent)
    assert len(found.sources) == most and found.found.total == 40
    assert len(re.findall(r"^\[sx_", chat.requests[0].turns[-1].content, re.MULTILINE)) == most


def test_search_ranks_without_any_model() -> None:
    services = CannedServices(searxng=FOUND, arxiv=Failure("arxiv", "was away"))
    chat = ScriptedModel()
    found = sonar(chat, ScriptedModel(), services=services).search(
        "storms", silent, LookupRequest(Filters(), None, 1, 60, 8.0)
    )
    assert len(found.sources) == 1 and found.total == 2 and found.sources[0].connector == "searxng"
    assert found.failures == (Failure("arxiv", "was away"),) and not chat.requests
