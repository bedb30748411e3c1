"""Units are slices of the evidence, and what is set of them is too."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.kernel.exchange import Excerpt
from backend.keyless.instruction import read_instruction
from backend.keyless.quotations.layout import is_said, join, set_text, stopped
from backend.keyless.quotations.quotation import coverage, missing, related, units
from tests.examples import examples

TEXT = (
    "# Title\n\nOne is $a. B$ here. Two, e.g. this.\n\n- item one\n- item two\n\n"
    "| a |\n| - |\n| 1 |\n\n```\nx. Y\n```\n"
)


CUT = "of the scores.\n\nHigh-grade gliomas\n\nGrass bends in wind. It breaks in frost, and we counted"


def test_units() -> None:
    found = units([Excerpt(TEXT, "section")], ("section",))
    assert [unit.line for unit in found] == [
        "One is $a. B$ here.", "Two, e.g. this.", "item one", "item two", "| a | | - | | 1 |", "``` x. Y ```",
    ]  # fmt: skip
    assert set_text(found) == TEXT.partition("\n\n")[2].rstrip("\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Trees cool.", "“Trees cool” (One 2001, p. 2)."),
        ("Do trees cool?", "“Do trees cool?” (One 2001, p. 2)."),
        ("Trees cool. Some\nwarm.", "“Trees cool. Some warm” (One 2001, p. 2)."),
        ("Trees cool (see above.)", "“Trees cool (see above.)” (One 2001, p. 2)."),
        ("- Trees cool.", "“Trees cool” (One 2001, p. 2)."),
    ],
)
def test_words_of_somebody_else_are_marked_and_name_their_source(text: str, expected: str) -> None:
    found = units([Excerpt(text, "library", "A. One (2001). Trees, p. 2", cite="One 2001, p. 2")], ("library",))
    assert set_text(found) == expected
    assert [unit.line for unit in units([Excerpt(expected, "pending")], ("pending",), repeats=True)] == [expected]
    assert all(is_said(unit, expected) for unit in found)
    assert not is_said(found[0], "Something else altogether.")


def test_own_words_and_words_of_others_in_one_draft() -> None:
    mine = Excerpt("Lindens grow here. They cool.", "highlight", "Notebook")
    theirs = Excerpt("Trees cool. Some warm.", "library", "A. One (2001). Trees", cite="One 2001")
    both = units([mine, theirs], ("highlight", "library"))
    assert set_text(both) == "Lindens grow here. They cool. “Trees cool. Some warm” (One 2001)."
    assert set_text(both[1:3], "bullets") == "- They cool.\n- “Trees cool” (One 2001)."


def test_repeats_and_other_kinds_are_left_out() -> None:
    excerpts = [Excerpt("One. Two.", "highlight"), Excerpt("two. Three.", "section"), Excerpt("Four.", "passage")]
    assert [unit.text for unit in units(excerpts, ("highlight", "section"))] == ["One.", "Two.", "Three."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a fact", "a fact."),
        ("a fact.", "a fact."),
        ("34 %", "34 %."),
        ("as $x$", "as $x$."),
        ("(really)", "(really)."),
        ("(really.)", "(really.)"),
        ("namely:", "namely:"),
        ("完了。", "完了。"),
        ("", ""),
    ],
)
def test_stopped(text: str, expected: str) -> None:
    assert stopped(text) == expected


def test_of_a_works_page_only_whole_sentences_are_quoted() -> None:
    page = [Excerpt(CUT, "library", "Grass, p. 3")]
    assert [unit.line for unit in units(page, ("library",))] == ["Grass bends in wind."]
    noted = [Excerpt("pH falls. Grass bends\n\n- in wind\n- in rain", "library", "Notes")]
    assert [unit.line for unit in units(noted, ("library",))] == ["pH falls.", "in wind", "in rain"]


@pytest.mark.parametrize("origin", ["Slides, p. 3", "Slides"])
def test_of_what_has_no_sentences_all_is_quoted(origin: str) -> None:
    slides = [Excerpt("Grass bends\n\nwind and rain", "library", origin)]
    assert [unit.line for unit in units(slides, ("library",))] == ["Grass bends", "wind and rain"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("<!--COUNT--> Grass bends.\n\nHigh-grade gliomas", ["Grass bends."]),
        ("<p>Grass <b>bends</b>.</p>", ["Grass <b>bends</b>."]),
        (
            "Grass [bends](https://a.example) <sup>1</sup>in wind.",
            ["Grass [bends](https://a.example) <sup>1</sup>in wind."],
        ),
        ("<!-- Grass bends. -->\n\nHigh-grade gliomas.", ["High-grade gliomas."]),
    ],
)
def test_links_and_markup_do_not_hide_a_sentence(text: str, lines: list[str]) -> None:
    for kind in ("library", "section"):
        assert [unit.line for unit in units([Excerpt(text, kind, "Grass, p. 3")], (kind,))][:1] == lines  # type: ignore[arg-type]
    assert [unit.line for unit in units([Excerpt(text, "library", "Grass, p. 3")], ("library",))] == lines


@pytest.mark.parametrize("kind", ["library", "section", "highlight", "passage"])
def test_what_has_no_word_is_not_quoted(kind: str) -> None:
    text = "| | |\n| - | - |\n| – | |\n\n…\n\nGrass bends.\n"
    assert [unit.line for unit in units([Excerpt(text, kind)], (kind,))] == ["Grass bends."]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other", "family"),
    [("respond", "respons", True), ("decid", "decis", True), ("cool", "cool", True), ("station", "static", False),
     ("contain", "contin", False), ("cat", "cats", False)],
)  # fmt: skip
def test_related(one: str, other: str, family: bool) -> None:
    assert related(one, other) is related(other, one) is family


def test_coverage_and_what_is_missing() -> None:
    instruction = read_instruction("What is the effect of canopy on falcons?", "")
    assert 0 < coverage("Canopies cool", instruction) < 0.5 < coverage("Canopies and a falcon", instruction) < 1
    assert missing("Canopies cool", instruction) == ["falcons"]


def test_join() -> None:
    assert join("One.", "Two.") == "One. Two."
    assert join("一。", "二。") == "一。二。"
    assert join("", "Two.") == "Two."


@pytest.mark.parametrize(
    ("text", "kind", "lines"),
    [
        ("---\ntitle: Shores\ntags:\n  - tide\ndate: 2020\n\nThe sea rises.", "passage", ["The sea rises."]),
        ("  - tide\nauthor: Doe\ndate: 2020\n---\nThe sea rises.", "passage", ["The sea rises."]),
        ("Note: the sea rises.\n\nIt falls.", "passage", ["Note: the sea rises.", "It falls."]),
        ("> The sea\n> rises.", "highlight", ["The sea rises."]),
    ],
)
def test_front_matter_and_quote_marks_are_no_text(text: str, kind: str, lines: list[str]) -> None:
    assert [unit.line for unit in units([Excerpt(text, kind)], (kind,))] == lines  # type: ignore[arg-type]


@settings(max_examples=examples(60), deadline=None)
@given(st.text(st.sampled_from("aB .$`\n-|>#1é中。\\"), max_size=80))
def test_every_unit_is_a_slice(text: str) -> None:
    found = units([Excerpt(text, "highlight")], ("highlight",), repeats=True)
    assert all(text[unit.start : unit.end] == unit.text and unit.text.strip() for unit in found)
    assert all(before.end <= after.start for before, after in pairwise(found))
