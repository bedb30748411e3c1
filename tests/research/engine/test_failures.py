"""What fails is named, and the rest is used."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from backend.errors import ProviderError, ProviderMisanswered, ProviderTimeout, ProviderUnreachable
from backend.kernel.events import silent
from backend.kernel.exchange import AnswerSchema, ChatReply, ChatRequest
from backend.kernel.search_requests import Failure
from backend.kernel.tool_calls import ToolCall, ToolUse
from backend.kernel.works import Source
from backend.research import serialise
from backend.research.engine import SelfHostedSonar
from backend.research.inquiry import Findings
from backend.research.subagents.actions import written
from backend.sources.identifiers import source_id
from backend.tools import tools
from tests.canned import CannedPages, CannedServices, research_ports
from tests.fakes import ScriptedModel
from tests.research.engine.asking import (
    FOUND,
    QUESTION,
    SAID,
    SHOWN,
    STORMS,
    TIDES,
    A,
    B,
    Hearing,
    Speaking,
    inquiry,
    sonar,
)


def failed(findings: Findings) -> dict[str, str]:
    return {each.connector: each.reason for each in findings.found.failures}


def test_everything_that_fails_on_the_way_is_named_and_the_rest_is_used() -> None:
    class NoVectors:
        key = "none"

        def embed(self, texts: Sequence[str]) -> Any:
            raise ProviderTimeout

    services = CannedServices(searxng=FOUND, arxiv=Failure("arxiv", "did not answer in time"))
    pages = CannedPages({TIDES.url or "": "The moon pulls the tides, and they flood the mangroves. " * 9})
    system = ScriptedModel(ProviderUnreachable(), ProviderTimeout())
    chat = ScriptedModel(SAID)
    engine = sonar(chat, system, pages, services, embedder=NoVectors())
    found = engine.answer(inquiry(effort="medium", related=True), silent)
    assert set(failed(found)) == {"queries", "arxiv", "ranking", "pages", "related"}
    assert failed(found)["arxiv"] == "did not answer in time" and STORMS.url in failed(found)["pages"]
    assert ProviderUnreachable.title in failed(found)["queries"] and ProviderTimeout.title in failed(found)["ranking"]
    assert (found.text, found.related) == (SHOWN, ())
    assert "The moon pulls the tides" in chat.requests[0].turns[-1].content
    assert services.asked[0][0] == "mangroves flood", "keywords, where no model writes queries"


@pytest.mark.parametrize(
    ("brought", "why"),
    [
        (Failure("searxng", "answered 403"), "The search failed (searxng: answered 403)"),
        ((), "The search found nothing"),
    ],
)
def test_an_answer_from_memory_begins_by_saying_so(brought: Any, why: str) -> None:
    services, ear = CannedServices(searxng=brought), Hearing()
    found = sonar(Speaking(["Storms", " do."]), services=services).answer(inquiry(), silent, ear)
    assert found.text.startswith(f"{why}, so this answer rests on what the model remembers")
    assert found.text.endswith("\n\nStorms do.") and "".join(ear.all("text")) == found.text
    assert found.doubts[0] == found.text.split("\n\n")[0]
    schema = AnswerSchema("answer", {"type": "object", "properties": {"answer": {"type": "string"}}})
    found = sonar(ScriptedModel('{"answer": "x"}'), services=services).answer(inquiry(schema=schema), silent)
    assert found.text == '{"answer": "x"}' and why in found.doubts[0], "JSON stays JSON"
    assert not sonar(ScriptedModel("Hi."), services=services).answer(inquiry(search=False), silent).doubts


def test_pages_that_nobody_reads_are_named_where_they_would_be_read() -> None:
    assert failed(sonar(ScriptedModel("x")).answer(inquiry(effort="medium"), silent)) == {
        "pages": "were not read: this server reads no pages"
    }
    assert failed(sonar(ScriptedModel("x")).answer(inquiry(), silent)) == {}


def test_without_a_service_that_is_said_and_the_model_answers() -> None:
    chat = ScriptedModel("Nothing was found.")
    found = sonar(chat, services=CannedServices()).answer(inquiry(), silent)
    assert found.text.startswith("Nothing was searched (no search service is configured") and "search" in failed(found)
    assert found.text.endswith("\n\nNothing was found.")
    assert "(the search found nothing)" in chat.requests[0].turns[-1].content


@pytest.mark.parametrize("listen", [None, Hearing()])
def test_a_chat_model_that_fails_fails_the_call_and_what_it_said_is_kept(listen: Hearing | None) -> None:
    with pytest.raises(ProviderTimeout) as caught:
        sonar(Speaking([SAID], ProviderTimeout)).answer(inquiry(), silent, listen)
    assert caught.value.partial is not None and caught.value.partial.text == SHOWN
    if listen is not None:
        assert listen.all("sources") and {source_id(each) for each in listen.all("sources")[0]} == {A, B}


@pytest.mark.parametrize("error", [ProviderTimeout, ProviderUnreachable, ProviderMisanswered])
def test_a_deep_research_that_nobody_writes_up_is_quoted(error: type[ProviderError]) -> None:
    """What was found in minutes is not lost with one call, and nobody takes it for the model's answer."""
    found = sonar(ScriptedModel(error("no"))).answer(inquiry("What floods mangroves?", deep=True), silent)
    assert found.provider == found.model == "extractive" and "chat" not in found.ran
    assert set(found.cited) == {A, B} and found.text.startswith("Quoted word for word")
    assert found.text.endswith(f"({error.title}). Ask again; the model may succeed then.*")
    assert found.found.failures[-1].connector == "synthesis" and "quoted instead" in found.found.failures[-1].reason


