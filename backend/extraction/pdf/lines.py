"""Build the text of a PDF from its lines: remove headers and footers, and join words and paragraphs.

The functions are pure: pages.py gives them the data of the library pdfium, and they return text. Paragraphs are
separated by an empty line.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from backend.document.sentences import sentences
from backend.extraction.pdf.characters import MARK, Vocabulary, rejoined, spaced


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text, and the edges of its box (left, bottom, right, top) in points, measured from the lower left
    corner of the page. `text` ends with MARK if a word is broken at the end of the line.
    """

    text: str
    left: float
    bottom: float
    right: float
    top: float

    @property
    def height(self) -> float:
        return self.top - self.bottom


@dataclass(frozen=True, slots=True)
class Page:
    """The height of a page in points, and its lines in the order of the file."""

    height: float
    lines: tuple[Line, ...]


#: Share of a page's height, at the top and at the bottom, in which running heads and feet are searched; and maximum
#: number of their lines at each edge.
_MARGIN, _MOST_HEADS = 0.12, 3
_PAGE_NUMBER = re.compile(r"(?:page\s*)?[-–—|\[(]?\s*(\d{1,5})\s*[-–—|\])]?(?:\s*(?:of|/)\s*\d{1,5})?", re.IGNORECASE)
#: The most characters of a sentence that continue on the next page.
_MOST_REST = 1_000
# The numbers below decide whether a line continues a paragraph. Distances are multiples of a letter's height unless a
# comment says otherwise. Chosen by how LaTeX and Typst set papers; `python -m tests.bench.extraction [--columns 2]`
# measures how much of the sample papers' text is recovered.

#: Maximum difference in height between lines of one paragraph, as a share of the height; the smaller value is for
#: lines on two columns or pages, where the distance of the lines says nothing.
_SAME_HEIGHT, _SURELY_SAME_HEIGHT = 0.15, 0.1
#: Lines farther apart than these multiples of the usual distance of lines, and of the height of the lines, belong to
#: different paragraphs.
_WIDE_STEP, _LEAST_STEP = 1.2, 1.02
#: Minimum indentation of the first line of a paragraph, and minimum distance by which a new paragraph may begin to the
#: left of the line above, in heights of a line.
_INDENT = 0.8
#: Minimum length of a line whose paragraph continues, as a share of the column's width. If a sentence ends at least
#: `_SHORT_BY` heights of a line before the column's edge, its paragraph ends there.
_FULL_LINE, _SHORT_BY = 0.65, 2.5
#: The share of the page's width at which a second column may begin, and the share of lines that end before their
#: column's edge.
_MIDDLE, _ENDS_THERE = 0.45, 0.9
_ENDS_SENTENCE = re.compile(r"[.!?:;。！？]['\"”’)\]]*$")
_ITEM = re.compile(r"(?:[•‣◦▪–*]|\[\d{1,3}\]|\(?\d{1,3}[.)]|\(?[a-z]\))\s")


def texts(pages: Sequence[Page], heads: bool = False) -> list[str]:
    """Return the text of each page without headers and footers (with `heads`, they are kept). If a sentence continues
    on the next page, the whole sentence is put on the page where it begins.
    """
    kept = [list(page.lines) for page in pages] if heads else without_heads(pages)
    vocabulary = Vocabulary(line.text for lines in kept for line in lines)
    told: list[list[str]] = []
    for number, lines in enumerate(kept):
        paragraphs = _paragraphs(lines, pages[number].height)
        whole = [joined(each, vocabulary) for each in paragraphs]
        if whole and told and told[-1] and _continues_on_next_page(kept[number - 1], lines[0]):
            told[-1][-1], whole[0] = _carried_over(told[-1][-1], whole[0], vocabulary, alone=len(whole) == 1)
        told.append(whole)
    shown = ("\n\n".join(filter(None, each)) for each in told)
    return [text.removesuffix(MARK) + ("-" if text.endswith(MARK) else "") for text in shown]


def without_heads(pages: Sequence[Page]) -> list[list[Line]]:
    """Return the lines of each page without headers, footers and page numbers. A line near the upper or lower edge is
    taken as a header or footer if it recurs on several pages.
    """
    margins = [margin(page) for page in pages]
    seen: dict[str, set[int]] = defaultdict(set)
    offsets: Counter[int] = Counter()
    for number, lines in enumerate(margins):
        for line in lines:
            seen[_key(line)].add(number)
        offsets.update({value - number for line in lines if (value := _number(line)) is not None})
    enough = 2 if len(pages) < 6 else 3
    repeated = {key for key, numbers in seen.items() if len(numbers) >= enough and any(map(str.isalpha, key))}
    counted = {offset for offset, count in offsets.items() if count >= enough}
    kept = []
    for number, (page, lines) in enumerate(zip(pages, margins, strict=True)):
        off = {id(line) for line in lines if _key(line) in repeated or _is_page_number(line, number, counted)}
        kept.append([line for line in page.lines if id(line) not in off])
    return kept


def margin(page: Page) -> list[Line]:
    """Return at most three lines nearest to the upper edge of a page, and at most three nearest to the lower edge. Only
    the outer 12 % of the page's height are searched.
    """
    upper = [line for line in page.lines if line.bottom > page.height * (1 - _MARGIN)]
    lower = [line for line in page.lines if line.top < page.height * _MARGIN]
    upper.sort(key=lambda line: -line.bottom)
    lower.sort(key=lambda line: line.bottom)
    return upper[:_MOST_HEADS] + lower[:_MOST_HEADS]


