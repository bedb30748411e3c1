"""Place content beside the block that a message describes: "after the paragraph about ice", "X, before the table"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.blocks import Block
from backend.mentions.described_blocks import of_kind
from backend.mentions.document_view import DocumentView
from backend.mentions.elements import whole_block
from backend.mentions.parsed_message import ParsedMessage, outermost
from backend.mentions.resolver import resolve
from backend.mentions.section_of_block import HOLDER, holder
from backend.mentions.topic_scores import Scored, is_alone, scored
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import Operation, Placement
from backend.placement.request.asides import parsed
from backend.placement.request.described_neighbors import DescribedNeighbor, described_neighbors

_SIDES: dict[str, Operation] = {"after": "insert_after", "before": "insert_before"}
#: Confidence (0 to 1) of the place beside the only block that fits, and beside the best of several.
_ONLY, _BEST = 0.98, 0.5
#: Minimum share (0 to 1) of a topic that is all of it, in spite of rounding.
_ALL = 0.999
_SHOWN = 3
#: Minimum number of words of a quotation that names a block if the message names no section.
_LONG = 3

#: For each name in the message, the ranges of blocks that the name may mean. The text should go into one of them.
Ranges = list[list[tuple[int, int]]]


def beside_described(builder: PlacementBuilder, message: str) -> tuple[list[Placement], bool]:
    """Return the places beside the blocks that a message may describe, best first, and True if the message can only
    mean the first of these blocks. Returns ([], False) if the message describes no block.
    """
    reading = parsed(builder.view, message)
    said = described_neighbors(reading) if reading is not None and not reading.postpositional else []
    if reading is None or not said:
        return [], False
    ranges = _ranges(builder, reading, said)
    found = [_ranked(builder.view, each, ranges) for each in said]
    if not all(ranked for ranked, _ in found):
        return [], False
    if len(found) == 2:
        pair = _neighbors(builder, {each.side: ranked for each, (ranked, _) in zip(said, found, strict=True)})
        return ([_make(builder, "after", pair, _ONLY)], True) if pair is not None else ([], False)
    ranked, alone = found[0]
    shown = ranked[:1] if alone else ranked[:_SHOWN]
    blocks = [builder.view.blocks[each.part.start] for each in shown]
    return [_make(builder, said[0].side, each, _ONLY if alone else _BEST) for each in blocks], alone


def _ranked(view: DocumentView, said: DescribedNeighbor, ranges: Ranges) -> tuple[list[Scored], bool]:
    """Return the blocks that the description `said` may mean, best first, and whether it can mean only the first of
    them. `ranges` are the ranges of blocks of the sections that the message names.
    """
    blocks = _searched(view, said, ranges)
    if said.quote:
        quoted = _quoting(view, said, blocks) if ranges or len(said.quote) >= _LONG else []
        return [_whole(block) for block in quoted], len(quoted) == 1
    if said.kind not in ("", "paragraph") and len(blocks) == 1 and ranges:  # "X, after the table"
        return [_whole(blocks[0])], True
    if not said.topic.words:
        return [_whole(block) for block in blocks], False
    ranked = scored(view, said.topic, [whole_block(each) for each in blocks])
    if not is_alone(ranked):
        return ranked, False
    complete = ranked[0].share >= _ALL
    return ranked, complete or (bool(said.kind) and not _is_elsewhere(view, said, ranked[0].share))


def _whole(block: Block) -> Scored:
    return Scored(whole_block(block), 1.0, 1.0)


def _is_elsewhere(view: DocumentView, said: DescribedNeighbor, share: float) -> bool:
    """Return True if some block of the document fits the description `said` clearly better than the chosen block.
    `share` (0 to 1) is the share of the topic's words that the chosen block has.
    """
    everywhere = scored(view, said.topic, [whole_block(each) for each in _searched(view, said, [])])
    return any(each.share > share + 1 - _ALL for each in everywhere)


def _quoting(view: DocumentView, said: DescribedNeighbor, blocks: Sequence[Block]) -> list[Block]:
    """Return those `blocks` that begin with the words quoted in the description `said`; if there are none, those that
    contain them.
    """
    words = r"[\W_]+".join(re.escape(token.norm) for token in said.quote)
    begin = re.compile(rf"[\W_]*{words}(?![^\W_])")
    inside = re.compile(rf"(?<![^\W_]){words}(?![^\W_])")
    return (
        [each for each in blocks if begin.match(view.lower, each.start, each.end)]
        or [each for each in blocks if inside.search(view.lower, each.start, each.end)]
    )  # fmt: skip


def is_same_place(view: DocumentView, one: Placement, other: Placement) -> bool:
    """Return True if two places are before the same visible block: "after block 3" and "before block 4" are the same
    place. Returns False if one of the places is not beside a whole block.
    """
    below = [
        _next(view, each.anchor.block) if each.operation == "insert_after" else each.anchor.block
        for each in (one, other) if each.anchor is not None and each.place == "block"
    ]  # fmt: skip
    return len(below) == 2 and below[0] == below[1]


def _make(builder: PlacementBuilder, side: str, block: Block, sure: float) -> Placement:
    caption = builder.view.caption(block, side == "after") if block.kind != "paragraph" else None
    beside = caption if caption is not None else block
    reason = "The place is beside the block that the message describes."
    return builder.make(_SIDES[side], beside.index, "block", reason, sure)


def _neighbors(builder: PlacementBuilder, found: dict[str, list[Scored]]) -> Block | None:
    """Return the upper one of the two adjacent paragraphs between which the text goes.

    In `found`, "after" has the blocks that may be the upper paragraph, and "before" has those that may be the lower
    one. Returns None unless exactly one block of the first list is directly above one of the second.
    """
    above = [builder.view.blocks[each.part.start] for each in found["after"] if each.share >= _ALL]
    below = {each.part.start for each in found["before"] if each.share >= _ALL}
    pairs = [block for block in above if _next(builder.view, block.index) in below]
    return pairs[0] if len(pairs) == 1 else None


def _next(view: DocumentView, block: int) -> int:
    """Return the index of the first visible block after `block`; -1 if there is none. Blank blocks and comments are not
    visible.
    """
    behind = view.blocks[block + 1 :]
    return next((each.index for each in behind if each.kind != "comment"), -1)


def _ranges(builder: PlacementBuilder, reading: ParsedMessage, said: Sequence[DescribedNeighbor]) -> Ranges:
    """Return the ranges of blocks of the sections that the message names: one list for each name, because a name may
    mean several sections. Names within the descriptions `said` are left out: "ice" in "the paragraph about ice".
    """
    view = builder.view
    spans = [(reading.tokens[each.first].start, reading.tokens[each.stop - 1].end) for each in said]
    ranges = [
        [(each.start, each.stop), *each.rivals] for each in resolve(view.document, reading.text)
        if each.kind == "section" and not any(start < each.at[1] and each.at[0] < stop for start, stop in spans)
    ]  # fmt: skip
    ranges += [
        [(view.sections[index].first, view.sections[index].stop) for index in mention.sections]
        for mention in outermost(each for each in reading.mentions if each.quality >= HOLDER)
        if not any(each.first < mention.stop and mention.first < each.stop for each in said)
    ]
    held = holder(reading, said[0].first, said[0].stop)
    return [*ranges, [(section.first, section.stop) for section in held]] if held else ranges


def _searched(view: DocumentView, said: DescribedNeighbor, ranges: Ranges) -> list[Block]:
    """Return the blocks that may be meant by the description `said`: those of the described kind in the named sections,
    or in the whole document if no section is named (`ranges` is empty). A table or figure in a section's own text is
    preferred to those in its subsections: if there is one, only such blocks are returned.
    """
    element = said.kind not in ("", "paragraph")
    blocks = [
        block for block in view.blocks
        if all(any(start <= block.index < stop for start, stop in each) for each in ranges)
        and (_is_element(view, block, said.kind) if element else _is_paragraph(view, block))
    ]  # fmt: skip
    if not element or not ranges:
        return blocks
    headings = {start for each in ranges for start, _ in each}
    return [each for each in blocks if view.section_of(each.index).heading in headings] or blocks


def _is_paragraph(view: DocumentView, block: Block) -> bool:
    caption = block.index in view.printed.captions
    return block.kind == "paragraph" and not caption and not view.document.text.startswith("![", block.start)


def _is_element(view: DocumentView, block: Block, kind: str) -> bool:
    return of_kind(view, block, kind) and block.index not in view.printed.captions
