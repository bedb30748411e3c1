"""Edits to content: what is named changes, the rest keeps every character."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.kernel.exchange import Excerpt
from backend.keyless.quotations.quotation import Unit, units
from backend.keyless.revision import edit, names_change, shortened

PROSE = "Coral  grows slowly.\nHeat kills coral in weeks. Fish leave. Nobody returns."
LIST = "Intro stays.\n\n- coral grows\n- fish leave\n- heat rises\n\nThe end stays."
MATHS = "We set $x = 1. 5$ first. Then `a. B` runs. Done."


def fresh(text: str) -> list[Unit]:
    return units([Excerpt(text, "highlight", "Doe")], ("highlight",))


@pytest.mark.parametrize(
    ("content", "wish", "expected"),
    [
        (PROSE, "remove the first sentence", "Heat kills coral in weeks. Fish leave. Nobody returns."),
        (PROSE, "delete the last two sentences", "Coral  grows slowly.\nHeat kills coral in weeks."),
        (
            PROSE,
            "Please drop the sentence on fish.",
            "Coral  grows slowly.\nHeat kills coral in weeks. Nobody returns.",
        ),
        (PROSE, "cut the 3rd sentence", "Coral  grows slowly.\nHeat kills coral in weeks. Nobody returns."),
        (PROSE, "keep only the part about heat", "Heat kills coral in weeks."),
        (PROSE, "only the first sentence", "Coral  grows slowly."),
        (PROSE, "no, keep the second sentence only", "Heat kills coral in weeks."),
        (PROSE, "Keep the second sentence and drop the rest.", "Heat kills coral in weeks."),
        (PROSE, "Behalte nur den zweiten Satz.", "Heat kills coral in weeks."),
        (PROSE, "Keep the second sentence.", ""),
        (PROSE, "Make it better.\nbut just the last two sentences", "Fish leave. Nobody returns."),
        (PROSE, "nur den zweiten Satz", "Heat kills coral in weeks."),
        (
            PROSE,
            "start with the last sentence",
            "Nobody returns.\nCoral  grows slowly. Heat kills coral in weeks. Fish leave.",
        ),
        (PROSE, "move the first sentence to the end", None),
        (PROSE, "make it friendlier", ""),
        (PROSE, "remove everything about dragons", ""),
        (LIST, "remove the item about fish", "Intro stays.\n\n- coral grows\n- heat rises\n\nThe end stays."),
        (MATHS, "remove the second sentence", "We set $x = 1. 5$ first. Done."),
        ("Only one.", "make it shorter", ""),
        ("Only one.", "remove the first sentence", ""),
    ],
)
def test_edit(content: str, wish: str, expected: str | None) -> None:
    edited = edit(content, wish, [])
    if expected is None:
        assert edited.content.endswith("Coral  grows slowly.")
        assert sorted(edited.content.split()) == sorted(content.split())
    else:
        assert edited.content == expected
    assert bool(edited.done) == bool(edited.content)


@pytest.mark.parametrize(
    ("content", "wish", "expected"),
    [
        ("Fish leave.", "add this", "Fish leave. Sharks stay."),
        ("Fish leave.", "add this at the beginning", "Sharks stay. Fish leave."),
        ("Fish leave.", "use this instead", "Sharks stay."),
        ("- fish leave", "add this", "- fish leave\n- Sharks stay."),
        ("Fish leave.\n\nHeat rises.", "add this", "Fish leave.\n\nHeat rises.\n\nSharks stay."),
        ("Fish leave. Heat rises.", "remove the first sentence and add this", "Heat rises. Sharks stay."),
        ("Sharks stay.", "add this", ""),
    ],
)
def test_adding(content: str, wish: str, expected: str) -> None:
    assert edit(content, wish, fresh("Sharks stay.")).content == expected


@pytest.mark.parametrize("wish", ["as a bullet list", "Make it a bullet point list", "put it in a bullet list, please"])
def test_a_list_has_all_sentences(wish: str) -> None:
    made = edit("Sharks stay. Rays leave. Eels sleep.", wish, [])
    assert made.content.count("\n- ") == 2 and made.done == ("set it as a list",)


def test_a_change_that_names_what_goes_or_comes_is_known() -> None:
    for order in ("without the source names", "keep only the rays", "and a sentence on limits", "add the limits"):
        assert names_change(order)
    for order in ("try again", "another one", "no, something else", "shorter"):
        assert not names_change(order)


@pytest.mark.parametrize(
    ("wish", "done"),
    [
        ("Shorter: one sentence.", "kept the most telling sentence"),
        ("make it a single sentence", "kept the most telling sentence"),
        ("Too long. Three sentences are enough", "kept the 3 most telling sentences"),
        ("shorten it to 2 sentences", "kept the 2 most telling sentences"),
        ("shorter: the first three sentences bore me", "kept the 2 most telling sentences"),
        ("Too long, one sentence repeats itself", "kept the 2 most telling sentences"),
    ],
)
def test_what_is_kept_is_as_much_as_was_said_and_counted_as_people_do(wish: str, done: str) -> None:
    assert edit(PROSE, wish, []).done == (done,)


def test_unasked_units_are_added_only_on_request() -> None:
    assert not edit(PROSE, "hm", fresh("Sharks stay.")).done
    assert edit(PROSE, "hm", fresh("Sharks stay."), volunteer=True).added


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(["Coral grows.", "Heat kills coral.", "Fish leave!", "Is $x. y$ so?"]), max_size=6))
def test_shortening_keeps_half_of_the_sentences_as_they_are(parts: list[str]) -> None:
    content = " ".join(parts)
    result = shortened(content)
    kept = [unit.text for unit in fresh(result)]
    assert all(part in parts for part in kept)
    assert len(result) <= len(content)
    assert result or not content


def test_quotations_stay_whole_when_a_sentence_goes():
    quoted = "“Trees cool. They shade. Some warm” (One 2001)."
    assert edit(quoted, "Delete the last sentence.", ()).content == "“Trees cool. They shade” (One 2001)."
    assert edit(quoted, "Streich den zweiten Satz.", ()).content == "“Trees cool” (One 2001). “Some warm” (One 2001)."


def test_no_blank_is_left_where_a_paragraphs_last_sentence_went():
    edited = edit("Reefs are rich. Nets are old.\n\nBoats are new.", "Remove the second sentence.", [])
    assert edited.content == "Reefs are rich.\n\nBoats are new."
