"""A version that lost much of its base needs a look, unless less was asked for."""

from __future__ import annotations

import pytest

from backend.drafting import versions
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
    "words",
    [
        "Shorter, please.",
        "Kürzer bitte.",
        "Rewrite it without the second example.",
        "Take the last sentence out and fix the grammar.",
        "Formuliere ihn ohne die Klammern.",
        "Plus court.",
        "Más breve.",
        "Muito mais curto.",
        "Uma só frase.",
        "In 50 words.",
        "Nur der erste Satz.",
        "Fass es in einem Satz zusammen.",
        "Ein einziger Satz reicht.",
        "C'est trop long.",
        "Boil it down to a sentence.",
        "Four sentences, no jargon.",
        "Bitte auf zwei Sätze kürzen, höchstens drei Sätze.",
        "Two sentences at most.",
        "That's too much.",
    ],
)
def test_orders_for_less(words: str) -> None:
    assert asks_for_less(words)


@pytest.mark.parametrize(
    "words",
    [
        "Use the past tense.",
        "Fix the grammar without changing what it says.",
        "Add the year.",
        "Add a date to a sentence.",
        "Schreib förmlicher.",
        "Just swap thick for dense.",
        "The last sentence promises too much.",
        "The first two sentences say the same.",
    ],
)
def test_orders_for_something_else(words: str) -> None:
    assert not asks_for_less(words)


@pytest.mark.parametrize(
    "words", ["Be less certain.", "Weniger sicher, bitte.", "Say what the shortness means.", "Moins sûr."]
)
def test_less_of_a_quality_is_no_order_for_less_text(words: str) -> None:
    assert not asks_for_less(words) and asks_for_less("Less, please.") and asks_for_less("less text than before")


def test_of_what_was_cut_off_the_loss_is_named_where_there_is_one() -> None:
    assert "It has 50 % fewer words" in (doubt_about("one two", "one", "", True) or "")
    for more in (BASE, BASE + BASE):
        assert "%" not in (doubt_about(BASE, more, "", True) or "%")
    assert "%" not in (doubt_about("", "Text.", "", True) or "%"), "nothing can be lost of nothing"


def test_a_short_base_and_a_loss_at_the_bound_raise_no_doubt() -> None:
    words = [f"word{number}" for number in range(100)]
    kept = round(100 * (1 - versions.MOST_LOST))
    assert doubt_about(" ".join(words), " ".join(words[:kept]), "Use the passive.", False) is None
    assert doubt_about(" ".join(words), " ".join(words[: kept - 1]), "Use the passive.", False) is not None
    few = " ".join(words[: versions.FEWEST_WORDS - 1])
    assert doubt_about(few, "word0 word1", "Use the passive.", False) is None
    assert doubt_about(few, "Bees came.", "And add that bees came.", False) is not None
    assert doubt_about(f"{few} word", "word0", "Use the passive.", False) is not None
