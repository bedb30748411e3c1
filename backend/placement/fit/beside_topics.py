"""Place content beside the paragraph that a message describes by its topic: "after the paragraph about ice"."""

from __future__ import annotations

from collections.abc import Sequence

from backend.document.blocks import Block
from backend.mentions.document_view import DocumentView
from backend.mentions.holder import HOLDER, holder
from backend.mentions.parsed_message import ParsedMessage, outermost
from backend.mentions.resolver import resolve
from backend.mentions.topic_scores import Scored, scored
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import Operation, Placement
from backend.placement.request.asides import parsed
from backend.placement.request.described_paragraphs import DescribedParagraph, described_paragraphs

_SIDES: dict[str, Operation] = {"after": "insert_after", "before": "insert_before"}
#: Confidence (0 to 1) of the place beside the only paragraph that fits, and beside the best of several.
_ONLY, _BEST = 0.98, 0.5
#: Maximum share of the best paragraph's score that another may have, if the best is the only one that is meant. On
#: handwritten requests, 118 of 119 places were right up to this share, and 23 of 36 above it.
RIVAL = 0.76
#: Minimum share of a topic's words that the paragraph contains.
_LEAST = 0.5
_SHOWN = 3
#: Number of neighbors between which there is one place.
_BOTH = 2


def beside_topics(builder: PlacementBuilder, message: str) -> tuple[list[Placement], bool]:
    """Return the places beside the paragraphs that a message may mean, best first, and whether only one can be meant.
    ([], False) if it describes no paragraph by its topic.
    """
    reading = parsed(builder.view, message)
    if reading is None or reading.postpositional:
        return [], False
    said = described_paragraphs(reading)
    blocks = _searched(builder, reading, said) if said else []
    ranked = [scored(builder.view, each.topic, blocks) for each in said]
    if not ranked or not all(ranked):
        return [], False
    if len(ranked) == _BOTH:
        pair = _neighbors(builder, {each.side: found for each, found in zip(said, ranked, strict=True)})
        return ([_make(builder, "after", pair, _ONLY)], True) if pair is not None else ([], False)
    alone = _is_alone(ranked[0]) and (said[0].noun or ranked[0][0].share == 1)
    shown = ranked[0][:1] if alone else ranked[0][:_SHOWN]
    return [_make(builder, said[0].side, each.block, _ONLY if alone else _BEST) for each in shown], alone


def is_same_place(view: DocumentView, one: Placement, other: Placement) -> bool:
    """Return True if two places are before the same visible block."""
    below = [
        _next(view, each.anchor.block) if each.operation == "insert_after" else each.anchor.block
        for each in (one, other) if each.anchor is not None and each.place == "block"
    ]  # fmt: skip
    return len(below) == _BOTH and below[0] == below[1]


def _make(builder: PlacementBuilder, side: str, block: Block, sure: float) -> Placement:
    return builder.make(_SIDES[side], block.index, "block", "Beside the paragraph that the message describes.", sure)


def _is_alone(found: Sequence[Scored]) -> bool:
    """Return True if only the best of the found paragraphs fits, or has all words of the topic."""
    complete = [each for each in found if each.share == 1]
    if complete:
        return found[0] is complete[0] and (len(complete) == 1 or found[1].score < RIVAL * found[0].score)
    return found[0].share >= _LEAST and (len(found) == 1 or found[1].score < RIVAL * found[0].score)


def _neighbors(builder: PlacementBuilder, found: dict[str, list[Scored]]) -> Block | None:
    """Return the upper one of the only two neighboring paragraphs between which the text shall stand; None if there
    are several, or none.
    """
    above = [each.block for each in found["after"] if each.share == 1]
    below = {each.block.index for each in found["before"] if each.share == 1}
    pairs = [block for block in above if _next(builder.view, block.index) in below]
    return pairs[0] if len(pairs) == 1 else None


def _next(view: DocumentView, block: int) -> int:
    """Return the index of the next block that readers see; -1 if there is none."""
    behind = view.blocks[block + 1 :]
    return next((each.index for each in behind if each.kind not in ("blank", "comment")), -1)


def _searched(builder: PlacementBuilder, reading: ParsedMessage, said: Sequence[DescribedParagraph]) -> list[Block]:
    """Return the paragraphs of the sections that the message names beside its descriptions; of all sections if it names
    none.
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
    ranges += [[(section.first, section.stop) for section in held]] if held else []
    return [
        block for block in view.blocks
        if block.kind == "paragraph" and block.index not in view.printed.captions
        and not view.document.text.startswith("![", block.start)
        and all(any(start <= block.index < stop for start, stop in each) for each in ranges)
    ]  # fmt: skip
