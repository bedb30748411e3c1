"""An answer means the same however a model spells, wraps or breaks it."""

from __future__ import annotations

import json

import pytest

from backend.drafting.reply_parser import parse
from tests.drafting import spellings
from tests.drafting.reply_parser.whole_answer import BODY, PRETTY, WHOLE, fields

SPELLINGS = {
    "plain": BODY,
    "pretty": PRETTY,
    "fenced": f"```json\n{PRETTY}\n```",
    "fence never closed": f"Here you go:\n\n```json\n{PRETTY}",
    "prose with braces": f"For the set {{a, b}} of {{context}}:\n{BODY}\n\nNote: {{x}}.",
    "thoughts with a draft": f'<think>Draft: {{"message": "no", "document_content": "NO"}}</think>\n{BODY}',
    "thoughts without an opening tag": f"I should be brief.\n</think>\n\n{BODY}",
    "thoughts never closed": f"<think>\nLet me write it.\n\n{BODY}",
    "template, then the answer": f'{{"message": "your text here", "document_content": "", "sources": []}}\n{BODY}',
    "answer twice": f"{BODY}\n{BODY}",
    "answer, then a cut copy": f"{BODY}\n{BODY[:200]}",
    "one key a line": "\n".join(json.dumps({key: value}) for key, value in WHOLE.items()),
    "encoded twice": json.dumps(BODY),
    "entities": BODY.replace("&", "&amp;").replace('"', "&quot;"),
    "in a wrapper": f'{{"status": "ok", "answer": {BODY}}}',
    "in a tool call": json.dumps({"name": "answer", "arguments": BODY}),
    "in an API answer": json.dumps({"choices": [{"message": {"role": "assistant", "content": BODY}}]}),
    "alone in an array": f"[{BODY}]",
    "stream lines": "".join(
        "data: " + json.dumps({"choices": [{"delta": {"content": BODY[i : i + 9]}}]}) + "\n\n"
        for i in range(0, len(BODY), 9)
    ),
    "raw line breaks": PRETTY.replace("\\n\\n", "\n\n"),
    "no opening brace": BODY[1:],
    "no closing brace, but a fence": f"```json\n{BODY[:-1]}\n```",
    "one brace too many": f"{BODY}}}",
    "python": repr(WHOLE),
    "comments": PRETTY.replace('  "sources"', '  // where from\n  "sources"', 1),
    "no commas": PRETTY.replace(',\n  "', '\n  "'),
    "keys in capitals": BODY.replace('"message"', '"MESSAGE"', 1).replace('"document_content"', '"documentContent"', 1),
    "escaped underscores": BODY.replace('"document_content"', '"document\\_content"', 1),
    "full-width signs": PRETTY.replace(',\n  "sources": ', '，\n  "sources"：', 1),
    "a foreign key first": BODY.replace("{", '{"placement": {"sources": ["no"], "message": "no"}, ', 1),
    "byte order mark": "\ufeff" + BODY,
}


@pytest.mark.parametrize("spelling", [pytest.param(text, id=name) for name, text in SPELLINGS.items()])
def test_every_spelling_of_one_answer_means_the_same(spelling):
    reply = parse(spelling)
    assert fields(reply) == WHOLE
    assert not reply.truncated


@pytest.mark.parametrize("content", spellings.CONTENTS)
@pytest.mark.parametrize("spelling", spellings.SPELLINGS)
def test_whatever_the_content_is_each_spelling_of_an_answer_means_it(spelling, content):
    answer = spellings.answer_of(spellings.CONTENTS[content])
    reply = parse(spellings.SPELLINGS[spelling](answer))
    assert fields(reply) == {name: answer.get(name, []) for name in fields(reply)}
    assert reply.intent == (None if spelling in spellings.WITHOUT_INTENT else "new")
    assert not reply.truncated and not reply.uncertain


