"""A message gives a sentence, list, item or row as the place if a word such as "after" or "as" leads to it."""

import pytest

from backend.mentions.inner_places import InnerPlace, inner_places


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Before the sentence about ice.", InnerPlace("sentence", 0, False, False)),
        ("Make it the first sentence", InnerPlace("sentence", 1, True, False)),
        ("It should be the last sentence of the second paragraph", InnerPlace("sentence", -1, True, True)),
        ("Lieber als ersten Stichpunkt", InnerPlace("item", 1, True, False)),
        ("Put it at the end of the bulleted list", InnerPlace("list", 0, False, False)),
        ("Ans Ende der Aufzählung", InnerPlace("list", 0, False, False)),
        ("Results: it rained (first sentence, please)", InnerPlace("sentence", 1, True, False)),
        ("Put it at the start of that paragraph", InnerPlace("paragraph", 0, False, True)),
        ("Put it under the second row", InnerPlace("row", 2, False, False)),
    ],
)
def test_a_small_part_is_the_place(message: str, expected: InnerPlace):
    assert list(inner_places(message)) == [expected]


@pytest.mark.parametrize(
    "message",
    [
        "Write a sentence about the list of boats.",
        "Add a bullet to Methods.",
        "Add the costs as a list.",
        "Put the sentence at the end of Methods.",
        "Make the first sentence shorter.",
        "Add two sentences on ice to the second paragraph.",
    ],
)
def test_new_text_and_topics_are_no_places(message: str):
    assert not list(inner_places(message))


def test_first_in_that_paragraph_is_a_place_inside_it():
    assert [each.kind for each in inner_places("no, it should come first in that paragraph")] == ["paragraph"]
    assert not list(inner_places("put it first in the methods, then a paragraph"))


@pytest.mark.parametrize(
    "message", ["The last sentence can go.", "First sentence needs a verb", "Der letzte Satz kann weg."]
)
def test_a_part_that_a_clause_speaks_of_is_no_place(message):
    assert not list(inner_places(message))
    assert [each.becomes for each in inner_places("Results: last sentence")] == [True]
