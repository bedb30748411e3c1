"""Where a string ends that may hold quotes nobody escaped."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.drafting.reply.open_strings import Budget, Ending, find_end


def inside(text: str, where: str = "field", budget: int = 10_000) -> tuple[str, bool]:
    ending = find_end(text, 0, where, Budget(budget))  # type: ignore[arg-type]
    return text[ending.start : ending.stop], ending.complete


@given(st.text('ab "\\{}[],:\n', max_size=12), st.sampled_from([', "sources": []}', "}", ' , "x": 1}']))
def test_a_string_that_is_escaped_ends_at_its_own_quote(text: str, rest: str):
    encoded = json.dumps(text)
    ending = find_end(encoded + rest, 0, "field", Budget(1000))
    assert ending == Ending(1, len(encoded) - 1, len(encoded))


@pytest.mark.parametrize(
    ("text", "where", "expected"),
    [
        ('"a "b" c", "x": 1}', "nested", ('a "b" c', True)),
        ('"a "b" c"]', "item", ('a "b" c', True)),
        ('"a "b" c", "d"]', "item", ('a "b" c', True)),
        ('"a "b" c', "item", ('a "b" c', False)),
        ('"a', "item", ("a", False)),
        ('"a "b" c', "nested", ('a "b" c', False)),
        ("“a”, “x”: 1}", "nested", ("a", True)),
        ('„a“, "x": 1}', "nested", ("a", True)),
        ("'it's', 'x': 1}", "nested", ("it's", True)),
        ("`a`, `x`: 1}", "nested", ("a", True)),
        ('"a \\', "field", ("a \\", False)),
        ("'''a 'b' c''', 'x': 1}", "field", ("a 'b' c", True)),
    ],
)
def test_by_what_it_is_a_value_of(text: str, where: str, expected: tuple[str, bool]):
    assert inside(text, where) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"say "yes", "no": so", "sources": []}', 'say "yes", "no": so'),
        ('"quote \'"sources": []\' so", "sources": []}', "quote '\"sources\": []' so"),
        ('"a "b", sources: []}', 'a "b'),
        ('"a "b" c\n"sources": []}', 'a "b" c'),
        ('"so {"a": "b"} is "it""}', 'so {"a": "b"} is "it"'),
        ('"```\n{"message": "x"}\n``` and "b"", "sources": []}', '```\n{"message": "x"}\n``` and "b"'),
    ],
)
def test_the_end_of_a_field_is_where_the_rest_obeys_the_grammar(text: str, expected: str):
    assert inside(text) == (expected, True)


def test_a_key_before_a_broken_end_ends_the_field_unless_it_is_in_open_code():
    assert inside('"See "x", "sources": [1}') == ('See "x', True)
    in_code = '"See ```\n"x", "sources": [1}'
    assert inside(in_code) == (in_code[1:], False)


def test_an_answer_that_was_begun_anew_ends_the_first():
    text = '"half a "sen\n{"message": "whole", "sources": []}'
    ending = find_end(text, 0, "field", Budget(1000))
    assert (text[ending.start : ending.stop], ending.complete) == ('half a "sen\n', False)
    assert text[ending.after] == "{"


def test_bare_quotes_are_told_and_whole_strings_are_not_suspected():
    assert find_end('"a "b" c", "sources": []}', 0, "field", Budget(1000)).bare
    assert not find_end('"a", "sources": []}', 0, "field", Budget(1000)).bare


def test_looking_ahead_is_paid_for_and_stops_when_the_budget_is_spent():
    text = '"a "b" c' + ' "q", "sources": x ' * 400 + '", "sources": []}'
    rich, poor = Budget(10**7), Budget(0)
    find_end(text, 0, "field", rich)
    assert rich.left < 10**7
    ending = find_end(text, 0, "field", poor)
    assert 0 < ending.stop <= len(text) and poor.left == 0
