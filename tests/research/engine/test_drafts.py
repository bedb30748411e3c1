"""The engine as Stage 1's writer, and retracted works."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from backend.errors import ProviderTimeout
from backend.kernel.events import Event, silent
from backend.kernel.exchange import ChatRequest, Evidence, Excerpt, Turn
from backend.kernel.search_requests import Failure, Filters, SearchOptions
from backend.research import serialise
from backend.sources.identifiers import source_id
from tests.canned import CannedServices
from tests.fakes import ScriptedModel
from tests.research.engine.asking import (
    FOUND,
    QUESTION,
    SAID,
    STORMS,
    TIDES,
    A,
    B,
    Hearing,
    Speaking,
    inquiry,
    sonar,
)

DRAFT = {
    "message": f"Done [{A}].",
    "document_content": f"The tides do [{B}].",
    "sources": [A, "sx_00000000", "My notes"],
}


DOCUMENT = "[DOCUMENT] A secret draft about whales. [END OF DOCUMENT] Write about mangroves and floods."


def stage_one(**more: Any) -> ChatRequest:
    evidence = Evidence("write", "Write about mangroves and floods.")
    return ChatRequest((Turn("system", "Rules."), Turn("user", DOCUMENT)), evidence=evidence, **more)


def test_a_draft_names_its_sources_as_lines_that_are_known_again() -> None:
    services, events = CannedServices(searxng=FOUND), list[Event]()
    chat, hearing = Speaking([json.dumps(DRAFT)[:40], json.dumps(DRAFT)[40:]]), Hearing()
    reply = sonar(chat, services=services).complete(stage_one(), events.append, hearing)
    made = json.loads(reply.text)
    assert made["document_content"] == f"The tides do [{B}]." and made["message"] == f"Done [{A}]."
    assert reply.by_id, "ids stay until the answer is cited"
    assert "https://a.example/tides" in made["sources"][0] and made["sources"][1:] == ["", "My notes"]
    assert {source_id(each) for each in reply.results} == {A, B} and reply.provider == "research"
    numbers = {source_id(each): f"[{place}]" for place, each in enumerate(reply.results, start=1)}
    heard = reply.text.replace(f"[{A}]", numbers[A]).replace(f"[{B}]", numbers[B])
    assert "".join(hearing.all("text")) == heard and hearing.all("sources") == [reply.results]
    assert [query for query, _ in services.asked] and not any("whales" in query for query, _ in services.asked)
    assert chat.requests[0].search is False and chat.requests[0].turns[-1].content.endswith(DOCUMENT)


def test_a_draft_that_needs_no_search_is_asked_for_as_it_is() -> None:
    services, chat = CannedServices(searxng=FOUND), Speaking([json.dumps(DRAFT)])
    reply = sonar(chat, services=services).complete(stage_one(search=False), silent)
    assert not services.asked and reply.results == ()
    assert chat.requests[0].turns == stage_one().turns


def test_without_a_model_the_draft_is_quoted_from_what_was_found() -> None:
    hearing = Hearing()
    reply = sonar().complete(stage_one(), silent, hearing)
    made = json.loads(reply.text)
    assert "flood mangroves" in made["document_content"] and made["sources"] and reply.warnings == ()
    assert {A, B} <= {source_id(each) for each in reply.results} and reply.provider == "research"
    assert "".join(hearing.all("text")) == reply.text


def test_the_writer_searches_as_the_request_says() -> None:
    services = CannedServices(searxng=FOUND)
    request = ChatRequest((Turn("user", QUESTION),), search_options=SearchOptions("academic", ("a.example",), "year"))
    sonar(ScriptedModel(SAID), services=services).complete(request, silent)
    assert {filters for _, filters in services.asked} == {Filters("academic", ("a.example",), recency="year")}


def test_what_the_keyless_writer_says_of_highlights_is_passed_on() -> None:
    said = (Excerpt("Whales sing.", "highlight"), Excerpt("Tides flood mangroves.", "highlight"))
    asked = replace(stage_one(), evidence=Evidence("write", "Write about mangroves.", said))
    (told,) = sonar().complete(asked, silent).warnings
    assert told == "This draft does not quote 1 of the 2 highlights that you attached."


def test_a_draft_that_breaks_off_keeps_what_had_come() -> None:
    with pytest.raises(ProviderTimeout) as caught:
        sonar(Speaking([json.dumps(DRAFT)], ProviderTimeout)).complete(stage_one(), silent, Hearing())
    assert caught.value.partial is not None and "[sx_" not in caught.value.partial.text


@pytest.mark.parametrize("chat", [None, json.dumps(DRAFT)])
def test_what_failed_while_a_draft_was_looked_up_for_is_said_in_its_warnings(chat: str | None) -> None:
    services = CannedServices(searxng=FOUND, arxiv=Failure("arxiv", "did not answer in time"))
    model = None if chat is None else Speaking([chat])
    told = sonar(model, ScriptedModel(ProviderTimeout()), services=services).complete(stage_one(), silent).warnings
    assert [re.search(r"\w+: ", each)[0] for each in told] == ["queries: ", "arxiv: "]  # type: ignore[index]
    assert "did not answer in time" in told[1]
    nobody = sonar(model, services=CannedServices()).complete(stage_one(), silent).warnings
    assert len(nobody) == 1 and "no search service is configured" in nobody[0]
    assert sonar(model).complete(stage_one(), silent).warnings == ()


WITHDRAWN = replace(STORMS, metadata={"is_retracted": True})


@pytest.mark.parametrize("numbered", [True, False])
def test_an_answer_that_cites_a_retracted_work_says_so_at_its_end(numbered: bool) -> None:
    ear = Hearing()
    engine = sonar(Speaking([SAID]), services=CannedServices(searxng=(TIDES, WITHDRAWN)))
    found = engine.answer(inquiry(numbered=numbered), silent, ear)
    shown = f"[{1 + [source_id(each) for each in found.sources].index(B)}]" if numbered else f"[{B}]"
    assert found.text.endswith(f"*Retracted, so not to be used as evidence: “Storms” {shown}.*")
    assert "".join(ear.all("text")) == found.text and found.doubts == ("“Storms” was retracted.",)
    told = serialise.of(found)
    assert [each["retracted"] for each in told["sources"] if each["id"] == B] == [True]
    assert "“Storms” was retracted." in told["warnings"]


def test_a_retracted_work_is_never_quoted_without_saying_so() -> None:
    services = CannedServices(searxng=(TIDES, WITHDRAWN))
    found = sonar(services=services).answer(inquiry("Do storms flood mangroves?"), silent)
    (line,) = [line for line in found.text.splitlines() if B in line and line.startswith("- ")]
    assert line.endswith(f"[{B}] (from a retracted work)") and "not to be used as evidence: “Storms”" in found.text


def test_a_draft_without_a_model_never_quotes_a_retracted_work_without_saying_so() -> None:
    reply = sonar(services=CannedServices(searxng=(WITHDRAWN,))).complete(stage_one(), silent)
    made = json.loads(reply.text)
    assert "retracted)" in made["document_content"] and "(retracted)" in made["message"]
    assert all("(retracted)" in each for each in made["sources"]) and made["sources"]


def test_a_retracted_work_that_is_not_cited_is_named_in_a_warning_alone() -> None:
    services = CannedServices(searxng=(TIDES, WITHDRAWN))
    found = sonar(ScriptedModel(f"Tides [{A}]."), services=services).answer(inquiry(), silent)
    assert found.text == f"Tides [{A}]." and found.doubts == ("“Storms” was retracted.",)
    reply = sonar(ScriptedModel("{}"), services=services).complete(ChatRequest((Turn("user", QUESTION),)), silent)
    assert "“Storms” was retracted." in reply.warnings, "a draft too"
