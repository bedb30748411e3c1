"""The sections of a document: which heading rules which blocks, and how that is told to a reader or a model."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from backend.document.blocks import Block, Document
from backend.document.inline import plain_title, strip_inline

#: characters of a summary, about 1,000 tokens
LONGEST_SUMMARY = 4000
_LONGEST_TITLE = 60


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what it rules, as a range of blocks.

    `first` is the heading's block, `own_stop` the block of the first subheading (or `stop`), `stop` the
    block after the whole subtree. `path` are the plain titles from the top down to this one's.
    `parent` is a section's index. The preamble, what stands before the first heading, is section 0: no heading,
    level 0, no title, an empty path, and maybe no blocks.
    """

    index: int
    heading: int | None
    level: int
    title: str
    path: tuple[str, ...]
    first: int
    own_stop: int
    stop: int
    parent: int | None


@dataclass(frozen=True, slots=True)
class Outline:
    """All sections in the order of the text, the preamble first."""

    sections: tuple[Section, ...]

    def section_of(self, block_index: int) -> Section:
        """The innermost section that block `block_index` is in (a heading is in its own)."""
        return self.sections[bisect_right(self.sections, block_index, key=lambda section: section.first) - 1]

    def children(self, section: Section) -> Iterator[Section]:
        """The sections right below this one; below the preamble: none."""
        if section.heading is None:
            return
        index = section.index + 1
        while index < len(self.sections) and self.sections[index].first < section.stop:
            child = self.sections[index]
            if child.parent == section.index:
                yield child
            index += 1


def outline(document: Document) -> Outline:
    """The sections of a document. Linear."""
    headings = [block for block in document.blocks if block.kind == "heading"]
    total = len(document.blocks)
    nexts = [block.index for block in headings[1:]] + [total]
    stops, parents = _nest(headings, total)
    before = headings[0].index if headings else total
    sections = [Section(0, None, 0, "", (), 0, before, before, None)]
    for place, block in enumerate(headings):
        title = plain_title(block.title)
        parent = parents[place]
        path = (*(sections[parent].path if parent is not None else ()), title)
        sections.append(
            Section(place + 1, block.index, block.level, title, path, block.index, nexts[place], stops[place], parent)
        )
    return Outline(tuple(sections))


def _nest(headings: list[Block], total: int) -> tuple[list[int], list[int | None]]:
    """For each heading the block its subtree stops at, and the section (index) it is below."""
    stops = [total] * len(headings)
    parents: list[int | None] = []
    open_ones: list[int] = []
    for place, block in enumerate(headings):
        while open_ones and headings[open_ones[-1]].level >= block.level:
            stops[open_ones.pop()] = block.index
        parents.append(open_ones[-1] + 1 if open_ones else None)
        open_ones.append(place)
    return stops, parents


# ---------------------------------------------------------------------- elements

_ELEMENT_OF_KIND = {
    "paragraph": "paragraph",
    "list": "list",
    "table": "table",
    "code": "code_block",
    "math": "equation",
    "quote": "quote",
    "footnote": "footnote",
    "figure": "figure",
    "caption": "caption",
}
_ELEMENT_OF_ENVIRONMENT = (
    (re.compile(r"(?:long|side|wrap)?table|tabular|tabu"), "table"),
    (re.compile(r"(?:wrap|sub|side)?figure|tikzpicture"), "figure"),
    (re.compile(r"verbatim|lstlisting|minted|algorithm"), "code_block"),
    (re.compile(r"itemize|enumerate|description"), "list"),
    (re.compile(r"quot"), "quote"),
    (re.compile(r"abstract"), "abstract"),
    (re.compile(r"theorem|lemma|proposition|corollary|definition|proof|remark|example"), "theorem"),
)
_ELEMENT_OF_DIV = (
    (re.compile(r"#fig[-:]|layout-"), "figure"),
    (re.compile(r"#tbl[-:]"), "table"),
    (
        re.compile(r"#(?:thm|lem|cor|prp|cnj|def|exm|exr)-|[.\s](?:theorem|lemma|proposition|corollary|proof)\b"),
        "theorem",
    ),
    (re.compile(r"abstract"), "abstract"),
    (re.compile(r"callout|note|tip|warning|important|caution"), "callout"),
)
_HTML_TAG = re.compile(r"<(table|figure|img|svg|picture|pre|blockquote|ul|ol)[\s>/]", re.I)
_ELEMENT_OF_TAG = {
    "table": "table",
    "pre": "code_block",
    "blockquote": "quote",
    "ul": "list",
    "ol": "list",
}


def element(document: Document, block: Block) -> str | None:
    """The built-in element type a block is of, seen through HTML, LaTeX and divs; None where it is of none."""
    if block.kind in _ELEMENT_OF_KIND:
        return _ELEMENT_OF_KIND[block.kind]
    head = document.text[block.start : min(block.end, block.start + 400)].lstrip()
    if block.kind == "html":
        match = _HTML_TAG.match(head) or _HTML_TAG.search(head)
        return _ELEMENT_OF_TAG.get(match[1].lower(), "figure") if match else None
    if block.kind == "latex":
        name = head[len("\\begin{") :]
        return next((kind for pattern, kind in _ELEMENT_OF_ENVIRONMENT if pattern.match(name)), None)
    if block.kind == "div":
        line = head.split("\n", 1)[0]
        return next((kind for pattern, kind in _ELEMENT_OF_DIV if pattern.search(line)), None)
    return None
