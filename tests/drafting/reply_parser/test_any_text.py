"""The laws of the parser: valid JSON is read as it is, and any text gives a reply, however hostile."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.drafting.reply.fields import FIELDS
from backend.drafting.reply.tex_commands import COMMANDS
from backend.drafting.reply_parser import Reply, parse
from tests.drafting.reply_parser.whole_answer import fields
from tests.examples import examples

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
