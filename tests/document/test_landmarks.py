"""A quotation in an order to remove something may only say where that is, or what shall stay."""

from __future__ import annotations

import pytest

from backend.document.landmarks import is_landmark
from backend.document.order_words import words_in


@pytest.mark.parametrize(
    "before",
    [
        "Delete the sentence before", "Delete all but", "Delete everything up to", "Delete the sentence that follows",
        "Lösche den Satz vor", "Lösche alles außer", "Supprime tout sauf", "Borra la frase después de",
    ],
)  # fmt: skip
def test_a_landmark_is_not_what_is_removed(before):
    assert is_landmark(words_in(before))


@pytest.mark.parametrize("before", ["Delete", "In the part before Methods, delete the words", "Lösche den Satz"])
def test_what_the_verb_names_is_removed(before):
    assert not is_landmark(words_in(before))


def test_what_is_to_be_kept_is_not_removed():
    assert is_landmark(words_in("Keep"), words_in("and delete the rest of the paragraph"))
    assert is_landmark(words_in("Split the paragraph after"), words_in("and delete the list"))
    assert not is_landmark(words_in("Please"), words_in("löschen"))
