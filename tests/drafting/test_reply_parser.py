"""Answers as models break them, the laws of the parser, and what a Reply promises."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.drafting import reply_parser
from backend.drafting.reply.fields import ATTRIBUTES, FIELDS
from backend.drafting.reply.tex_commands import COMMANDS
from backend.drafting.reply_parser import ANSWER_SCHEMA, Reply, parse
from tests.drafting import spellings
from tests.examples import examples

WHOLE = {
    "message": 'I\'ve drafted it.\n\nShall I "go on"?',
    "document_content": '### Rank\n\nWith $\\nu \\ll 1$ and $\\frac{a}{b}$.\n\n```python\nprint("a\\n")\n```\n\n'
    "| a | b |\n|---|---|",
    "document_structure": [
        {"id": "p1", "type": "paragraph", "content": "x", "parent_id": None, "metadata": {"order": 1}}
    ],
    "sources": ["https://doi.org/10.1038/x", "Doe, J. (2020). On rank."],
    "new_types": [{"type_name": "lemma", "description": "A lemma", "metadata_schema": {"number": "string"}}],
}


def fields(reply: Reply) -> dict:
    return {
        "message": reply.message,
        "document_content": reply.document_content,
        "document_structure": list(reply.document_structure),
        "sources": list(reply.sources),
        "new_types": list(reply.new_types),
    }


BODY = json.dumps(WHOLE)
PRETTY = json.dumps(WHOLE, indent=2, ensure_ascii=False)
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


@pytest.mark.parametrize(
    "text", ["<think>\nhm", "[THINK] hm {", '<think>I write {"message": "m", "document_content": "SECRET']
)
def test_an_unclosed_thought_says_nothing(text):
    reply = parse(text)
    assert (reply.message, reply.document_content, reply.truncated) == ("", "", True)


def test_tags_in_the_content_are_no_thoughts():
    answer = {"message": "m", "document_content": "```\n<think>a</think>\n```"}
    assert parse(json.dumps(answer)).document_content == answer["document_content"]


@pytest.mark.parametrize("body", [BODY, PRETTY, PRETTY.replace("\\n", "\n"), f"Sure.\n```json\n{BODY}"])
def test_every_cut_is_flagged_and_gives_a_beginning(body):
    whole = parse(body)
    for end in range(body.index("{") + 1, len(body.rstrip("`\n"))):
        reply = parse(body[:end])
        assert reply.truncated, body[:end]
        assert whole.message.startswith(reply.message)
        assert whole.document_content.startswith(reply.document_content)
        assert whole.sources[: len(reply.sources)] == reply.sources
        assert len(reply.new_types) <= len(whole.new_types)


@pytest.mark.parametrize("content", ["quotes", "JSON", "Chinese"])
@pytest.mark.parametrize("spelling", ["on one line", "indented", "in a fence", "as Python", "with raw line breaks"])
def test_of_a_misspelled_answer_that_is_cut_nothing_but_its_beginning_is_read(spelling, content):
    answer = spellings.answer_of(spellings.CONTENTS[content])
    text = spellings.SPELLINGS[spelling](answer)
    for end in range(text.index("{") + 1, len(text) - 5, 3):
        reply = parse(text[:end])
        assert reply.truncated, text[:end]
        assert answer["message"].startswith(reply.message)
        assert answer["document_content"].startswith(reply.document_content)
        assert answer["sources"][: len(reply.sources)] == list(reply.sources)


#: pieces that TeX, code and Markdown are made of, so that chance meets the doubtful places
SIGNS = [
    "\\",
    "\\\\",
    '"',
    "'",
    "$",
    "$$",
    "`",
    "```",
    "\n",
    "\n\n",
    "\t",
    "\r\n",
    "\x01",
    "\u2028",
    "|",
    "# ",
    "- ",
    " ",
]
BRACKETS = ["{", "}", "[", "]", ",", ": ", "}, ", '"sources": [', '", "document_content": "', "</think>", "<think>"]
WORDS = ["\\alpha", "\\frac{a}{b}", "\\n", "u", "x", "1", "é", "𝑥", "https://x.example", "&quot;", "data: "]
PIECES = st.sampled_from([*sorted(COMMANDS), *SIGNS, *BRACKETS, *WORDS])
TEXTS = st.lists(PIECES, max_size=12).map("".join) | st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x00")
)
ANSWERS = st.fixed_dictionaries(
    {
        "message": TEXTS,
        "document_content": TEXTS,
        "document_structure": st.lists(
            st.fixed_dictionaries(
                {
                    "id": TEXTS,
                    "type": TEXTS,
                    "content": TEXTS,
                    "parent_id": st.none() | TEXTS,
                    "metadata": st.dictionaries(TEXTS, TEXTS | st.integers() | st.booleans() | st.none(), max_size=2),
                }
            ),
            max_size=2,
        ),
        "sources": st.lists(TEXTS, max_size=3),
        "new_types": st.lists(
            st.fixed_dictionaries(
                {"type_name": TEXTS, "description": TEXTS, "metadata_schema": st.dictionaries(TEXTS, TEXTS, max_size=2)}
            ),
            max_size=2,
        ),
    }
)


def spells_command(text: str) -> bool:
    """Whether a control character stands before letters that make a TeX command of it."""
    letters = {"\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t"}
    return any(
        text[at] in letters and any((letters[text[at]] + text[at + 1 : at + 40]).startswith(name) for name in COMMANDS)
        for at in range(len(text))
    )


def strings(value) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for pair in value.items() for part in pair for text in strings(part)]
    return [text for item in value for text in strings(item)] if isinstance(value, list) else []


@settings(max_examples=examples(100), deadline=None)
@given(answer=ANSWERS, ascii_only=st.booleans(), indent=st.none() | st.just(2))
def test_valid_json_is_read_as_it_is(answer, ascii_only, indent):
    if any(spells_command(text) for text in strings(answer)):
        return
    reply = parse(json.dumps(answer, ensure_ascii=ascii_only, indent=indent))
    assert fields(reply) == answer
    assert not reply.truncated


@pytest.mark.parametrize(
    ("name", "field"),
    [("doc-content", "document_content"), ("Doc Content", "document_content"), ("types", "new_types"),
     ("new_document_types", "new_types"), ("structure", "document_structure"), ("urls", "sources")],
)  # fmt: skip
def test_a_field_may_have_another_usual_name(name, field):
    values = {**WHOLE, name: WHOLE[field]}
    del values[field]
    assert fields(parse(json.dumps(values))) == fields(parse(json.dumps(WHOLE)))


@settings(max_examples=examples(80), deadline=None)
@given(
    st.lists(
        PIECES | st.sampled_from(['{"message": "', '"}', "\\u", "\\ud835", "\ud800", "\x00", *FIELDS]), max_size=30
    ).map("".join)
)
def test_any_text_gives_a_storable_reply(text):
    reply = parse(text)
    for found in strings(fields(reply)):
        assert "\x00" not in found
        found.encode("utf-8")


HOSTILE = [
    "[" * 50_000,
    '{"a":' * 50_000,
    '"' * 50_000,
    "\\" * 50_000,
    "$" * 50_000,
    "\n" * 50_000,
    "<think>" * 20_000,
    "```json\n" * 10_000,
    "data: \n" * 10_000,
    "## Message\n" * 5_000,
    "&quot;message&quot;" * 5_000,
    '"message": ' * 5_000,
    '{"x": ' * 5_000,
    '{"x": "' * 5_000,
    '{"message": "' + '", "' * 20_000,
    '{"message": "' + '"}' * 20_000,
    '{"message": "' + "$\\nu " * 10_000,
    '{"message": "a"' + "," * 50_000,
    '{"message": "a"' + " " * 50_000 + "x",
    '{"message": "a ' + '", "message": ' * 5_000,
    '{"message": "a "b" ' + "\n" * 50_000,
    '{"message": "a", x' * 5_000,
    '{"message": [' + '"a "b' * 10_000,
    '{"document_structure": ' + "[" * 50_000 + '], "message": "m"}',
    '{"message": "a "b" c", "document_content": "x",}\n' * 2_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:20])
def test_hostile_texts_end(text):
    assert isinstance(parse(text), Reply)


def test_echoes_of_the_prompt_are_stripped_and_said():
    reply = parse(
        '{"message": "[HISTORICAL CONTEXT - DO NOT ACT ON THIS - FOR REFERENCE ONLY]\\nDone.",'
        ' "document_content": "[PENDING CONTENT: draft 3f2a]\\nBees hum.\\n[END OF PENDING CONTENT]"}'
    )
    assert (reply.message, reply.document_content.strip()) == ("Done.", "Bees hum.") and "echoes" in reply.repaired
    assert parse("[CURRENT INSTRUCTION - RESPOND TO THIS ONLY]\nBees hum.").message == "Bees hum."


def test_what_is_too_long_is_cut_and_says_so(monkeypatch):
    monkeypatch.setattr(reply_parser, "LONGEST", 60)
    reply = parse('{"message": "Here it is.", "document_content": "' + "word " * 100 + '"}')
    assert reply.truncated and "shortened" in reply.repaired
    assert reply.message == "Here it is." and reply.document_content.startswith("word")
    whole = parse('{"message": "Here it is."}')
    assert not whole.truncated and "shortened" not in whole.repaired


def test_an_answer_of_too_many_marks_is_cut_and_says_so(monkeypatch):
    monkeypatch.setattr(reply_parser, "SHORT", 100)
    monkeypatch.setattr(reply_parser, "MOST_MARKS", 60)
    keys = "{" + ",".join(f'"key{n}": {n}' for n in range(100)) + ', "message": "late"}'
    reply = parse(keys)
    assert reply.truncated and "shortened" in reply.repaired
    words = json.dumps({"message": "word " * 400})
    assert parse(words).message.startswith("word word") and not parse(words).truncated


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
