"""A quotation may only say where something is, and a new value may be followed by another order."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.order_limits import _joins_another, excepts, goes_on, is_landmark
from backend.document.order_words import words_in
from tests.examples import examples


@pytest.mark.parametrize(
    "before",
    [
        "Delete the sentence before", "Delete all but", "Delete everything up to", "Delete the sentence that follows",
        "Lösche den Satz vor", "Lösche alles außer", "Supprime tout sauf", "Borra la frase después de",
        "Supprime la phrase sous", "Verwijder de zin onder",
    ],
)  # fmt: skip
def test_a_landmark_is_not_what_is_removed(before):
    assert is_landmark(words_in(before))


@pytest.mark.parametrize("before", ["Delete", "In the part before Methods, delete the words", "Lösche den Satz"])
def test_what_the_verb_names_is_removed(before):
    assert not is_landmark(words_in(before))


def test_what_is_to_be_kept_is_not_removed():
    assert is_landmark(words_in("Keep"), words_in("and delete the rest of the paragraph"))
    assert is_landmark(words_in("Laisse"), words_in("et supprime le reste"))
    assert is_landmark(words_in("Split the paragraph after"), words_in("and delete the list"))
    assert not is_landmark(words_in("Please"), words_in("löschen"))


@pytest.mark.parametrize(
    "new",
    [
        "950, 40 -> 45", "Beeches, Elms by Ashes", "Beeches (only in Water)", "Beeches and Elms to Ashes",
        "Beeches  but", "Beeches but nowhere else",
    ],
)  # fmt: skip
def test_a_second_order_is_no_part_of_the_new_words(new):
    assert goes_on("Oaks", new) and not goes_on("Oaks, Elms", new)


@pytest.mark.parametrize(
    "words", ["except in Water", "excluding Water", "unless it is in Water", "excepté dans Water", "pero no en Water"]
)
def test_an_exception_is_seen(words: str) -> None:
    assert excepts(words_in(words))


def test_a_part_alone_is_no_exception() -> None:
    assert not excepts(words_in("in Water"))


@settings(max_examples=examples(300), deadline=None)
@given(st.lists(st.sampled_from(["and", "AND", "und", "to", "durch", "a", " ", "\n"]), max_size=14).map("".join))
def test_another_order_is_found_as_one_quadratic_pattern_finds_it(text):
    whole = re.compile(
        r"\s(?:and|und|et|y|e|en)\s.*\s(?:to|with|by|zu|durch|mit|par|por|con|com|door)\s", re.IGNORECASE
    )
    assert _joins_another(text) == (whole.search(text) is not None)
