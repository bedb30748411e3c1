"""Apply splices to a document: separate the new text from its neighbors, and keep every other byte unchanged. A splice
is an edit that replaces whole blocks, or inserts text between two blocks (`Splice` in document/blocks.py).

A splice's text has LF line endings. It is inserted with the line endings of its neighbors, and with at least one blank
line on both sides. A tight splice, such as one more list item or table row, contains the whole new source of its block
and is inserted unchanged. Nothing is rendered from a parse tree: the result is the old text with parts inserted or
replaced.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.document.blocks import Block, Document, Splice, read

#: An empty HTML comment between two blocks that a parser would otherwise read as one, such as two lists. Readers do not
#: see it.
SEPARATOR = "<!-- -->"
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_ENVIRONMENT = re.compile(r"[ \t]*\\begin\{([A-Za-z]+\*?)\}")


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement of the characters `start` to `stop` of a text by `text`."""

    start: int
    stop: int
    text: str


def apply(document: Document, splices: Sequence[Splice]) -> str:
    """Return the document's text after the edits `splices`, which must not overlap. Edits at the same position keep
    their order.
    """
    return patch(document.text, edits(document, splices))


def edits(document: Document, splices: Sequence[Splice]) -> tuple[Edit, ...]:
    """Return the replacements of characters that carry out these splices, in the order of the text. Raises ValueError
    if two splices overlap.
    """
    ordered = sorted(splices, key=lambda s: (s.start, s.stop))
    for one, other in itertools.pairwise(ordered):
        if one.stop > other.start:
            raise ValueError("splices overlap")
    return tuple(_replacing(document, s) if s.stop > s.start else _inserting(document, s) for s in ordered)


def patch(text: str, changes: Sequence[Edit]) -> str:
    out: list[str] = []
    done = 0
    for edit in changes:
        out += (text[done : edit.start], edit.text)
        done = edit.stop
    return "".join(out) + text[done:]


def inverse(text: str, changes: Sequence[Edit]) -> tuple[Edit, ...]:
    """Return the edits that change the result of `patch(text, changes)` back into `text`."""
    back, shift = [], 0
    for edit in changes:
        start = edit.start + shift
        back.append(Edit(start, start + len(edit.text), text[edit.start : edit.stop]))
        shift += len(edit.text) - (edit.stop - edit.start)
    return tuple(back)


def guard(document: Document, splice: Splice) -> Splice:
    """Return the splice with what must be added so that a parser does not merge its text with its neighbors: an empty
    comment between, for example, two lists, and the end marker of a block that is not closed, such as code without its
    last fence.
    """
    if splice.tight:
        return splice
    left = document.blocks[splice.start - 1] if splice.start else None
    right = document.blocks[splice.stop] if splice.stop < len(document.blocks) else None
    made = read(splice.text)
    text = splice.text
    if not made.blocks:
        return splice
    first, last = made.blocks[0], made.blocks[-1]
    text += closing(made.source(last), last.kind)
    if (
        left is not None
        and right is None
        and splice.start == splice.stop
        and (end := closing(document.source(left), left.kind))
    ):
        return _ending(document, left, end, text)
    if left is not None and _melts(left.kind, document.source(left), first.kind, made.source(first)):
        text = f"{SEPARATOR}\n\n{text}"
    if right is not None and _melts(last.kind, made.source(last), right.kind, document.source(right)):
        text = f"{text}\n\n{SEPARATOR}"
    return replace(splice, text=text)


def _ending(document: Document, left: Block, end: str, text: str) -> Splice:
    """Return a splice that replaces `left`, the document's last block, which is not closed. The new source is that of
    `left`, then its end marker `end`, then the new `text`.
    """
    eol = line_end(document, left, None)
    source = document.source(left)
    bare = source.rstrip("\r\n")
    return Splice(
        left.index, left.index + 1, bare + f"{end}\n\n{text}".replace("\n", eol) + source[len(bare) :], tight=True
    )


def separated(splice: Splice) -> Splice:
    """Return the splice with an empty comment before and after its text, so that the text does not merge with its
    neighbors.
    """
    if splice.tight:
        return splice
    return replace(splice, text=f"{SEPARATOR}\n\n{splice.text}\n\n{SEPARATOR}")


