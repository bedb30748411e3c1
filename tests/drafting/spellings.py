"""Answers as models mean them, and the ways in which models misspell JSON: each spelling means the same answer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

Answer = dict[str, Any]

#: What content is made of, for which a parser could take a sign of JSON; by what is special about it.
CONTENTS = {
    "prose": "Salt marshes keep carbon for centuries, as cores from four estuaries show.",
    "paragraphs": "## Results\n\nThe marsh grew.\n\nIt grew by 3 mm a year; none drowned.\n",
    "quotes": 'She called it "the quiet sea", and he answered: "never".',
    "German quotes": "Er nennt es „das stille Meer“, und sie: ‚niemals‘.",
    "Chinese": "盐沼保存碳。他说：“从不”，她说：“总是”。",
    "code": 'Run it:\n\n```python\nif x["a"] == {"b": [1, 2]}:\n    print("done\\n")\n```\n\nThen stop.',
    "JSON": 'The file:\n\n```json\n{"name": "marsh", "depth": [1, 2]}\n```\n\nIt has two keys.',
    "TeX": "With $\\alpha \\le \\frac{1}{2}$ and\n\n$$\\sum_{i=1}^{n} \\nu_i = \\tau$$\n\nfor all $n$.",
    "table": "| site | rate |\n| --- | ---: |\n| north | 3.1 |\n| south | 2.9 |",
    "list": "- first, {a}\n- second, [b]\n  - third: c\n\n1. one\n2. two",
    "path": "Saved to C:\\\\data\\\\new and /tmp/\\*.",
    "apostrophes": "It's the reader's, the authors' and nobody else's.",
    "links": "See [the map](https://maps.example/a?b=c&d=e) and <https://b.example>.",
}


def answer_of(content: str) -> Answer:
    return {
        "intent": "new",
        "message": "Here is a passage; shall I go on?",
        "document_content": content,
        "sources": ["https://doi.org/10.1038/x", "Doe, J. (2020). On marshes."],
        "new_types": [{"type_name": "lemma", "description": "A lemma", "metadata_schema": {"number": "string"}}],
    }


def _body(answer: Answer) -> str:
    return json.dumps(answer, ensure_ascii=False)


def _pretty(answer: Answer) -> str:
    return json.dumps(answer, ensure_ascii=False, indent=2)


def _with_bare_quotes(answer: Answer) -> str:
    return re.sub(r'(?<!\\)\\"', '"', _pretty(answer))


def _with_curly_quotes(answer: Answer) -> str:
    return re.sub(r'(?<!\\)"', "\x00", _pretty(answer)).replace("\x00", "“", 1).replace("\x00", "”")


def _with_raw_lines(answer: Answer) -> str:
    return re.sub(r"(?<!\\)\\n", "\n", _pretty(answer))


#: Spellings from which all of an answer can be had.
SPELLINGS: dict[str, Callable[[Answer], str]] = {
    "on one line": _body,
    "indented": _pretty,
    "in ASCII": lambda answer: json.dumps(answer),
    "in a fence": lambda answer: f"```json\n{_pretty(answer)}\n```",
    "in a fence without a language": lambda answer: f"Sure:\n\n```\n{_body(answer)}\n```\nAnything else?",
    "behind words": lambda answer: f"Certainly! For {{x}} I wrote:\n\n{_body(answer)}",
    "before words": lambda answer: f"{_body(answer)}\n\nTell me if {{this}} is right.",
    "behind thoughts": lambda answer: f'<think>Maybe {{"message": "no"}}?</think>\n\n{_body(answer)}',
    "twice": lambda answer: f"{_body(answer)}\n\n{_body(answer)}",
    "twice, cut": lambda answer: f"{_body(answer)}\n{_body(answer)[:90]}",
    "a key an object": lambda answer: "\n".join(_body({key: value}) for key, value in answer.items()),
    "keys and values": lambda answer: _body([{"key": key, "value": value} for key, value in answer.items()]),
    "in a string": lambda answer: json.dumps(_body(answer)),
    "in a wrapper": lambda answer: _body({"status": "ok", "result": {"answer": answer}}),
    "in a tool call": lambda answer: _body({"name": "answer", "arguments": _body(answer)}),
    "in a list": lambda answer: f"[{_body(answer)}]",
    "with raw line breaks": _with_raw_lines,
    "with Windows line breaks": lambda answer: _pretty(answer).replace("\n", "\r\n"),
    "without an opening brace": lambda answer: _body(answer)[1:],
    "without a closing brace in a fence": lambda answer: f"```json\n{_pretty(answer)[:-1]}\n```",
    "with a brace too many": lambda answer: f"{_body(answer)}}}",
    "with commas too many": lambda answer: _pretty(answer).replace(',\n  "', ',,\n  "').replace("\n}", ",\n}"),
    "without commas": lambda answer: _pretty(answer).replace(',\n  "', '\n  "'),
    "with full-width signs": lambda answer: re.sub(
        r'(?m)^(  "\w+"): ', r"\1：", _pretty(answer).replace(',\n  "', '，\n  "')
    ),
    "with bare keys": lambda answer: re.sub(r'(?m)^  "(\w+)":', r"  \1:", _pretty(answer)),
    "with keys in capitals": lambda answer: re.sub(
        r'(?m)^  "(\w+)":', lambda found: f'  "{found[1].upper()}":', _pretty(answer)
    ),
    "with keys in bold": lambda answer: re.sub(r'(?m)^  "(\w+)":', r'  **"\1"**:', _pretty(answer)),
    "with equals signs": lambda answer: re.sub(r'(?m)^  "(\w+)":', r'  "\1" =', _pretty(answer)),
    "with comments": lambda answer: _pretty(answer).replace('\n  "sources"', '\n  // where from\n  "sources"'),
    "as Python": repr,
    "with bare quotes": _with_bare_quotes,
    "with curly quotes": _with_curly_quotes,
    "with entities": lambda answer: _body(answer).replace("&", "&amp;").replace('"', "&quot;"),
    "with other names": lambda answer: (
        _body(answer).replace('"message"', '"reply"').replace('"document_content"', '"body"')
    ),
    "with a foreign key": lambda answer: _body({"notes": {"message": "no", "sources": ["no"]}} | answer),
    "with a byte order mark": lambda answer: f"\ufeff{_body(answer)}",
}

#: Those from which the intent, which stands first, cannot be had: nothing shows that it belongs to the answer.
WITHOUT_INTENT = frozenset({"a key an object", "without an opening brace"})
#: Those that begin as prose does, and are taken for prose until they have come whole.
BEGIN_AS_PROSE = frozenset({"in a string", "without an opening brace"})
