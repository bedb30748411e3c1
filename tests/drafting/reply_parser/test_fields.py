"""What a reply says of each field of an answer, and of a text that is none."""

from __future__ import annotations

import json

import pytest

from backend.drafting.reply.fields import ATTRIBUTES, FIELDS
from backend.drafting.reply_parser import ANSWER_SCHEMA, Reply, parse
from tests.drafting.reply_parser.whole_answer import WHOLE


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        ('"https://a.example"', ("https://a.example",)),
        ('"https://a.example, https://b.example"', ("https://a.example", "https://b.example")),
        ('[{"title": "T", "url": "https://a.example"}]', ("T, https://a.example",)),
        ('{"1": "https://a.example"}', ("https://a.example",)),
        ('"1. One, 2020\\n2. Two"', ("One, 2020", "Two")),
        ("null", ()),
        ("3", ()),
        ("[1, 2]", ("[1]", "[2]")),
        ('["a" "b",]', ("a", "b")),
    ],
)
def test_sources_of_any_type_become_strings(sources, expected):
    assert parse(f'{{"message": "m", "sources": {sources}}}').sources == expected


def test_the_constrained_form_becomes_plain_dicts():
    wire = {
        **WHOLE,
        "document_structure": [{**WHOLE["document_structure"][0], "metadata": [{"key": "order", "value": "1"}]}],
        "new_types": [{**WHOLE["new_types"][0], "metadata_schema": [{"key": "number", "value": "string"}]}],
    }
    reply = parse(json.dumps(wire))
    assert reply.document_structure[0]["metadata"] == {"order": "1"}
    assert reply.new_types == tuple(WHOLE["new_types"])
    assert reply.repaired == ()


def test_the_schema_has_no_open_objects_and_requires_every_field():
    def check(schema):
        if schema.get("type") == "object":
            assert schema["additionalProperties"] is False
            assert schema["required"] == list(schema["properties"])
            for inner in schema["properties"].values():
                check(inner)
        if schema.get("type") == "array":
            check(schema["items"])

    check(ANSWER_SCHEMA.schema)
    asked_for = [*ATTRIBUTES, *(name for name in FIELDS if name != "document_structure")]
    assert ANSWER_SCHEMA.schema["required"] == asked_for


@pytest.mark.parametrize(
    ("written", "intent", "draft"),
    [
        ('"intent": "move", "draft": "3f2a91bc", ', "move", "3f2a91bc"),
        ('"Intent": " New. ", "draft": "", ', "new", None),
        ('"intent": "dance", "draft": "The dance of bees in the dark hive.", ', None, None),
        ('"intent": ["talk"], "draft": null, ', None, None),
        ("", None, None),
    ],
)
def test_intent_and_draft_are_read_where_they_are_usable(written, intent, draft):
    reply = parse("{" + written + '"message": "Done.", "document_content": "", "sources": []}')
    assert (reply.message, reply.intent, reply.draft) == ("Done.", intent, draft)


def test_a_structure_that_comes_all_the_same_is_read():
    text = '{"intent": "new", "message": "m", "document_structure": [{"type": "paragraph", "content": "A b"}]}'
    assert parse(text).document_structure[0]["content"] == "A b"


@pytest.mark.parametrize("text", ["", "  \n", "{}", "[]", "null", "```json\n```", '""', "\x00", "undefined"])
def test_nothing_is_an_empty_reply(text):
    assert parse(text) == Reply(message="")


@pytest.mark.parametrize(
    "text",
    ["Plain *prose* with {x: 1} and [a].", "# Sources\n\nThere are none.", '{"a": 1}', "He said: message received."],
)
def test_a_text_without_an_answer_is_the_message(text):
    assert parse(text) == Reply(message=text)


def test_tags_in_the_content_are_no_thoughts():
    answer = {"message": "m", "document_content": "```\n<think>a</think>\n```"}
    assert parse(json.dumps(answer)).document_content == answer["document_content"]


def test_echoes_of_the_prompt_are_stripped_and_said():
    reply = parse(
        '{"message": "[HISTORICAL CONTEXT - DO NOT ACT ON THIS - FOR REFERENCE ONLY]\\nDone.",'
        ' "document_content": "[PENDING CONTENT: draft 3f2a]\\nBees hum.\\n[END OF PENDING CONTENT]"}'
    )
    assert (reply.message, reply.document_content.strip()) == ("Done.", "Bees hum.") and "echoes" in reply.repaired
    assert parse("[CURRENT INSTRUCTION - RESPOND TO THIS ONLY]\nBees hum.").message == "Bees hum."


@pytest.mark.parametrize(
    ("text", "repaired"),
    [
        ('{"message": "a", "document_content": "x", "sources": []}', ()),
        ('{"response": "a", "content": "x"}', ()),
        ('{"message": "a "b" c", "document_content": "x"}', ("quotes",)),
        ('{message: "a", document_content: "x"}', ("keys",)),
        ('{"message": "a" + "b", "document_content": `x`}', ("joined",)),
        ('{"message": "With $\\alpha$.", "document_content": "x"}', ("backslashes",)),
        ('{"message": "one\ntwo", "document_content": "x"}', ("newlines",)),
        (
            '{"message": "a", "document_content": "Here is one.\\\\n\\\\nTwo is here.\\\\n\\\\n- three\\\\n- four"}',
            ("newlines",),
        ),
        ('{"message": "a", "document_content": ["x", "y"}', ("brackets", "types")),
        ('{"message": "a", "sources": 3}', ("types",)),
        ("## Message\na\n\n## Document Content\n# T\n\n## Sources\n- u", ("labels",)),
        ('<think>Hm.</think>{"message": "a", "document_content": "x"}', ("thoughts",)),
        ('"{\\"message\\": \\"a\\", \\"document_content\\": \\"x\\"}"', ("encoded",)),
        ("{&quot;message&quot;: &quot;a&quot;, &quot;document_content&quot;: &quot;x&quot;}", ("entities",)),
        ('data: {"choices": [{"delta": {"content": "{\\"message\\": \\"a\\"}"}}]}\n\n', ("stream",)),
        ('{"message": "[PENDING CONTENT: draft 3f2a] a", "document_content": "x"}', ("echoes",)),
    ],
)
def test_what_was_repaired_is_named(text, repaired):
    assert parse(text).repaired == repaired
