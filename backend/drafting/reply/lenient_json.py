"""Parse an object that is not valid JSON, whatever is wrong between its values.

`Reader` goes from left to right and skips everything that is neither a key nor a value. Commas and colons may be
missing or doubled, or be other characters. Comments may occur anywhere. If a closing bracket is missing, this is
noticed at the next key of the answer. The nesting is limited, so the recursion ends.
"""

from __future__ import annotations

import re
from typing import Any

from backend.drafting.reply.escapes import decode
from backend.drafting.reply.fields import FIELDS, Found, canonical
from backend.drafting.reply.json_grammar import literal
from backend.drafting.reply.json_patterns import ANCHOR, ANY_KEY, FLAGS, KEY, QUOTE, SEPARATOR, SPACE
from backend.drafting.reply.open_strings import PLUS, Budget, Where, find_end

#: the deepest nesting that is parsed; deeper brackets are skipped
DEEPEST = 40

_SPACE_RE = re.compile(rf"(?:{SPACE}[,;，]*)*+{SPACE}", FLAGS)
_NAME = re.compile(
    rf"(?:(?:\*\*)?(?P<open>\\?{QUOTE})(?P<quoted>[^\"“”＂\n]{{0,80}}?)\\?{QUOTE}(?:\*\*)?"
    rf"|(?P<bare>[A-Za-z_$][\w$\\-]{{0,60}})|{QUOTE}?(?P<half>{KEY}){QUOTE}?){SEPARATOR}"
    rf"|{QUOTE}(?P<lone>{KEY}){QUOTE}\s++(?=[\"\[{{])",
    FLAGS,
)
_ANCHOR_RE = re.compile(ANCHOR, FLAGS)
_KEYWORD = re.compile(r"(?:true|false|null|none|undefined|nan)\b|-?(?:infinity\b|\d[\d.eE+-]*)", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d{1,9})?", re.IGNORECASE)
_FENCE = re.compile(r"\s*(?:```|~~~)")
_BRACKETS = re.compile(r"\"[^\"\\]*+(?:\\.[^\"\\]*+)*+\"|[\[\]{}]", re.DOTALL)
_RESYNC = re.compile(rf"(?<=[,\n\]}}])[ \t\r]{{0,60}}(?={ANCHOR})", FLAGS)
_NEXT_TOKEN = re.compile(rf"\}}|(?<=[,\n{{\]}}])[ \t\r]{{0,60}}(?={ANY_KEY})|(?:```|~~~)\s*\Z|\Z", FLAGS)
_RESTART = re.compile(rf"\{{\s*{ANCHOR}", FLAGS)
_KEY_REST = re.compile(rf"\\?{QUOTE}[\w ]{{0,30}}(?:\\?{QUOTE})?\s*\Z")
_GAP_RE = re.compile(SPACE, FLAGS)


