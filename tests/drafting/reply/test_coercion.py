"""Values of any type as the types that a reply has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.drafting.reply.coercion import clean, elements_of, mapping_of, sources_of, text_of, types_of

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_whatever_comes_has_the_right_type(value: object):
    assert isinstance(text_of(value), str)
    assert all(isinstance(each, str) for each in sources_of(value))
    assert all({"id", "type", "content", "parent_id", "metadata"} <= set(each) for each in elements_of(value))
    assert all({"type_name", "description", "metadata_schema"} <= set(each) for each in types_of(value))
    assert isinstance(mapping_of(value), dict)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a", "a"),
        (["a", "b"], "a\nb"),
        ([{"text": "a"}, "b"], "a\n\nb"),
        ({"content": "a", "text": "b"}, "a"),
        ({"body": ["a", "b"]}, "a\nb"),
        ({"content": 3, "value": "b"}, "b"),
        ({"other": "a"}, ""),
        (None, ""),
        (True, ""),
        (0, "0"),
        (1.5, "1.5"),
    ],
)
def test_a_text(value: object, text: str):
    assert text_of(value) == text


@pytest.mark.parametrize(
    ("value", "sources"),
    [
        ("Smith, J. (2020), Ice; a history", ("Smith, J. (2020), Ice; a history",)),
        ("", ()),
        (" \n ", ()),
        ("- a\n* b\n\n3. c\n[4] d", ("a", "b", "c", "d")),
        ("https://a.example, https://b.example", ("https://a.example", "https://b.example")),
        ("https://a.example https://b.example", ("https://a.example", "https://b.example")),
        ("doi:10.1/a; 10.1234/b", ("doi:10.1/a", "10.1234/b")),
        ("https://a.example, by Smith", ("https://a.example, by Smith",)),
        (["a", 3, True, None, {"url": "u"}], ("a", "[3]", "u")),
        ({"title": "T", "url": "u"}, ("T, u",)),
        ({"title": "u", "url": "u"}, ("u",)),
        ({"title": "", "doi": "10.1/a"}, ("10.1/a",)),
        ({"url": 3}, ()),
        ({"1": "a", "2": ["b"]}, ("a", "b")),
        ([["a"], []], ("a",)),
        (7, ()),
    ],
)
def test_sources_stay_the_models_own_strings(value: object, sources: tuple[str, ...]):
    assert sources_of(value) == sources


def test_elements_get_what_they_lack():
    assert elements_of([{"content": "a"}, "b", 3, {"id": "x", "metadata": [{"key": "k", "value": 1}]}]) == (
        {"id": "e1", "type": "paragraph", "content": "a", "parent_id": None, "metadata": {}},
        {"id": "e2", "type": "paragraph", "content": "b", "parent_id": None, "metadata": {}},
        {"id": "x", "type": "paragraph", "content": "", "parent_id": None, "metadata": {"k": 1}},
    )
    assert elements_of({"content": "alone"})[0]["content"] == "alone"
    assert elements_of("a, b") == elements_of({}) == elements_of(None) == ()


@pytest.mark.parametrize(
    ("value", "types"),
    [
        ("theorem, proof,", [("theorem", ""), ("proof", "")]),
        ([{"name": "theorem", "description": "d"}, "proof"], [("theorem", "d"), ("proof", "")]),
        ({"theorem": "d", "proof": {"description": "e"}}, [("theorem", "d"), ("proof", "e")]),
        ({"type_name": "theorem"}, [("theorem", "")]),
        ({"name": "theorem", "description": "d"}, [("theorem", "d")]),
        ({"type": "theorem", "description": 3}, [("theorem", 3)]),
        ({}, []),
    ],
)
def test_new_types_in_any_form(value: object, types: list[tuple[str, object]]):
    assert [(each["type_name"], each["description"]) for each in types_of(value)] == types


@pytest.mark.parametrize(
    ("value", "mapping"),
    [
        ({"a": 1}, {"a": 1}),
        ([{"key": "a", "value": 1}, {"key": 2}, {"value": 3}, "x"], {"a": 1, "2": None}),
        (' {"a": 1}', {"a": 1}),
        ('[{"key": "a", "value": "b\n"}]', {"a": "b\n"}),
        ("{broken", {}),
        ("[" * 50_000, {}),
        ("[3]", {}),
        ("text", {}),
        ('{"a": "' + "x" * 100_000 + '"}', {}),
        (None, {}),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_mapping_in_any_form(value: object, mapping: dict[str, object]):
    assert mapping_of(value) == mapping


def test_nothing_unstorable_stays_and_nothing_is_nested_without_bound():
    assert clean({"a\0": ["b\ud800", 1, None, True]}) == {"a": [clean("b\ud800"), 1, None, True]}
    assert "\ud800" not in clean("b\ud800") and "\0" not in clean("a\0b")
    deep: object = "x"
    for _ in range(60):
        deep = [deep]
    depth, at = 0, clean(deep)
    while isinstance(at, list):
        depth, at = depth + 1, at[0]
    assert (depth, at) == (41, None)
