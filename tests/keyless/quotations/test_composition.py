"""What a draft quotes: what is attached and meant, else the library, else the document's own words."""

import pytest

from backend.kernel.exchange import Evidence, Excerpt, Target
from backend.keyless.instruction import read_instruction
from backend.keyless.quotations.composition import (
    asks_for_own_words,
    choose,
    limited,
    meant,
    set_draft,
    subject_of_document,
    where_nothing_fits,
)
from backend.keyless.quotations.quotation import units

WIND = Excerpt("Wind cools wide streets.", "highlight", "Notebook")
DUST = Excerpt("Dust settled on the sensor.", "highlight", "Notebook")
SHELF = Excerpt("Rain cools the streets for hours.", "library", "A book", cite="Berg 2020")


def test_highlights_that_touch_the_topic_are_meant():
    about = read_instruction("Add a paragraph on wind", WIND.text)
    pool = units([WIND, DUST], ("highlight",))
    assert [unit.text for unit in meant(pool, about)] == [WIND.text]
    assert meant(pool, read_instruction("Add these", WIND.text)) == pool


def test_the_library_is_drawn_on_where_nothing_is_attached():
    about = read_instruction("Add a paragraph on rain in the streets", SHELF.text)
    chosen = choose(Evidence("write", about.text, (SHELF,)), about, None)
    assert [unit.text for unit in chosen] == [SHELF.text]
    assert set_draft(chosen, chosen, about)[0] == "“Rain cools the streets for hours” (Berg 2020)."


def test_a_limit_keeps_the_best():
    about = read_instruction("Write one sentence about dust", DUST.text)
    assert [unit.text for unit in limited(units([WIND, DUST], ("highlight",)), about, None)] == [DUST.text]


PAPER = "Preface.\n\n# Introduction\n\nRain is studied. We ask why.\n\n# Summary\n\nRain cools streets. It is cheap.\n"


@pytest.mark.parametrize(
    "question",
    [
        "What is this paper about?",
        "hi! what’s it about, in two sentences?",
        "Worum geht es in dem Text?",
        "¿De qué trata el artículo?",
    ],
)
def test_a_question_for_the_subject_of_the_document_is_answered_from_its_abstract(question):
    found = subject_of_document(Evidence("write", question, document=PAPER))
    assert [unit.text for unit in found] == ["Rain cools streets.", "It is cheap."]


def test_the_introduction_stands_in_for_a_missing_abstract_and_other_questions_for_nothing():
    short = PAPER.partition("# Summary")[0]
    found = subject_of_document(Evidence("write", "What is it about?", document=short))
    assert [unit.text for unit in found] == ["Rain is studied.", "We ask why."]
    assert subject_of_document(Evidence("write", "What is the section about?", document=PAPER)) == []
    assert subject_of_document(Evidence("write", "What is it about?", document="Rain.")) == []


SURVEY = Target("Ann counted owls. Bob counted bats.", "section", "Methods > Survey")


@pytest.mark.parametrize(
    ("order", "line", "asked"),
    [
        ("Write the names in Survey as initials: A. instead of Ann", "Ann counted owls.", False),
        ("and cite it after “owls” in Survey", "Bob counted bats.", False),
        ("The sentence on bats in Survey goes.", "Rain fell.", False),
        ("Write a sentence on rain for Survey", "Rain fell.", True),
        ("Summarize Survey in one sentence", "Ann counted owls.", True),
    ],
)
def test_the_sentences_of_the_named_part_are_no_new_text_for_it(order, line, asked):
    used = units([Excerpt(line, "passage", "Methods")], ("passage",))
    assert asks_for_own_words(Evidence("write", order, target=SURVEY), used) is asked


def test_a_clause_says_where_nothing_fits():
    assert "library" in where_nothing_fits({"library", "passage"}, ("highlight",))
    assert where_nothing_fits({"passage"}, ("highlight",)).startswith("nothing is attached")
    assert where_nothing_fits({"highlight", "passage"}, ("highlight",)).endswith("and none of the document")
