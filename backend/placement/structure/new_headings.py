"""Plan a new heading within a section. The text after the heading becomes another section, or a subsection."""

from __future__ import annotations

import re

from backend.document.blocks import Document
from backend.document.order_words import is_a
from backend.document.outline import Section, outline
from backend.mentions.closed_words import is_article
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import Mention
from backend.mentions.structure_orders import REST, StructureOrder, is_naming
from backend.placement.carrying_out.levels import DEEPEST
from backend.placement.plan import Placement, position

_QUOTED = re.compile(r"[“„«\"‘‚]\s*([^“”„«»\"\n]{1,200}?)\s*[”“»\"’‘]|(?<!\w)'(?=\S)([^'\n]{1,200}?)(?<=\S)'(?!\w)")
_NO_TITLE = (
    "The text of the new heading is missing, so nothing was prepared. Add it to your order: “… and call the second part"
    " “Limits””."
)
_NO_TEXT = "A heading can be added only between two parts of one section, so nothing was prepared."


def headed(document: Document, order: StructureOrder, message: str, beside: Mention) -> Placement | str:
    """Return the edit that adds the ordered heading ("put the heading Sites above the second paragraph") before or
    after the block `beside`. If this is impossible, return the reason as a sentence for the user.
    """
    title = _title(message, beside)
    if not title:
        return _NO_TITLE
    at = beside.stop if order.after else beside.start
    section = outline(document).section_of(beside.start)
    if not section.first + (section.heading is not None) < at < section.own_stop:
        return _NO_TEXT
    heading = f"{'#' * _level(document, order, section)} {title}"
    return Placement("insert_before", position=position("block", heading))


def _level(document: Document, order: StructureOrder, section: Section) -> int:
    """Return the level of the new heading inside a section: the section's own level if the order divides the section in
    two, else the level of its subsections.
    """
    if order.kind == "split" and not order.sub:
        return section.level
    below = [each.level for each in outline(document).children(section)]
    return min(DEEPEST, below[0] if below else section.level + 1)


def _title(message: str, beside: Mention) -> str:
    """Return the title that a message gives to a new heading, in quotation marks or after a word such as "call"; "" if
    it gives none. `beside` is the part before or after which the heading goes.
    """
    quoted = [found for found in _QUOTED.finditer(message) if not _overlaps(found.span(), beside.at)]
    named = [(found[1] or found[2]) for found in quoted]
    return " ".join((named[-1] if named else _unquoted(message, beside)).split())


def _unquoted(message: str, beside: Mention) -> str:
    words = [word for word in tokens(message) if not _overlaps((word.start, word.end), beside.at)]
    naming = [at for at, word in enumerate(words) if is_naming(word.norm) and word.start > beside.at[1]]
    if not naming:
        return ""
    rest = words[naming[0] + 1 :]
    while rest and (is_article(rest[0].norm) or rest[0].norm in REST or is_a(rest[0].norm, "pronoun")):
        rest = rest[1:]
    return message[rest[0].start :].strip().rstrip(".!").strip() if rest else ""


def _overlaps(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]
