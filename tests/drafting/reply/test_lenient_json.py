"""Objects that JSON's grammar does not cover."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.drafting.reply.lenient_json import DEEPEST, Reader
from backend.drafting.reply.open_strings import Budget


def read(text: str, loose: bool = False):
    repairs: set[str] = set()
    reader = Reader(text, repairs, Budget(100_000))
    return reader.root(0 if loose else text.index("{") + 1, loose), repairs


@pytest.mark.parametrize(
    ("text", "values", "repairs"),
    [
        ('{"message": "a", "sources": [1, 2.5, true, null]}', {"message": "a", "sources": [1, 2.5, True, None]}, set()),
        ("{'message': 'a'}", {"message": "a"}, {"quotes"}),
        ('{message: "a"}', {"message": "a"}, {"keys"}),
        ('{"message" => "a",, "sources": []}', {"message": "a", "sources": []}, set()),
        ('{"message": "a" /* so */ "sources": [] // end\n}', {"message": "a", "sources": []}, set()),
        ('{"message": "a", "sources": ["u", ...]}', {"message": "a", "sources": ["u"]}, set()),
        ('{"message": "a" + "b"}', {"message": "ab"}, {"joined"}),
        ('{"message": plain words, "sources": []}', {"message": "plain words", "sources": []}, {"quotes"}),
        ('{"message": "a", "sources": ["u", "new_types": []}', {"message": "a", "sources": ["u"], "new_types": []},
         {"brackets"}),
        ('{"sources": [], ??\n "message": "a"}', {"message": "a", "sources": []}, {"noise"}),
        ('{"plan": {"x": 1, ??\n "y": 2}, "message": "a"}', {"plan": {"x": 1, "y": 2}, "message": "a"}, set()),
        ('{"message": "a\nb"}', {"message": "a\nb"}, {"newlines"}),
        ('{"plan": {"x": NaN, "y": None, "z": undefined, "w": -Infinity}, "message": "a"}',
         {"plan": {"x": None, "y": None, "z": None, "w": None}, "message": "a"}, set()),
        ('{"message": , "sources": []}', {"message": None, "sources": []}, set()),
        ('{"Message": "a"}', {"message": "a"}, set()),
    ],
)  # fmt: skip
def test_what_is_there_is_taken(text: str, values: dict[str, object], repairs: set[str]):
    found, done = read(text)
    assert (found.values, found.closed, found.end) == (values, True, len(text))
    assert done >= repairs and not (done - repairs - {"quotes"})


@pytest.mark.parametrize(
    ("text", "values", "closed", "stopped", "cut"),
    [
        ('{"message": "a", "sources": ["u", "v', {"message": "a", "sources": ["u"]}, False, False, {"sources"}),
        ('{"answer": {"sources": ["u", "v', {"answer": {"sources": ["u"]}}, False, False, {"answer"}),
        ('{"message": "a", "plan": {"x": [1', {"message": "a", "plan": {}}, False, False, {"plan"}),
        ('{"message": "a", "plan": {"x": [1, ', {"message": "a", "plan": {}}, False, False, {"plan"}),
        ('{"message": "a", "plan": {"x": {"y": 1, ', {"message": "a", "plan": {}}, False, False, {"plan"}),
        ('{"message": "a" \n```\nDone.', {"message": "a"}, False, True, set()),
        ('{"message": "a", "sour', {"message": "a"}, False, False, set()),
        ('{"sources": [] {"message": "b"}', {"sources": []}, False, False, set()),
    ],
)
def test_how_it_ended(text, values, closed, stopped, cut):
    found, _ = read(text)
    assert (found.values, found.closed, found.stopped, found.cut) == (values, closed, stopped, cut)


def test_an_object_without_its_brace_ends_with_its_members():
    found, _ = read('"message": "a",\n"sources": ["u"]\nSo far.', loose=True)
    assert found.loose and found.values == {"message": "a", "sources": ["u"]}


def test_a_key_that_the_answer_lacks_ends_a_bracket_that_was_forgotten_and_no_other_key_does():
    found, _ = read('{"message": "a", "new_types": [{"type_name": "p", "sources": ["u"]}')
    assert found.values == {"message": "a", "new_types": [{"type_name": "p"}], "sources": ["u"]}
    found, _ = read('{"message": "a", "new_types": [{"type_name": "p", "message": "own"}]}')
    assert found.values == {"message": "a", "new_types": [{"type_name": "p", "message": "own"}]}


def test_brackets_deeper_than_the_bound_are_skipped_unread():
    def nested(depth: int) -> str:
        return '{"plan": ' + '{"a": ' * depth + "1" + "}" * depth + ', "message": "m"}'

    def deepest(value: object) -> int:
        return 1 + deepest(value.get("a")) if isinstance(value, dict) else 0

    found, _ = read(nested(10))
    assert (deepest(found.values["plan"]), found.values["message"]) == (10, "m")
    found, _ = read(nested(500))
    assert deepest(found.values["plan"]) < DEEPEST and found.values["message"] == "m"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-999, 999) | st.text("ab c", max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["message", "sources", "plan"]), VALUES))
def test_good_json_is_read_as_it_is(value: dict[str, object]):
    found, _ = read(json.dumps(value))
    assert (found.values, found.closed) == (value, True)
