"""Offsets of what a change put in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.document.common_prefix import shared_ends
from backend.placement import offsets

TEXT = st.text(alphabet="ab \n𝒳", max_size=12)


@given(TEXT, TEXT, TEXT)
def test_an_insertion_is_found_and_taking_it_out_gives_the_text_before(before: str, new: str, after: str) -> None:
    old, made = before + after, before + new + after
    span = offsets.pure_insertion(old, made)
    assert span is not None and made[: span[0]] + made[span[1] :] == old


@given(TEXT, TEXT)
def test_the_ends_that_two_texts_share_never_overlap(one: str, other: str) -> None:
    head, tail = shared_ends(one, other)
    assert head + tail <= min(len(one), len(other)) and one[:head] == other[:head]
    assert one[len(one) - tail :] == other[len(other) - tail :]


def test_approved_content_is_found_word_for_word_beside_its_like() -> None:
    before, after = "A\n\nNew.\n", "A\n\nNew.\n\nNew.\n"
    ((start, end),) = offsets.inserted(before, after, "New.")
    assert after[start:end] == "New."


def test_where_text_only_went_away_nothing_was_inserted() -> None:
    assert offsets.inserted("one two", "one", "") == ()
    assert offsets.pure_insertion("one two", "one six") is None


def test_utf16_counts_as_javascript_does() -> None:
    assert offsets.utf16("𝒳a𝒳b", ((1, 3),)) == ((2, 5),)
    assert offsets.utf16("𝒳a𝒳b", ((3, 4), (0, 1), (2, 2))) == ((5, 6), (0, 2), (3, 3))
    assert offsets.utf16("abc", ((1, 3),)) == ((1, 3),)
