"""Place content next to the only block that a message names, if a word such as "after" clearly belongs to the block's
name.
"""

from __future__ import annotations

from backend.mentions.closed_words import is_article
from backend.mentions.parsed_message import ParsedMessage
from backend.mentions.resolver import Mention, resolve
from backend.mentions.section_of_block import HOLDER
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import Placement
from backend.placement.request.asides import parsed
from backend.placement.request.asked_place import PlacementRequest
from backend.placement.request.unexplained import is_unknown
from backend.placement.request.unmet_relations import relations_in

#: Confidence (0 to 1) of the place beside the only block that a message may mean.
_NAMED = 0.98
#: Kinds of content that belong inside a block.
_SMALLER = frozenset({"item", "row"})
#: Tags of other words that say where a text goes, or that take such words back.
_OTHERS = ("between", "not", "start", "end", "subsection", "newsection")
#: Tags of words that may stand between a block's name and "after", or follow "after".
_ORDER = ("add", "polite", "filler", "content", "inplace")


def is_beside(builder: PlacementBuilder, asked: PlacementRequest | None) -> bool:
    """Return True if the content may go next to a whole block. Returns False for content that begins with a heading or
    is a table row. Returns False also if `asked`, the place that the messages ask for (or None), is a replacement or
    inside a block, such as beside a list item.
    """
    if builder.content.level or builder.content.row:
        return False
    return asked is None or (asked.relation != "replace" and not asked.kinds & _SMALLER)


def beside_parts(builder: PlacementBuilder, message: str) -> list[Placement]:
    """Return the place before or after the one block that a message names ("after paragraph 2", "paragraph 2: insert
    after"). Returns [] if it names no block, several parts, or another place.
    """
    reading = parsed(builder.view, message)
    named = [each for each in resolve(builder.view.document, message) if each.kind not in ("section", "document")]
    if reading is None or len(named) != 1 or not _is_block(named[0]):
        return []
    side = _side(reading, named[0])
    if not side:
        return []
    part, view = named[0], builder.view
    block = view.blocks[part.stop - 1]
    beside = view.caption(block, side == "after") if block.kind != "paragraph" else None
    at = beside.index if beside is not None else block.index
    reason = "The place is beside the block that the message names."
    return [builder.make("insert_after" if side == "after" else "insert_before", at, "block", reason, _NAMED)]


def _is_block(part: Mention) -> bool:
    """Return True if `part` certainly names a single block. A paragraph must be named by its number or its topic: "the
    results paragraph" may be one of the Results or one about results.
    """
    numbered = part.kind == "paragraph" and part.how in ("ordinal", "number")
    known = numbered or part.kind in ("list", "code", "equation") or _is_described(part)
    return part.sure and known and part.stop - part.start == 1


def _is_described(part: Mention) -> bool:
    """Return True if `part` is a block that is named by its topic: "the paragraph about ice"."""
    return part.how == "topic" and part.kind in ("paragraph", "table", "figure", "equation", "code", "list")


def _side(reading: ParsedMessage, part: Mention) -> str:
    """Return "after" or "before" if a message has only this word for a place, and the word belongs to `part`. It must
    be directly before the name of `part` ("after paragraph 2"), or after the name at the end of the message ("paragraph
    2: insert after"). Returns "" for other messages.
    """
    said = [index for index in range(len(reading.tokens)) if index not in reading.masked]
    relations = list(relations_in(reading, said))
    if len(relations) != 1:
        return ""
    tag, first, stop = relations[0]
    outside = [index for index in said if not first <= index < stop and not _is_inside(reading, index, part)]
    if any(reading.at(index, *_OTHERS) for index in outside):
        return ""
    if reading.in_topic(reading.sentence(first)[0], first) and not _is_described(part):
        return ""
    if reading.tokens[first].start >= part.at[1]:
        behind = next(i for i, token in enumerate(reading.tokens) if token.end >= part.at[1]) + 1
        ends = all(_only_orders(reading, i) for i in (*range(behind, first), *range(stop, len(reading.tokens))))
        return tag if ends and not _follows_words(reading, part) else ""
    while stop < len(reading.tokens) and (is_article(reading.text_at(stop)) or reading.at(stop, "filler") == stop + 1):
        stop += 1
    governed = stop < len(reading.tokens) and reading.tokens[stop].start >= part.at[0]
    if _is_described(part):
        return tag if governed else ""
    return tag if governed and not _goes_on(reading, part) and not _follows_words(reading, part) else ""


def _goes_on(reading: ParsedMessage, part: Mention) -> bool:
    """Return True if words other than a section's name follow the name of `part`: "after paragraph 2 is too long"."""
    named = reading.masked | {i for m in reading.mentions for i in range(m.first, m.stop)}
    behind = [i for i, token in enumerate(reading.tokens) if token.start >= part.at[1] and i not in named]
    return any(not _only_orders(reading, i) and not reading.at(i, "in", "of", "section") for i in behind)


def _follows_words(reading: ParsedMessage, part: Mention) -> bool:
    """Return True if unknown words come before the name of `part`, with a punctuation mark on each side: "sampling" in
    "Results: sampling, paragraph 2". These words may name another section.
    """
    named = {i for each in reading.mentions if each.quality >= HOLDER for i in range(each.first, each.stop)}
    first = next(i for i, token in enumerate(reading.tokens) if token.start >= part.at[0])
    while first and not is_unknown(reading, first - 1) and reading.tokens[first - 1].word:
        first -= 1
    if reading.text_at(first - 1) not in (",", ":", "-", ">"):
        return False
    last = begin = first - 2
    while begin >= 0 and is_unknown(reading, begin) and begin not in named:
        begin -= 1
    return begin < last and (begin < 0 or not reading.tokens[begin].word)


def _is_inside(reading: ParsedMessage, index: int, part: Mention) -> bool:
    return part.at[0] <= reading.tokens[index].start < part.at[1]


def _only_orders(reading: ParsedMessage, index: int) -> bool:
    """Return True if the token at `index` is punctuation, an article, or a word of a request ("insert", "please")."""
    return not reading.tokens[index].word or bool(reading.at(index, *_ORDER)) or is_article(reading.text_at(index))
