"""A message right after a rejection that asks for the same text again."""

from __future__ import annotations

import pytest

from backend.drafting.another_try import asks_again, says_again


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
