"""Find the end of a string that may contain quotes which the model did not escape.

In JSON the first unescaped quote ends a string. Here, what follows this quote must also fit: a comma and a key, a
closing bracket, or the end of the text. Otherwise the quote belongs to the string, and the string's end is the first of
these that exists:

- a quote after which everything is valid JSON up to the end of the answer;
- the first quote before one of the answer's five keys, or the last quote before the closing brace; quotes in a code
  block, or in JSON within the text, are ignored;
- the end of the text, because the string was cut off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from backend.drafting.reply.fields import canonical
from backend.drafting.reply.json_grammar import ends_answer
from backend.drafting.reply.json_patterns import (
    ANCHOR,
    ANY_KEY,
    BLANK,
    COMMA,
    FLAGS,
    KEY,
    QUOTE,
    SEPARATOR,
    SPACE,
    WHOLE_ANCHOR,
)

#: the kind of value: of one of the answer's own fields, of another key, or of an array
Where = Literal["field", "nested", "item"]

_CLOSERS = {
    '"': '"',
    "'": "'",
    "`": "`",
    "“": '”“"',
    "”": '”"',
    "„": '“”"',
    "‟": '”"',
    "‘": "’'",
    "’": "’'",
    "＂": "＂",
}
#: what joins two strings: a plus sign, or only a line break
PLUS = re.compile(rf"\s*\+\s*(?=[\"'`])|[ \t]*\n\s*(?=[\"'])(?!{ANY_KEY})", FLAGS)

#: a comment sign directly after a quote is part of the text
_THEN = rf"(?![/#]){SPACE}"
#: a key that is cut off by the end of the text
_CUT_KEY = rf",{SPACE}{QUOTE}[\w ]{{0,30}}{QUOTE}?\s*\Z"
_BARE_KEY = rf"\b{KEY}{SEPARATOR}{BLANK}*[\"'“\[{{`]"
_AFTER_VALUE = re.compile(
    rf"{_THEN}(?:[,;，]?{SPACE}[}}\]]|[,;，][,\s]*(?:\}}|\]|{SPACE}(?:{ANY_KEY}|\w[\w$-]*\s*[:=](?!//)|\.\.\.)|\Z)"
    rf"|{ANY_KEY}|[,;，]{SPACE}{ANCHOR}|{_CUT_KEY}|\Z|(?:```|~~~)[^\"]*+\Z|\)\s*\Z)",
    FLAGS,
)
_AFTER_ITEM = re.compile(
    rf"{_THEN}(?:{COMMA}{SPACE}(?:{QUOTE}|[\]\[{{}}]|-?\d|null|none|(?:true|false){SPACE}[,\]]|\.\.\.|\Z)|[\]}}]|\Z"
    rf"|(?<=\s){QUOTE}|{ANCHOR})",
    FLAGS,
)


#: `@` stands for the characters that may close the string
_TO_FIRST_QUOTE = r"[^@\\]*+(?:\\.[^@\\]*+)*+"
_FIELD_ENDS = (
    rf"\\.|(?P<quote>[@])(?={_THEN}[,;，]*{SPACE}(?:(?P<key>{WHOLE_ANCHOR})|(?P<close>\}})|(?P<eof>\Z))"
    rf"|{_THEN}[,;，]{SPACE}(?P<odd>{_BARE_KEY}|{ANCHOR})|{_CUT_KEY})"
    rf"|(?P<missing>[,\n]{BLANK}{{0,60}}(?={ANCHOR}\s*(?:{QUOTE}|[\[{{])))|(?P<start>\{{\s*{ANCHOR})"
)
_NESTED_ENDS = rf"\\.|(?P<quote>[@])(?={_THEN}(?:{COMMA}{SPACE}{ANY_KEY}|{COMMA}?{SPACE}[}}\]]|{ANCHOR}|\Z))"
_ITEM_ENDS = rf"\\.|(?P<quote>[@])(?={_THEN}(?:{COMMA}{SPACE}(?:[@]|[\]{{\[])|\]|{COMMA}?{SPACE}{ANCHOR}|\Z))"
_WHOLE_ANCHOR = re.compile(WHOLE_ANCHOR, FLAGS)
_COMMAS = re.compile(rf"{SPACE}[,;，]*{SPACE}", FLAGS)
_KEY_AHEAD = re.compile(rf"{SPACE}[,;，]*{SPACE}{QUOTE}?({KEY})", FLAGS)
_KEY_ANYWHERE = re.compile(rf"{QUOTE}({KEY}){QUOTE}{SEPARATOR}", FLAGS)
_JSON_OPENS = re.compile(r"\{\s*[\"']")
_JSON_CLOSES = re.compile(r"[\"'\]\w}]\s*\}")


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a string in a model's answer.

    - `start`, `stop`: the string's text is from `start` to `stop` (excluded)
    - `after`: where parsing continues
    - `bare`: True if the string contains unescaped quotes
    - `complete`: False if the string was cut off
    - `unsure`: True if the end is a guess
    """

    start: int
    stop: int
    after: int
    complete: bool = True
    bare: bool = False
    unsure: bool = False


