"""Adapt an edit to a document that has changed since the edit was planned.

An edit says by numbers which blocks and characters it changes. These numbers count in the document for which it was
planned. The text that these numbers meant there is searched for in the changed document.
"""

from __future__ import annotations

import re
from dataclasses import replace

from backend.document.blocks import Document
from backend.errors import Unplaceable
from backend.placement.plan import Placement, anchor_at
from backend.placement.word_changes import is_word_change

_CHARACTERS = re.compile(r"characters (\d+)-(\d+)")
_BLOCKS = re.compile(r"blocks (\d+)(.*)")
_TARGET = re.compile(r" to before block (\d+)(.*)")
_OTHER = re.compile(r" (swapped with|merged into) blocks (\d+)-(\d+)")
_GONE = (
    "The text that this edit changes was itself changed, removed or repeated after you asked for the edit. Reject this "
    "draft, and ask again."
)


def carried_over(document: Document, planned_on: Document, edit: Placement) -> Placement:
    """Return an `edit` that was planned on the document `planned_on`, adapted to the changed `document`: with the
    numbers that the same blocks or characters have now. Raises Unplaceable unless their text is unchanged and occurs as
    often as before.
    """
    if edit.anchor is None or document.text == planned_on.text or is_word_change(edit):
        return edit
    if (characters := _CHARACTERS.fullmatch(edit.position or "")) is not None:
        return _characters(document, planned_on, edit, (int(characters[1]), int(characters[2])))
    found = _BLOCKS.fullmatch(edit.position or "")
    count = int(found[1]) if found is not None else 1
    first = _again(document, planned_on, edit.anchor.block, count)
    position = f"blocks {count}{_others(document, planned_on, found[2])}" if found is not None else edit.position
    return replace(edit, anchor=anchor_at(document, first), position=position)


def _others(document: Document, planned_on: Document, rest: str) -> str:
    """Return the end of an edit's position (`rest`) with the block numbers of the changed document. In " to before
    block 5", the 5 is the number of a block of `planned_on`; it is replaced by the number that this block has in
    `document`. If `rest` names no blocks, it is returned unchanged.
    """
    if (target := _TARGET.fullmatch(rest)) is not None:
        before = int(target[1])
        return f" to before block {_again(document, planned_on, before - 1, 1) + 1 if before else 0}{target[2]}"
    if (other := _OTHER.fullmatch(rest)) is not None:
        count = int(other[3]) - int(other[2]) + 1
        start = _again(document, planned_on, int(other[2]), count)
        return f" {other[1]} blocks {start}-{start + count - 1}"
    return rest


def _again(document: Document, planned_on: Document, first: int, count: int) -> int:
    """Return the index in the changed document of the first of the `count` blocks that began at `first` in
    `planned_on`. Raises Unplaceable if these blocks do not occur as often as before.
    """
    wanted = texts_of(planned_on, first, count)
    before, now = starts_of(planned_on, wanted), starts_of(document, wanted)
    if first not in before or len(before) != len(now):
        raise Unplaceable([_GONE])
    return now[before.index(first)]


def starts_of(document: Document, texts: tuple[str, ...]) -> list[int]:
    """Return each index at which blocks with the given `texts` begin, one block for each text."""
    last = len(document.blocks) - len(texts)
    return [at for at in range(last + 1) if texts_of(document, at, len(texts)) == texts]


def texts_of(document: Document, first: int, count: int) -> tuple[str, ...]:
    """Return the texts of the `count` blocks that begin with block `first`, without surrounding white space."""
    return tuple(document.source(each).strip() for each in document.blocks[first : first + count])


def _characters(document: Document, planned_on: Document, edit: Placement, span: tuple[int, int]) -> Placement:
    """Return the `edit`, which deletes the characters `span` of a block of `planned_on`, adapted to the changed
    `document`: with the block and the characters in which the same text is now. Raises Unplaceable unless the text is
    still there.
    """
    assert edit.anchor is not None
    source = planned_on.source(planned_on.blocks[edit.anchor.block])
    removed = source[slice(*span)]
    text = removed.strip()
    offset = planned_on.blocks[edit.anchor.block].start + span[0] + removed.find(text)
    before, now = _offsets(planned_on.text, text), _offsets(document.text, text)
    if not text or offset not in before or len(before) != len(now):
        raise Unplaceable([_GONE])
    start = now[before.index(offset)]
    block = next((each for each in document.blocks if each.start <= start and start + len(text) <= each.end), None)
    if block is None or block.kind != planned_on.blocks[edit.anchor.block].kind:
        raise Unplaceable([_GONE])
    if not _is_whole(planned_on.text, (offset, offset + len(text)), document.text, (start, start + len(text))):
        raise Unplaceable([_GONE])
    first, stop = _with_space(document.source(block), (start - block.start, start - block.start + len(text)))
    return replace(edit, anchor=anchor_at(document, block.index), position=f"characters {first}-{stop}")


def _is_whole(old: str, then: tuple[int, int], new: str, now: tuple[int, int]) -> bool:
    """Return True if the text to delete has the same neighbors as when the edit was planned: on each side the edge of a
    line, a space, or other text. (The edge of a line in place of a space is also accepted.) Else it may now be a part
    of a longer word or sentence.

    The text had the range `then` in the document text `old`, and has the range `now` in `new`.
    """
    pairs = zip(_edges(old, *then), _edges(new, *now), strict=True)
    return all(was == is_now or (was, is_now) == ("space", "line") for was, is_now in pairs)


def _edges(text: str, start: int, stop: int) -> tuple[str, str]:
    """Return two words for the characters directly before `text[start:stop]` and directly after it: "line" for the edge
    of a line, "space" for a space, or "text" for other text.
    """
    return _edge(text[:start][-1:]), _edge(text[stop : stop + 1])


def _edge(sign: str) -> str:
    return "line" if sign in ("", "\n", "\r") else "text" if sign.strip() else "space"


def _with_space(source: str, span: tuple[int, int]) -> tuple[int, int]:
    """Return the range `span` of a block's `source`, extended by the white space after it. If the range is at the end
    of the block, it is extended by the white space before it instead.
    """
    start, stop = span
    end = stop + len(source[stop:]) - len(source[stop:].lstrip())
    if end < len(source):
        return start, end
    return len(source[:start].rstrip()), stop


def _offsets(text: str, wanted: str) -> list[int]:
    return [found.start() for found in re.finditer(re.escape(wanted), text)] if wanted else []
