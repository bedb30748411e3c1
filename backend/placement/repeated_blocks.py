"""Remove from an answer the blocks that it repeats unchanged from the document, so that only its new text is placed.

A model that is asked for one paragraph often also returns the heading, the paragraph's neighbors or the whole section.
If these were inserted, the document would contain them twice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from backend.document.blocks import Document
from backend.document.outline import Section
from backend.document.similar_text import shared_pairs
from backend.document.table_cells import cells
from backend.mentions.document_view import DocumentView, view_of
from backend.mentions.headings import fold
from backend.placement.content import DELIMITER, Content
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import Placement
from backend.placement.repeated_text import VERSION, replacement_of_section
from backend.placement.versions.reworded_part import replaced_part, reworded, source_of

#: Minimum number of words of a sentence that does not occur twice by chance. Not tuned.
_FEWEST_QUOTED = 3
#: Minimum number of words of a block, other than a heading, that is not repeated by chance. Not tuned: a short
#: sentence.
_FEWEST = 5
#: How many times as long as a text its other version may be. Not tuned: the pairs of words that a text shares with a
#: much longer one may be chance.
_LONGER = 2


def without_repeated_blocks(document: Document, content: str) -> str:
    """Return the content without the blocks at its start and end that it repeats unchanged from the document: only the
    new paragraph, if a model returned it together with the section's heading and the paragraph after it.

    If the repeated blocks are in one section, the other blocks must clearly be another version of one block of this
    section, or new text beside the repeated ones. If they are in several sections, exactly one block must be between
    them, both in the document and in the content. Otherwise nothing is removed, because the content may be a shorter
    version of the section.
    """
    blocks = Content.of(content).document
    if len(blocks.blocks) < 2 or not document.blocks:
        return content
    known = [_normalized(document, index, 1) for index in range(len(document.blocks))]
    ours = [_normalized(blocks, index, 1) for index in range(len(blocks.blocks))]
    head = _run(ours, known)
    tail = _run(ours[::-1], known[::-1])[::-1]
    tail = [len(known) - 1 - index for index in tail]
    if len(head) + len(tail) >= len(ours) or not (head or tail):
        return content
    view = view_of(document)
    sections = {view.section_of(index).index for index in (*head, *tail)}
    around = bool(head and tail) and head[-1] + 2 == tail[0] and len(head) + 1 + len(tail) == len(ours)
    if len(sections) != 1 and not around:
        return content
    first, last = blocks.blocks[len(head)], blocks.blocks[len(ours) - len(tail) - 1]
    rest = Content.of(blocks.text[first.start : last.end])
    if any(each.kind == "heading" for each in rest.document.blocks):
        return content
    if len(sections) != 1:
        return rest.text
    section = view.sections[sections.pop()]
    return rest.text if _is_new(view, section, rest, (head, tail)) else content


def without_section_heading(document: Document, content: str, found: Placement) -> str:
    """Return the content without its heading if the heading repeats that of the section to which the placement `found`
    adds the content. Returns the content unchanged if its text is a version of this section.
    """
    made = Content.of(content)
    if not made.level or made.subheadings or not made.body.strip() or found.anchor is None:
        return content
    if found.operation not in ("insert_after", "insert_before", "append_to_section"):
        return content
    section = view_of(document).section_of(found.anchor.block)
    if section.heading is None or fold(section.title) != fold(made.title):
        return content
    own = document.text[document.blocks[section.first].end : document.blocks[section.own_stop - 1].end]
    return content if shared_pairs(own, made.body) >= VERSION else made.body


def doubles_a_block(builder: PlacementBuilder, found: Placement) -> bool:
    """Return True if the content repeats all words of a block that remains in the section of the place `found`, so that
    the document would have them twice. The period or colon at the end of the block is ignored.
    """
    if found.anchor is None or found.operation not in ("replace", "insert_after", "insert_before", "append_to_section"):
        return False
    document, text = builder.view.document, " ".join(builder.content.text.split())
    section = builder.view.section_of(found.anchor.block)
    if found.operation == "replace" and "section" in found.place:
        return False
    count = found.place.removeprefix("blocks ")
    stop = found.anchor.block + (int(count) if count.isdecimal() else 1)
    replaced = range(found.anchor.block, stop) if found.operation == "replace" else range(0)
    own = (_normalized(document, each) for each in range(section.first, section.own_stop) if each not in replaced)
    return any(each.rstrip(".:") in text for each in own if each and not each.startswith("# "))


def stands_in_document(builder: PlacementBuilder, found: Placement) -> bool:
    """Return True if the content is a paragraph that the document already contains word for word, so that it would be
    there twice after it is added at the place `found`.
    """
    text = " ".join(builder.content.text.split())
    if found.operation == "replace" or builder.content.kinds != ("paragraph",) or len(text.split()) < _FEWEST_QUOTED:
        return False
    whole = builder.view.document.text
    return (
        text.split()[0] in whole and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", " ".join(whole.split())) is not None
    )


def text_of_content(builder: PlacementBuilder, found: Sequence[Placement]) -> Literal["replaced", "another", "none"]:
    """Return "replaced" if the content is another version of the text that the first placement of `found` replaces,
    "another" if it is a version of the text that a later placement of `found` replaces, and "none" if it is neither, or
    if this is unclear. A text that is much longer or shorter than the content is ignored.
    """
    own, *others = [_likeness(builder, each) for each in found if each.operation == "replace"] or [0.0]
    other = max(others, default=0.0)
    if other >= VERSION and other > own:
        return "another"
    return "replaced" if own >= VERSION and other < own / 2 else "none"


def _likeness(builder: PlacementBuilder, found: Placement) -> float:
    """Return how much the content has in common (0 to 1) with the block or section that the placement `found` replaces;
    0 if it replaces nothing of this kind, or a much longer or shorter text.
    """
    if found.anchor is None or found.place not in ("block", "section", "section body"):
        return 0.0
    content, text = builder.content.text, source_of(builder, replaced_part(builder, found, found.anchor.block))
    shorter, longer = sorted((len(content.split()), len(text.split())))
    return shared_pairs(content, text) if shorter * _LONGER >= longer else 0.0


def without_doubling(document: Document, content: str, found: Placement | None) -> Placement | None:
    """Return the replacement `found` if it leaves no text twice in the document; None if it does, or if `found` is
    None.

    There is one exception: if it would leave text twice, but the content's blocks have the same kinds as those of the
    section's own text, the content is a version of the whole section, and the replacement of the section is returned.
    """
    builder = PlacementBuilder(view_of(document), Content.of(content))
    if found is None or found.anchor is None or not doubles_a_block(builder, found):
        return found
    section = builder.view.section_of(found.anchor.block)
    kinds = tuple(each.kind for each in builder.view.own(section) if each.kind != "heading")
    if section.heading is None or kinds != builder.content.kinds:
        return None
    whole = replacement_of_section(builder, section.heading, found.confidence)
    return replace(whole[0], reason=found.reason) if whole else None


def _is_new(view: DocumentView, section: Section, rest: Content, repeated: tuple[Sequence[int], Sequence[int]]) -> bool:
    """Return True if `rest`, the part of an answer that repeats nothing, is a version of one block of the section, or a
    new text beside the repeated blocks. `repeated` has two lists: the indices of the repeated blocks before `rest`, and
    of those after it.
    """
    head, tail = repeated
    own = range(section.first, section.own_stop)
    left = [index for index in own if index not in (*head, *tail) and view.blocks[index].kind != "heading"]
    found = reworded(PlacementBuilder(view, rest), [(index, index + 1) for index in left])
    alike = [index for index in left if shared_pairs(view.document.source(view.blocks[index]), rest.text) >= VERSION]
    if found is not None or len(alike) == 1:
        return True
    if alike or not any(view.blocks[index].kind != "heading" for index in (*head, *tail)):
        return False
    return not left or bool(head and tail and head[-1] + 1 == tail[0])


def _run(ours: Sequence[str], known: Sequence[str]) -> list[int]:
    """Return the indices in `known` of the neighboring blocks that equal the first blocks of `ours`: [3, 4] if blocks 3
    and 4 do. Both lists have the texts of blocks.

    Returns [] if the first block of `ours` does not occur exactly once in `known`. Returns [] also if none of the equal
    blocks is a heading or has five words, because such short blocks may be equal by chance.
    """
    at = [index for index, each in enumerate(known) if each and each == ours[0]]
    if len(at) != 1:
        return []
    count = 0
    while count < len(ours) and at[0] + count < len(known) and ours[count] and ours[count] == known[at[0] + count]:
        count += 1
    told = any(each.startswith("# ") or len(each.split()) >= _FEWEST for each in ours[:count])
    return list(range(at[0], at[0] + count)) if told else []


def _normalized(document: Document, index: int, fewest: int = _FEWEST) -> str:
    """Return a form of a block's text for comparison, without line breaks, or "# " and the title for a heading; "" for
    a block with fewer than `fewest` words. The alignment of a table's cells is ignored.
    """
    block = document.blocks[index]
    if block.kind == "heading":
        return f"# {fold(block.title)}"
    source = document.source(block)
    if block.kind == "table":
        source = "\n".join(" | ".join(cells(row)) or row for row in source.splitlines() if not DELIMITER.fullmatch(row))
    words = source.split()
    return " ".join(words) if len(words) >= fewest else ""
