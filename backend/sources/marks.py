"""Parse the citation marks with which a model cites its sources: numbers in brackets, such as `[1]`, `[2][3]` or `[1,
2]`.

A number in brackets is not a mark if it is inside code, a formula, a link, a footnote, a LaTeX command or another
citation. It is also not a mark if it is zero, or if the text itself says what it means (`[1]: …`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

_GROUP = r"\[ ?\d{1,3}(?: ?[,;–-] ?\d{1,3}){0,19} ?\]"
_RUN = re.compile(rf"(?<![!\\^]){_GROUP}(?:[ \t]?{_GROUP})*(?![(\[{{])")
_NUMBER = re.compile(r"(\d{1,3})(?: ?[–-] ?(\d{1,3}))?")
#: The parts of a text in which brackets are not citation marks, such as code and formulas.
_ELSEWHERE = re.compile(
    r"(?ms:^ {0,3}(?P<fence>`{3,}|~{3,}).*?(?:^ {0,3}(?P=fence)[`~]*[ \t]*$|\Z))"
    r"|(?s:(?<!`)(?P<ticks>`{1,8})(?!`).*?(?<!`)(?P=ticks)(?!`))"
    r"|(?s:\$\$.*?\$\$|\\\[.*?\\\]|\\\(.*?\\\)|<!--.*?-->)"
    r"|(?<![\\$\w])\$(?=\S)(?:[^$\\\n]|\\.)*?(?<=\S)\$(?!\d)"
    r"|(?s:\\begin\{(?P<name>[a-zA-Z]+\*?)\}.*?\\end\{(?P=name)\})"
    r"|\\[a-zA-Z]+\*?(?:\[[^\[\]\n]*\])+"
    r"|\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)"
    r"|\[[^\[\]\n]*@[^\[\]\n]*\]"
    r"|(?m:^ {0,3}\[\d{1,3}\]:.*$)"
    r"|https?://[^\s<>\[\]]+"
)
_DEFINED = re.compile(r"(?m)^ {0,3}\[(\d{1,3})\]:")
#: Signs, and one abbreviation, after which two numbers in brackets are an interval.
_INTERVAL_BEFORE = re.compile(r"(?:[=<>≤≥∈∉⊂⊆∩∪×]|\bCI:?)[ \t]*\Z")
_WORD = re.compile(r"[^\W_]+")
#: Maximum and minimum number of words before a mark that are compared to recognize the mark in another text; and the
#: share of these words that both texts must have. Two sentences on the same subject rarely share half of twelve words
#: by chance, and a slightly reworded sentence keeps more.
_KNOWN_BY, _LEAST_WORDS, _SHARE = 12, 3, 0.5
#: Maximum number of sources that a range such as [2-8] can cite. A longer range is an interval of numbers.
_LONGEST_RANGE = 20


@dataclass(frozen=True, slots=True)
class Mark:
    """A citation mark: one bracket, or several that follow each other. `start` and `end` are its position, `numbers`
    the numbers in it, and `words` the words before it.

    `plural` is True if a bracket has two or more numbers. A bracket with several numbers may also be an interval, such
    as [0, 1], and not a mark.
    """

    start: int
    end: int
    numbers: tuple[int, ...]
    words: tuple[str, ...]
    plural: bool = False


class Own:
    """The citation marks, such as [2], that the user's own texts (the document, a draft, the user's messages) had
    before the model answered.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._words: dict[int, list[tuple[str, ...]]] = defaultdict(list)
        for text in texts:
            for mark in read(text):
                for number in mark.numbers:
                    self._words[number].append(mark.words)

    def uses(self, number: int) -> bool:
        """Return True if one of the user's own texts has a mark with this number."""
        return number in self._words

    def has(self, mark: Mark) -> bool:
        """Return True if the user's own texts already have this mark: each of its numbers follows the same or nearly
        the same words there.
        """
        return all(any(_is_alike(mark.words, each) for each in self._words.get(number, ())) for number in mark.numbers)


def read(text: str) -> tuple[Mark, ...]:
    """Return the citation marks in a text, in order."""
    if "[" not in text:
        return ()
    closed = [each.span() for each in _ELSEWHERE.finditer(text)]
    defined = {int(each[1]) for each in _DEFINED.finditer(text)}
    found: list[Mark] = []
    at = 0
    for run in _RUN.finditer(text):
        while at < len(closed) and closed[at][1] <= run.start():
            at += 1
        inside = at < len(closed) and closed[at][0] < run.end()
        numbers = () if inside else _numbers(run[0])
        plural = "]" not in run[0][:-1] and len(_NUMBER.findall(run[0])) + ("-" in run[0] or "–" in run[0]) > 1
        interval = plural and _INTERVAL_BEFORE.search(text, max(0, run.start() - 8), run.start())
        if numbers and not interval and defined.isdisjoint(numbers):
            found.append(Mark(run.start(), run.end(), numbers, _words_before(text, run.start()), plural))
    return tuple(found)


def rewrite(text: str, marks: Sequence[Mark], written: Callable[[Mark], str]) -> str:
    """Replace each of these marks by the text that `written(mark)` returns. If this text is "", the space before the
    mark is also removed.
    """
    pieces: list[str] = []
    at = 0
    for mark in marks:
        instead = written(mark)
        start, end = (mark.start, mark.end) if instead else _with_blank(text, mark)
        before = text[at:start]
        gap = " " if instead and text[start - 1 : start] not in ("", " ", "\t", "\n", "(", "[", "\xa0") else ""
        pieces += (before, gap, instead)
        at = end
    return "".join(pieces) + text[at:]


def _with_blank(text: str, mark: Mark) -> tuple[int, int]:
    """Return the start and end of the text to remove together with a mark: the mark, parentheses around it, and the
    spaces before it. At the beginning of a line, the spaces after it are removed instead.
    """
    start, end = mark.start, mark.end
    if text[start - 1 : start] == "(" and text[end : end + 1] == ")":
        start, end = start - 1, end + 1
    while start and text[start - 1] in " \t\xa0":
        start -= 1
    if not start or text[start - 1] == "\n":
        start = mark.start
        while text[end : end + 1] in (" ", "\t", "\xa0"):
            end += 1
    return start, end


def _numbers(run: str) -> tuple[int, ...]:
    """Return the different numbers of the mark `run`: 2, 3 and 4 for `[2-4]`. Returns () for numbers that cannot mean
    sources, such as 0 or a very long range.
    """
    found: dict[int, None] = {}
    for first, last in _NUMBER.findall(run):
        start, end = int(first), int(last or first)
        if not start or not start <= end < start + _LONGEST_RANGE:
            return ()
        found |= dict.fromkeys(range(start, end + 1))
    return tuple(found)


def _words_before(text: str, at: int) -> tuple[str, ...]:
    """Return the last words before position `at` of a text, all from the same paragraph. The numbers of other citation
    marks are left out.
    """
    begin = max(0, at - 40 * _KNOWN_BY)
    begin = max(begin, text.rfind("\n\n", begin, at) + 1)
    before = re.sub(_GROUP, " ", text[begin:at])
    return tuple(each.casefold() for each in _WORD.findall(before)[-_KNOWN_BY:])


def _is_alike(some: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Return True if the words before two marks are mostly the same."""
    length = min(len(some), len(others))
    if length < _LEAST_WORDS:
        return bool(length) and some[-length:] == others[-length:]
    here, there = set(some[-length:]), set(others[-length:])
    return len(here & there) >= _SHARE * max(len(here), len(there))
