"""Split an answer into sentences, and find the sources that the marks in each sentence cite. Also find the works that
are cited by author and year.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backend.document.blocks import Block, Document, read
from backend.document.inline import strip_inline
from backend.document.sentences import sentences
from backend.sources.citation_keys import keys_of
from backend.verification.word_normalization import fold

#: Kinds of blocks that contain sentences of prose.
_PROSE = frozenset({"paragraph", "list", "quote", "footnote", "div", "caption"})
#: Citations in Pandoc's and LaTeX's form. They do not count as words of a sentence.
_CITED = re.compile(r"\[[^\[\]\n]*@[^\[\]\n]*\]|\\[a-zA-Z]*cite[a-zA-Z]*\*?(?:\[[^\]]*\])*\{[^{}]*\}|\[\^[^\]\s]+\]")
_KEYED = re.compile(r"\[[^\[\]\n]*@[^\[\]\n]*\]")
_WORD = re.compile(r"[^\W_]+")
_ITEM = re.compile(r"^\s*(?:[-+*•>]+|\d{1,9}[.)])\s+")

_NAME = r"(?:(?:van|von|der|den|de|la|le|du|di|da|dos|del|el|al|ter|ten|bin)\s+)*[A-ZÀ-ÖØ-Þ][\w'’]+(?:-[\w'’]+)*"
_AND = r"(?:&|and|und|et|y|e|en|och|og)"
_OTHERS = (
    r"(?:(?:et|&)\s+al\.?|u\.\s?a\.|et\s+coll\.|y\s+cols?\.|and\s+(?:colleagues|others)|und\s+(?:Kollegen|andere))"
)
_PEOPLE = rf"(?P<first>{_NAME})(?P<more>(?:,\s+{_NAME}){{0,8}},?\s+{_AND}\s+{_NAME}|,?\s+{_OTHERS})?"
_YEAR = r"(?P<year>(?:1[5-9]|20)\d\d)[a-z]?\b"
_LEAD = r"(?:see(?:\s+also)?|e\.\s?g\.,?|cf\.|vgl\.|siehe|s\.|z\.\s?B\.|voir|véase|ver|cfr\.)?\s*"
_WITHIN = re.compile(rf"{_LEAD}{_PEOPLE},?\s+\(?{_YEAR}")
_RUNNING = re.compile(rf"{_PEOPLE}\s*\({_YEAR}(?:,[^()]{{0,30}})?\)")
#: A citation whose year is not in brackets: “Smith et al. in 2009”. It is recognized by “et al.”.
_UNBRACKETED = re.compile(rf"(?P<first>{_NAME})(?P<more>,?\s+(?:et|&)\s+al\.?),?\s+(?:in\s+)?{_YEAR}")
_BRACKETS = re.compile(r"\(([^()]{4,400})\)")
_QUOTATION = re.compile(
    r"“([^“”]{12,600})”|„([^„“”]{12,600})[“”]|«([^«»]{12,600})»|(?<![\w\"])\"([^\"\n]{12,600})\"(?!\w)"
    r"|(?<=[\s(,:])[‘']((?:[^‘’'\n]|[’'](?=\w)){12,600})[’'](?!\w)"
)
#: Minimum words of a quotation; fewer quoted words are a term or a title in quotation marks.
_QUOTED_WORDS = 5
#: Capitalized words before a year in brackets that are not names.
_NO_NAMES = frozenset(
    "january february march april may june july august september october november december spring summer autumn "
    "winter fall figure fig table tab section chapter appendix equation eq version since until in the this that "
    "januar februar märz mai juni juli oktober dezember tabelle abbildung kapitel seit im".split()
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence without citation marks and markup, and the indices of the sources that its marks cite."""

    sentence: str
    cites: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """The position of a citation mark in a text, and the indices of the sources that it cites."""

    start: int
    end: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NamedWork:
    """A work that is cited by its first author and its year. `written` is the citation as written."""

    written: str
    family: str
    year: int


def statements(text: str, marks: Sequence[Placed] = ()) -> list[Statement]:
    """Return the sentences in the prose of a text, in order. A mark after a period belongs to the sentence before the
    period: “Reefs are old. [2] Ice melts.”
    """
    document, placed = read(text), _InOrder(marks)
    found: list[Statement] = []
    for block in document.blocks:
        if block.kind in _PROSE:
            found += _of_block(document, block, placed)
    return found


