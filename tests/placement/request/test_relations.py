"""After, before, between: what text is put beside."""

from __future__ import annotations

import pytest

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
        ("Let Discussion be preceded by this.", [("before", "Discussion")]),
        ("The end of the paragraph about frazil slush.", [("after", "intro 2")]),
        ("Not after Results but after Discussion.", [("after", "Discussion")]),
        ("Put the text below into Discussion.", []),
        ("Add the text above to Discussion.", []),
        ("Take the paragraph below: it goes into Discussion.", []),
        ("Write about life before electricity.", []),
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
