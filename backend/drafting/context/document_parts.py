"""Convert ranges of the document to texts for a reader. Each text comes with the headings above it, and the mark "[…]"
shows where something was left out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from backend.document.blocks import Block, Document
from backend.document.outline import outline
from backend.document.sentences import Span
from backend.drafting.context.text_spans import merged, trimmed

#: Marks each place where text of the document is left out.
CUT = "[…]"
#: Kinds of blocks with running text, in which the mark of an omission is put within the text. In a table or in code,
#: the mark gets a line of its own.
_FLOWING = frozenset({"paragraph", "list", "quote", "footnote", "caption", "div"})


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the document: its text, and the headings above it, joined by " > " (`label`)."""

    label: str
    text: str


def parts(document: Document, spans: Iterable[Span]) -> tuple[Part, ...]:
    """Return ranges of the document's characters (start, and end excluded) as parts, in the document's order. Adjacent
    ranges are joined, and no sentence is repeated.

    Ranges in the same section become one part. A range that begins with a heading is added to the part before it,
    because its heading can be seen in the text.
    """
    sections = outline(document)
    groups: list[list[Span]] = []
    for span in merged(document.text, spans):
        first = block_at(document, span[0])
        begins_anew = first.kind == "heading" and span[0] <= first.start
        last = groups[-1][-1][1] - 1 if groups else 0
        same = groups and sections.section_of(block_at(document, last).index) == sections.section_of(first.index)
        if groups and (begins_anew or same):
            groups[-1].append(span)
        else:
            groups.append([span])
    return tuple(
        Part(" > ".join(sections.section_of(block_at(document, group[0][0]).index).path), _text(document, group))
        for group in groups
    )


def block_at(document: Document, offset: int) -> Block:
    """Return the block that contains the character at `offset`. For white space between blocks, return the block before
    it.
    """
    place = bisect_right(document.blocks, offset, key=lambda block: block.start) - 1
    return document.blocks[max(place, 0)]


def body_start(document: Document) -> int:
    """Return the character offset at which the front matter ends and the text begins; 0 if there is no front matter."""
    first = document.blocks[0] if document.blocks else None
    return first.end if first is not None and first.kind == "front_matter" else 0


def whole_ranges(document: Document, spans: Sequence[Span]) -> tuple[tuple[int, int], ...]:
    """Return the blocks that the given ranges of characters contain completely, as ranges of blocks [start, stop), in
    order.
    """
    ranges: list[tuple[int, int]] = []
    for start, end in merged(document.text, spans):
        place = bisect_right(document.blocks, start, key=lambda block: block.start) - 1
        for index in range(max(place, 0), len(document.blocks)):
            block = document.blocks[index]
            begin, stop = trimmed(document.text, (block.start, block.end))
            if stop > end:
                break
            if begin < start:
                continue
            if ranges and ranges[-1][1] == index:
                ranges[-1] = (ranges[-1][0], index + 1)
            else:
                ranges.append((index, index + 1))
    return tuple(ranges)


def _text(document: Document, spans: Sequence[Span]) -> str:
    """Return the texts of the ranges, joined, with a mark at each omission."""
    pieces: list[str] = []
    open_block: Block | None = None  # the block in whose middle the previous range ended
    for number, (start, end) in enumerate(spans):
        first, last = block_at(document, start), block_at(document, end - 1)
        cut_before = bool(document.text[first.start : start].strip())
        if number:
            if open_block is not None and open_block == first:
                pieces.append(f" {CUT} " if first.kind in _FLOWING else f"\n{CUT}\n")
            elif open_block is not None or cut_before:
                pieces += [_mark_behind(open_block), "\n\n", _mark_before(first) if cut_before else ""]
            else:
                pieces.append(f"\n\n{CUT}\n\n")
        elif cut_before:
            pieces.append(_mark_before(first))
        pieces.append(document.text[start:end])
        open_block = last if document.text[end : last.end].strip() else None
    return "".join([*pieces, _mark_behind(open_block)])


def _mark_before(block: Block) -> str:
    return f"{CUT} " if block.kind in _FLOWING else f"{CUT}\n"


def _mark_behind(block: Block | None) -> str:
    if block is None:
        return ""
    return f" {CUT}" if block.kind in _FLOWING else f"\n{CUT}"
