"""Build the outline of a document: the blocks of each section, and a summary of the sections for a prompt."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, pairwise
from operator import attrgetter

from backend.document.blocks import Block, Document
from backend.document.inline import plain_title
from backend.document.labels import elements
from backend.kernel.bulk_values import bulk_value

#: maximum length of a summary in characters, about 1,000 tokens
LONGEST_SUMMARY = 4000


@bulk_value
class Section:
    """A heading and the blocks below it, up to the next heading of the same or a higher level. Section 0 is the
    preamble, the text before the first heading: it has level 0, no title and no path, and may have no blocks.

    - `path`: the plain titles from the top heading to this one
    - `first`, `own_stop`: the section without its subsections is the blocks `first` (its heading) to `own_stop` - 1
    - `stop`: with its subsections, the section is the blocks `first` to `stop` - 1
    - `parent`: the index of the section above; None at the top
    """

    index: int
    level: int
    title: str
    path: tuple[str, ...]
    first: int
    own_stop: int
    stop: int
    parent: int | None

    @property
    def heading(self) -> int | None:
        """Return the index of the heading; None for the preamble."""
        return self.first if self.level else None


@dataclass(frozen=True, slots=True)
class Outline:
    """All sections of a document in the order of its text. The first is the preamble, the text before the first
    heading.
    """

    sections: tuple[Section, ...]

    def section_of(self, block_index: int) -> Section:
        """Return the innermost section that contains the block with this index. A heading is in its own section."""
        return self.sections[bisect_right(self.sections, block_index, key=lambda section: section.first) - 1]

    def children(self, section: Section) -> Iterator[Section]:
        """Yield the sections directly below a section. The preamble has none."""
        if section.heading is None:
            return
        index = section.index + 1
        while index < len(self.sections) and self.sections[index].first < section.stop:
            child = self.sections[index]
            if child.parent == section.index:
                yield child
            index += 1


#: the path of the headings above a heading that has none
_TOP: tuple[str, ...] = ()


@lru_cache(maxsize=4)
def outline(document: Document) -> Outline:
    """Return the outline of a document, in linear time. The outlines of the latest documents are cached."""
    headings = document.of_kind("heading")
    total = len(document.blocks)
    wrappers = _wrapper_lines(document)
    before = _before(wrappers, headings[0].index if headings else total)
    sections = [Section(0, 0, "", _TOP, 0, before, before, None)]
    # the numbers 1, 2 and so on, as the objects that the blocks have already, for the sake of memory
    numbers = chain((block.index for block in islice(document.blocks, 1, None)), (total,))
    own_stops = chain((block.index for block in islice(headings, 1, None)), (total,))
    opened = sections[:]  # the sections around the next heading, after the preamble
    path = above = _TOP
    for index, block, own_stop, stop in zip(numbers, headings, own_stops, _stops(headings, total), strict=False):
        level, title = block.level, plain_title(block.title)
        while opened[-1].level >= level:
            opened.pop()
        parent, last, above = opened[-1], above, opened[-1].path
        if above is not last or not path or path[-1] != title:
            path = (*above, title)  # equal paths are one object, for the sake of memory
        if wrappers:
            own_stop, stop = _before(wrappers, own_stop), _before(wrappers, stop)
        section = Section(index, level, title, path, block.index, own_stop, stop, parent.index or None)
        sections.append(section)
        opened.append(section)
    return Outline(tuple(sections))


def _wrapper_lines(document: Document) -> frozenset[int]:
    """Return the indices of the blocks that are only the opening or closing line of a div."""
    if ":::" not in document.text:
        return frozenset()
    divs = document.of_kind("div")
    return frozenset(block.index for block in divs if "\n" not in document.source(block).strip())


def _before(wrappers: frozenset[int], stop: int) -> int:
    """Return the index at which new text at the end of a section goes, so that it is inside the section's div. The
    section ends before block `stop`. `wrappers` are the indices of blocks that only open or close a div.

    If blocks directly before `stop` are in `wrappers`, the index of the first of these is returned, else `stop`.
    """
    while stop - 1 in wrappers:
        stop -= 1
    return stop


def _stops(headings: Sequence[Block], total: int) -> list[int]:
    """Return, for each heading, the index of the block before which its section ends. `total` is the number of blocks
    in the document.
    """
    stops: list[int] = []
    later: list[Block] = []  # the headings after this one that may end its section, the nearest one last
    for block in reversed(headings):
        while later and later[-1].level > block.level:
            later.pop()
        stops.append(later[-1].index if later else total)
        later.append(block)
    stops.reverse()
    return stops


@lru_cache(maxsize=4)
def titles_of(document: Document) -> tuple[str, ...]:
    """Return the different titles of a document's sections. Cached, because a message needs them several times."""
    return tuple(dict.fromkeys(each.title for each in outline(document).sections if each.title))


def section_level(sections: Outline) -> int:
    """Return the level of a paper's main sections: the highest level with at least three headings. If no level has
    three, it is the highest level with two, or else with one.

    So a title at level 1, or a single `# References`, is not taken for a main section. The result is 0 if the document
    has no heading.
    """
    levels = Counter(map(attrgetter("level"), sections.sections[1:]))
    return next((level for least in (3, 2, 1) for level in sorted(levels) if levels[level] >= least), 0)


