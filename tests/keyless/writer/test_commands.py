"""The user's own words, commands and named parts."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from backend.kernel.exchange import Excerpt, OpenDraft, Target
from tests.keyless.writer.writing import BLEACHING, PENDING, QUOTED_BLEACHING, REEFS, SURVEY, write

SUMMARY = Target(
    "## Summary\n\nReefs are rich in fish [@smith2020]. They cover little. Fish on reefs are many. It rained.\n",
    "section",
    "Summary",
)


def test_own_words_are_content_word_for_word():
    said = "We didn’t *measure* light, $x < 3$."
    answer = write(f"Insert the following at the end of Results: “{said}”", REEFS, SURVEY, titles=("Results",))
    assert (answer["document_content"], answer["sources"], answer["intent"]) == (said, [], "new")


def test_own_words_open_a_draft_beside_the_one_that_waits():
    asked = "Put “We measured at noon.” at the end of Results."
    assert write(asked, previous_content=PENDING)["intent"] == "new"
    answer = write("Replace it with “We measured at noon.”", previous_content=PENDING)
    assert (answer["document_content"], answer["intent"]) == ("We measured at noon.", "revise")


@pytest.mark.parametrize(
    ("message", "intent"),
    [
        ("Move it to the end of Results.", "move"),
        ("Undo", "edit"),
        ("Put that back", "edit"),
        ("thanks", "talk"),
        ("yes", "talk"),
    ],
)
def test_commands_never_search_and_never_replace_a_draft(message, intent):
    book = Excerpt(
        "Whole villages were moved and put back to the end of the valley. Thanks and undo.", "library", "B", cite="B"
    )
    answer = write(message, book, previous_content=PENDING, titles=("Results",))
    assert answer["intent"] == intent and answer["document_content"] == ""
    assert book.text[:20] not in answer["message"] and "\n" not in answer["message"]


def test_a_named_section_is_shortened_in_place():
    answer = write("Make the Summary shorter.", SURVEY, target=SUMMARY, titles=("Summary",))
    kept = answer["document_content"].removeprefix("## Summary\n\n").split(". ")
    assert answer["intent"] == "new" and 1 < len(kept) < 4
    assert [SUMMARY.text.index(each.rstrip(".")) for each in kept] == sorted(
        SUMMARY.text.index(each.rstrip(".")) for each in kept
    )


def test_the_draft_is_shortened_where_no_section_is_named():
    answer = write("Make it shorter.", previous_content=PENDING)
    assert answer["intent"] == "revise" and 0 < len(answer["document_content"]) < len(PENDING)


def test_a_section_that_is_not_whole_is_left_alone():
    answer = write("Shorten the Summary.", target=replace(SUMMARY, whole=False), titles=("Summary",))
    assert answer["document_content"] == "" and "Summary" in answer["message"]


@pytest.mark.parametrize("message", ["Rephrase the Summary.", "Translate the Summary into German."])
def test_what_it_cannot_do_is_said_in_one_line(message):
    answer = write(message, target=SUMMARY, titles=("Summary",))
    assert answer["document_content"] == "" and answer["intent"] == "talk" and "\n" not in answer["message"]


def test_a_new_piece_for_a_named_section_stands_beside_the_draft():
    drafts = (OpenDraft("1", PENDING),)
    asked = "Add a paragraph on bleaching to Results."
    answer = write(asked, BLEACHING, previous_content=PENDING, drafts=drafts, titles=("Results",))
    assert answer["intent"] == "new" and "Reefs are rich" not in answer["document_content"]


def test_the_revised_draft_is_named_where_several_wait():
    drafts = (OpenDraft("2", "Another one. And more."), OpenDraft("1", PENDING))
    answer = write("Make it shorter.", previous_content=PENDING, drafts=drafts)
    assert answer["draft"] == "1"
    assert write("Make it shorter.", previous_content=PENDING, drafts=drafts[1:])["draft"] == ""


def test_a_question_about_a_named_part_is_answered_out_of_it():
    answer = write("What does the Summary say?", target=SUMMARY, titles=("Summary",))
    assert "Reefs are rich in fish [@smith2020]." in answer["message"] and answer["intent"] == "talk"


def test_a_summary_of_a_named_part_is_made_of_it():
    answer = write("Summarise the Survey in one sentence.", SURVEY, target=replace(SUMMARY, section="Survey"))
    assert answer["document_content"] and answer["document_content"] in SUMMARY.text


def test_a_new_piece_is_no_revision_of_the_draft_that_waits():
    drafts = (OpenDraft("1", PENDING),)
    answer = write("Write a paragraph on bleaching.", BLEACHING, previous_content=PENDING, drafts=drafts)
    assert answer["intent"] == "new" and answer["document_content"] == QUOTED_BLEACHING


@pytest.mark.parametrize("message", ["Move it to the end of Results.", "Delete the last paragraph of Results."])
def test_nothing_is_changed_in_research_mode(message):
    answer = write(message, mode="research", previous_content=PENDING, titles=("Results",))
    assert answer["intent"] == "talk" and answer["document_content"] == ""


def test_an_attached_text_for_a_named_section_leaves_the_draft_alone():
    drafts = (OpenDraft("1", PENDING),)
    asked = "Use this as a new paragraph in Results"
    answer = write(asked, BLEACHING, previous_content=PENDING, drafts=drafts, titles=("Results",))
    assert answer["intent"] == "new" and answer["document_content"] == QUOTED_BLEACHING


@pytest.mark.parametrize(
    ("question", "lead"),
    [
        ("What are the main sections of this paper?", "The headings of the document:"),
        ("Show me the outline", "The headings of the document:"),
        ("Welche Abschnitte hat das Papier?", "Die Überschriften des Dokuments:"),
        ("¿Qué secciones tiene el documento?", "Los títulos del documento:"),
    ],
)
def test_a_question_about_the_sections_is_answered_with_the_headings(question: str, lead: str) -> None:
    answer = write(question, titles=("Introduction", "Methods"))
    assert (answer["message"], answer["intent"]) == (f"{lead}\n- Introduction\n- Methods", "talk")


@pytest.mark.parametrize("order", ["Interweave the Summary and the Results.", "Rapproche Summary et Results."])
def test_an_order_about_two_parts_that_rules_cannot_carry_out_says_so(order: str) -> None:
    titles = ("Summary", "Results")
    named = tuple(sorted((order.index(title), order.index(title) + len(title)) for title in titles))
    answer = write(order, titles=titles, named=named)
    assert answer["document_content"] == "" and "`coscribe doctor`" in answer["message"]
    assert re.search("did not understand|pas compris", answer["message"])


def test_a_quoted_title_of_a_renaming_is_no_text() -> None:
    order = 'New heading for Survey: "Where and when we looked for corals".'
    answer = write(order, SURVEY, titles=("Methods", "Survey"), named=((16, 22),))
    assert answer["intent"] == "edit" and not answer["document_content"]
