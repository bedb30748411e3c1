"""Split a document into units for review: sentences, list items and table rows. Any other block is one unit.

Between two units is a separator: white space, or an empty comment that prevents two lists from merging.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from backend.document.blocks import Block, Document
from backend.document.sentences import Span, sentences
from backend.placement.carrying_out.apply import SEPARATOR
from backend.placement.carrying_out.resolve import items, rows

#: Inline Markdown that must stay together: code, formulas, links and citations, tags, emphasis. Lengths are bounded, so
#: that marks without an end cost linear time.
_INLINE = re.compile(
    r"(`+)[^`]{1,500}\1"
    r"|\$[^$\n]{1,500}\$|\\\(.{1,500}?\\\)|\\\[.{1,500}?\\\]"
    r"|!?\[[^\[\]]{1,500}\](?:\([^()\s]{0,500}(?:\s+\"[^\"\n]{0,200}\")?\)|\{[^{}\n]{0,200}\})?"
    r"|<[^<>\n]{1,500}>"
    r"|\*\*[^*\s][^*]{0,500}\*\*|(?<![\w*])\*[^*\s][^*]{0,500}\*|(?<!\w)__?[^_\s][^_]{0,500}__?(?!\w)",
    re.DOTALL,
)
#: Blocks inside the lines of a paragraph. The sentences of such a paragraph cannot be separated from these blocks.
_NESTED = re.compile(r"\$\$|\\begin\{")


@dataclass(frozen=True, slots=True)
class Unit:
    """A range `text[start:end]` of a document, without surrounding white space, in the block with index `block`.

    `kind` is `sentence`, `item`, `row`, `head` (a table's header and the line below it) or the block's own kind.
    """

    kind: str
    start: int
    end: int
    block: int


def is_separator(document: Document, block: Block) -> bool:
    """Return True if a block is the empty comment that prevents two other blocks from merging."""
    return block.kind == "comment" and document.source(block).strip() == SEPARATOR


def whole(document: Document, block: Block) -> Unit:
    """Return the whole block as one unit of review."""
    return Unit(block.kind, block.start, block.start + len(document.source(block).rstrip()), block.index)


def units(document: Document, blocks: Iterable[Block]) -> list[Unit]:
    """Return the units of review (sentences, list items, table rows, other blocks) of the given blocks, in order."""
    return [unit for block in blocks for unit in _parts(document, block)]


def _parts(document: Document, block: Block) -> list[Unit]:
    """Return the units of a block. If these would not contain all words of the block, return the whole block as one
    unit.
    """
    source = document.source(block)
    spans = list(_spans(block.kind, source))
    at, left_out = 0, []
    for _, start, end in spans:
        left_out.append(source[at:start])
        at = end
    if not spans or "".join([*left_out, source[at:]]).strip():
        return [whole(document, block)]
    return [Unit(kind, block.start + start, block.start + end, block.index) for kind, start, end in spans]


def _spans(kind: str, source: str) -> Iterator[tuple[str, int, int]]:
    if kind == "paragraph" and not _NESTED.search(source):
        yield from (("sentence", *span) for span in _unbroken(source))
    elif kind == "list":
        yield from (("item", *_bare(source, span)) for span in items(source))
    elif kind == "table" and (found := rows(source)):
        yield ("head", *_bare(source, (0, found[0][0])))
        yield from (("row", *_bare(source, span)) for span in found)


def _unbroken(source: str) -> Iterator[Span]:
    """Yield the sentences of a paragraph. Sentences between two matching inline marks, such as `**`, are one unit."""
    marked = deque(match.span() for match in _INLINE.finditer(source))
    begin, last = 0, 0
    for start, end in sentences(source):
        while marked and marked[0][1] <= start:
            marked.popleft()
        if last and marked and marked[0][0] < last and start < marked[0][1]:
            last = end
            continue
        if last:
            yield begin, last
        begin, last = start, end
    if last:
        yield begin, last


def _bare(source: str, span: Span) -> Span:
    """Return a span without the white space at its ends."""
    start, end = span
    text = source[start:end]
    return start + len(text) - len(text.lstrip()), start + len(text.rstrip())
