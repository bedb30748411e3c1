"""Find what a change removes although other text may need it: citations, cross-references, labels, notes, images,
tables.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from backend.document.common_prefix import shared_lines
from backend.document.line_matches import line_matches
from backend.document.sentences import sentences

#: No mark contains the sign that opens it, so that marks that are left open cost no more than their number.
_CITATIONS = (
    re.compile(r"(?<![\w@])@\{?\w(?:[\w:.#$%&+?<>~/-]*\w)?"),  # [@key], @key
    re.compile(r"\\(?=[a-zA-Z]*cite)[a-zA-Z]++\*?(?:\[[^\[\]]*\])*\{[^{}]*\}"),
    re.compile(r"\[\^[^\[\]\s]+\](?!:)"),
    re.compile(r"(?<!\w)\[\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*\](?!\(|:|\[(?!\d))"),
)
_NUMBER = re.compile(r"(\d{1,4})(?:\s*[–-]\s*(\d{1,4}))?")
#: Maximum number of works in a range of citations. A longer range is treated as one citation, as it is written.
_LONGEST_RANGE = 20
_OTHERS = (
    re.compile(r"\\(?:ref|eqref|cref|Cref|autoref|label|pageref)\{[^{}]*\}"),
    re.compile(r"\{#[\w:.-]++[^{}]*\}"),
    re.compile(r"!\[[^\[\]]*\](?:\((?P<file>(?:[^()\s]|\([^()\s]*\))*+)(?:[^()]|\([^()]*\))*+\)|\[[^\[\]]*\])"),
    re.compile(r"<img\b(?:(?=[^<>]*?\bsrc=[\"']?(?P<file>[^\s\"'<>]*)))?[^<>]*>", re.IGNORECASE),
)
#: A sign that every text has in which the pattern finds something. Finding no sign is ten times as fast.
_SIGNS = dict(zip((*_CITATIONS, *_OTHERS), ("@", "cite", "[^", "]", "\\", "{#", "![", "<"), strict=True))
#: The header row of a table, and the line of dashes below it.
_TABLE = re.compile(r"^(?P<header>[^\n]*)\n[ \t]*+\|?(?:[ \t]*+:?-{3,}+:?[ \t]*+\|)++[ \t]*+:?-*+:?[ \t]*+$", re.M)
_WORD = re.compile(r"[^\W_]+")
#: Maximum number of losses that a warning names. Further losses are only counted.
_NAMED = 6


@dataclass(frozen=True, slots=True)
class Losses:
    """What a change removed, in the order of the text: `citations`, and `others` (labels, references, images and
    tables).
    """

    citations: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    def sentences(self) -> Iterator[str]:
        """Yield a warning if approving the change removes citations, and another if it removes labels, images and so
        on.
        """
        yield from self._told("Approving this draft removes {what} from the document: {lost}.")

    def of_version(self) -> Iterator[str]:
        """Yield a warning if a new version of a draft has lost citations of the earlier version. Yield another if it
        has lost labels, images and so on.
        """
        yield from self._told("The new version of the draft lacks {what} that the earlier version had: {lost}.")

    def _told(self, sentence: str) -> Iterator[str]:
        for what, lost in (
            ("these citations", self.citations),
            ("these labels, references, images or tables", self.others),
        ):
            if lost:
                more = f" and {len(lost) - _NAMED} more" if len(lost) > _NAMED else ""
                yield sentence.format(what=what, lost=f"{', '.join(lost[:_NAMED])}{more}")


def of_version(before: str, after: str) -> Losses:
    """Return the citations, labels, images and so on that a draft had (`before`) and that its new version (`after`)
    lacks.
    """
    lost = of(before, after)
    return Losses(*(tuple(each for each in kind if each not in after) for kind in (lost.citations, lost.others)))


def of(before: str, after: str) -> Losses:
    """Return the citations, labels, images and so on that `before` has and `after` lacks.

    A citation is also returned if its sentence stays but the citation does not. An image with another alternative text,
    or a table with another header or alignment, is not lost.
    """
    removed, added = _changed(before, after)
    kept, parted = {each.name for each in _marks(_CITATIONS, added)}, _unmarked(removed, added)
    left = _of_sentences_left(removed, after)
    lost = [
        each
        for each in _fewer(_CITATIONS, before, after)
        if each.name not in left and (each.name not in kept or each.name in parted)
    ]
    names = {each.name for each in lost}
    citations = [each.shown if names.issuperset(_names(each.shown)) else each.name for each in lost]
    others = [each.shown for each in _fewer(_OTHERS, before, after)]
    return Losses(tuple(dict.fromkeys(citations)), tuple(dict.fromkeys([*others, *_lost_tables(before, after)])))


@dataclass(frozen=True, slots=True)
class _Mark:
    """A citation, label, image or the like. `shown` is its text in the document. `name` is what two texts are compared
    by: a citation's key or number, an image's file.
    """

    name: str
    shown: str


def _marks(patterns: Sequence[re.Pattern[str]], text: str) -> list[_Mark]:
    found = [match for pattern in patterns if _SIGNS[pattern] in text for match in pattern.finditer(text)]
    return [
        _Mark(match.groupdict().get("file") or name, shown)
        for match in found
        if (shown := _line(match[0]))
        for name in _names(shown)
    ]


def _names(shown: str) -> list[str]:
    """Return the names of the citations in `shown`, the text of a mark: those of [9] and [41] for "[9, 41]". If the
    mark is no citation, return its text.
    """
    return _numbered(shown) or [shown]


def _numbered(shown: str) -> list[str]:
    found: list[str] = []
    for first, last in _NUMBER.findall(shown) if _CITATIONS[-1].fullmatch(shown) else ():
        start, end = int(first), int(last or first)
        if not 0 <= end - start <= _LONGEST_RANGE:
            return []
        found += [f"[{number}]" for number in range(start, end + 1)]
    return found


def _line(text: str) -> str:
    return " ".join(text.split())


def _fewer(patterns: Sequence[re.Pattern[str]], before: str, after: str) -> list[_Mark]:
    """Return the citations, labels and so on that match the `patterns` and occur more often in `before` than in
    `after`.
    """
    found = _marks(patterns, before)
    left = Counter(each.name for each in found) - Counter(each.name for each in _marks(patterns, after))
    return [each for each in found if each.name in left]


def _lost_tables(before: str, after: str) -> list[str]:
    """Return a description, with the words of the header row, of each table that `after` lacks. Returns [] unless
    `after` has fewer tables than `before`.
    """
    if "---" not in before:
        return []
    had, has = ([_line(match["header"]) for match in _TABLE.finditer(text)] for text in (before, after))
    lost = [each for each in had if each not in has] if len(has) < len(had) else []
    return [f"table “{', '.join(cell.strip() for cell in each.strip('| ').split('|'))}”" for each in lost]


def _changed(before: str, after: str) -> tuple[str, str]:
    """Return the lines that only the text `before` has, and the lines that only the text `after` has."""
    head, tail = shared_lines(before, after)
    old, new = (text[head : len(text) - tail].splitlines() for text in (before, after))
    matches = line_matches(old, new)
    removed = _outside(old, ((each.old, each.old + each.length) for each in matches))
    added = _outside(new, ((each.new, each.new + each.length) for each in matches))
    return "\n".join(removed), "\n".join(added)


def _outside(lines: list[str], matched: Iterable[tuple[int, int]]) -> Iterator[str]:
    """Yield the lines outside of the ranges `matched` (start, and end excluded), which are in ascending order."""
    at = 0
    for start, stop in matched:
        yield from lines[at:start]
        at = stop
    yield from lines[at:]


def _unmarked(removed: str, added: str) -> frozenset[str]:
    """Return the names of the citations that were removed from sentences that otherwise stay: "9" if “It rains [9].”
    becomes “It rains.” `removed` has the lines that only the old text has, and `added` those that only the new text
    has.
    """
    old, new = (list(_bare_sentences(text)) for text in (removed, added))
    left = Counter((said, mark) for said, marks in old for mark in marks)
    left -= Counter((said, mark) for said, marks in new for mark in marks)
    kept = {said for said, _ in new}
    return frozenset(mark for said, mark in left if said in kept)


def _of_sentences_left(removed: str, after: str) -> frozenset[str]:
    """Return the names of citations that are not lost, because the document had their sentences twice: all sentences
    with them in the text `removed` are still in the new text `after`.
    """
    there = _line(after)
    left, gone = set[str](), set[str]()
    for start, end in sentences(removed):
        names = (each.name for each in _marks(_CITATIONS, removed[start:end]))
        (left if _line(removed[start:end]) in there else gone).update(names)
    return frozenset(left - gone)


def _bare_sentences(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield a pair for each sentence of a text: its words without the citations, and the names of its citations."""
    for start, end in sentences(text):
        sentence = bare = text[start:end]
        for pattern in _CITATIONS:
            bare = pattern.sub(" ", bare)
        yield " ".join(_WORD.findall(bare)), [each.name for each in _marks(_CITATIONS, sentence)]