@pytest.mark.parametrize(
    ("text", "message", "content"),
    [
        ('{"message": "a "b" c", "document_content": "so-called "x", y"}', 'a "b" c', 'so-called "x", y'),
        ('{"message": "half, "document_content": "x", "sources": []}', "half", "x"),
        ('{"message: "a", document_content": "x"}', "a", "x"),
        ("{message: \"a\", document_content: 'it\\'s',}", "a", "it's"),
        ("{“message”: “a”, “document_content”: “the “x” y”}", "a", "the “x” y"),
        ('{"message": "a" + "b", "document_content": `x`}', "ab", "x"),
        ('{"response": "a", "content": "x"}', "a", "x"),
        ('{"message": null, "document_content": ["# T", "", "x"]}', "", "# T\n\nx"),
        ('{"message": "a", "message": "", "document_content": "x"}', "a", "x"),
        ("<message>a</message>\n<document_content>\nx\n</document_content>", "a", "x"),
        ("## Message\na\n\n## Document Content\n# T\n\n## Sources\n- u", "a", "# T"),
        ("message: a\ndocument_content: |\n  # T\n\n  x\nsources:\n  - u", "a", "# T\n\nx"),
        (
            '{"message": "a", "document_content": "Here is one.\\\\n\\\\nTwo is here.\\\\n\\\\n- three\\\\n- four"}',
            "a",
            "Here is one.\n\nTwo is here.\n\n- three\n- four",
        ),
    ],
)
def test_broken_answers_are_read_as_meant(text, message, content):
    reply = parse(text)
    assert (reply.message, reply.document_content) == (message, content)
    assert reply.repaired or "null" in text or '""' in text or "response" in text


@pytest.mark.parametrize(
    ("name", "field"),
    [("doc-content", "document_content"), ("Doc Content", "document_content"), ("types", "new_types"),
     ("new_document_types", "new_types"), ("structure", "document_structure"), ("urls", "sources")],
)  # fmt: skip
def test_a_field_may_have_another_usual_name(name, field):
    values = {**WHOLE, name: WHOLE[field]}
    del values[field]
    assert fields(parse(json.dumps(values))) == fields(parse(json.dumps(WHOLE)))


@pytest.mark.parametrize("more", [{"document_content": "Gusts."}, {"sources": ["https://example.org/a"]}])
def test_an_answer_within_the_message_counts_with_content_or_with_sources(more):
    assert parse(json.dumps({"message": json.dumps({"message": "m", **more})})).message == "m"


@pytest.mark.parametrize("fence", ["{}", "```json\n{}\n```"])
def test_an_answer_that_is_the_content_of_another_is_opened(fence):
    inner = json.dumps({"message": "", "document_content": "The $\\alpha$ level.", "sources": ["A. B. (2001). C."]})
    reply = parse(json.dumps({"intent": "new", "message": "Added.", "document_content": fence.format(inner)}))
    assert (reply.message, reply.document_content) == ("Added.", "The $\\alpha$ level.")
    assert reply.sources == ("A. B. (2001). C.",) and reply.intent == "new" and not reply.truncated
    example = json.dumps({"message": "An example.", "document_content": '{"type": "FeatureCollection"}'})
    assert parse(example).document_content == '{"type": "FeatureCollection"}', "JSON that is no answer is content"
    cut = json.dumps({"message": "Added.", "document_content": inner[: inner.index(" level")]})
    assert parse(cut).truncated


@pytest.mark.parametrize("message", [{}, {"message": ""}, {"message": "Here."}])
@pytest.mark.parametrize("fence", ["{}", "```json\n{}\n```", "~~~\n{}\n~~~"])
def test_content_that_begins_with_an_answer_as_an_example_stays_whole(fence, message):
    example = json.dumps({"message": "Hello", "document_content": "a sample", "sources": ["x"]})
    content = fence.format(example) + "\n\nThis is what a server answers."
    assert parse(json.dumps(message | {"document_content": content})).document_content == content


def test_an_answer_that_begins_within_its_message_has_this_message():
    reply = parse('Here \\"it\\" is.", "document_content": "Grass grows.", "sources": []}')
    assert (reply.message, reply.document_content) == ('Here "it" is.', "Grass grows.")