@dataclass(slots=True)
class Budget:
    """The number of characters that may still be read ahead. The limit keeps the time of the whole parser linear."""

    left: int


@cache
def _compiled(pattern: str, quote: str) -> re.Pattern[str]:
    """Compile a pattern for strings that `quote` opens, at its first use."""
    return re.compile(pattern.replace("@", _CLOSERS[quote]), FLAGS)


def find_end(text: str, at: int, where: Where, budget: Budget) -> Ending:
    """Return where the string whose opening quote is at `at` ends. `where` says what the string is: the value of a
    field, an item of a list, or a value in a nested object. `budget` limits how far is read ahead.
    """
    quote = text[at]
    if quote in "\"'`" and text.startswith(quote * 3, at):
        end = text.find(quote * 3, at + 3)
        if end != -1:
            return Ending(at + 3, end, end + 3, bare=True)
    first = _compiled(_TO_FIRST_QUOTE, quote).match(text, at + 1)
    end = first.end() if first else at + 1
    if end >= len(text) or text[end] == "\\":
        return Ending(at + 1, len(text), len(text), complete=False)
    after = _AFTER_ITEM if where == "item" else _AFTER_VALUE
    if after.match(text, end + 1) or PLUS.match(text, end + 1):
        return Ending(at + 1, end, end + 1)
    if where == "field":
        return _end_of_field(text, at, end, budget)
    for found in _compiled(_ITEM_ENDS if where == "item" else _NESTED_ENDS, quote).finditer(text, end):
        if found["quote"]:
            return Ending(at + 1, found.start(), found.end(), bare=True)
    return Ending(at + 1, len(text), len(text), complete=False, bare=True)


@dataclass(slots=True)
class _Seen:
    """The possible ends found so far for a field whose closing quotation mark is uncertain, the best one of each kind.

    - `closing`: at a quotation mark
    - `key`: before a key that begins the next field
    - `hidden`: before words that only look like such a key
    """

    closing: int | None = None
    key: Ending | None = None
    hidden: Ending | None = None


def _end_of_field(text: str, at: int, end: int, budget: Budget) -> Ending:
    seen = _Seen()
    for found, inside in _candidates(text, at, end):
        if found["start"]:
            if seen.closing is not None:
                break
            fresh = seen.key is None and seen.hidden is None and budget.left > 0
            if fresh and ends_answer(text, found.start() + 1)[0]:
                # the model stopped here and began the answer again
                return Ending(at + 1, found.start(), found.start(), complete=False)
        elif found["close"]:
            seen.closing = found.start() if not inside or seen.closing is None else seen.closing
        elif found["eof"] is not None:
            if seen.closing is None and not inside and _balanced(text, at, found.start()):
                seen.closing = found.start()
        else:
            stop = found.start()
            if found["missing"]:
                stop = _without_odd_quote(text, at, stop)
            ending = Ending(at + 1, stop, found.end(), bare=True)
            fitting = _fits(text, found, inside, budget)
            if fitting:
                return ending if seen.key is None or _comes_again(text, seen.key, ending, fitting) else seen.key
            if not inside:
                seen.key = seen.key or ending
            seen.hidden = seen.hidden or ending
            if seen.key is not None and budget.left <= 0:
                break
    return _best(text, at, seen, budget)


