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
        ("Introduction, second paragraph", "intro 2"),
        ("Introduction, second paragraph: shorten it.", None),
        ("Second paragraph of the Introduction.", "intro 2"),
        ("Introduction. Second paragraph, please.", "intro 2"),
        ("The second paragraph of the Introduction.", None),
        ("Introduction, paragraph 2.", "intro 2"),
        ("After paragraph 2 of the Introduction.", None),
        ("Introduction, before Table 2.", None),
        ("intro, as the second paragraph", "intro 2"),
    ],
)
def test_as_the_second_paragraph_is_before_the_one_that_is_the_second_now(text: str, expected: str | None):
    found = named(text).numbered()
    assert (told(found[1]) if found is not None else None) == expected
    assert found is None or found[0] == "before"


@pytest.mark.parametrize(
    "text",
    [
        "As the second to last paragraph of the Introduction.",
        "Introduction, second to last.",
        "Als voorlaatste alinea van de Introduction.",
    ],
)
def test_as_the_second_to_last_paragraph_is_after_the_one_that_is_it_now(text: str):
    found = named(text).numbered()
    assert found is not None
    assert (found[0], told(found[1])) == ("after", "intro 2")


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
