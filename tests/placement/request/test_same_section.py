"""A later message that only counts paragraphs is about the section of the message before it."""

import pytest

from backend.document.blocks import read
from backend.placement.request.same_section import completed, in_same_section
from backend.placement.rules import decide

PAPER = read("# Bees\n\nOpening.\n\n## Methods\n\nM one.\n\n## Results\n\nR one.\n\nR two.\n")
FIRST = "Add a paragraph on rain to Results."


def test_the_section_of_the_message_before_is_meant():
    assert in_same_section(PAPER, (FIRST, "no, behind the first paragraph")) == [
        FIRST,
        "no, behind the first paragraph in “Results”",
    ]
    assert in_same_section(PAPER, (FIRST, "behind paragraph 2, please"))[1] == "behind paragraph 2 in “Results”, please"


def test_the_preposition_is_of_the_language_of_the_count():
    assert completed("non, avant le deuxième paragraphe", "Ice") == "non, avant le deuxième paragraphe de “Ice”"
    assert completed("nein, vor den zweiten Absatz", "Ice") == "nein, vor den zweiten Absatz in “Ice”"


def test_other_messages_stay_as_they_are():
    for message in ("no, behind the first paragraph of Methods", "shorter", "behind the first table"):
        assert in_same_section(PAPER, (FIRST, message))[1] == message
    assert in_same_section(PAPER, ("no, behind the first paragraph",)) == ["no, behind the first paragraph"]


def test_the_draft_goes_there_and_without_a_section_it_is_asked():
    found = decide(PAPER, "Rain fell.", (FIRST, "no, behind the first paragraph"))
    assert found.sure and found.placement.anchor.excerpt == "R one."
    assert not decide(PAPER, "Rain fell.", ("Add a paragraph on rain.", "no, behind the first paragraph")).sure


@pytest.mark.parametrize(
    ("message", "completed_to"),
    [
        (
            "put a paragraph on salt in the methods, after the first paragraph",
            "put a paragraph on salt in the methods, after the first paragraph in “Methods”",
        ),
        (
            "Füge etwas über Salz in Methods ein, nach dem ersten Absatz",
            "Füge etwas über Salz in Methods ein, nach dem ersten Absatz in “Methods”",
        ),
        ("a word on methods after the first paragraph", "a word on methods after the first paragraph"),
    ],
)
def test_a_paragraph_is_counted_in_the_section_into_which_the_text_goes(message, completed_to):
    document = read("# Ice\n\nOnce.\n\nTwice.\n\n## Methods\n\nWe waited.\n\nIt froze.\n")
    assert in_same_section(document, [message]) == [completed_to]
