"""The five fields by any spelling, and what an object keeps of a key that comes twice."""

from __future__ import annotations

import pytest

from backend.drafting.reply.fields import FIELDS, Found, canonical


@pytest.mark.parametrize(
    ("key", "field"),
    [
        ("message", "message"),
        ("Document Content", "document_content"),
        ("document-contents", "document_content"),
        ("documentContent", "document_content"),
        ("document\\_structure", "document_structure"),
        ("NEW_TYPE", "new_types"),
        ("newTypes", "new_types"),
        ("**Sources**", "sources"),
        ("Messages", "Messages"),
        ("other key", "other key"),
    ],
)
def test_a_field_is_known_by_its_letters(key: str, field: str):
    assert canonical(key) == field


@pytest.mark.parametrize("empty", [None, "", [], {}])
def test_an_empty_value_does_not_take_a_full_ones_place(empty: object):
    found = Found(0)
    found.keep("message", "a")
    found.keep("message", empty)
    assert found.values == {"message": "a"}
    found.keep("message", "b")
    assert found.values == {"message": "b"}


def test_a_whole_value_takes_the_place_of_one_that_was_cut_and_never_the_other_way():
    found = Found(0)
    found.keep("message", "ab", complete=False)
    assert found.cut == {"message"}
    found.keep("message", "abc")
    assert (found.values["message"], found.cut) == ("abc", set())
    found.keep("message", "ab", complete=False)
    assert (found.values["message"], found.cut) == ("abc", set())


def test_a_cut_value_gives_way_even_to_an_empty_one():
    found = Found(0)
    found.keep("sources", ["a"], complete=False)
    found.keep("sources", [])
    assert (found.values["sources"], found.cut) == ([], set())


def test_only_the_answers_own_keys_are_fields():
    found = Found(0)
    for key in (*FIELDS, "plan"):
        found.keep(key, 1)
    assert found.fields == set(FIELDS)
