"""Plan and carry out edits of single sentences: a sentence is moved to another place, or a paragraph is split beside a
sentence.

The position of such an edit is `characters A-B to block C, character D`, `characters A-B to before block C` (as a
separate paragraph) or `split at character A`. A and B count characters in the block of the edit's `anchor`, and D in
block C. C counts blocks in the unchanged document. No word changes; only spaces and line ends between sentences do.
"""

from __future__ import annotations

import re
from dataclasses import replace

from backend.document.blocks import Block, Document, Splice, read
from backend.document.outline import outline
from backend.document.sentences import sentences
from backend.errors import Unplaceable
from backend.mentions.resolver import Mention
from backend.mentions.sentence_orders import SentenceOrder, read_sentence_order
from backend.placement.place import Placed
from backend.placement.plan import Placement
from backend.placement.planned_edit import DOUBTFUL, edit_of, named_part, whole

_MOVED = re.compile(r"characters (\d+)-(\d+) to (?:block (\d+), character (\d+)|before block (\d+))")
_SPLIT = re.compile(r"split at character (\d+)")
#: Punctuation marks after which the next sentence follows without a space.
_WIDE = "。！？｡"


def read_sentence_edit(document: Document, message: str, draft: str = "") -> Placement | None:
    """Return the edit of sentences that a message orders; None if it orders none, or if the edit is impossible.

    `draft` is the text of the open draft; the message may refer to it.
    """
    order = read_sentence_order(document, message, draft)
    if order is None or document.blocks[order.part.start].kind != "paragraph":
        return None
    return _split(document, order) if order.beside is None else _move(document, order, order.beside)


def _split(document: Document, order: SentenceOrder) -> Placement | None:
    block = document.blocks[order.part.start]
    at = order.part.span[order.side == "after"] - block.start
    source = document.source(block)
    if not source[:at].strip() or not source[at:].strip():
        return None
    way = "The edit splits a paragraph after" if order.side == "after" else "The edit splits a paragraph before"
    reason = f"{way} {named_part(document, order.part)}."
    made = edit_of(document, order.part, Placement("move", position=f"split at character {at}", reason=reason))
    return made if order.sure else replace(made, confidence=DOUBTFUL)


def _move(document: Document, order: SentenceOrder, beside: Mention) -> Placement | None:
    block = document.blocks[order.part.start]
    start, end = order.part.span[0] - block.start, order.part.span[1] - block.start
    goal = _goal(document, order, beside)
    if goal is None or _stays(document, order, goal):
        return None
    side = {"start": "to the start of", "end": "to the end of"}.get(order.side, order.side)
    own = beside.kind == "paragraph" and beside.at == order.part.at
    goal_name = "its paragraph" if own else named_part(document, beside)
    reason = f"The edit moves {named_part(document, order.part)} {side} {goal_name}."
    where = f"block {goal[0]}, character {goal[1]}" if goal[1] is not None else f"before block {goal[0]}"
    position = f"characters {start}-{end} to {where}"
    made = edit_of(document, order.part, Placement("move", position=position, reason=reason))
    return made if order.sure else replace(made, confidence=DOUBTFUL)


def _goal(document: Document, order: SentenceOrder, beside: Mention) -> tuple[int, int | None] | None:
    """Return where the ordered sentences go, relative to the part `beside`: (block, character), or (block, None) if
    they become a separate paragraph before this block. Returns None if there is no such position.
    """
    if beside.kind == "section":
        section = next((each for each in outline(document).sections if each.heading == beside.start), None)
        if section is None or order.side in ("before", "after"):
            return None
        first, stop = section.first + (section.heading is not None), section.own_stop
        if first == stop:
            return stop, None
        at = first if order.side == "start" else stop - 1
        return _in_paragraph(document, at, order.side) or (first if order.side == "start" else stop, None)
    if beside.kind == "sentence":
        block = document.blocks[beside.start]
        at = beside.span[order.side == "after"] - block.start
        return (beside.start, at) if block.kind == "paragraph" else None
    if order.side in ("start", "end"):
        return _in_paragraph(document, beside.start if order.side == "start" else beside.stop - 1, order.side)
    complete = beside.span == whole(document, beside)
    return (beside.start if order.side == "before" else beside.stop, None) if complete else None


def _in_paragraph(document: Document, at: int, side: str) -> tuple[int, int] | None:
    block = document.blocks[at]
    if block.kind != "paragraph":
        return None
    source = document.source(block)
    return at, 0 if side == "start" else len(source.rstrip())


def _stays(document: Document, order: SentenceOrder, goal: tuple[int, int | None]) -> bool:
    """Return True if the order would change nothing, because the sentences are already at the `goal` or the goal is
    inside them.
    """
    if goal[1] is None or goal[0] != order.part.start:
        return False
    block = document.blocks[goal[0]]
    (a, b), at = order.part.span, block.start + goal[1]
    return not document.text[min(b, at) : max(a, at)].strip()


# --- carrying out -----------------------------------------------------------------------------------


