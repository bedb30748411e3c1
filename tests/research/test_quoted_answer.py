"""Answers without a model: quotations with their marks, and what they say where they cannot be sure."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.errors import ProviderTimeout, ProviderUnreachable
from backend.kernel.events import silent
from backend.kernel.exchange import AnswerSchema, ChatReply, Quoted, Turn
from backend.kernel.search_requests import Failure
from backend.kernel.works import Source
from backend.research import synthesis
from backend.research.inquiry import DEPTHS, Found, Inquiry
from backend.research.quoted_answer import WRITING, Quotation, marks_for
from backend.research.source_search import Work
from backend.sources.identifiers import source_id
from tests.canned import research_ports

REEFS = Source("Reefs", url="https://a.example/reefs", content="Warm water bleaches corals. Fish leave.")
TIDES = Source("Tides", url="https://a.example/tides", content="Tides flood mangroves twice a day.")
ASKED = Inquiry((Turn("user", "What bleaches corals?"),))
DEPTH = DEPTHS["low"]


def quoting(*sentences, doubt=""):
    """Ports whose quoting always gives these."""
    asked = []

    def quote(question, sources, most):
        asked.append((question, tuple(sources), most))
        return Quoted(sentences, doubt)

    return Quotation(replace(research_ports(), quote=quote)), asked


def found(*sources, failures=()):
    return Found(sources=sources, failures=failures)


def test_each_sentence_is_cited_by_its_source():
    parts, asked = quoting((0, "Warm water bleaches corals."))
    made = parts.answer(ASKED, DEPTH, found(REEFS, TIDES), silent)
    assert f"Warm water bleaches corals. [{source_id(REEFS)}]" in made.text
    assert source_id(TIDES) not in made.text and made.sure
    assert (made.reply.text, made.reply.provider, made.reply.finish_reason) == (made.text, "extractive", "stop")
    assert asked == [("What bleaches corals?", (REEFS, TIDES), DEPTH.sentences)]


def test_numbered_marks_count_places_and_a_sentences_own_numbers_go():
    parts, _ = quoting((1, "Tides flood mangroves [3]."))
    text = parts.answer(replace(ASKED, numbered=True), DEPTH, found(REEFS, TIDES), silent).text
    assert "[2]" in text and "[3]" not in text


def test_a_doubtful_quotation_is_not_sure_and_says_so():
    parts, _ = quoting((0, "Fish leave."), doubt="They may not answer it.")
    made = parts.answer(ASKED, DEPTH, found(REEFS), silent)
    assert made.sure is False and "They may not answer it." in made.text


def test_where_nothing_was_found_nothing_is_quoted_and_failures_are_named():
    parts, asked = quoting((0, "never"))
    made = parts.answer(ASKED, DEPTH, found(failures=(Failure("arxiv", "was late"),)), silent)
    assert asked == [] and "never" not in made.text and "arxiv" in made.text


def test_where_nothing_was_searched_that_is_said():
    parts, _ = quoting((0, "x"))
    assert parts.answer(replace(ASKED, search=False), DEPTH, found(), silent).text == synthesis.NOT_SEARCHED


def test_a_schema_of_the_callers_own_is_filled_and_no_mark_stands_in_it():
    schema = AnswerSchema("a", {"type": "object", "properties": {"answer": {"type": "string"}}})
    parts, _ = quoting((0, "Warm water bleaches corals."))
    made = parts.answer(replace(ASKED, schema=schema), DEPTH, found(REEFS), silent)
    assert "Warm water bleaches corals." in made.text and "[sx_" not in made.text


@pytest.mark.parametrize(("said", "begins"), [("", ""), (f"Corals bleach [{source_id(REEFS)}] when", "Corals bleach")])
def test_where_a_model_fails_the_sources_speak_behind_what_it_had_said(said, begins):
    error = ProviderTimeout("Slow.")
    error.partial = ChatReply(said, "p", "m") if said else None
    parts, _ = quoting((0, "Warm water bleaches corals."))
    made, failure = parts.instead(error, ASKED, found(REEFS), Work(silent))
    assert made.text.startswith(begins) and "Warm water bleaches corals." in made.text
    assert ("…" in made.text) is bool(said)
    assert failure.connector == WRITING and error.title in failure.reason and error.title in made.note
    assert made.reply.text == made.text


def test_who_listens_hears_the_quotations_and_the_note():
    class Ear:
        words = ""

        def text(self, delta):
            self.words += delta

    ear = Ear()
    parts, _ = quoting((0, "Warm water bleaches corals."))
    made, _ = parts.instead(ProviderUnreachable(), ASKED, found(REEFS), Work(silent, listen=ear))
    assert ear.words == made.text + made.note


def test_marks_are_shown_as_the_caller_wants_them():
    by_id, numbered = marks_for(ASKED, (REEFS,)), marks_for(replace(ASKED, numbered=True), (REEFS,))
    assert by_id.settle(f"x [{source_id(REEFS)}]") == f"x [{source_id(REEFS)}]"
    assert numbered.settle(f"x [{source_id(REEFS)}]") == "x [1]"
