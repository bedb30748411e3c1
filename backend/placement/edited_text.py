"""Carry out an edit that edit_orders.py or word_changes.py planned: delete, rename, move, swap or join blocks, or
replace words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.blocks import Block, Document, Splice, read
from backend.document.outline import outline
from backend.document.word_occurrences import without_bare_line
from backend.errors import Unplaceable
from backend.mentions.headings import number_of
from backend.placement.carrying_out.apply import apply
from backend.placement.carrying_out.levels import shifted
from backend.placement.ordered_edits.emptied_parts import without_empty_part, without_lines
from backend.placement.place import Placed
from backend.placement.plan import Placement, is_current
from backend.placement.planned_edit import ATTRIBUTES
from backend.placement.sentence_edits import with_sentences_edited
from backend.placement.structure.list_order import reordered
from backend.placement.word_changes import changed_blocks, is_word_change

_POSITION = re.compile(r"blocks (\d+)(?: to before block (\d+))?(?: at level ([1-6]))?|characters (\d+)-(\d+)")
_MERGED = re.compile(r"blocks (\d+) merged into blocks (\d+)-(\d+)")
_JOINED = re.compile(r"blocks (\d+) joined")
_EXCHANGE = re.compile(r"blocks (\d+) swapped with blocks (\d+)-(\d+)")
_NO_RANGE = "The part of the document that this edit changes no longer exists. Reject this draft, and ask again."

#: A character for private use. It takes the place of moved text while white space is added around its new place.
_MARK = "\ue000"


def carry_out_edit(document: Document, edit: Placement) -> Placed:
    """Return the document with the edit carried out. Raises Unplaceable if the text to edit is no longer in the
    document.
    """
    if edit.anchor is None or not is_current(edit.anchor, document):
        raise Unplaceable(
            ["The text that the edit changes is no longer in the document. Reject this draft, and ask again."]
        )
    first = edit.anchor.block
    if is_word_change(edit):
        return _placed(document, edit, changed_blocks(document, edit))
    if edit.operation == "move" and (moved := with_sentences_edited(document, edit)) is not None:
        return moved
    if edit.operation == "rename":
        title = (edit.position or "").removeprefix("heading: ")
        return _placed(document, edit, [(document.blocks[first], _with_title(document, document.blocks[first], title))])
    block = document.blocks[first]
    if (source := reordered(document.source(block), edit.position or "")) is not None:
        return _placed(document, edit, [(block, source)])
    if edit.heading:
        return Placed(
            apply(document, [Splice(first, first, edit.heading)]), (Splice(first, first, edit.heading),), edit
        )
    if (merging := _MERGED.fullmatch(edit.position or "")) is not None:
        return _merged(document, edit, int(merging[1]), int(merging[2]))
    if (exchange := _EXCHANGE.fullmatch(edit.position or "")) is not None:
        return _exchanged(document, edit, int(exchange[1]), (int(exchange[2]), int(exchange[3]) + 1))
    if (joined := _JOINED.fullmatch(edit.position or "")) is not None:
        return _joined(document, edit, int(joined[1]))
    found = _POSITION.fullmatch(edit.position or "")
    if found is None:
        raise Unplaceable([_NO_RANGE])
    if found[4]:
        block = document.blocks[first]
        source, (start, end) = document.source(block), (int(found[4]), int(found[5]))
        left = f"{source[:start]}{source[end:]}"
        if source[end - 1 : end] == "\n" and block.kind == "list":
            return _placed(document, edit, [(block, without_lines(source, start, end))])
        if source[end - 1 : end] != "\n" or source[:start][-1:] not in ("", "\n"):  # not whole lines, such as a row
            left = without_bare_line(left, start)
        return _placed(document, edit, [(block, without_empty_part(block.kind, left, start))])
    stop = first + int(found[1])
    if stop > len(document.blocks):
        raise Unplaceable([_NO_RANGE])
    levels = int(found[3]) - document.blocks[first].level if found[3] else 0
    if found[3] and not found[2]:
        return _releveled(document, edit, stop, levels)
    rest = _without(document, first, stop)
    if not found[2]:
        return Placed(rest, (Splice(first, stop, ""),), edit)
    target = int(found[2])
    if first <= target <= stop or target > len(document.blocks):
        raise Unplaceable(["The text cannot be moved to a place within itself. Name a place outside of it."])
    source = shifted(document.text[document.blocks[first].start : document.blocks[stop - 1].end], levels)
    shorter = read(rest)
    at = target - (stop - first) if target >= stop else target
    text = _inserted(shorter, at, source.rstrip("\r\n"))
    return Placed(text, (Splice(first, stop, ""), Splice(target, target, source.replace("\r\n", "\n"))), edit)


def _inserted(document: Document, at: int, source: str) -> str:
    """Return the text of the document with `source`, a moved text, before block `at`. The moved text keeps its line
    endings.
    """
    mark = _MARK
    while mark in document.text:
        mark += _MARK
    return apply(document, [Splice(at, at, mark)]).replace(mark, source, 1)


def _releveled(document: Document, edit: Placement, stop: int, levels: int) -> Placed:
    """Return the document with the level of some headings changed. These are the headings from the edit's block up to
    block `stop` - 1. They become `levels` levels deeper, or higher if `levels` is negative.
    """
    assert edit.anchor is not None
    first = edit.anchor.block
    start, end = document.blocks[first].start, document.blocks[stop - 1].end
    source = shifted(document.text[start:end], levels)
    return Placed(document.text[:start] + source + document.text[end:], (Splice(first, stop, source),), edit)


def _merged(document: Document, edit: Placement, count: int, other: int) -> Placed:
    """Return the document with one section merged into another. The first section has `count` blocks and begins at the
    edit's anchor; the other begins at block `other`. The first section's own text is added to the other section's own
    text, and its subsections go to the other section's end.
    """
    assert edit.anchor is not None
    first, stop = edit.anchor.block, edit.anchor.block + count
    sections = outline(document).sections
    one, into = (next((each for each in sections if each.heading == at), None) for at in (first, other))
    if one is None or into is None or one.stop > stop or first <= into.first < stop:
        raise Unplaceable([_NO_RANGE])
    text = {at: document.text[document.blocks[at].start : document.blocks[end - 1].end].rstrip("\r\n")
            for at, end in ((first + 1, one.own_stop), (one.own_stop, stop)) if at < end}  # fmt: skip
    rest = _without(document, first, stop)
    for at, source in ((into.stop, text.get(one.own_stop)), (into.own_stop, text.get(first + 1))):
        if source:
            place = at - count if at > first else at
            rest = _inserted(read(rest), place, shifted(source, into.level - one.level))
    return Placed(rest, (Splice(first, stop, ""),), edit)


def _exchanged(document: Document, edit: Placement, count: int, other: tuple[int, int]) -> Placed:
    """Return the document with two parts swapped: the `count` blocks at the edit's anchor, and the blocks of the range
    `other`. The white space after each part does not move.
    """
    assert edit.anchor is not None
    ranges = sorted(((edit.anchor.block, edit.anchor.block + count), other))
    (_, end), (begin, stop) = ranges
    if end > begin or stop > len(document.blocks):
        raise Unplaceable(["These parts overlap, so they cannot be swapped. Name two separate parts."])
    spans = [(document.blocks[a].start, document.blocks[b - 1].end) for a, b in ranges]
    (a, b), (c, d) = ((x, x + len(document.text[x:y].rstrip())) for x, y in spans)
    one, two = document.text[a:b], document.text[c:d]
    text = document.text[:a] + two + document.text[b:c] + one + document.text[d:]
    return Placed(text, (Splice(*ranges[0], two), Splice(*ranges[1], one)), edit)


def _joined(document: Document, edit: Placement, count: int) -> Placed:
    """Return the document with `count` adjacent paragraphs, of which the first is the edit's anchor, joined into one.
    Their words do not change.
    """
    assert edit.anchor is not None
    first = edit.anchor.block
    blocks = document.blocks[first : first + count]
    if len(blocks) < count or any(block.kind != "paragraph" for block in blocks):
        raise Unplaceable(
            ["The paragraphs that this edit joins are no longer beside each other. Reject this draft, and ask again."]
        )
    last = document.source(blocks[-1])
    source = " ".join(document.source(block).strip() for block in blocks) + last[len(last.rstrip()) :]
    if [block.kind for block in read(source).blocks] != ["paragraph"]:
        raise Unplaceable(
            [
                "The paragraphs of this edit cannot be joined: together, their text would not be a single "
                "paragraph. Reject this draft."
            ]
        )
    text = document.text[: blocks[0].start] + source + document.text[blocks[-1].end :]
    return Placed(text, (Splice(first, first + count, source),), edit)


def _with_title(document: Document, heading: Block, title: str) -> str:
    source = document.source(heading)
    old = ATTRIBUTES.sub("", heading.title)
    if not number_of(title):
        title = number_of(old) + title
    if not old or old not in source:
        raise Unplaceable(["The heading is empty, so there is no title to rename. Reject this draft."])
    return source.replace(old, title, 1)


def _without(document: Document, first: int, stop: int) -> str:
    """Return the text of the document without the blocks `first` to `stop` - 1, and without the white space after them
    (before them, at the end of the document).
    """
    start, end = _with_gap(document, first, stop)
    return document.text[:start] + document.text[end:]


def _with_gap(document: Document, first: int, stop: int) -> tuple[int, int]:
    """Return start and end (excluded), in characters, of the blocks `first` to `stop` - 1 and the white space after
    them. At the end of the document, the white space before them is included instead.
    """
    if stop < len(document.blocks):
        return document.blocks[first].start, document.blocks[stop].start
    return document.gap(first)[0], document.blocks[stop - 1].end


def _placed(document: Document, edit: Placement, changes: Sequence[tuple[Block, str]]) -> Placed:
    """Return the document with some blocks changed. `changes` has each of these blocks with its new source. A block
    whose new source has no words is removed, together with the white space after it (before it, at the end of the
    document).
    """
    text, splices, removed_from = document.text, list[Splice](), len(document.text)
    for block, source in reversed(changes):
        start, end = (block.start, block.end) if source.strip() else _with_gap(document, block.index, block.index + 1)
        text = text[:start] + (source if source.strip() else "") + text[min(end, removed_from) :]
        removed_from = start
        splices.append(Splice(block.index, block.index + 1, source))
    return Placed(text, tuple(splices), edit)