def with_sentences_edited(document: Document, edit: Placement) -> Placed | None:
    """Return the document with an edit of sentences carried out; None for any other edit. Raises Unplaceable if the
    text has changed since the edit was planned.
    """
    assert edit.anchor is not None
    block = document.blocks[edit.anchor.block]
    if (split := _SPLIT.fullmatch(edit.position or "")) is not None:
        return _divided(document, edit, block, int(split[1]))
    found = _MOVED.fullmatch(edit.position or "")
    if found is None:
        return None
    start, end = block.start + int(found[1]), block.start + int(found[2])
    at = int(found[3] or found[5])
    if block.kind != "paragraph" or end > block.end or at > len(document.blocks):
        raise Unplaceable([_GONE])
    moved = document.text[start:end].strip()
    a, b = _cut(document, block, start, end)
    if found[3]:
        goal = document.blocks[at]
        place, added = _beside(document, goal, goal.start + int(found[4]), moved)
    else:
        place, added = _alone(document, at, moved)
    if a <= place < b:
        raise Unplaceable([_GONE])
    text = document.text
    if place <= a:
        text = text[:place] + added + text[place:a] + text[b:]
    else:
        text = text[:a] + text[b:place] + added + text[place:]
    _check(document, text, own=not found[3], emptied=not _left(document, block, start, end))
    return Placed(text, (Splice(block.index, block.index + 1, ""), Splice(at, at, moved)), edit)


_GONE = "The sentence that this edit moves is no longer where it was. Reject this draft, and ask again."


def _left(document: Document, block: Block, start: int, end: int) -> bool:
    """Return True if the paragraph `block` has text outside of the characters `start` to `end` of the document."""
    return bool(document.text[block.start : start].strip() or document.text[end : block.end].strip())


def _cut(document: Document, block: Block, start: int, end: int) -> tuple[int, int]:
    """Return the range of characters to remove with the sentences from `start` to `end`: these, and the white space
    after them. If they are the paragraph's last sentences, the range includes the white space before them instead. If
    the paragraph has no other sentences, the range is the whole paragraph and the white space beside it.
    """
    text = document.text
    if not _left(document, block, start, end):
        following = block.index + 1
        if following < len(document.blocks):
            return block.start, document.blocks[following].start
        return document.gap(block.index)[0], block.end
    if text[end : block.end].strip():
        while text[end].isspace():
            end += 1
        return start, end
    end = block.start + len(document.source(block).rstrip())
    while text[start - 1].isspace():
        start -= 1
    return start, end


def _beside(document: Document, goal: Block, place: int, moved: str) -> tuple[int, str]:
    """Return where to insert the sentences `moved` into the block `goal`, near its character `place`. Also return their
    text with the white space that separates it from its neighbors.
    """
    source, text = document.source(goal), document.text
    spans = sentences(source)
    gaps = [source[len(source[:a].rstrip()) : a] for a, _ in spans[1:]]
    space = gaps[0] if gaps and all("\n" in gap for gap in gaps) else "" if moved[-1] in _WIDE else " "
    begin = goal.start + len(source) - len(source.lstrip())
    if place <= begin or text[place - 1].isspace():
        return max(begin, place), f"{moved}{space}"
    return place, f"{space}{moved}"


def _alone(document: Document, at: int, moved: str) -> tuple[int, str]:
    eol = "\r\n" if "\r\n" in document.text else "\n"
    if at < len(document.blocks):
        return document.blocks[at].start, f"{moved}{eol}{eol}"
    end = document.blocks[-1].end
    ahead = eol if document.text[:end].endswith("\n") else eol + eol
    return end, f"{ahead}{moved}{eol if document.text[:end].endswith(chr(10)) else ''}"


def _divided(document: Document, edit: Placement, block: Block, at: int) -> Placed:
    source = document.source(block)
    eol = "\r\n" if "\r\n" in document.text else "\n"
    if block.kind != "paragraph" or not source[:at].strip() or not source[at:].strip():
        raise Unplaceable([_GONE])
    divided = f"{source[:at].rstrip()}{eol}{eol}{source[at:].lstrip()}"
    text = document.text[: block.start] + divided + document.text[block.end :]
    _check(document, text, own=True, emptied=False)
    return Placed(text, (Splice(block.index, block.index + 1, divided),), edit)


def _check(document: Document, text: str, *, own: bool, emptied: bool) -> None:
    """Raise Unplaceable if the new text has other blocks than expected. It has one paragraph more if the sentences
    become a separate paragraph (`own`), and one less if their old paragraph had no other sentence (`emptied`).
    """
    before = [block.kind for block in document.blocks]
    after = [block.kind for block in read(text).blocks]
    more = own - emptied
    same = [kind for kind in before if kind != "paragraph"] == [kind for kind in after if kind != "paragraph"]
    if not same or len(after) != len(before) + more:
        raise Unplaceable(
            [
                "Nothing was changed: with this edit a paragraph would become another block, such as a list or a "
                "heading, or two paragraphs would become one. Reject this draft."
            ]
        )
