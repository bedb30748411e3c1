"""Find the sentences of a text in any script, as exact offsets.

Each punctuation mark has a rule; no model is used. A period ends a sentence unless the word before it is an
abbreviation, an initial or a list number, or the next word is in lower case. An ideographic or Indic full stop and a
blank line always end a sentence. Thai and Lao have no such marks, so their sentences are long; `shorten` divides a long
sentence at spaces.
"""

from __future__ import annotations

import re

Span = tuple[int, int]


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


#: Abbreviations before a name or a number. The sentence continues after them.
_OPENING = _set(
    """
    fig figs eq eqs eqn eqns ref refs sec sect secs tab ch chap no nos vol vols pp p art ed eds app suppl supp dr
    prof mr mrs ms messrs st mt ft rev hon gen gov sen rep lt col sgt capt cmdr adm maj pres vs cf viz e.g i.e eg ie
    ex approx ca resp incl esp a.k.a sp spp var subsp cv jan feb mar apr jun jul aug sep sept oct nov dec lit trans
    z.b d.h u.a bzw abb nr vgl bd hrsg s.o s.u p.ex m mme mlle sr sra srta dra pág págs núm n.b q.v
    """
)
#: Abbreviations that may end a sentence. They end it only if the next word is in `_BEGINNERS`.
_EITHER = _set(
    """
    al etc inc ltd co corp jr sr ph.d m.d b.a m.a u.s u.k u.n e.u d.c a.m p.m a.d b.c usw ff
    """
)
_BEGINNERS = _set(
    """
    the this that these those there they their it its in on at as an a we our he his she her i you your if when
    while however moreover furthermore thus therefore hence for from to with by after before although though since
    but and so or then here what which who how why both each all some many most several no not one two
    """
)

_CLOSERS = "\"'”’»›)]}）】」』》〉*_`"
_MARK = re.compile(
    rf"""
    (?=[。！？｡।॥؟۔።፧။៕։.!?…\n])(?:                                      # to look for a first sign first is fast
      (?P<wide>[。！？｡]++[{re.escape(_CLOSERS)}]*)                      # CJK: no space needed
    | (?P<other>[।॥؟۔።፧။៕։]+[{re.escape(_CLOSERS)}]*)                   # Indic, Arabic, Ethiopic, Burmese, Khmer …
    | (?<![.!?…])(?P<stop>[.!?…]++)[{re.escape(_CLOSERS)}]*+
      (?:\[\^?[^\[\]\n]{{1,80}}\]|\^[\w,]{{1,80}}\^?)*+                   # citations behind the stop: [1], [@key], [^2]
      (?=(?:\s|\\[nrt](?![a-z]))++[“"'‘«‹(\[{{*_`¿¡]*+(?P<next>\S))       # an escaped line end is a gap as well
    | (?P<blank>\n[ \t\r]*\n)
    | (?P<item>\n(?=[ \t]*(?:[-*+•]|\(?[0-9]{{1,3}}[.)]|[a-z][.)])[ \t])))
    """,
    re.VERBOSE,
)
_WORD_START = re.compile(r"[\s(\[{“\"'‘«—–/]")
#: The closing mark of a quotation that has a full stop inside; and the source in parentheses that follows it. The
#: sentence ends after the source.
_QUOTED, _SOURCE = re.compile(r"[\"'”’»]"), re.compile(r"\s\([^()\n]{1,200}\)[.!?;,]")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_LETTERS = re.compile(r"[^\W\d_]{1,20}")
_LIST_NUMBER = re.compile(r"(?:\s|\\[nrt])*\(?(?:[0-9]{1,3}|[a-zA-Z]|[ivxIVX]{1,4})\s*")


def sentences(text: str, start: int = 0, end: int | None = None, most: int | None = None) -> list[Span]:
    """Return start and end (excluded) of each sentence in `text[start:end]`, without surrounding white space, as
    character offsets in `text`. If `most` is given (at least 1), only the first `most` sentences are returned.
    """
    end = len(text) if end is None else end
    spans: list[Span] = []
    begin = start
    for mark in _MARK.finditer(text, start, end):
        if mark["stop"] is not None and not _ends(text, begin, mark):
            continue
        _append(spans, text, begin, mark.end())
        if len(spans) == most:
            return spans
        begin = mark.end()
    _append(spans, text, begin, end)
    return spans


def shorten(text: str, span: Span, size: int) -> list[Span]:
    """Divide the sentence at `span` (start and end) into pieces of at most `size` characters. It is divided, if
    possible, at a line end, after a clause or at a space. Returns start and end (excluded) of each piece.
    """
    pieces: list[Span] = []
    begin, end = span
    while end - begin > size:
        cut = _cut(text, begin, begin + size)
        _append(pieces, text, begin, cut)
        begin = cut
        while begin < end and text[begin].isspace():
            begin += 1
    _append(pieces, text, begin, end)
    return pieces


def _append(spans: list[Span], text: str, begin: int, end: int) -> None:
    while begin < end and text[begin].isspace():
        begin += 1
    while end > begin and text[end - 1].isspace():
        end -= 1
    if begin < end:
        spans.append((begin, end))


#: A unit of one letter after its number. "Within 10 m." may end a sentence, while the "G." of "G. Smith" does not.
_UNIT = re.compile(r"(?<![\w.])\d(?:[\d.,]*\d)?[ \xa0\u202f]?[a-z]\Z")
#: Number of characters before a period that are examined. No abbreviation or list number is longer. The limit avoids
#: quadratic time for a text that consists of abbreviations.
_BEFORE = 24


def _ends(text: str, begin: int, mark: re.Match[str]) -> bool:
    """Return True if the match `mark` of punctuation is the end of the sentence that begins at character `begin`."""
    stop, following = mark["stop"], mark["next"]
    at = mark.start()
    if _QUOTED.search(mark.group()) and _SOURCE.match(text, mark.end()):
        return False
    spaced = at > begin and text[at - 1] in " \t"
    first = max(begin, at - _BEFORE)
    if stop == ".":
        name = _WORD_START.split(text[first:at].rstrip())[-1].casefold()
        line = text.rfind("\n", first, at) + 1
        if (line or first == begin) and _LIST_NUMBER.fullmatch(text, line or first, at):
            return False
        if (len(name) == 1 or name[-2:-1].isdecimal()) and _UNIT.search(text[first:at]):
            return not following.islower()
        if name in _OPENING:
            return False
        if name in _EITHER or (len(name) == 1 and name.isalpha()) or _INITIALS.fullmatch(name):
            return _begins(text, mark.start("next"))
        # a space before the period means a tokenized text, whose words may all be in lower case
        return spaced or not following.islower()
    return not following.islower() or (spaced and stop[0] in "!?")


def _begins(text: str, at: int) -> bool:
    word = _LETTERS.match(text, at)
    return word is not None and word.group()[0].isupper() and word.group().casefold() in _BEGINNERS


#: The places where a sentence that is too long may be cut, best first. Each is searched only in the second half of the
#: allowed length.
_CUTS = tuple(
    re.compile(p)
    for p in (r"[.!?…]++[”\"')\]]*\s", r"\r?\n", r"[;:；：](?=\s)|[；：]|\s[—–]\s", r",(?=\s)|[，、､،]", r"\s")
)


def _cut(text: str, begin: int, limit: int) -> int:
    for pattern in _CUTS:
        cuts = [m.end() for m in pattern.finditer(text, begin + (limit - begin) // 2, limit)]
        if cuts:
            return cuts[-1]
    return limit - 1 if limit - begin > 1 and text[limit - 1 : limit + 1] == "\r\n" else limit
