"""A version that lost much of its base needs a look, unless less was asked for."""

from __future__ import annotations

import pytest

from backend.drafting.versions import asks_for_less, doubt_about

BASE = "The tide floods the marsh twice a day and leaves its salt behind in the soil of the bay. " * 3


def test_a_version_of_a_third_of_its_base_says_how_much_is_gone() -> None:
    doubt = doubt_about(BASE, BASE[: len(BASE) // 3], "Say “estuary” instead of “bay”.", False)
    assert doubt is not None and "67 % fewer words" in doubt


def test_no_doubt_where_less_was_asked_for_or_little_is_gone() -> None:
    assert doubt_about(BASE, BASE[: len(BASE) // 3], "Make it shorter.", False) is None
    assert doubt_about(BASE, BASE[: 2 * len(BASE) // 3 + 9], "Fix the spelling.", False) is None
    assert doubt_about(BASE, BASE + BASE, "Fix the spelling.", False) is None


def test_a_version_that_was_cut_off_is_doubted_whatever_was_asked_for() -> None:
    assert "cut off" in (doubt_about(BASE, BASE[:90], "Shorter.", True) or "")


@pytest.mark.parametrize(
    "words", ["Shorter, please.", "Kürzer bitte.", "Plus court.", "Más breve.", "In 50 words.", "Nur der erste Satz."]
)
def test_orders_for_less(words: str) -> None:
    assert asks_for_less(words)


@pytest.mark.parametrize("words", ["Use the past tense.", "Add the year.", "Schreib förmlicher."])
def test_orders_for_something_else(words: str) -> None:
    assert not asks_for_less(words)
