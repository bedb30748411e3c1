"""Places by what a message names, where its other words are not understood."""

from __future__ import annotations

import pytest

from backend.placement.request.named_place import NamedPlace
from tests.placement.request.readings import parts, told


def named(text: str, opens: bool = False) -> NamedPlace:
    reading, _, roles = parts(text)
    return NamedPlace(reading, roles, opens)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It should be the second paragraph of the Introduction.", "intro 2"),
        ("Make it the second paragraph of the Introduction.", "intro 2"),
        ("Mach ihn zum zweiten Absatz von Introduction.", "intro 2"),
        ("Make the second paragraph of the Introduction shorter.", None),
        ("Use it as the second paragraph of the Introduction.", "intro 2"),
        ("Unter Introduction als zweiten Absatz.", "intro 2"),
        ("En deuxième paragraphe de Discussion.", "discussion 2"),
        ("Put it after the second paragraph of the Introduction.", None),
        ("As the second paragraph.", None),
    ],
)
def test_as_the_second_paragraph_is_before_the_one_that_is_the_second_now(text: str, expected: str | None):
    assert told(named(text).numbered()) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This pairs with the Discussion.", "Discussion"),
        ("Have it trail the table.", "statistics table"),
        ("It pairs with Results or Discussion.", None),
        ("Shorter please.", None),
    ],
)
def test_the_only_thing_named_is_the_place(text: str, expected: str | None):
    assert told(named(text).only()) == expected


def test_a_common_word_in_the_message_that_asked_for_the_draft_names_nothing():
    assert told(named("The discussion is missing this.", opens=True).only()) is None
    assert told(named("The discussion is missing this.").only()) == "Discussion"
