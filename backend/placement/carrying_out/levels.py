"""Change the levels of the content's headings so that they fit the content's place."""

from __future__ import annotations

import re

from backend.document.blocks import Block, Document, read
from backend.document.outline import outline, section_level
from backend.placement.plan import Placement

#: The deepest heading level in Markdown.
DEEPEST = 6
_ATX = re.compile(r"(\s{0,3})(#{1,6})(?=[ \t\r\n]|$)")


def fit_levels(document: Document, content: str, placement: Placement) -> str:
    """Return the content with its headings at the levels that its place requires. Content that does not begin with a
    heading is returned unchanged.

    The level of the first heading depends on the place. A new section gets the level of the neighboring section. A
    subsection gets the level of the other subsections, or one below the section that contains it. At the document's
    start or end, it is the level of the main sections. All other headings are shifted by the same number of levels.
    """
    parts = read(content)
    levels = [block.level for block in parts.of_kind("heading")]
    wanted = _wanted(document, placement)
    if not levels or wanted is None or parts.blocks[0].kind != "heading" or levels[0] == wanted:
        return content
    return shifted(content, wanted - levels[0])


def shifted(content: str, levels: int) -> str:
    """Return Markdown text with each heading `levels` levels deeper, or higher if `levels` is negative."""
    parts = read(content)
    out, done = [], 0
    for block in parts.blocks:
        if block.kind == "heading":
            out += [content[done : block.start], _at_level(parts, block, min(DEEPEST, max(1, block.level + levels)))]
            done = block.end
    return "".join(out) + content[done:]


def _wanted(document: Document, placement: Placement) -> int | None:
    """Return the level that the content's first heading gets at a placement. Returns None if the placement does not
    change levels: it adds to a section, replaces text, or is next to a block, or the document has only a title.
    """
    if placement.operation in ("append_to_document", "prepend_to_document"):
        return None if _is_only_title(document) else section_level(outline(document)) or None
    if placement.operation != "new_section" or placement.anchor is None:
        return None
    index = placement.anchor.block
    heading = document.blocks[index] if index < len(document.blocks) else None
    if heading is None or heading.kind != "heading":
        return None
    if placement.place not in ("first subsection", "last subsection"):
        return heading.level
    return _level_of_subsections(document, index) or heading.level + 1


def _is_only_title(document: Document) -> bool:
    """Return True if a document consists of one heading, so that it has no sections yet. Front matter and comments are
    ignored.
    """
    return [each.kind for each in document.blocks if each.kind not in ("front_matter", "comment")] == ["heading"]


def _level_of_subsections(document: Document, index: int) -> int:
    """Return the level of the highest headings below the heading at block `index`, within its section: 3 for "###".
    Returns 0 if the section has no subsections.
    """
    levels = []
    for block in document.blocks[index + 1 :]:
        if block.kind == "heading":
            if block.level <= document.blocks[index].level:
                break
            levels.append(block.level)
    return min(levels, default=0)


def _at_level(document: Document, heading: Block, level: int) -> str:
    source = document.source(heading)
    if level == heading.level:
        return source
    found = _ATX.match(source)
    if found:
        return f"{found[1]}{'#' * level}{source[found.end() :]}"
    end = source[len(source.rstrip("\r\n")) :]
    return f"{'#' * level} {' '.join(heading.title.split())}{end}"
