"""Replace the names of document parts, and quotations, in a message by placeholders, so that their words are not taken
for words of the order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from backend.document.order_words import NAME, QUOTATION
from backend.document.titles_in_text import titles_in

_QUOTED = re.compile(
    r"“[^”]*”|„[^“”]*[“”]|«[^»]*»|‹[^›]*›|「[^」]*」|\"[^\"\n]*\"|‘[^’]*’|(?<!\w)'(?=\S)[^'\n]*(?<=\S)'(?!\w)"
)

_OPENING = re.compile("[“„«‹「\"‘']")
#: The opening marks that only another mark closes: if it is missing once, it is missing for all that follow.
_DIRECTED = frozenset("“„«‹「‘")


class Quotations:
    """Finds the quotations of a text in linear time. It has methods of a compiled pattern, such as `finditer`. A
    compiled pattern itself would search the rest of the text again for each opening mark that is never closed.
    """

    def finditer(self, text: str, start: int = 0) -> Iterator[re.Match[str]]:
        unclosed: set[str] = set()
        for opening in _OPENING.finditer(text, start):
            sign = opening[0]
            if opening.start() < start or sign in unclosed:
                continue
            if found := _QUOTED.match(text, opening.start()):
                yield found
                start = found.end()
            elif sign in _DIRECTED:
                unclosed.add(sign)

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        return next(self.finditer(text, start), None)

    def findall(self, text: str) -> list[str]:
        return [found[0] for found in self.finditer(text)]

    def sub(self, instead: str | Callable[[re.Match[str]], str], text: str) -> str:
        pieces: list[str] = []
        at = 0
        for found in self.finditer(text):
            pieces += (text[at : found.start()], instead if isinstance(instead, str) else instead(found))
            at = found.end()
        return "".join(pieces) + text[at:]


QUOTED = Quotations()


def masked(message: str, titles: Sequence[str], named: Sequence[tuple[int, int]]) -> str:
    """Return the message with `NAME` in place of each named part of the document, and `QUOTATION` in place of every
    other quotation.

    `titles` are the document's headings. `named` has start and end (excluded), in characters, of the message's words
    that name parts.
    """
    text = message
    for start, end in sorted(named, reverse=True):
        before, after = text[:start].rstrip(), text[end:].lstrip()
        quoted = before[-1:] + after[:1] in _QUOTES
        closed = quoted or _closes(text[start:end], after[:1])
        text = f"{before[:-1] if quoted else text[:start]} {NAME} {after[1:] if closed else text[end:]}"
    return without_titles(QUOTED.sub(_masked_quotation(titles), text), titles, quotations=False)


_QUOTES = frozenset(("“”", "„“", "„”", "«»", "‹›", "「」", '""', "‘’", "''"))


def _closes(name: str, mark: str) -> bool:
    """Return True if `mark`, the character after `name`, closes a quotation that begins inside `name`. For example,
    `name` is 'paragraph of “Methods', and `mark` is "”".
    """
    return any(opening + mark in _QUOTES and name.count(opening) > name.count(mark) for opening in set(name))


def _masked_quotation(titles: Sequence[str]) -> Callable[[re.Match[str]], str]:
    def mask(found: re.Match[str]) -> str:
        inside = _folded(found.group()[1:-1])
        is_title = any(_folded(title) == inside for title in titles_in(inside, titles))
        return f" {NAME} " if NAME in inside or is_title else f" {QUOTATION} "

    return mask


def _folded(title: str) -> str:
    return " ".join(title.split()).casefold()


def without_titles(message: str, titles: Sequence[str], quotations: bool = True) -> str:
    """Return the message with `NAME` in place of each title. If `quotations` is True, `NAME` also replaces each
    quotation.
    """
    text = QUOTED.sub(f" {NAME} ", message) if quotations else message
    for title in titles_in(message, titles):
        words = r"\s+".join(map(re.escape, title.split()))
        text = re.sub(rf"(?<!\w){words}(?!\w)", f" {NAME} ", text, flags=re.IGNORECASE)
    return text
