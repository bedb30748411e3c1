"""What a message wants replaced, if anything."""

from __future__ import annotations

import pytest

from backend.placement.request.replacement import Replacing
from tests.placement.request.readings import parts, told


def replacing(text: str) -> Replacing:
    return Replacing(*parts(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Replace Discussion with this.", "Discussion"),
        ("Replace the paragraph on frazil slush.", "intro 2"),
        ("Substitute this for Discussion.", "Discussion"),
        ("I'd rather have this than the paragraph on frazil slush.", "intro 2"),
        ("Discussion is no good, use this instead.", "Discussion"),
        ("Use this as the new Discussion.", "Discussion"),
        ("The paragraph on frazil slush in Introduction should be replaced.", "intro 2"),
        ("Replace the table in Statistics.", "statistics table"),
        ("Discussion is old. Replace it.", "Discussion"),
        ("Put it after Discussion.", None),
        ("Write about replacing diesel engines.", None),
        ("Swap the two sentences.", None),
        ("Forget Results, put it in Discussion.", None),
        ("Put it in Results instead of Discussion.", None),
    ],
)
def test_what_is_to_go(text: str, expected: str | None):
    assert told(replacing(text).target()) == expected


@pytest.mark.parametrize(
    ("text", "ordered"),
    [
        ("Replace the section on walruses.", True),
        ("Put it after Discussion.", False),
        ("Swap the two sentences.", False),
    ],
)
def test_whether_something_is_to_be_replaced_at_all(text: str, ordered: bool):
    made = replacing(text)
    made.target()
    assert made.ordered is ordered


@pytest.mark.parametrize(
    ("text", "less"),
    [("Rewrite the sentence on frazil slush.", True), ("Rewrite the paragraph on frazil slush.", False)],
)
def test_whether_only_a_sentence_is_meant(text: str, less: bool):
    assert replacing(text).less() is less


def test_a_section_named_to_say_where_a_block_is_stays():
    meant = replacing("Replace the paragraph on frazil slush in Introduction.").target()
    assert meant is not None and meant.kind == "block"
    guesses = replacing("Replace a paragraph in Introduction.").target()
    assert guesses is None or guesses.kind != "section"