class Reader:
    """Parses values from a position in the text. Each method that parses a value returns the value, the position after
    it, and True if the value is complete.
    """

    def __init__(self, text: str, repairs: set[str], budget: Budget) -> None:
        self.text = text
        self.repairs = repairs
        self.python = False
        self.bare = False
        self.unsure = False
        self.known: set[str] = set()
        self.budget = budget

    # -- objects ----------------------------------------------------------

    def root(self, at: int, loose: bool = False) -> Found:
        """Parse the answer's JSON object and return it. Its first key, or white space before it, is at position `at`,
        after the opening brace. `loose` is True if the answer lacks this brace.
        """
        found = Found(start=at, loose=loose)
        first = _NAME.match(self.text, self.space(at))
        if first is not None:
            self.python = (first["open"] or "").endswith("'")
            self.bare = first["open"] is None
            if self.python or self.bare or first["open"] != '"':
                self.repairs.add("quotes" if first["open"] else "keys")
        at = self.space(at)
        while at < len(self.text):
            if self.text[at] == "}":
                found.closed, found.end = True, at + 1
                return found
            name = _NAME.match(self.text, at)
            if name is None:
                after = self._past_noise(at, found)
                if after is None:
                    return found
                at = after
                continue
            at = self._member(name, found)
        found.end = len(self.text)
        return found

    def _member(self, name: re.Match[str], found: Found) -> int:
        key = canonical(_named(name))
        self.unsure = False
        where: Where = "field" if key in FIELDS else "nested"
        if key in FIELDS:
            self.known.add(key)
        value, end, complete = self.value(name.end(), 1, where)
        found.keep(key, value, complete)
        if self.unsure:
            found.unsure.add(key)
        return self.space(end)

    def _past_noise(self, at: int, found: Found) -> int | None:
        """Skip what is neither a key nor a brace from `at` on, and return the position after it. Returns None if the
        object ends here; then its end is stored in `found`.
        """
        if _FENCE.match(self.text, at):
            found.stopped, found.end = True, at
            return None
        if _RESTART.match(self.text, at):
            found.end = at
            return None
        if _KEY_REST.match(self.text, at):
            found.end = len(self.text)
            return None
        after = _NEXT_TOKEN.search(self.text, at)
        assert after is not None, "the pattern matches the end of the text"
        skipped = self.text[at : after.end()]
        if (
            after.start() == len(self.text)
            or (len(skipped) > 200 and "\n" in skipped)
            or (found.loose and "}" not in skipped)
        ):
            found.stopped, found.end = bool(skipped.strip("]})` \n\t\r")), at
            if not found.stopped and skipped.strip():
                found.end = len(self.text)
            return None
        self.repairs.add("noise")
        return self.space(after.start()) if after.start() > at else self.space(at + 1)

    def value(self, at: int, depth: int, where: Where) -> tuple[Any, int, bool]:
        """Return the value at `at`, the position after it, and whether the value is complete. `depth` is the number of
        brackets around it.
        """
        at = self.gap(at)
        if at >= len(self.text):
            return None, at, False
        char = self.text[at]
        if char in "\"'“”„‟‘’`＂":
            return self.joined(at, where)
        if char in "[{":
            if depth >= DEEPEST:
                return self.skip(at)
            return self.array(at + 1, depth + 1) if char == "[" else self.object(at + 1, depth + 1)
        if char in ",}]":
            return None, at, True
        return self.bareword(at, where)

    def object(self, at: int, depth: int) -> tuple[dict[str, Any], int, bool]:
        members: dict[str, Any] = {}
        at = self.space(at)
        while at < len(self.text):
            if self.text[at] == "}":
                return members, at + 1, True
            name = _NAME.match(self.text, at)
            if self.text[at] == "]" or name is None:
                if self.text[at] == "]":
                    return members, at, True
                at = self.space(next(_NEXT_TOKEN.finditer(self.text, at + 1)).start())
                continue
            key = _named(name)
            if self._belongs_above(key, name.end()):
                self.repairs.add("brackets")
                return members, at, True
            where: Where = "field" if canonical(key) in FIELDS else "nested"
            value, end, complete = self.value(name.end(), depth, where)
            if complete or isinstance(value, str) or where == "field":
                members[key] = value
            if not complete and end >= len(self.text):
                return members, end, False
            at = self.space(end)
        return members, len(self.text), False

    def _belongs_above(self, key: str, after: int) -> bool:
        """Return True if the key belongs to the answer and not to the inner object that is being parsed, whose closing
        bracket is then missing. It must be a field of the answer that has not occurred yet. `after` is the position
        after the key.
        """
        name = canonical(key)
        if name not in FIELDS or not self.known or name in self.known:
            return False
        later = re.compile(rf"{QUOTE}{name}{QUOTE}{SEPARATOR}", re.IGNORECASE).search(self.text, after)
        return later is None

    def array(self, at: int, depth: int) -> tuple[list[Any], int, bool]:
        items: list[Any] = []
        at = self.space(at)
        while at < len(self.text):
            char = self.text[at]
            if char == "]":
                return items, at + 1, True
            if char == "}" or self._anchored(at):
                self.repairs.add("brackets")
                return items, at, True
            if char in ".…":
                at = self.space(at + 1)
                continue
            value, end, complete = self.value(at, depth, "item")
            if complete:
                items.append(value)
            elif end >= len(self.text):
                return items, end, False
            at = self.space(max(end, at + 1) if end == at else end)
        return items, len(self.text), False

    def _anchored(self, at: int) -> bool:
        found = _ANCHOR_RE.match(self.text, at)
        return found is not None and canonical(re.sub(rf"{QUOTE}|{SEPARATOR}", "", found[0])) in FIELDS

    def skip(self, at: int) -> tuple[None, int, bool]:
        """Skip the value at `at`, because it is nested too deeply. If its brackets are not closed, everything up to the
        next field is skipped. Returns None as the value, the position after it, and True if its brackets are closed.
        """
        depth = 0
        for found in _BRACKETS.finditer(self.text, at):
            if found[0] in "[{":
                depth += 1
            elif found[0] in "]}":
                depth -= 1
                if not depth:
                    return None, found.end(), True
        self.repairs.add("brackets")
        after = _RESYNC.search(self.text, at)
        return None, after.end() if after else len(self.text), False

    # -- strings ----------------------------------------------------------

    def joined(self, at: int, where: Where) -> tuple[str, int, bool]:
        """Parse the string at `at`, or several strings that are connected by plus signs. `where` says what the string
        is (see `find_end`).
        """
        text, end, complete = self.string(at, where)
        while complete and (plus := PLUS.match(self.text, end)):
            self.repairs.add("joined")
            more, end, complete = self.string(plus.end(), where)
            text += more
        return text, end, complete

    def string(self, at: int, where: Where) -> tuple[str, int, bool]:
        ending = find_end(self.text, at, where, self.budget)
        if ending.bare:
            self.repairs.add("quotes")
        self.unsure = self.unsure or ending.unsure
        return self.meaning(ending.start, ending.stop, ending.complete), ending.after, ending.complete

    def meaning(self, start: int, end: int, complete: bool) -> str:
        body = self.text[start:end]
        if "\n" in body:
            self.repairs.add("newlines")
        decoded = decode(body, python=self.python, cut=not complete)
        self.repairs |= decoded.repairs
        self.unsure = self.unsure or decoded.unsure
        return decoded.text

    def bareword(self, at: int, where: Where) -> tuple[Any, int, bool]:
        """Parse a number, a constant, or text without quotes at `at`. Such text ends before the next key or
        closing bracket. `where` says what the value is (see `find_end`). Returns the same three things as `value`.
        """
        word = _KEYWORD.match(self.text, at)
        if word is not None and re.match(r"\s*(?:[,;}\]\n]|\Z|//|/\*|#)", self.text[word.end() : word.end() + 40]):
            return _literal(word[0]), word.end(), word.end() < len(self.text)
        stop = re.compile(rf",?\s*(?={ANY_KEY if where != 'field' else ANCHOR})|,?\s*[}}\]]|\Z", FLAGS).search(
            self.text, at
        )
        assert stop is not None, "the pattern matches the end of the text"
        if stop.start() == at:
            return None, at + 1, True
        self.repairs.add("quotes")
        return self.meaning(at, stop.start(), True).strip(), stop.start(), stop.start() < len(self.text)

    # -- between values ---------------------------------------------------

    def space(self, at: int) -> int:
        """Return the first position from `at` on that is not white space, a comment or a comma."""
        found = _SPACE_RE.match(self.text, at)
        return found.end() if found else at

    def gap(self, at: int) -> int:
        """Return the first position from `at` on that is not white space or a comment."""
        found = _GAP_RE.match(self.text, at)
        return found.end() if found else at


def _named(name: re.Match[str]) -> str:
    return str(name["quoted"] if name["open"] else name["bare"] or name["half"] or name["lone"])


def _literal(word: str) -> Any:
    """Return the value of a constant in any spelling, or of a number; any other word is returned as text."""
    lowered = word.lower()
    if lowered in {"true", "false"}:
        return lowered == "true"
    if lowered in {"null", "none", "undefined", "nan"} or "inf" in lowered or len(word) > 4000:
        return None
    return literal(word) if _NUMBER.fullmatch(word) else word
