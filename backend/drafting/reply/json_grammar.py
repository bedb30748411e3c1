"""Parse an object that is valid JSON, apart from the escapes in its strings.

If all brackets, commas and quotes are right, the structure is certain: every string ends at its first unescaped quote.
Single backslashes of TeX and unescaped line breaks do not change this; escapes.py decides what the string means. The
standard decoder cannot be used, because it decodes strings immediately, and at each error it counts the lines of the
whole text.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Any

from backend.drafting.reply.escapes import decode
from backend.drafting.reply.json_patterns import FLAGS, WHOLE_ANCHOR

#: the deepest nesting of brackets that is parsed
_DEEPEST = 100

_SPACE = re.compile(r"[ \t\n\r]*+")
_STRING = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
_LITERAL = re.compile(r"true|false|null|NaN|-?Infinity|-?(?:0|[1-9]\d{0,4000})(?:\.\d+)?(?:[eE][+-]?\d{1,9})?")
_CONSTANTS = {"true": True, "false": False, "null": None, "NaN": None, "Infinity": None, "-Infinity": None}
#: the text that may follow an answer: more brackets, a fence, a tag, words
_AFTERWARDS = re.compile(r"[\s\]})]*(?:\Z|[`~<(*\w-])")
_ANCHOR = re.compile(WHOLE_ANCHOR, FLAGS)


@dataclass(slots=True)
class ParsedObject:
    """An object's members in order, the position after the object, and the repairs made in its strings. `unsure` has
    those strings whose meaning is uncertain.
    """

    members: list[tuple[str, Any]]
    end: int = 0
    repairs: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)


class _GrammarError(Exception):
    """Raised if the text is not valid JSON at the position `at`."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at


def read_object(text: str, at: int) -> ParsedObject | int:
    """Parse the object whose opening brace is at `at`. If its structure is not valid JSON, return the position of the
    error instead.
    """
    walker = _Walker(text, meaning=True)
    try:
        members, end = walker.members(at + 1, 0)
    except _GrammarError as stopped:
        return stopped.at
    return ParsedObject(members, end, walker.repairs, walker.unsure)


def ends_answer(text: str, at: int) -> tuple[int, int]:
    """Check whether the answer's object ends after position `at`. Up to its closing brace there must be only valid
    members, and after the brace only prose.

    Returns the position after the object (0 if the check fails), and the position up to which the text was read.
    """
    try:
        _, end = _Walker(text, meaning=False).members(at, 0)
    except _GrammarError as stopped:
        return 0, stopped.at
    rest = text[end : end + 2000]
    return (end if _AFTERWARDS.match(rest) and not _ANCHOR.search(rest) else 0), end + len(rest)


class _Walker:
    """A recursive-descent parser. If `meaning` is False, strings are skipped and not decoded."""

    def __init__(self, text: str, meaning: bool) -> None:
        self.text = text
        self.meaning = meaning
        self.repairs: set[str] = set()
        self.unsure: set[str] = set()

    def members(self, at: int, depth: int) -> tuple[list[tuple[str, Any]], int]:
        """Parse the members of an object from `at` on. Returns the pairs of key and value, and the position after the
        closing brace.
        """
        found: list[tuple[str, Any]] = []
        at = self._space(at)
        if self._char(at) == "}":
            return found, at + 1
        while True:
            if self._char(at) != '"':
                raise _GrammarError(at)
            key, at = self._string(at + 1)
            at = self._space(at)
            if self._char(at) != ":":
                raise _GrammarError(at)
            value, at = self._value(self._space(at + 1), depth + 1)
            found.append((key, value))
            at = self._space(at)
            if self._char(at) == "}":
                return found, at + 1
            if self._char(at) != ",":
                raise _GrammarError(at)
            at = self._space(at + 1)

    def _items(self, at: int, depth: int) -> tuple[list[Any], int]:
        found: list[Any] = []
        at = self._space(at)
        if self._char(at) == "]":
            return found, at + 1
        while True:
            value, at = self._value(at, depth + 1)
            found.append(value)
            at = self._space(at)
            if self._char(at) == "]":
                return found, at + 1
            if self._char(at) != ",":
                raise _GrammarError(at)
            at = self._space(at + 1)

    def _value(self, at: int, depth: int) -> tuple[Any, int]:
        char = self._char(at)
        if char == '"':
            return self._string(at + 1)
        if char in "{[" and char:
            if depth > _DEEPEST:
                raise _GrammarError(at)
            if char == "[":
                return self._items(at + 1, depth)
            members, end = self.members(at + 1, depth)
            return dict(members), end
        word = _LITERAL.match(self.text, at)
        if word is None:
            raise _GrammarError(at)
        return literal(word[0]), word.end()

    def _string(self, at: int) -> tuple[str, int]:
        found = _STRING.match(self.text, at)
        end = found.end() if found else at
        if self._char(end) != '"':
            raise _GrammarError(end)
        if not self.meaning:
            return "", end + 1
        body = self.text[at:end]
        if "\n" in body:
            self.repairs.add("newlines")
        decoded = decode(body)
        self.repairs |= decoded.repairs
        if decoded.unsure:
            self.unsure.add(decoded.text)
        return decoded.text, end + 1

    def _space(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def _char(self, at: int) -> str:
        return self.text[at : at + 1]


def literal(word: str) -> Any:
    """Return the value of a `word` that is a number or a constant, such as "true". Values that a database cannot store
    (NaN, infinity) become None.
    """
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    if word.lstrip("-").isdigit():
        return int(word)
    number = float(word)
    return number if math.isfinite(number) else None
