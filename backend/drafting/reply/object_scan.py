"""Find and parse all objects in a model's text that may belong to an answer, in one pass and linear time.

Objects are parsed in the order of the text: by json_grammar.py if they are valid JSON, else by lenient_json.py. Prose,
code fences and the model's reasoning (`<think>…</think>`) between them are skipped. reply_parser.py decides which of
the objects are the answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from backend.drafting.reply.fields import Found, canonical
from backend.drafting.reply.json_grammar import ParsedObject, read_object
from backend.drafting.reply.json_patterns import ANCHOR, ANY_KEY, FLAGS, KEY, QUOTE, SEPARATOR, SPACE
from backend.drafting.reply.lenient_json import Reader
from backend.drafting.reply.open_strings import Budget

_TAG = (
    r"(?:think(?:ing)?|thoughts?|reasoning|reflection|scratch_?pad|analysis|(?:begin|end)_of_thought"
    r"|internal_monologue)"
)
_THOUGHT = (
    rf"<\|?(?:\w+:)?{_TAG}(?:\s[^<>]{{0,80}})?\|?>|\[{_TAG}\]|◁{_TAG}▷"
    r"|<\|channel\|>\s*(?:analysis|commentary)\b[^<>]{0,60}<\|message\|>"
)
_AFTERTHOUGHT = (
    rf"</\|?(?:\w+:)?{_TAG}\|?>|<\|/{_TAG}\|>|<\|end_of_thought\|>|\[/{_TAG}\]|◁/{_TAG}▷"
    r"|<\|channel\|>\s*final\b[^<>]{0,60}<\|message\|>"
)
#: Number of fields with which an object is a complete answer, wherever it is in the text.
WHOLE = 4
_BEGINNING = re.compile(rf"\{{\s*{ANCHOR}", FLAGS)
#: Characters that may follow the last answer: the ends of what surrounds it.
CLOSING = "]})`~ \n\r\t"
#: Maximum number of beginnings of an answer inside another answer that are tried, from the last one back. Each takes
#: time in proportion to its length.
_BEGINNINGS = 3
_AFTERTHOUGHT_RE = re.compile(_AFTERTHOUGHT, re.IGNORECASE)


@cache
def _entry() -> re.Pattern[str]:
    """Return a pattern that matches the beginning of an object, of reasoning, or of fields without a brace. The pattern
    is compiled at its first use, which takes 60 ms.
    """
    return re.compile(
        rf"(?P<afterthought>{_AFTERTHOUGHT})|(?P<thought>{_THOUGHT})"
        rf"|(?P<object>\{{(?={SPACE}(?:{ANY_KEY}|(?:{KEY}|intent|draft){SEPARATOR}|{ANCHOR})))"
        rf"|(?P<loose>(?:(?<=[\n,(])|\A)[ \t\r]{{0,40}}(?={ANCHOR}\s*(?:{QUOTE}|[\[{{]|null\b|none\b)))"
        rf"|(?P<call>(?<=\()\s*(?={KEY}\s*=\s*[\"'\[{{]))",
        FLAGS,
    )


#: Maximum number of beginnings of objects and reasoning that are examined. The text after them counts as prose. An
#: answer has a few; 50,000 take a second.
MOST_OBJECTS = 50_000


@dataclass(slots=True)
class Scan:
    """All objects of a text, in order, and the repairs made. `prose` is the text without the model's reasoning and
    objects; `thinking` is True if reasoning begins but does not end.
    """

    objects: list[Found] = field(default_factory=list)
    repairs: set[str] = field(default_factory=set)
    prose: str = ""
    #: number of characters of the prose before the first object
    lead: int = 0
    thinking: bool = False


def scan(text: str) -> Scan:
    """Return every object in `text` that may belong to an answer. Takes linear time, and never raises."""
    result = Scan()
    prose: list[str] = []
    budget = Budget(len(text) + 20_000)
    at = kept = tried = looked_at = 0
    while looked_at < MOST_OBJECTS and (entry := _entry().search(text, at)) is not None:
        looked_at += 1
        if entry.lastgroup == "thought":
            prose.append(text[kept : entry.start()])
            end = _AFTERTHOUGHT_RE.search(text, entry.end())
            result.repairs.add("thoughts")
            if end is None:
                result.thinking = True
                _rescue(text, entry.end(), result, budget)
                kept = len(text)
                break
            at = kept = end.end()
        elif entry.lastgroup == "afterthought":
            result.repairs.add("thoughts")
            result.objects.clear()
            prose.clear()
            at = kept = entry.end()
        else:
            found, tried = _read(text, entry, tried, result.repairs, budget)
            if found.values:
                if not result.objects:
                    result.lead = sum(map(len, prose)) + entry.start() - kept
                result.objects.append(found)
            at = max(found.end, entry.end() + (entry.lastgroup != "object"))
    prose.append(text[kept:])
    result.prose = "".join(prose)
    return result


def _read(text: str, entry: re.Match[str], tried: int, repairs: set[str], budget: Budget) -> tuple[Found, int]:
    """Parse the object at `entry`. Strict JSON was already tried, without success, up to the position `tried`; an
    object that begins before it is parsed leniently. Returns (object, new value of `tried`).
    """
    if entry.lastgroup == "object" and entry.start() >= tried:
        read = read_object(text, entry.start())
        if not isinstance(read, int):
            repairs |= read.repairs
            return _as_found(read, entry.start()), tried
        tried = read
    found = Reader(text, repairs, budget).root(entry.end(), loose=entry.lastgroup != "object")
    return _begun_again(text, found) or found, tried


def _begun_again(text: str, broken: Found) -> Found | None:
    """Return the complete answer that begins inside `broken`, if the model abandoned `broken` and began its answer
    again; None if there is none.
    """
    for begin in _beginnings(text, broken):
        read = read_object(text, begin)
        if not isinstance(read, int):
            found = _as_found(read, begin)
            if len(found.fields) >= WHOLE and not text[found.end : broken.end].strip(CLOSING):
                return found
    return None


def _beginnings(text: str, broken: Found) -> list[int]:
    """Return the positions inside `broken` at which another answer begins, the last ones first."""
    found = [each.start() for each in _BEGINNING.finditer(text, broken.start + 1, broken.end)]
    return found[::-1][:_BEGINNINGS]


def _as_found(read: ParsedObject, start: int) -> Found:
    found = Found(start=start, end=read.end, closed=True)
    for key, value in read.members:
        found.keep(canonical(key), value)
        if isinstance(value, str) and value in read.unsure:
            found.unsure.add(canonical(key))
    return found


def _rescue(text: str, at: int, result: Scan, budget: Budget) -> None:
    """If the model's reasoning has no end mark, find a complete answer at its end and add it to `result`."""
    if result.objects:
        return
    while (entry := _entry().search(text, at)) is not None:
        if entry.lastgroup != "object":
            at = entry.end() + 1
            continue
        repairs: set[str] = set()
        found = Reader(text, repairs, budget).root(entry.end())
        at = max(found.end, entry.end())
        whole = found.closed and len(found.fields) >= WHOLE
        if whole and not text[found.end :].strip("`~ \n\r\t"):
            result.objects.append(found)
            result.repairs |= repairs
            result.thinking = False
