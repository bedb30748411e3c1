"""JSON's grammar, with the meaning of its strings left to the escapes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.drafting.reply.json_grammar import ParsedObject, ends_answer, literal, read_object

WORDS = st.text("abc xyz-_.,:;{}[]äöü", max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.floats(-1e6, 1e6) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(WORDS, VALUES, max_size=4), st.sampled_from([None, 1]))
def test_what_json_writes_is_read_back(value: dict[str, object], indent: int | None):
    text = json.dumps(value, indent=indent)
    read = read_object(f"so: {text} and more", 4)
    assert isinstance(read, ParsedObject)
    assert dict(read.members) == value and read.end == 4 + len(text)
    assert (read.repairs, read.unsure) == (set(), set())


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ('{"a": 1,}', 8),
        ('{"a" 1}', 5),
        ("{a: 1}", 1),
        ('{"a": "b}', 9),
        ('{"a": 01}', 7),
        ('{"a": [1 2]}', 9),
        ('{"a": [1,]}', 9),
        ('{"a": tru}', 6),
        ('{"a": 1', 7),
        ("{", 1),
    ],
)
def test_where_it_stops_obeying_is_told(text: str, at: int):
    assert read_object(text, 0) == at


def test_brackets_nest_to_a_bound():
    def nested(depth: int) -> str:
        return '{"a": ' + "[" * depth + "]" * depth + "}"

    assert isinstance(read_object(nested(100), 0), ParsedObject)
    assert isinstance(read_object(nested(101), 0), int)
    assert isinstance(read_object('{"a": ' * 5000, 0), int)


def test_a_key_that_comes_twice_is_kept_twice_and_in_a_nested_object_the_last_counts():
    read = read_object('{"a": 1, "a": {"b": 1, "b": 2}}', 0)
    assert isinstance(read, ParsedObject) and read.members == [("a", 1), ("a", {"b": 2})]


def test_what_was_done_to_strings_is_told():
    read = read_object('{"a": "one\ntwo"}', 0)
    assert isinstance(read, ParsedObject)
    assert (read.members, read.repairs) == ([("a", "one\ntwo")], {"newlines"})


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("true", True), ("false", False), ("null", None), ("NaN", None), ("Infinity", None), ("-Infinity", None),
        ("0", 0), ("-12", -12), ("1.50", 1.5), ("1e3", 1000.0), ("1e999", None), ("-1e999", None),
    ],
)  # fmt: skip
def test_a_literal_is_what_a_database_takes(word: str, value: object):
    assert literal(word) == value and type(literal(word)) is type(value)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ('"a": 1}', 7),
        ('"a": 1} That is all.', 7),
        ('"a": 1}\n```', 7),
        ('"a": 1}]}', 7),
        ('"a": 1}, "b": 2}', 0),
        ('"a": 1}\nso "message": "b"}', 0),
        ('"a": 1', 0),
        ('"a": "b" c"}', 0),
    ],
)
def test_an_answer_ends_where_nothing_but_prose_follows(text: str, end: int):
    found, reached = ends_answer(text, 0)
    assert found == end and 0 < reached <= len(text)


def test_prose_is_looked_at_to_a_bound():
    prose = " so" * 5000
    assert ends_answer('"a": 1}' + prose, 0) == (7, 7 + 2000)
