"""Which objects a text holds, and where their strings end."""

from __future__ import annotations

import pytest

from backend.drafting.reply import object_scan
from backend.drafting.reply.json_grammar import ParsedObject, ends_answer, read_object
from backend.drafting.reply.object_scan import scan
from backend.drafting.reply.open_strings import Budget, find_end


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('{"message": "a"}', [{"message": "a"}]),
        ('so {a, b}: {"message": "a"} and {"sources": []}', [{"message": "a"}, {"sources": []}]),
        ('<think>{"message": "no"}</think>{"message": "a"}', [{"message": "a"}]),
        ('{"message": "no"}\n</think>\n{"message": "a"}', [{"message": "a"}]),
        ('"message": "a",\n"sources": ["u"]', [{"message": "a", "sources": ["u"]}]),
        ('{"message": "a", // so\n "sources": [1, True, None,],}', [{"message": "a", "sources": [1, True, None]}]),
        ('{"sources": ["u", "message": "a"}', [{"sources": ["u"], "message": "a"}]),
        ('{"new_types": [{"type_name": "p", "message": "a"}', [{"new_types": [{"type_name": "p"}], "message": "a"}]),
        ('{"plan": {"message": "no"}, "message": "a"}', [{"plan": {"message": "no"}, "message": "a"}]),
        ('respond(message="a", sources=["u"])', [{"message": "a", "sources": ["u"]}]),
        ("no object at all", []),
    ],
)  # fmt: skip
def test_objects_are_found_in_order(text, values):
    assert [found.values for found in scan(text).objects] == values


@pytest.mark.parametrize(
    ("text", "closed", "stopped", "cut"),
    [
        ('{"message": "a"}', True, False, set()),
        ('{"message": "a"', False, False, set()),
        ('{"message": "a"\n```', False, True, set()),
        ('{"message": "a', False, False, {"message"}),
        ('{"message": "a", "sources": ["u", "v', False, False, {"sources"}),
        ('{"message": "a", "sour', False, False, set()),
    ],
)
def test_it_is_known_how_an_object_ended(text, closed, stopped, cut):
    (found,) = scan(text).objects
    assert (found.closed, found.stopped, found.cut) == (closed, stopped, cut)


@pytest.mark.parametrize(
    ("text", "inside", "complete"),
    [
        ('"a", "sources": []}', "a", True),
        ('"a "b" c", "sources": []}', 'a "b" c', True),
        ('"a "b", c: d", "sources": []}', 'a "b", c: d', True),
        (r'"a \"}, \"sources\": [] b"}', r"a \"}, \"sources\": [] b", True),
        ('"```\n{"sources": ["x"]}\n```\n"b"", "sources": []}', '```\n{"sources": ["x"]}\n```\n"b"', True),
        ('"a, "sources": []}', "a", True),
        (r'"a\", "sources": []}', "a", True),
        ('"a "b" c', 'a "b" c', False),
        ('"a "#b" c", "sources": []}', 'a "#b" c', True),
        ("'it's', 'sources': []}", "it's", True),
        ('"""a "b" c""", "sources": []}', 'a "b" c', True),
    ],
)
def test_a_string_ends_where_only_structure_can_follow(text, inside, complete):
    ending = find_end(text, 0, "field", Budget(1000))
    assert (text[ending.start : ending.stop], ending.complete) == (inside, complete)


def test_the_grammar_is_json_s():
    read = read_object('x {"a": [1, -2.5e3, true, null, "b\\n", {}], "c": {"d": ""}} y', 2)
    assert isinstance(read, ParsedObject)
    assert read.members == [("a", [1, -2500.0, True, None, "b\n", {}]), ("c", {"d": ""})]
    for broken in ('{"a": 1,}', '{"a" 1}', "{a: 1}", '{"a": "b}', '{"a": 01}', '{"a": [1 2]}', '{"a":' * 500):
        assert isinstance(read_object(broken, 0), int), broken
    assert ends_answer('"a": 1} so', 0)[0] == 7
    assert not ends_answer('"a": 1} "sources": []', 0)[0]


WHOLE = (
    '{"message": "Here it is.", "document_content": "## Results\\n\\nIt grew.", "document_structure": [], '
    '"sources": ["https://a.org"], "new_types": []}'
)


@pytest.mark.parametrize(
    "text",
    [
        '{"message": "I will write ' + WHOLE,
        '{"message": "Draft", "document_content": "## Old", "sources": [\n' + WHOLE + "\n",
        '{"message": "Draft", "document_structure": [{"id": "a", "type": ' + WHOLE,
        '{"message": "Draft", "document_content": "## Res\n```json\n' + WHOLE + "\n```",
    ],
)
def test_a_whole_answer_inside_one_that_never_ends_is_the_answer(text):
    last = scan(text).objects[-1]
    assert last.values["message"] == "Here it is." and last.values["sources"] == ["https://a.org"] and last.closed


def test_an_answer_that_is_only_shown_inside_another_is_not_the_answer():
    shown = '{"message": "So it looks:", "document_content": "' + WHOLE.replace('"', '\\"') + ' and on.",}'
    assert scan(shown).objects[-1].values["message"] == "So it looks:"


def test_of_endlessly_many_objects_a_bounded_number_is_looked_at(monkeypatch):
    monkeypatch.setattr(object_scan, "MOST_OBJECTS", 5)
    text = '{"message": "x"} ' * 20
    found = scan(text)
    assert len(found.objects) == 5 and found.prose == text
