"""After, before, between: what text is put beside."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement import rules
from backend.placement.place import carry_out_first
from backend.placement.request.relations import Relations
from tests.placement.request.readings import parts, told


def relations(text: str):
    return [
        (frame.tag, *(told(each) for each in (frame.target, frame.other) if each))
        for frame in Relations(*parts(text)).usable()
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Put it after Discussion.", [("after", "Discussion")]),
        ("Right before the paragraph on frazil slush.", [("before", "intro 2")]),
        ("Between Results and Discussion.", [("between", "Results", "Discussion")]),
        ("After Results, before Discussion.", [("after", "Results"), ("before", "Discussion")]),
        ("Once Results is done.", [("after", "Results")]),
        ("Let Discussion be followed by this.", [("after", "Discussion")]),
        ("Let Discussion stand under this.", [("before", "Discussion")]),
        ("The table should be under this.", [("before", "statistics table")]),
        ("Let Discussion be preceded by this.", [("before", "Discussion")]),
        ("Below Discussion, add a subsection “Limits”.", []),
        ("Discussion should be followed by a paragraph on frazil slush.", [("after", "Discussion")]),
        ("Could Discussion be followed by a new section?", [("after", "Discussion")]),
        ("Auf „Discussion“ soll ein neuer Abschnitt folgen.", [("after", "Discussion")]),
        ("Nach dem zweiten Absatz von „Introduction“ soll ein Absatz über Eis stehen.", [("after", "intro 2")]),
        ("Schreib auf Deutsch etwas im folgenden Stil für Discussion.", []),
        ("Put it between the paragraph on frazil slush and what follows.", [("after", "intro 2")]),
        ("Schrijf een alinea over ijs voor Discussion.", []),
        ("Zet dit voor Discussion.", [("before", "Discussion")]),
        ("Please add below text to Discussion.", []),
        ("The end of the paragraph about frazil slush.", [("after", "intro 2")]),
        ("Not after Results but after Discussion.", [("after", "Discussion")]),
        ("Put the text below into Discussion.", []),
        ("Add the text above to Discussion.", []),
        ("Take the paragraph below: it goes into Discussion.", []),
        ("Write about life before electricity.", []),
        ("Schreib etwas über Discussion.", []),
        ("Schreib über Results.", []),
        ("Setz es über Discussion.", [("before", "Discussion")]),
        ("在Discussion之后", [("after", "Discussion")]),
        ("在Results和Discussion之间", [("between", "Results", "Discussion")]),
    ],
)
def test_a_relation_and_what_it_is_to(text: str, expected: list[tuple[str, ...]]):
    assert relations(text) == expected


def test_a_block_that_is_hardly_meant_is_worth_nothing_and_a_section_its_own_quality():
    (block,) = Relations(*parts("Put it after the paragraph on frazil slush.")).usable()
    (section,) = Relations(*parts("Put it after Discussion.")).usable()
    assert 0 < block.worth == block.target.score and section.worth == section.target.score


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It belongs below the Discussion.", [("after", "Discussion")]),
        ("Insert this above Discussion.", [("before", "Discussion")]),
        ("Above the table in Statistics.", [("before", "statistics table")]),
        ("Underneath the table in Statistics.", [("after", "statistics table")]),
        ("Add it following Results.", [("after", "Results")]),
        ("Discussion must be preceded by it.", [("before", "Discussion")]),
        ("This should be followed by Discussion.", [("before", "Discussion")]),
        ("This should be preceded by Results.", [("after", "Results")]),
        ("Results should be followed by this paragraph.", [("after", "Results")]),
        ("Discussion comes after this.", [("before", "Discussion")]),
        ("Discussion comes before this.", [("after", "Discussion")]),
        ("The paragraph on frazil slush comes after it.", [("before", "intro 2")]),
        ("Where Results ends.", [("after", "Results")]),
        ("When Discussion begins.", [("before", "Discussion")]),
        ("Once the Results are over.", [("after", "Results")]),
        ("The beginning of the paragraph about frazil slush.", [("before", "intro 2")]),
        ("At the end of the paragraph that mentions frazil slush.", [("after", "intro 2")]),
        ("Results and Discussion: between them, please.", [("between", "Results", "Discussion")]),
        ("Between Results and the Discussion section.", [("between", "Results", "Discussion")]),
        (
            "Between the paragraph on frazil slush and the paragraph on anchor deposits.",
            [("between", "intro 2", "intro 3")],
        ),
        ("After Results but before Discussion.", [("after", "Results"), ("before", "Discussion")]),
        ("Neither after Results nor before Discussion; after Summary.", [("after", "Summary")]),
        ("Not before Discussion, after it.", [("after", "back")]),
        ("Nothing may come before it.", [("before", "every")]),
        ("Put it behind the list in Sampling.", [("after", "sampling list")]),
        ("Directly after the equation in Thickness.", [("after", "thickness math")]),
        ("Right after the code in Breakup.", [("after", "breakup code")]),
        ("Something about ice after dark.", []),
        ("Put it in Discussion, as discussed after lunch.", []),
        ("Thickness is in Results; put it behind that.", [("after", "back")]),
        ("Nach Discussion.", [("after", "Discussion")]),
        ("Vor dem Absatz über frazil slush.", [("before", "intro 2")]),
        ("Unter der Tabelle in Statistics.", [("after", "statistics table")]),
        ("Zwischen Results und Discussion.", [("between", "Results", "Discussion")]),
        ("Ein Absatz über frazil slush.", []),
        ("Als Unterabschnitt unter Discussion.", []),
        ("Après Discussion.", [("after", "Discussion")]),
        ("Avant Discussion.", [("before", "Discussion")]),
        ("Entre Results y Discussion.", [("between", "Results", "Discussion")]),
        ("在Discussion前面", [("before", "Discussion")]),
        ("Could Results and Discussion be parted by this?", [("between", "Results", "Discussion")]),
        ("Leave a gap after Discussion and put it there.", [("after", "Discussion")]),
    ],
)
def test_a_relation_in_other_words(text: str, expected: list[tuple[str, ...]]):
    assert relations(text) == expected


def decided(text: str, paragraphs: int) -> tuple[bool, str]:
    """Whether the place is sure, and the paragraph that the text comes behind."""
    own = "\n\n".join(f"Paragraph {number}." for number in range(1, paragraphs + 1))
    document = read(f"# Bogs\n\n## Introduction\n\n{own}\n\n## Results\n\nNone.\n")
    found = rules.decide(document, "New text.", [text])
    placed = carry_out_first(document, "New text.", found.candidates).text
    return found.sure, placed.partition("\n\nNew text.")[0].rpartition("\n\n")[2]


BOTH = (
    "Between the two paragraphs of the Introduction.",
    "Zwischen die beiden Absätze der Introduction.",
    "Entre les deux paragraphes de l'introduction.",
    "Entre los dos párrafos de Introduction.",
    "Tra i due paragrafi di Introduction.",
    "Entre os dois parágrafos de Introduction.",
)


@pytest.mark.parametrize("text", BOTH)
def test_between_the_two_paragraphs_of_a_section_is_between_them(text: str) -> None:
    assert decided(text, 2) == (True, "Paragraph 1.")


@pytest.mark.parametrize("text", BOTH)
def test_between_the_two_of_more_paragraphs_is_asked_about(text: str) -> None:
    assert decided(text, 3)[0] is False