_FRONT_TITLE = re.compile(r"(?m)^title:[ \t]*[\"']?([^\s|>\"'][^\n]*?)[\"']?[ \t\r]*$")


def document_title(document: Document) -> str:
    """Return the paper's title: the one in its front matter, or else the first heading, if no other heading has its
    level or a higher one. Returns "" if there is neither.
    """
    if document.blocks and document.blocks[0].kind == "front_matter":
        found = _FRONT_TITLE.search(document.source(document.blocks[0]))
        if found:
            return " ".join(found[1].split())
    headings = outline(document).sections[1:]
    alone = headings and all(section.level > headings[0].level for section in headings[1:])
    return headings[0].title if alone else ""


def summary(document: Document, longest: int = LONGEST_SUMMARY, shown: Collection[int] = ()) -> str:
    """Return a list of the document's sections for a prompt, in at most `longest` characters. Each section has one
    line: `#` for its level, its title, and how many tables, figures and so on it contains. "← shown" marks the sections
    in `shown` (indices), whose text the prompt contains.

    If the list is too long, it omits the deepest levels first, then the last lines, and says how many are omitted.
    """
    if not document.blocks:
        return "The document is empty."
    every, total = _held(document)
    sections = every if _counts(document, _own(document, every[0])) else every[1:]
    depths = [len(section.path) for section in sections]
    several = _several(len(every) - 1, "section")
    head = f"{several}; {_listed(total)}" if total else several
    if not any(depths):
        return _cut([head], 1, longest)
    for deepest in range(max(depths), 0, -1):
        hidden = sum(depth > deepest for depth in depths)
        note = [f"({_several(hidden, 'deeper section')} not shown)"] if hidden else []
        told = (_line(document, each, shown) for each in sections if len(each.path) <= deepest)
        lines = [head, *_until(told, longest), *note]
        if sum(map(len, lines)) + len(lines) <= longest:
            return "\n".join(lines)
    return _cut(lines, 1 + len(sections) - hidden + len(note), longest)


def _until(lines: Iterable[str], longest: int) -> Iterator[str]:
    """Yield lines until their total length is more than `longest` characters. The remaining lines are not computed; a
    document may have 60,000 of them.
    """
    for line in lines:
        yield line
        longest -= len(line)
        if longest < 0:
            return


def _line(document: Document, section: Section, shown: Collection[int]) -> str:
    """Return a section's line in the summary: its level, title and elements, and a mark if its text is shown."""
    title = f"{'#' * section.level} {section.title or '(untitled)'}"
    count = _counts(document, _own(document, section))
    held = f" ({_listed(count)})" if count else ""
    mark = " ← shown" * (section.index in shown)
    return (title if section.heading is not None else "(before the first heading)") + held + mark


def _cut(lines: list[str], total: int, longest: int) -> str:
    """Return the lines that fit into `longest` characters, and then a line with the number of lines left out. `total`
    is the number of all lines.
    """
    kept: list[str] = []
    room = longest - len("\n(… 1000000 more lines)")
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            left = _several(total - len(kept), "more line")
            return "\n".join([*kept, f"(… {left})"])
        kept.append(line)
    return "\n".join(kept)


@lru_cache(maxsize=4)
def _held(document: Document) -> tuple[tuple[Section, ...], Counter[str]]:
    """Return the document's sections, and the number of its elements by type. The results for the latest documents are
    cached.
    """
    sections = outline(document).sections
    if not _wrapper_lines(document):  # then every block is in a section
        return sections, _counts(document, document.blocks)
    return sections, _counts(document, [*chain.from_iterable(_own(document, each) for each in sections)])


def _own(document: Document, section: Section) -> tuple[Block, ...]:
    return document.blocks[section.first : section.own_stop]


def _counts(document: Document, blocks: Sequence[Block]) -> Counter[str]:
    counts = elements(document, blocks)
    return Counter({kind: count for kind, count in counts.items() if kind != "caption"})


def contents(document: Document, section: Section) -> str:
    """Return the number of elements before a section's first subheading: "2 paragraphs and 1 table"; "" if it has none.
    A paragraph beside a table that begins like "Table 2:" is a caption, and is not counted.
    """
    own = _own(document, section)
    counts = _counts(document, own)
    counts["paragraph"] -= sum(
        _CAPTION.match(document.source(each)) is not None and other.kind in ("table", "figure")
        for one, two in pairwise(own)
        for each, other in ((one, two), (two, one))
        if each.kind == "paragraph"
    )
    counted = [_several(count, kind.replace("_", " ")) for kind, count in counts.most_common() if count > 0]
    return " and ".join(counted)


_CAPTION = re.compile(r"\W*\w+\.?\s+[A-Z]?\d+[.:]")


def _listed(counts: Counter[str]) -> str:
    return ", ".join(_several(count, kind.replace("_", " ")) for kind, count in counts.most_common())


def _several(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")
