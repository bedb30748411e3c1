"""List the parts of a document that a message can name by their number: paragraphs, sentences, tables, lists, list
items, table rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from backend.document.blocks import Block
from backend.document.sentences import sentences
from backend.mentions.document_view import DocumentView

_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\(?\d{1,9}[.)]|[a-zA-Z][.)])[ \t]", re.M)
_NUMBER = re.compile(r"\s*\(?(?:\d{1,9}|#)[.)][ \t]")
_RULE_ROW = re.compile(r"^[\s|:+=-]*$")
#: Maps nouns to the kind of block that they mean. "Figure", "table", "equation" and "code" are not here, because they
#: also mean elements in HTML and LaTeX.
_BLOCK_KINDS = {"paragraph": "paragraph", "list": "list", "quotation": "quote", "footnote": "footnote"}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a document that a message can name by its number, such as the second paragraph. It is in the blocks
    `start` to `stop` - 1; `span` has its start and end (excluded) in the text, in characters.
    """

    start: int
    stop: int
    span: tuple[int, int]


def parts(view: DocumentView, kind: str, start: int, stop: int) -> list[Part]:
    """Return the parts of a kind ("paragraph", "sentence", "row" …) in the blocks `start` to `stop` - 1, in order."""
    if kind in ("table", "figure", "equation", "code"):
        return [whole_block(view.blocks[i]) for i in view.printed.of_kind(kind) if start <= i < stop]
    if kind in _BLOCK_KINDS:
        captions = view.printed.captions if kind == "paragraph" else frozenset[int]()
        wanted = (b for b in view.blocks[start:stop] if b.kind == _BLOCK_KINDS[kind])
        return [whole_block(block) for block in wanted if block.index not in captions]
    inner = {"sentence": _sentences, "item": _items, "step": _steps, "row": _rows}.get(kind)
    if inner is None:
        return []
    inside = list(view.blocks[start:stop])
    if kind == "sentence" and len(inside) > 1:  # the last sentence of a section is not that of a caption
        inside = [block for block in inside if block.index not in view.printed.captions]
    return [Part(b.index, b.index + 1, span) for b in inside for span in inner(view, b)]


def whole_block(block: Block) -> Part:
    """Return a block as a `Part` that covers all of it."""
    return Part(block.index, block.index + 1, (block.start, block.end))


def _sentences(view: DocumentView, block: Block) -> list[tuple[int, int]]:
    if block.kind not in ("paragraph", "quote"):
        return []
    return sentences(view.document.text, block.start, block.end)


def _items(view: DocumentView, block: Block) -> Iterator[tuple[int, int]]:
    """Yield the range of each item on the top level of a list."""
    if block.kind != "list":
        return
    found = list(_ITEM.finditer(view.document.text, block.start, block.end))
    if not found:
        return
    indent = min(len(match[0]) - len(match[0].lstrip()) for match in found)
    starts = [m.start() for m in found if len(m[0]) - len(m[0].lstrip()) <= indent + 1]
    yield from zip(starts, [*starts[1:], block.end], strict=True)


def _steps(view: DocumentView, block: Block) -> Iterator[tuple[int, int]]:
    """Yield the range of each item on the top level of a numbered list."""
    if block.kind == "list" and _NUMBER.match(view.document.source(block)):
        yield from _items(view, block)


def _rows(view: DocumentView, block: Block) -> Iterator[tuple[int, int]]:
    """Yield the range of each table row below the line of dashes."""
    if block.kind != "table":
        return
    at, below = block.start, False
    for line in view.document.source(block).splitlines(keepends=True):
        if _RULE_ROW.match(line):
            below = below or "-" in line
        elif below:
            yield at, at + len(line)
        at += len(line)


def chosen(found: list[Part], number: int) -> Part | None:
    """Return the part with this number, counted from 1, or from the end if the number is negative; None if there are
    fewer parts.
    """
    place = number - 1 if number > 0 else len(found) + number
    return found[place] if 0 <= place < len(found) else None