def closing(source: str, kind: str) -> str:
    """Return the text that closes an unclosed block: for example, a line ending and "```" if its `kind` is "code".
    Returns "" if the block is closed, or if blocks of this kind need no end marker. `source` is the block's text.
    """
    if kind == "code" and (fence := _FENCE.match(source)):
        lines = source.rstrip().split("\n")
        bare = lines[-1].strip()
        if len(lines) > 1 and len(bare) >= len(fence[1]) and set(bare) == {fence[1][0]}:
            return ""
        return "\n" + fence[1]
    if kind == "comment" and "-->" not in source:
        return "\n-->"
    if kind == "math":
        if source.lstrip().startswith("$$"):
            return "\n$$" if source.count("$$") % 2 else ""
        begun = _ENVIRONMENT.match(source)
        if begun and f"\\end{{{begun[1]}}}" not in source:
            return f"\n\\end{{{begun[1]}}}"
    return ""


def line_end(document: Document, left: Block | None, right: Block | None) -> str:
    """Return the line ending to use between the blocks `left` and `right` (None at the document's start or end). It is
    taken from these blocks, because a document may mix several line endings.
    """
    for block in (left, right):
        if block is not None:
            source = document.source(block)
            if source.endswith("\r\n"):
                return "\r\n"
            if source.endswith("\n"):
                return "\n"
    around = left or right
    if around is not None and "\n" in document.source(around):
        return "\r\n" if "\r\n" in document.source(around) else "\n"
    return document.eol


def _melts(left: str, above: str, right: str, below: str) -> bool:
    """Return True if a parser would read two neighboring blocks as one block, or the second as a part of the first.
    `left` and `right` are the kinds of the two blocks, `above` and `below` are their sources.
    """
    indented = below[:1] == "\t" or below.startswith("  ")
    if left == right == "list":
        return True
    if left in ("list", "footnote"):
        return indented
    return left == right == "code" and indented and not _FENCE.match(above) and not _FENCE.match(below)


def _inserting(document: Document, splice: Splice) -> Edit:
    left = document.blocks[splice.start - 1] if splice.start else None
    right = document.blocks[splice.start] if splice.start < len(document.blocks) else None
    eol = line_end(document, left, right)
    text = splice.text.replace("\n", eol)
    if left is None:
        at = right.start if right else len(document.text)
        ahead = eol if right is None and document.text[at - 1 : at] not in ("", "\n", "\r", "\ufeff") else ""
        return Edit(at, at, ahead + text + (eol * 2 if right else eol))
    ended = document.text[left.end - 1 : left.end] in ("\n", "\r")
    lead = eol if ended else eol * 2
    if right is None:
        return Edit(left.end, left.end, lead + text + (eol if ended else ""))
    blank = right.start > left.end and "\n" in document.text[left.end : right.start]
    return Edit(left.end, left.end, lead + text + (eol if blank else eol * 2))


def _replacing(document: Document, splice: Splice) -> Edit:
    start, stop = document.blocks[splice.start].start, document.blocks[splice.stop - 1].end
    left = document.blocks[splice.start - 1] if splice.start else None
    right = document.blocks[splice.stop] if splice.stop < len(document.blocks) else None
    ended = document.text[stop - 1 : stop] in ("\n", "\r")
    if splice.tight:
        return Edit(start, stop, splice.text)
    eol = line_end(document, document.blocks[splice.stop - 1], left)
    text = splice.text.replace("\n", eol) + (eol if ended else "")
    made = read(splice.text).blocks
    # If a block of the same kind stood equally close before, its separators stay as the author wrote them.
    same_first = bool(made) and made[0].kind == document.blocks[splice.start].kind
    same_last = bool(made) and made[-1].kind == document.blocks[splice.stop - 1].kind
    if left is not None and left.end == start and left.kind != "heading" and not same_first:
        text = eol + text
    if right is not None and right.start == stop and not same_last:
        text += eol
    return Edit(start, stop, text)
