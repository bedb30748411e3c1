"""Split content into parts for several sections of the document: new versions of their text, or new text for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from backend.document.blocks import Block, Document
from backend.document.outline import Section
from backend.mentions.document_view import view_of
from backend.placement.carrying_out.levels import shifted
from backend.placement.content import Content

#: Minimum number of blocks of content for several sections: two headings, with a text below each.
_FEWEST = 4
#: A paragraph that may be used as a heading: all bold, or one line that ends with a colon.
_LABEL = re.compile(r"\s*(?:(\*\*|__)(?P<bold>[^*_\n]+?):?\1:?|(?P<plain>[^\n:]{1,80}):)\s*")


@dataclass(frozen=True, slots=True)
class SectionPart:
    """A section of the document, and the content for this section without its heading."""

    section: Section
    content: Content

    @property
    def place(self) -> str:
        """Return the position of the placement that replaces the section and keeps its heading: "section contents" if
        the content has subsections, else "section body" (the section's own text).
        """
        return "section contents" if "heading" in self.content.kinds else "section body"


def section_parts(document: Document, content: Content) -> tuple[SectionPart, ...]:
    """Divide content that has text for several sections of the document into its parts, one for each section. Returns
    () for other content.

    A part begins with a heading that is the title of exactly one section. If the content has no headings, a paragraph
    that is only a title counts as one. The content must begin with such a heading. If a section's subsections follow it
    in the content, they belong to the section's part.
    """
    if len(content.kinds) < _FEWEST:
        return ()
    title = view_of(document).title
    starts: list[tuple[Block, Section]] = []
    for block, section in _titled(document, content):
        above = starts[-1][1] if starts else title
        if above is None or above is title or not above.first < section.first < above.stop:
            starts.append((block, section))
    if not starts or starts[0][0].start != content.document.blocks[0].start:
        return ()
    ends = [*(block.start for block, _ in starts[1:]), len(content.text)]
    parts = [_part(content, start, end) for start, end in zip(starts, ends, strict=True)]
    if not parts[0].content.text and parts[0].section is title:
        parts = parts[1:]
    apart = len({part.section.first for part in parts}) == len(parts) > 1
    return tuple(parts) if apart and all(part.content.text for part in parts) else ()


def _titled(document: Document, content: Content) -> Iterator[tuple[Block, Section]]:
    """Yield (block, section) for each heading of the content that is the title of exactly one section. If the content
    has no headings, paragraphs that are only a title are used instead.
    """
    view, labels = view_of(document), "heading" not in content.kinds
    for block in content.document.blocks:
        label = _LABEL.fullmatch(content.document.source(block)) if labels and block.kind == "paragraph" else None
        title = block.title if block.kind == "heading" else (label["bold"] or label["plain"]) if label else ""
        named = view.titled(title) if title else ()
        if len(named) == 1:
            yield block, view.sections[named[0]]


def _part(content: Content, start: tuple[Block, Section], end: int) -> SectionPart:
    """Return one part of the content, with the section to which it belongs. `start` has the heading with which the part
    begins and the section; the part ends at character `end` of the content.
    """
    block, section = start
    text = content.text[block.end : end]
    levels = section.level - block.level if block.kind == "heading" else 0
    return SectionPart(section, Content.of(shifted(text, levels) if levels else text))
