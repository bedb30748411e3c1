"""Find the answer object in a model's text and read it, however broken, in one pass and linear time.

The scanner knows the five keys of an answer. JSON says that a string ends at the first quote that is not escaped;
models forget to escape. So a quote ends a string here if what follows it can only follow a value: a comma and a
key, a closing bracket, the end. If the first bare quote is followed by anything else, the string is known to hold
bare quotes, and from then on only one of the five keys or the end of the object is believed.

Objects are read in the order of the text; prose, fences and thoughts between them are skipped. What the objects
mean together is decided in `reply`. Depth is bounded, so nothing recurses without end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from backend.drafting.escapes import decode
from backend.drafting.grammar import read_object

FIELDS = ("message", "document_content", "document_structure", "sources", "new_types")
#: brackets deeper than this are skipped unread
DEEPEST = 40

Where = Literal["field", "nested", "item"]

KEY_PATTERN = (
    r"(?:message|document(?:\\*_|[ -])?content|document(?:\\*_|[ -])?structure|sources|new(?:\\*_|[ -])?types)"
)
_ALIAS = r"(?:response|reply|references|citations)"
QUOTE_PATTERN = "[\"'“”„‟‘’`]"
_SEP = r"\s*(?:[:：]|=>|=(?!=))"
_BLANK = r"[\s\u200b-\u200d\u2060\ufeff]"
_COMMA = "[,，]"
_SPACE = rf"(?:{_BLANK}|/\*(?:(?!\*/).){{0,400}}\*/|//[^\n]{{0,400}}(?:\n|\Z)|\#[^\n]{{0,400}}(?:\n|\Z))*+"
_WHOLE_ANCHOR = rf"{QUOTE_PATTERN}(?:{KEY_PATTERN}|{_ALIAS}){QUOTE_PATTERN}{_SEP}"
#: also with one quote only
_ANCHOR = (
    rf"(?:{QUOTE_PATTERN}(?:{KEY_PATTERN}|{_ALIAS}){QUOTE_PATTERN}"
    rf"|{QUOTE_PATTERN}{KEY_PATTERN}|\b{KEY_PATTERN}{QUOTE_PATTERN}){_SEP}"
)
_ANY_KEY = rf"{QUOTE_PATTERN}[^\"'“”\n{{}}\[\]:,]{{1,60}}{QUOTE_PATTERN}{_SEP}"
#: a key that the text's end goes through
_CUT_KEY = rf",{_SPACE}{QUOTE_PATTERN}[\w ]{{0,30}}{QUOTE_PATTERN}?\s*\Z"
_FLAGS = re.DOTALL | re.IGNORECASE

_TAG = r"(?:think(?:ing)?|thoughts?|reasoning|reflection|scratch_?pad|analysis|(?:begin|end)_of_thought|internal_monologue)"
_THOUGHT = rf"<\|?(?:\w+:)?{_TAG}(?:\s[^<>]{{0,80}})?\|?>|\[{_TAG}\]|◁{_TAG}▷|<\|channel\|>\s*(?:analysis|commentary)\b[^<>]{{0,60}}<\|message\|>"
_AFTERTHOUGHT = rf"</\|?(?:\w+:)?{_TAG}\|?>|<\|/{_TAG}\|>|<\|end_of_thought\|>|\[/{_TAG}\]|◁/{_TAG}▷|<\|channel\|>\s*final\b[^<>]{{0,60}}<\|message\|>"
_AFTERTHOUGHT_RE = re.compile(_AFTERTHOUGHT, re.IGNORECASE)
_ENTRY = re.compile(
    rf"(?P<afterthought>{_AFTERTHOUGHT})|(?P<thought>{_THOUGHT})"
    rf"|(?P<object>\{{(?={_SPACE}(?:{_ANY_KEY}|{KEY_PATTERN}{_SEP}|{_ANCHOR})))"
    rf"|(?P<loose>(?:(?<=[\n,(])|\A)[ \t\r]{{0,40}}(?={_ANCHOR}\s*(?:{QUOTE_PATTERN}|[\[{{]|null\b|none\b)))"
    rf"|(?P<call>(?<=\()\s*(?={KEY_PATTERN}\s*=\s*[\"'\[{{]))",
    _FLAGS,
)
_SPACE_RE = re.compile(rf"(?:{_SPACE}[,;，]*)*+{_SPACE}", _FLAGS)
_NAME = re.compile(
    rf"(?:(?P<open>\\?{QUOTE_PATTERN})(?P<quoted>[^\"“”\n]{{0,80}}?)\\?{QUOTE_PATTERN}"
    rf"|(?P<bare>[A-Za-z_$][\w$\\-]{{0,60}})|{QUOTE_PATTERN}?(?P<half>{KEY_PATTERN}){QUOTE_PATTERN}?){_SEP}",
    _FLAGS,
)
_ANCHOR_RE = re.compile(_ANCHOR, _FLAGS)
_KEYWORD = re.compile(r"(?:true|false|null|none|undefined|nan)\b|-?(?:infinity\b|\d[\d.eE+-]*)", re.IGNORECASE)
_FENCE = re.compile(r"\s*(?:```|~~~)")
_BRACKETS = re.compile(r"\"[^\"\\]*+(?:\\.[^\"\\]*+)*+\"|[\[\]{}]", re.DOTALL)
_RESYNC = re.compile(rf"(?<=[,\n\]}}])[ \t\r]{{0,60}}(?={_ANCHOR})", _FLAGS)
_NEXT_TOKEN = re.compile(rf"\}}|(?<=[,\n{{\]}}])[ \t\r]{{0,60}}(?={_ANY_KEY})|(?:```|~~~)\s*\Z|\Z", _FLAGS)
_PLUS = re.compile(r"\s*\+\s*(?=[\"'`])")
_CLOSERS = {"“": '”“"', "”": '”"', "„": '“”"', "‟": '”"', "‘": "’'", "’": "’'"}

_BARE_KEY = rf"\b{KEY_PATTERN}{_SEP}{_BLANK}*[\"'“\[{{`]"
_AFTER_VALUE = (
    rf"{_SPACE}(?:[,;，]?{_SPACE}[}}\]]|[,;，][,\s]*(?:\}}|\]|{_SPACE}(?:{_ANY_KEY}|\w[\w$-]*\s*[:=](?!//)|\.\.\.)|\Z)"
    rf"|{_ANY_KEY}|[,;，]{_SPACE}{_ANCHOR}|{_CUT_KEY}|\Z|(?:```|~~~)|\)\s*\Z)"
)
_AFTER_ITEM = (
    rf"{_SPACE}(?:{_COMMA}{_SPACE}(?:{QUOTE_PATTERN}|[\]\[{{}}]|\d|null|none|\.\.\.|\Z)|[\]}}]|\Z"
    rf"|(?<=\s){QUOTE_PATTERN}|{_ANCHOR})"
)
_AFTER_VALUE_RE = re.compile(_AFTER_VALUE, _FLAGS)
_AFTER_ITEM_RE = re.compile(_AFTER_ITEM, _FLAGS)


def _by_quotes(pattern: str) -> dict[str, re.Pattern[str]]:
    quotes = {'"': '"', "'": "'", "`": "`", **_CLOSERS}
    return {opening: re.compile(pattern.replace("@", f"[{closing}]"), _FLAGS) for opening, closing in quotes.items()}


#: from inside a string: up to the first bare closing quote
_STRICT = {
    opening: re.compile(rf"[^{closing}\\]*+(?:\\.[^{closing}\\]*+)*+", re.DOTALL)
    for opening, closing in {'"': '"', "'": "'", "`": "`", **_CLOSERS}.items()
}
#: the places where a field with bare quotes in it may end
_FIELD_ENDS = _by_quotes(
    rf"\\.|(?P<quote>@)(?={_SPACE}[,;，]*{_SPACE}(?:(?P<key>{_WHOLE_ANCHOR})|(?P<close>\}})|(?P<eof>\Z))"
    rf"|{_SPACE}[,;，]{_SPACE}(?:{_BARE_KEY}|{_ANCHOR})|{_CUT_KEY})"
    rf"|(?P<missing>[,\n]{_BLANK}{{0,60}}(?={_ANCHOR}\s*(?:{QUOTE_PATTERN}|[\[{{])))|(?P<start>\{{\s*{_ANCHOR})"
)
_NESTED_ENDS = _by_quotes(
    rf"\\.|(?P<quote>@)(?={_SPACE}(?:{_COMMA}{_SPACE}{_ANY_KEY}|{_COMMA}?{_SPACE}[}}\]]|{_ANCHOR}|\Z))"
)
_ITEM_ENDS = _by_quotes(
    rf"\\.|(?P<quote>@)(?={_SPACE}(?:{_COMMA}{_SPACE}(?:@|[\]{{\[])|\]|{_COMMA}?{_SPACE}{_ANCHOR}|\Z))"
)
_RAW_OPEN = re.compile(r"\{\s*[\"']")
_RAW_CLOSE = re.compile(r"[\"'\]\w}]\s*\}")


@dataclass(slots=True)
class Found:
    """One object of the text. `cut` names the keys whose value stops in the middle.

    `closed`: its closing brace is there. `stopped`: something other than the end of the text follows a missing one,
    so the model ended by itself. `loose`: it had no opening brace.
    """

    start: int
    end: int = 0
    values: dict[str, Any] = field(default_factory=dict)
    cut: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)
    closed: bool = False
    stopped: bool = False
    loose: bool = False


@dataclass(slots=True)
class Scan:
    """All objects of a text in order. `prose` is the text without thoughts; `thinking` means a thought never closed."""

    objects: list[Found] = field(default_factory=list)
    repairs: set[str] = field(default_factory=set)
    prose: str = ""
    #: how much of the prose stands before the first object
    lead: int = 0
    thinking: bool = False


def scan(text: str) -> Scan:
    """Read every object of `text` that may belong to an answer. Linear in the length of the text; never raises."""
    result = Scan()
    prose: list[str] = []
    at = kept = tried = 0
    while (entry := _ENTRY.search(text, at)) is not None:
        if entry.lastgroup == "thought":
            prose.append(text[kept : entry.start()])
            end = _AFTERTHOUGHT_RE.search(text, entry.end())
            result.repairs.add("thoughts")
            if end is None:
                result.thinking = True
                _rescue(text, entry.end(), result)
                kept = len(text)
                break
            at = kept = end.end()
        elif entry.lastgroup == "afterthought":
            result.repairs.add("thoughts")
            result.objects.clear()
            prose.clear()
            at = kept = entry.end()
        else:
            found, tried = _read(text, entry, tried, result.repairs)
            if found.values:
                if not result.objects:
                    result.lead = sum(map(len, prose)) + entry.start() - kept
                result.objects.append(found)
            at = max(found.end, entry.end() + (entry.lastgroup != "object"))
    prose.append(text[kept:])
    result.prose = "".join(prose)
    return result


def _read(text: str, entry: re.Match[str], tried: int, repairs: set[str]) -> tuple[Found, int]:
    """The object at `entry`, by the grammar if it can be; up to `tried` the grammar was tried in vain."""
    if entry.lastgroup == "object" and entry.start() >= tried:
        read = read_object(text, entry.start())
        if not isinstance(read, int):
            repairs |= read.repairs
            found = Found(start=entry.start(), end=read.end, closed=True)
            for key, value in read.members:
                _keep(found, canonical(key), value, True)
                if isinstance(value, str) and value in read.unsure:
                    found.unsure.add(canonical(key))
            return found, tried
        tried = read
    return _Reader(text, repairs).root(entry.end(), loose=entry.lastgroup != "object"), tried


def _rescue(text: str, at: int, result: Scan) -> None:
    """A thought that was never closed may still be followed by the whole answer, up to the very end."""
    if result.objects:
        return
    while (entry := _ENTRY.search(text, at)) is not None:
        if entry.lastgroup != "object":
            at = entry.end() + 1
            continue
        repairs: set[str] = set()
        found = _Reader(text, repairs).root(entry.end())
        at = max(found.end, entry.end())
        whole = found.closed and len(found.values.keys() & set(FIELDS)) >= 4
        if whole and not text[found.end :].strip("`~ \n\r\t"):
            result.objects.append(found)
            result.repairs |= repairs
            result.thinking = False


def canonical(key: str) -> str:
    """The field a key means, whatever its case and separators; another key is given back as it is."""
    squeezed = re.sub(r"[\W_]", "", key).lower()
    return _CANONICAL.get(squeezed, key)


_CANONICAL = {name.replace("_", ""): name for name in FIELDS}


class _Reader:
    """Reads values from a place in the text on. Every method takes a position and gives (value, end, complete)."""

    def __init__(self, text: str, repairs: set[str]) -> None:
        self.text = text
        self.repairs = repairs
        self.python = False
        self.bare = False
        self.unsure = False
        self.known: set[str] = set()

    # -- objects ----------------------------------------------------------

    def root(self, at: int, loose: bool = False) -> Found:
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
        value, end, complete = self.value(name.end(), 1, where)
        if key in FIELDS:
            self.known.add(key)
        _keep(found, key, value, complete)
        if self.unsure:
            found.unsure.add(key)
        return self.space(end)

    def _past_noise(self, at: int, found: Found) -> int | None:
        """Step over what is neither key nor brace; None ends the object."""
        if _FENCE.match(self.text, at):
            found.stopped, found.end = True, at
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
        at = self.gap(at)
        if at >= len(self.text):
            return None, at, False
        char = self.text[at]
        if char in "\"'“”„‟‘’`":
            return self.joined(at, where)
        if char in "[{":
            if depth >= DEEPEST:
                return self.skip(at)
            return self.array(at + 1, depth + 1, where) if char == "[" else self.object(at + 1, depth + 1)
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
                after = _NEXT_TOKEN.search(self.text, at + 1)
                at = after.start() if after is not None else len(self.text)
                at = self.space(at)
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
        """Whether a bracket was forgotten before this key: a field of the answer that it still lacks."""
        name = canonical(key)
        if name not in FIELDS or not self.known or name in self.known:
            return False
        later = re.compile(rf"{QUOTE_PATTERN}{name}{QUOTE_PATTERN}{_SEP}", re.IGNORECASE).search(self.text, after)
        return later is None

    def array(self, at: int, depth: int, where: Where) -> tuple[list[Any], int, bool]:
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
        return found is not None and canonical(re.sub(rf"{QUOTE_PATTERN}|{_SEP}", "", found[0])) in FIELDS

    def skip(self, at: int) -> tuple[None, int, bool]:
        """Pass over brackets too deep to read; where they never close, over everything up to the next field."""
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
        """A string, or several with a plus sign between them."""
        text, end, complete = self.string(at, where)
        while complete and (plus := _PLUS.match(self.text, end)):
            self.repairs.add("joined")
            more, end, complete = self.string(plus.end(), where)
            text += more
        return text, end, complete

    def string(self, at: int, where: Where) -> tuple[str, int, bool]:
        quote = self.text[at]
        if quote in "\"'`" and self.text.startswith(quote * 3, at):
            end = self.text.find(quote * 3, at + 3)
            if end > 0:
                self.repairs.add("quotes")
                return self.meaning(at + 3, end, True), end + 3, True
        strict = _STRICT[quote].match(self.text, at + 1)
        assert strict is not None, "the pattern matches the empty string"
        end = strict.end()
        if end >= len(self.text) or self.text[end] == "\\":
            return self.meaning(at + 1, len(self.text), False), len(self.text), False
        after = _AFTER_ITEM_RE if where == "item" else _AFTER_VALUE_RE
        if after.match(self.text, end + 1) or _PLUS.match(self.text, end + 1):
            return self.meaning(at + 1, end, True), end + 1, True
        self.repairs.add("quotes")
        if where == "field":
            return self.quoted_field(at, end)
        ends = (_ITEM_ENDS if where == "item" else _NESTED_ENDS)[quote]
        for found in ends.finditer(self.text, end):
            if found["quote"]:
                return self.meaning(at + 1, found.start(), True), found.end(), True
        return self.meaning(at + 1, len(self.text), False), len(self.text), False

    def quoted_field(self, at: int, end: int) -> tuple[str, int, bool]:
        """A message or content that holds bare quotes: see the head of this file."""
        closing: int | None = None
        fallback: tuple[int, int] | None = None
        for found, inside in self._ends(at, end):
            if found["start"]:
                if closing is not None:
                    break
            elif found["quote"] and found["close"]:
                closing = found.start() if not inside or closing is None else closing
            elif found["quote"] and found["eof"]:
                if closing is None and not inside and self._even_quotes(at, found.start()):
                    closing = found.start()
            else:
                stop = found.start()
                after = found.end()
                if found["missing"]:
                    self.repairs.add("quotes")
                    body_end = stop - 2 if self.text.endswith('\\"', at + 1, stop) else stop
                else:
                    body_end = stop
                if not inside:
                    return self.meaning(at + 1, body_end, True), after, True
                fallback = fallback or (body_end, after)
        if closing is not None:
            return self.meaning(at + 1, closing, True), closing + 1, True
        in_open_code = self.text.count("```", at) % 2 == 1
        if fallback is not None and not in_open_code and self.text.rstrip("`~ \r\n\t").endswith("}"):
            self.unsure = True
            return self.meaning(at + 1, fallback[0], True), fallback[1], True
        return self.meaning(at + 1, len(self.text), False), len(self.text), False

    def _ends(self, at: int, end: int) -> Iterator[tuple[re.Match[str], bool]]:
        """Every place where the field may end, and whether it lies in a code block or in JSON within the text."""
        seen = at + 1
        fences = braces = 0
        while end > seen and self.text[end - 1] in ", \t\r\n":
            end -= 1
        for found in _FIELD_ENDS[self.text[at]].finditer(self.text, end):
            if found[0][0] == "\\":
                continue
            here = found.start()
            fences += self.text.count("```", seen, here)
            piece = self.text[seen:here]
            braces += len(_RAW_OPEN.findall(piece)) - len(_RAW_CLOSE.findall(piece))
            braces = max(braces, 0)
            seen = here
            yield found, bool(fences % 2) or braces > 0

    def _even_quotes(self, at: int, end: int) -> bool:
        quote = self.text[at]
        return (self.text.count(quote, at + 1, end) - self.text.count("\\" + quote, at + 1, end)) % 2 == 0

    def meaning(self, start: int, end: int, complete: bool) -> str:
        body = self.text[start:end]
        if "\n" in body:
            self.repairs.add("newlines")
        decoded = decode(body, python=self.python, cut=not complete)
        self.repairs |= decoded.repairs
        self.unsure = self.unsure or decoded.unsure
        return decoded.text

    def bareword(self, at: int, where: Where) -> tuple[Any, int, bool]:
        """A number, a literal, or text without quotes up to the next key."""
        word = _KEYWORD.match(self.text, at)
        if word is not None and re.match(r"\s*(?:[,;}\]\n]|\Z|//|/\*|#)", self.text[word.end() : word.end() + 40]):
            return _literal(word[0]), word.end(), word.end() < len(self.text)
        stop = re.compile(rf",?\s*(?={_ANY_KEY if where != 'field' else _ANCHOR})|,?\s*[}}\]]|\Z", _FLAGS).search(
            self.text, at
        )
        assert stop is not None, "the pattern matches the end of the text"
        if stop.start() == at:
            return None, at + 1, True
        self.repairs.add("quotes")
        return self.meaning(at, stop.start(), True).strip(), stop.start(), stop.start() < len(self.text)

    # -- between values ---------------------------------------------------

    def space(self, at: int) -> int:
        """Past white space, comments and commas."""
        found = _SPACE_RE.match(self.text, at)
        return found.end() if found else at

    def gap(self, at: int) -> int:
        """Past white space and comments."""
        found = _GAP_RE.match(self.text, at)
        return found.end() if found else at


_KEY_REST = re.compile(rf"\\?{QUOTE_PATTERN}[\w ]{{0,30}}(?:\\?{QUOTE_PATTERN})?\s*\Z")
_GAP_RE = re.compile(_SPACE, _FLAGS)


def _named(name: re.Match[str]) -> str:
    return str(name["quoted"] if name["open"] else name["bare"] or name["half"])


def _keep(found: Found, key: str, value: Any, complete: bool) -> None:
    """A key that comes twice keeps the value that says more: not an empty one, not one that was cut."""
    if key in found.values and key not in found.cut and (value in (None, "", [], {}) or not complete):
        return
    found.values[key] = value
    if complete:
        found.cut.discard(key)
    else:
        found.cut.add(key)


def _literal(word: str) -> Any:
    lowered = word.lower()
    if lowered in {"true", "false"}:
        return lowered == "true"
    if lowered in {"null", "none", "undefined", "nan"} or "inf" in lowered:
        return None
    try:
        return int(word) if len(word) < 400 else None
    except ValueError:
        pass
    try:
        return float(word)
    except ValueError:
        return word