def named_works(sentence: str) -> list[NamedWork]:
    """Return the works that a sentence cites by author and year, as in “(Smith et al., 2021)” or “Smith and Jones
    (2020)”.
    """
    found: dict[tuple[str, int], NamedWork] = {}
    for match in _named(sentence):
        first, more = match["first"], match["more"]
        if first.casefold() in _NO_NAMES or (first.isupper() and not more):
            continue
        words = [each for each in re.split(r"\s+", first) if each[0].isupper()]
        year = int(match["year"])
        written = match[0].strip().removesuffix(")").replace("(", "").strip()
        found.setdefault((fold(words[-1]), year), NamedWork(written, words[-1], year))
    return list(found.values())


def without_names(sentence: str) -> str:
    """Return a sentence without citations by author and year. The words of such a citation are not compared, because
    the cited work itself does not contain them.
    """
    for bracket in reversed(list(_BRACKETS.finditer(sentence))):
        if all(_WITHIN.match(each.strip()) for each in bracket[1].split(";")):
            sentence = f"{sentence[: bracket.start()].rstrip()}{sentence[bracket.end() :]}"
    return " ".join(_RUNNING.sub(" ", sentence).split())


def quotations(sentence: str) -> list[str]:
    """Return those texts in quotation marks in the sentence that are long enough to be quotations from a source."""
    held = (next(filter(None, each.groups()), "") for each in _QUOTATION.finditer(sentence))
    return [each.strip() for each in held if len(re.findall(r"[^\W_]+", each)) >= _QUOTED_WORDS]


def keys(text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield (start, end, keys) for each Pandoc citation in a text."""
    if "@" in text:
        for match in _KEYED.finditer(text):
            yield match.start(), match.end(), tuple(keys_of(match[0]))


def plain_words(text: str) -> str:
    """Return the words of a text in lower case, without citations and accents, separated by single spaces."""
    bare = _CITED.sub("", text)
    if bare.isascii():  # ASCII has no accents, so the whole text can be converted at once
        return " ".join(_WORD.findall(bare.lower()))
    return " ".join(fold(each) for each in _WORD.findall(bare))


def _named(sentence: str) -> Iterator[re.Match[str]]:
    for bracket in _BRACKETS.finditer(sentence):
        for part in bracket[1].split(";"):
            match = _WITHIN.match(part.strip())
            if match is not None:
                yield match
    yield from _RUNNING.finditer(sentence)
    yield from _UNBRACKETED.finditer(sentence) if " al" in sentence else ()


class _InOrder:
    """Citation marks sorted by position, so that the marks of a sentence are found without a search through all of
    them.
    """

    def __init__(self, marks: Sequence[Placed]) -> None:
        self._marks = sorted(marks, key=lambda mark: mark.start)
        self._starts = [each.start for each in self._marks]

    def between(self, start: int, end: int) -> list[Placed]:
        """Return the marks that begin from `start` up to but not including `end`."""
        return self._marks[bisect_left(self._starts, start) : bisect_left(self._starts, end)]


def _of_block(document: Document, block: Block, marks: _InOrder) -> list[Statement]:
    text, found = document.text, list[Statement]()
    for start, end in sentences(text, block.start, block.end):
        within = marks.between(start, min(end, block.end))
        leading = list[Placed]()
        while within and found and not _has_words(text[start : within[0].start], leading, start):
            leading.append(within.pop(0))
        if leading:
            places = [place for each in leading for place in each.places]
            found[-1] = Statement(found[-1].sentence, tuple(dict.fromkeys((*found[-1].cites, *places))))
        sentence = _plain(text, start, end, [*leading, *within])
        if sentence:
            places = [place for each in within for place in each.places]
            found.append(Statement(sentence, tuple(dict.fromkeys(places))))
    return found


def _has_words(between: str, leading: Sequence[Placed], start: int) -> bool:
    """Return True if a sentence has words before a mark. `between` is the text from the sentence's beginning (`start`)
    to this mark, and `leading` are the other marks in this text.
    """
    for each in reversed(leading):
        between = between[: each.start - start] + between[each.end - start :]
    return bool(re.search(r"[^\W_]", between))


def _plain(text: str, start: int, end: int, marks: Sequence[Placed]) -> str:
    pieces, at = list[str](), start
    for each in sorted(marks, key=lambda mark: mark.start):
        pieces.append(text[at : each.start])
        at = max(at, each.end)
    sentence = "".join([*pieces, text[at:end]])
    bare = strip_inline(_CITED.sub("", _ITEM.sub("", sentence)))
    return re.sub(r"\s+([.,;:])(?=\s|$)", r"\1", " ".join(bare.split()))
