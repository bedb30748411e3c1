"""Answers in tags, headings or labels."""

from __future__ import annotations

import pytest

from backend.drafting.reply.labelled_text import begins_labelled, read_labels


def values(text: str) -> dict[str, object] | None:
    found = read_labels(text)
    return found.values if found else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<message>a</message><document_content>b</document_content>", {"message": "a", "document_content": "b"}),
        ("<message><![CDATA[a <b>]]></message>", {"message": "a <b>"}),
        ("<message>a<sources><s>u</s><s>v</s></sources>", {"message": "a", "sources": ["u", "v"]}),
        ("<message>a</message><message>b</message>", {"message": "a"}),
        ("<sources>u</sources>", None),
        ("## Message\na\n\n## Sources\n- u\n2. v\n", {"message": "a", "sources": ["u", "v"]}),
        ("**Message:** a\n**Document content:** b", {"message": "a", "document_content": "b"}),
        ("message: a\nsources: [\"u\"]", {"message": "a", "sources": ["u"]}),
        ("message: a\nsources: none", {"message": "a", "sources": []}),
        ("message: 'a'\ndocument_content: |\n  b\n  c", {"message": "a", "document_content": "b\nc"}),
        ("message: 'caf\\xe9'\nsources: none", {"message": "café", "sources": []}),
        ("message: a\ndocument_content: ```markdown\nb\n```", {"message": "a", "document_content": "b"}),
        ('message: "a\\nb"\ndocument_content: """c"""', {"message": "a\nb", "document_content": "c"}),
        ("message: a\ndocument_content: none", {"message": "a", "document_content": ""}),
        (
            "message: a\nnew_types:\n- type_name: t\n  description: 'd'\n- type_name: u\n  n: 3\n  e:\nsources: x",
            {"message": "a", "sources": ["x"],
             "new_types": [{"type_name": "t", "description": "d"}, {"type_name": "u", "n": 3, "e": None}]},
        ),
        ("## Sources\n- u", None),
        ("## Sources\n- u\n\n## Message\na", None),
        ("message: a\nmore words", None),
        ("message: a\nnew_types: b", None),
        ("x" * 301 + "\nmessage: a\nsources: b", None),
        ("# Message in a bottle\nsources: b", None),
        ("no labels", None),
    ],
)  # fmt: skip
def test_an_answer_in_labels(text: str, expected: dict[str, object] | None):
    assert values(text) == expected


def test_labels_of_another_style_belong_to_the_text():
    text = "## Message\na\nsources: kept\n\n## Document content\nb"
    assert values(text) == {"message": "a\nsources: kept", "document_content": "b"}


def test_a_label_that_comes_again_belongs_to_the_text():
    assert values("message: a\ndocument_content: b\nmessage: c") == {
        "message": "a",
        "document_content": "b\nmessage: c",
    }


def test_where_it_begins_and_ends_and_whether_the_last_tag_is_closed():
    found = read_labels("So: <message>a</message> <sources>u")
    assert found is not None and (found.start, found.end, found.closed) == (4, 35, False)
    closed = read_labels("<message>a</message> bye")
    assert closed is not None and (closed.end, closed.closed) == (20, True)


@pytest.mark.parametrize(
    ("lead", "begins"),
    [
        ("<message>a", True),
        ("message: a\n", True),
        ("## Document content\n", True),
        ("sources: u\n", False),
        ("<sources>u", False),
        ("Here is the message.\n", False),
        ("", False),
    ],
)
def test_whether_another_form_has_begun_before_the_json(lead: str, begins: bool):
    assert begins_labelled(lead) is begins


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("### Message\na\n\n### Document Content\nb", {"message": "a", "document_content": "b"}),
        ("__Message__: a\n__Sources__: u", {"message": "a", "sources": ["u"]}),
        ("- message: a\n- document_content: b", {"message": "a", "document_content": "b"}),
        ('"message": a\n"sources": [u]', {"message": "a", "sources": ["[u]"]}),
        ("Message = a\nSources = u", {"message": "a", "sources": ["u"]}),
        ("Chat message: a\nSources:\n1. u\n[2] v\n• w", {"message": "a", "sources": ["u", "v", "w"]}),
        ("message: a\ndocument_content: >-\n  b", {"message": "a", "document_content": "b"}),
        ("message: a\ndocument_content:\n\nb\n\n---", {"message": "a", "document_content": "b"}),
        ("message: a\nsources: ['u', \"v\"]", {"message": "a", "sources": ["['u', \"v\"]"]}),
        ("message: a\nsources: [\"u\", \"v\"],", {"message": "a", "sources": ["u", "v"]}),
        ("message: a\nsources: - \"u\"\n- 'v'", {"message": "a", "sources": ["u", "v"]}),
        ("message: n/a\nsources: -", {"message": "", "sources": []}),
        ("message: a\ndocument_content: ~~~\nb\n~~~", {"message": "a", "document_content": "b"}),
        (
            "message: a\ndocument_content: ```\nb\n```\n\n```\nc\n```",
            {"message": "a", "document_content": "```\nb\n```\n\n```\nc\n```"},
        ),
        ("message: '''a\\n'''\nsources: u", {"message": "a\\n", "sources": ["u"]}),
        ("message: a\nnew_types: [{\"type_name\": \"t\"}]", {"message": "a", "new_types": None}),
        ("message: a\nnew_types:\n- type_name: t\n  n: true\n  m: ~\nsources: u",
         {"message": "a", "new_types": [{"type_name": "t", "n": True, "m": None}], "sources": ["u"]}),
        ("x" * 290 + "\nmessage: a\nsources: b", {"message": "a", "sources": ["b"]}),
        ("document_content: b\nmessage: a", {"document_content": "b", "message": "a"}),
        ("<document_content>b</document_content>\n<sources>- u\n- v</sources>",
         {"document_content": "b", "sources": ["u", "v"]}),
        ("<MESSAGE>a</MESSAGE>", {"message": "a"}),
    ],
)  # fmt: skip
def test_labels_in_other_dresses(text: str, expected: dict[str, object] | None):
    if expected and expected.get("new_types", "") is None:
        expected = None  # without content or sources a label says too little
    assert values(text) == expected