def _comes_again(text: str, earlier: Ending, later: Ending, end: int) -> bool:
    """Return True if the key after `earlier`, a possible end of the string, also occurs after `later`, another possible
    end. As an answer has each key only once, the first occurrence then belongs to the string's text, and `earlier` is
    not its end. `end` is the end of the answer.
    """
    found = _KEY_AHEAD.match(text, earlier.after)
    if found is None:
        return False
    return any(canonical(key) == canonical(found[1]) for key in _KEY_ANYWHERE.findall(text, later.stop, end))


def _fits(text: str, found: re.Match[str], inside: bool, budget: Budget) -> int:
    """Return the position at which the answer ends, if everything between it and the quote in `found` is valid JSON, so
    that this quote may end the string; else 0.

    `inside` is True if the quote is in a code block or in JSON within the text. Then the result is also 0 if no code
    fence follows.
    """
    if budget.left <= 0:
        return 0
    if inside and text.find("```", found.end()) < 0:
        budget.left -= len(text) - found.end()
        return 0
    comma = _COMMAS.match(text, found.end())
    start = comma.end() if comma else found.end()
    end, reached = ends_answer(text, start)
    budget.left -= reached - start + 200
    return end


def _without_odd_quote(text: str, at: int, stop: int) -> int:
    """Return the end of the string whose opening quote is at `at`. Usually this is `stop`, the comma or line break
    before the next key.

    If the string has a last quote that does not belong to it, the end is before this quote: one that was escaped by
    mistake, or a ” without “.
    """
    if text.endswith('\\"', at + 1, stop):
        return stop - 2
    odd = text.endswith("”", at + 1, stop) and text.count("”", at, stop) > text.count("“", at, stop)
    return stop - 1 if odd else stop


def _best(text: str, at: int, seen: _Seen, budget: Budget) -> Ending:
    key, closing, hidden = seen.key, seen.closing, seen.hidden
    if key is not None and (closing is None or key.stop < closing or not _is_last(text, closing)):
        return key
    if closing is not None:
        return Ending(at + 1, closing, closing + 1, bare=True)
    if hidden is not None and budget.left > 0:
        budget.left -= len(text) - at
        in_open_code = text.count("```", at) % 2 == 1
        if not in_open_code and text[-200:].rstrip("`~ \r\n\t").endswith("}"):
            return Ending(hidden.start, hidden.stop, hidden.after, bare=True, unsure=True)
    return Ending(at + 1, len(text), len(text), complete=False, bare=True)


def _is_last(text: str, closing: int) -> bool:
    return _WHOLE_ANCHOR.search(text, closing) is None


def _candidates(text: str, at: int, end: int) -> Iterator[tuple[re.Match[str], bool]]:
    """Yield (match, inside) for every possible end of the field whose opening quote is at `at`. `inside` is True if the
    end is in a code block or in JSON within the text. The search begins at `end`, the first unescaped quote after
    `at`.
    """
    seen = at + 1
    fences = braces = 0
    while end > seen and text[end - 1] in "{, \t\r\n":
        end -= 1
    for found in _compiled(_FIELD_ENDS, text[at]).finditer(text, end):
        if found[0][0] == "\\":
            continue
        here = found.start()
        piece = text[seen:here]
        fences += piece.count("```")
        braces = max(0, braces + len(_JSON_OPENS.findall(piece)) - len(_JSON_CLOSES.findall(piece)))
        seen = here
        yield found, bool(fences % 2) or braces > 0


def _balanced(text: str, at: int, end: int) -> bool:
    """Return True if the quotes inside the string come in pairs, so that the quote at `end` belongs to no pair and ends
    the string.
    """
    quote = text[at]
    return (text.count(quote, at + 1, end) - text.count("\\" + quote, at + 1, end)) % 2 == 0