def test_what_a_model_had_said_of_a_deep_research_stands_before_the_quotations() -> None:
    hearing = Hearing()
    chat = Speaking([SAID], ProviderTimeout)
    found = sonar(chat).answer(inquiry("What floods mangroves?", deep=True), silent, hearing)
    assert found.text.startswith(f"{SHOWN} …\n\nQuoted word for word")
    assert set(found.cited) == {A, B} and "".join(hearing.all("text")) == found.text


def test_a_deep_research_that_found_nothing_fails_with_its_model() -> None:
    with pytest.raises(ProviderTimeout):
        sonar(ScriptedModel(ProviderTimeout("no")), services=CannedServices(searxng=())).answer(
            inquiry(deep=True), silent
        )
    schema = AnswerSchema("a", {"type": "object", "properties": {"text": {"type": "string"}}})
    for form in ({"schema": schema}, {"numbered": True}):
        with pytest.raises(ProviderTimeout):  # programs are told by the status
            sonar(ScriptedModel(ProviderTimeout("no"))).answer(inquiry(deep=True, **form), silent)


def test_what_speaks_of_something_else_is_not_quoted_and_what_may_not_answer_says_so() -> None:
    found = sonar().answer(inquiry("What is the boiling point of tungsten?"), silent)
    assert (found.cited, found.support) == ((), 0) and "nothing to quote" in found.text
    found = sonar().answer(inquiry("What floods mangroves in Borneo or Sumatra?"), silent)
    assert found.cited and not found.sure and "nothing on “Borneo” or “Sumatra”" in found.text
    assert sonar().answer(inquiry("What floods mangroves?"), silent).sure


def test_where_a_helper_fails_a_plain_look_is_taken_beside_what_the_others_brought() -> None:
    own = Source("My paper", doi="10.1000/own", content="Storms break roots.")
    split = {"split": True, "subtasks": [{"helper": "deep_research", "task": "Tides?"},
                                         {"helper": "file_analyzer", "task": "Storms in my papers?"}]}  # fmt: skip

    class System(ScriptedModel):
        def complete(self, request: ChatRequest, *rest: Any) -> ChatReply:
            said = json.dumps(split) if "You decide whether" in request.turns[0].content else '["mangroves"]'
            if request.tools:
                said = written([ToolCall("file_search", {"query": "storms"})])
            elif "[TOOL RESULT" in request.turns[-1].content:
                said = "Storms break roots."
            return ChatReply(said, self.name, self.model)

    services = CannedServices(searxng=FOUND)
    parts = research_ports(services, None, ScriptedModel(ProviderTimeout("late"), SAID), System())
    parts = replace(parts, tools=tools(parts, lambda url, seconds: None, None))  # type: ignore[arg-type,return-value]
    asked = inquiry(
        "How do tides and storms differ for mangroves?",
        effort="medium",
        use=ToolUse(QUESTION, 30, files=lambda query, most: [own]),
    )
    found = SelfHostedSonar(parts, today=lambda: date(2026, 11, 20)).answer(asked, silent)
    assert {each.title for each in found.sources} == {"Tides", "Storms", "My paper"}
    assert found.text == SHOWN and found.found.queries == ("mangroves",)
    assert [each for each in serialise.of(found)["warnings"] if "deep_research" in each and "late" in each]
    parts.chat.answers.extend([ProviderTimeout("late"), ProviderTimeout("late")])  # type: ignore[union-attr]
    unwritten = SelfHostedSonar(parts, today=lambda: date(2026, 11, 20)).answer(asked, silent)
    assert unwritten.provider == "extractive" and len(unwritten.sources) == 3, "what helpers found is not lost either"
