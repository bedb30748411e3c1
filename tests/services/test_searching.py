"""Which writer looks what up, and what is said where none can."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from backend.kernel.search_requests import SearchOptions
from backend.kernel.wanted import NOTHING_SAID, Wanted
from backend.kernel.works import Source
from backend.research.engine import SelfHostedSonar
from backend.services import drafting, references
from backend.services.drafting import RewriteDraft, SendMessage
from backend.services.searching import NO_FAST_MODEL, NO_SEARCH_OPTIONS, NOTHING_SEARCHED, NOTHING_TO_SEARCH_WITH
from backend.sources.identifiers import source_id
from tests.canned import CannedServices
from tests.fakes import ScriptedModel

PEAT = Source("Peat and carbon", "https://a.example/peat", content="Drained peat loses carbon for decades.")
QUESTION = "What is known about carbon loss from drained peat?"
ACADEMIC = SearchOptions("academic", ("a.example",), "year", "high")


class Searching(ScriptedModel):
    searches = True


def answered(**more) -> str:
    return json.dumps({"message": "It is known.", "document_content": "", "sources": [], "new_types": []} | more)


def equipped(world, writer, *found):
    """Ports with this writer; its services find these sources, and without any none is configured."""
    services = CannedServices(canned=found) if found else CannedServices()
    return replace(world.ports, writer=writer, research=replace(world.ports.research, services=services, system=None))


def ask(ports, world, wanted=NOTHING_SAID, mode="research", text=QUESTION):
    return drafting.send(ports, world.user_id, SendMessage(world.session_id, text, mode, wanted=wanted))


def test_a_writer_that_searches_is_told_how(world) -> None:
    writer = Searching(answered(document_content="Peat loses carbon."), answered(document_content="Peat loses more."))
    ports = equipped(world, writer, PEAT)
    given = ask(ports, world, Wanted(search=ACADEMIC), "write", "Write two sentences on carbon loss from peat.")
    drafting.rewrite(ports, world.user_id, RewriteDraft(world.session_id, given["pending_content_id"], "Say more."))
    assert [each.search_options for each in writer.requests] == [ACADEMIC, ACADEMIC]
    assert ports.research.services.asked == [] and given["warnings"] == []


def test_research_with_a_writer_that_only_writes_goes_through_the_search_services(world) -> None:
    writer = ScriptedModel(answered(sources=[source_id(PEAT)]))
    ports = equipped(world, writer, PEAT)
    given = ask(ports, world, Wanted(search=ACADEMIC))
    (query, filters), *_ = ports.research.services.asked
    assert "peat" in query.lower() and (filters.mode, filters.domains) == ("academic", ("a.example",))
    assert PEAT.content in "\n".join(turn.content for turn in writer.requests[0].turns)
    assert [(each["url"], each["status"]) for each in given["citations"]] == [(PEAT.url, "resolved")]
    assert NOTHING_SEARCHED not in given["warnings"]


@pytest.mark.parametrize(
    ("wanted", "mode", "warning"),
    [
        (NOTHING_SAID, "research", NOTHING_SEARCHED),
        (Wanted(search=ACADEMIC), "write", NO_SEARCH_OPTIONS),
        (Wanted(fast=True), "write", NO_FAST_MODEL),
    ],
)
def test_what_had_no_effect_is_said(world, wanted, mode, warning) -> None:
    ports = equipped(world, ScriptedModel(answered()))
    assert ask(ports, world, wanted, mode)["warnings"] == [warning]


@pytest.mark.parametrize("wanted", [Wanted(focus="chat"), Wanted(focus="local")])
def test_who_wants_no_search_hears_nothing_of_its_absence(world, wanted) -> None:
    ports = equipped(world, ScriptedModel(answered()), PEAT)
    assert ask(ports, world, wanted)["warnings"] == [] and ports.research.services.asked == []


def test_a_quicker_model_that_exists_is_asked_without_a_word(world) -> None:
    writer = Searching(answered())
    ports = replace(equipped(world, writer), fast_model="small")
    assert ask(ports, world, Wanted(fast=True), "write")["warnings"] == [] and writer.requests[0].model == "small"


def test_the_users_own_words_are_no_models_to_change(world) -> None:
    writer = ScriptedModel()
    text = "Insert the following at the end: “Peat soils lose carbon when they are drained.”"
    assert ask(equipped(world, writer), world, Wanted(fast=True), "write", text)["warnings"] == []
    assert writer.requests == []


def test_research_without_a_model_and_a_search_says_that_nothing_was_searched(world) -> None:
    ports = equipped(world, world.ports.research.keyless)
    assert ask(ports, world)["warnings"] == [NOTHING_TO_SEARCH_WITH]
    assert ask(ports, world, text="Thanks!")["warnings"] == []
    assert ask(ports, world, mode="write")["warnings"] == []


class Quoting(Searching):
    """Our engine without a model: it has a name of its own, and the keyless writer's model."""

    name, model = "research", "extractive"


def test_what_the_writer_without_a_model_says_of_itself_is_no_statement_without_a_source(world) -> None:
    said = "I have nothing to quote here: nothing is attached, and the document does not seem to speak of coral reefs."
    doubted = ask(equipped(world, Searching(answered(message=said)), PEAT), world)
    assert any("No source supports these statements" in each for each in doubted["warnings"])
    given = ask(equipped(world, Quoting(answered(message=said)), PEAT), world)
    assert not any("No source supports these statements" in each for each in given["warnings"])


def test_a_question_about_the_sessions_sources_searches_nothing_without_a_model(world) -> None:
    ports = equipped(world, world.ports.writer, PEAT)
    research = replace(ports.research, chat=None)
    ports = replace(ports, research=research, writer=SelfHostedSonar(research))
    references.add(ports, world.owned, [("peat", {"type": "article-journal", "title": "Peat"})], "import")
    said = ask(ports, world, mode="write", text="Which sources do I cite?")
    assert "[@peat] Peat" in said["response"] and not research.services.asked
