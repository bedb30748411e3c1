"""Find a sequence of parts in a message: "first X, then this", "this comes first, X second", "X, this one, Y", "X →
this → Y".
"""

from __future__ import annotations

from backend.mentions.parsed_message import ParsedMessage
from backend.mentions.referents import Target, target

_MARKS = frozenset((",", ";", "|", "→", ":", "then", "–", "—", ">"))
#: Signs and words that alone show an order of parts.
_ARROWS = frozenset(("|", "→", "then", ">"))
_FIRST = frozenset("first firstly".split())
_NEXT = frozenset("then second secondly next afterwards last third thereafter subsequently".split())
_BESIDE = _FIRST | _NEXT | frozenset(
    "and so comes come goes go is are be should must will would shall has have to after that with but only just".split()
)  # fmt: skip
_SPOKEN = ("polite", "add", "start", "remark", "first_person")


def sequence(reading: ParsedMessage) -> tuple[str, Target, Target | None] | None:
    """Return the place of the new text in a sequence of parts: "before", "after" or "between"; the part beside it; and
    the second part for "between", else None. "Methods, then this, then Results" gives "between", Methods and Results.
    Returns None if the message gives no sequence.
    """
    for first, stop in reading.sentences():
        found = _in_sentence(reading, first, stop)
        if found is not None:
            return found
    return None


def _in_sentence(r: ParsedMessage, first: int, stop: int) -> tuple[str, Target, Target | None] | None:
    marks = [i for i in range(first, stop) if i not in r.masked and r.text_at(i) in _MARKS]
    if not marks:
        return None
    parts = list(zip([first, *(m + 1 for m in marks)], [*marks, stop], strict=True))
    for place, (begin, end) in enumerate(parts):
        if not _is_content(r, begin, end):
            continue
        left = _member(r, parts[0][0], parts[place - 1][1], last=True) if place else None
        right = _member(r, parts[place + 1][0], stop, last=False) if place + 1 < len(parts) else None
        if left is not None and right is not None and left.kind == right.kind == "section":
            return "between", left, right
        told = _told(r, first, stop, marks)
        if told and left is not None and right is None:
            return "after", left, None
        if told and right is not None and left is None:
            return "before", right, None
    return None


def _told(r: ParsedMessage, first: int, stop: int, marks: list[int]) -> bool:
    """Return True if the tokens `first` to `stop` - 1 say in which order parts come: with an arrow ("X → this"), or
    with two words, one such as "then" or "second", and one such as "first" or "comes" ("first X, then this"). `marks`
    are the indices of the arrows, commas and other signs between the parts.
    """
    if any(r.text_at(m) in _ARROWS for m in marks):
        return True
    return _says(r, first, stop, _NEXT) and _says(r, first, stop, _FIRST | frozenset(("comes", "goes")))


def _says(r: ParsedMessage, first: int, stop: int, words: frozenset[str]) -> bool:
    return any(i not in r.masked and r.text_at(i) in words for i in range(first, min(stop, len(r.tokens))))


def _is_content(r: ParsedMessage, begin: int, end: int) -> bool:
    """Return True if one element of a sequence means the new text: "this" in "first X, then this". The element has the
    tokens `begin` to `end` - 1. It may have further words that only give the order, such as "then".
    """
    begin, end = _bare(r, begin, end)
    at = r.at(begin, "content", "newsection") if begin < end else 0
    if not at or at > end:
        return False
    rest = r.skip(at, end, "newsection", "section", "content", "filler")
    return all(r.text_at(i) in _BESIDE or not r.tokens[i].word for i in range(rest, end))


def _bare(r: ParsedMessage, begin: int, end: int) -> tuple[int, int]:
    """Return the token range of one element of a sequence without words such as "first" and "please" at its ends: that
    of "X" for "first X". The element has the tokens `begin` to `end` - 1.
    """
    while end > begin and end - 1 not in r.masked and (not r.tokens[end - 1].word or r.text_at(end - 1) in _BESIDE):
        end -= 1
    while begin < end and begin not in r.masked and not r.names_at(begin):
        asked = r.at(begin, *_SPOKEN) if not r.at(begin, "content") else 0
        ordered = r.text_at(begin) in _BESIDE and not r.ordinal(begin)[0]
        if r.text_at(begin) in _FIRST and not r.kind(begin + 1)[0]:
            ordered = True
        if not (asked or ordered or not r.tokens[begin].word):
            break
        begin = max(asked, begin + 1)
    return begin, end


def _member(r: ParsedMessage, begin: int, end: int, last: bool) -> Target | None:
    """Return the section or block that one element of a sequence names; None if it names none. The element has the
    tokens `begin` to `end` - 1. If it is the sequence's `last` element, words before a colon are ignored.
    """
    colon = [i for i in range(begin, end) if i not in r.masked and r.text_at(i) == ":"]
    begin = colon[-1] + 1 if colon and last else begin
    begin, end = _bare(r, begin, end)
    meant = target(r, begin, end) if end > begin else None
    return meant if meant is not None and meant.kind in ("section", "block") and meant.score >= 0.4 else None