def _key(line: Line) -> str:
    return re.sub(r"\d+", "#", " ".join(line.text.casefold().split()))


def _number(line: Line) -> int | None:
    found = _PAGE_NUMBER.fullmatch(line.text.strip())
    return int(found[1]) if found else None


def _is_page_number(line: Line, number: int, offsets: set[int]) -> bool:
    """Return True if the line is only a page number. `number` is the position of the page in the file, from 0.
    `offsets` are the differences between printed number and position that occur on several pages.
    """
    value = _number(line)
    return value is not None and (value - number in offsets or value == number + 1)


def _paragraphs(lines: Sequence[Line], height: float) -> list[list[Line]]:
    if not lines:
        return []
    leading = _leading(lines)
    edges = _edges(lines)
    paragraphs = [[lines[0]]]
    for above, line in pairwise(lines):
        if _continues(paragraphs[-1], line, leading, edges[above.left >= edges[2]]):
            paragraphs[-1].append(line)
        else:
            paragraphs.append([line])
    return paragraphs


def _leading(lines: Sequence[Line]) -> float:
    """Return the usual distance in points between the tops of two lines, one below the other; 0 if it cannot be found
    out.
    """
    steps = [above.top - line.top for above, line in pairwise(lines) if 0 < above.top - line.top < 4 * above.height]
    return median(steps) if steps else 0.0


def _edges(lines: Sequence[Line]) -> tuple[float, float, float]:
    """Return three positions in points: the usual right edges of lines in the left column and in the right column, and
    the position at which the right column may begin.
    """
    first, last = min(line.left for line in lines), max(line.right for line in lines)
    middle = first + (last - first) * _MIDDLE
    halves: tuple[list[float], list[float]] = ([], [])
    for line in lines:
        halves[line.left >= middle].append(line.right)
    ends = [sorted(half)[int(len(half) * _ENDS_THERE)] if half else last for half in halves]
    return ends[0], ends[1], middle


def _continues(paragraph: Sequence[Line], line: Line, leading: float, edge: float) -> bool:
    """Return True if `line` continues the paragraph. `leading` is the usual distance of lines, and `edge` the usual
    right edge of lines, both in points.
    """
    above = paragraph[-1]
    if above.text.endswith(MARK):
        return True
    size = max(above.height, line.height)
    overlap = min(above.top, line.top) - max(above.bottom, line.bottom)
    if overlap > 0.5 * min(above.height, line.height) and line.left >= above.right - size:
        return True  # a superscript, a subscript or a formula in the same row
    ended = bool(_ENDS_SENTENCE.search(above.text))
    if line.bottom > above.top:  # a new column
        return not ended and (line.text[:1].islower() or abs(above.height - line.height) < _SURELY_SAME_HEIGHT * size)
    if abs(above.height - line.height) > _SAME_HEIGHT * size or _ITEM.match(line.text):
        return False
    step = min(above.top - line.top, above.bottom - line.bottom)
    if leading and step > max(_WIDE_STEP * leading, _LEAST_STEP * size):
        return False
    shift = line.left - above.left
    if shift > _INDENT * size and ended:
        return False
    if shift < -_INDENT * size and len(paragraph) > 1:
        return False
    if above.right < above.left + _FULL_LINE * (edge - above.left) and not line.text[0].islower():
        return False
    return not (ended and above.right < edge - _SHORT_BY * size)


def joined(paragraph: Sequence[Line], vocabulary: Vocabulary) -> str:
    """Return the text of the lines of a paragraph. Words that are broken at the end of a line are joined."""
    text = ""
    for line in paragraph:
        text = rejoined(text, line.text, vocabulary) if text.endswith(MARK) else spaced(text, line.text)
    return text


def _continues_on_next_page(before: Sequence[Line], line: Line) -> bool:
    """Return True if a paragraph continues on the next page. `before` are the lines of the page before, and `line` is
    the first line of the next page.
    """
    above = before[-1]
    if above.text.endswith(MARK):
        return True
    size = max(above.height, line.height)
    if (
        abs(above.height - line.height) > _SURELY_SAME_HEIGHT * size
        or _ITEM.match(line.text)
        or _ENDS_SENTENCE.search(above.text)
    ):
        return False
    edges = _edges(before)
    return line.text[:1].islower() or above.right > edges[above.left >= edges[2]] - _SHORT_BY * size


def _carried_over(before: str, first: str, vocabulary: Vocabulary, *, alone: bool) -> tuple[str, str]:
    """Move the rest of a page's last sentence from the next page to this page. `before` is the last paragraph of this
    page, and `first` is the first paragraph of the next page. Returns both paragraphs.

    If the rest is too long, or if it is all the text of the next page (`alone`), only the rest of a broken word is
    moved.
    """
    broken = before.endswith(MARK)
    whole = rejoined(before, first, vocabulary) if broken else spaced(before, first)
    at = len(whole) - len(first)
    limit = min(len(whole), at + _MOST_REST)
    spans = sentences(whole, max(0, at - _MOST_REST), limit)
    end = next((end for start, end in spans if start < at < end), at)
    if not whole[end:limit].strip() and (limit < len(whole) or alone):
        end = at
    if broken:
        end = max(end, at + len(first.partition(" ")[0]))
    return whole[:end].rstrip(), whole[end:].lstrip()
