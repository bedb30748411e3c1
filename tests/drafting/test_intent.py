"""What an answer does: the model's word counts where it can, rules lose nothing where it doesn't."""

from __future__ import annotations

import pytest

from backend.drafting.intent import Decision, Waiting, asks_again, decide, says_again

TIDES = "Tides flood the marsh twice a day, and storms add to them in winter."
SHADE = "Shade keeps the soil moist where the canopy is closed."
OPEN = (Waiting("bbbbbbbb-2", SHADE), Waiting("aaaaaaaa-1", TIDES))


def test_content_without_an_open_draft_is_new() -> None:
    assert decide(None, None, TIDES, ()) == decide("revise", None, TIDES, ()) == Decision("new")


def test_the_models_word_counts_and_names_the_draft_by_the_beginning_of_its_id() -> None:
    assert decide("new", None, TIDES, OPEN) == Decision("new")
    assert decide("revise", "aaaaaaaa", "Other words.", OPEN) == Decision("revise", "aaaaaaaa-1")
    assert decide("revise", "zzz", TIDES[:40], OPEN) == Decision("revise", "aaaaaaaa-1"), "the closest draft"
    assert decide("revise", "bbbbbbbb", TIDES[:40], OPEN) == Decision("revise", "aaaaaaaa-1"), "an id mixed up"


def test_without_a_word_of_the_models_only_repeated_text_is_a_version() -> None:
    assert decide(None, None, TIDES.replace("twice", "thrice"), OPEN) == Decision("revise", "aaaaaaaa-1")
    assert decide(None, None, "A paragraph on something else entirely.", OPEN) == Decision("new")


def test_answers_without_content() -> None:
    assert decide(None, None, "", OPEN) == decide("new", None, "", OPEN) == Decision("talk")
    assert decide("move", None, "", OPEN) == Decision("move", "bbbbbbbb-2")
    assert decide("edit", None, "", ()) == Decision("edit")


@pytest.mark.parametrize(
    "message",
    [
        "again, but keep the citation",
        "that was too short, try again",
        "Once more, in plainer words.",
        "no, too formal",
        "That's much too long.",
        "nochmal, aber ausführlicher",
        "Das war zu lang.",
        "encore une fois, plus court",
        "C'était trop long.",
        "otra vez, por favor, más breve",
        "demasiado largo",
        "再写一遍，短一点",
    ],
)
def test_the_same_text_is_asked_for_again(message: str) -> None:
    assert asks_again(message)


@pytest.mark.parametrize(
    "message",
    [
        "Write a paragraph on rain.",
        "Was that too short?",
        "Once again a paragraph on rain.",
        "Thanks, that's all for now.",
        "Now the conclusion.",
        "Two paragraphs on drift for Methods.",
    ],
)
def test_other_requests_are_new(message: str) -> None:
    assert not asks_again(message)


def test_a_verdict_asks_again_without_saying_so() -> None:
    assert says_again("again please") and says_again("too long, once more")
    assert asks_again("too long") and not says_again("too long") and not says_again("again?")
