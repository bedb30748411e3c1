"""Represent a Markdown document as its text and the positions of its top-level blocks. The text is changed only by a
`Splice`.

The text is never rendered from a parse tree, so every byte that no splice replaces stays the same. Offsets count the
characters of the text from 0; line ends are counted, too.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate

from backend.document.common_prefix import shared_ends
from backend.document.markdown.scanner import scan
from backend.kernel.bulk_values import bulk_value
from backend.kernel.cache import Cache

BOM = "\ufeff"

#: Maximum number of bytes that all documents in the cache take together; and the measured number of bytes of a block.
KEPT_BYTES = 32_000_000
_BLOCK_BYTES = 160
#: Number of the latest documents that are always cached. One request parses its document and a few short texts, each
#: several times.
_KEPT_ANYWAY = 6

#: A text with at least this number of characters is compared with the latest documents before it is parsed; and the
#: number of these documents.
_LONG = 8_000
_LATEST = 4
#: Number of blocks before a change that are parsed again.
_BEFORE = 2
#: Maximum number of lines of a link definition. A change within these lines may change the definition.
_LINES_AHEAD = 24
_DEFINITION = re.compile(r"(?:^|\r)[ \t]*\[(?!\^)", re.M)
#: Marks of blocks whose end may be far away, or depends on distant lines: definitions, fences, formulas, environments,
#: HTML.
_FAR = re.compile(
    rf"{_DEFINITION.pattern}|`{{3}}|~{{3}}|\$\$|\\(?:[\[\]]|begin|end)|</?details|(?:^|\r)[ \t]*<", re.M | re.I
)

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
#: characters at which str.splitlines ends a line and Markdown does not
_FOREIGN_BREAKS = ("\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")


@bulk_value
class Block:
    """A top-level block of a document: `text[start:end]`, from the start of its first line to the end of its last line.

    `kind` is one of front_matter, heading, paragraph, list, table, code, math, latex (an environment without
    mathematics), html, comment, div, quote, rule, footnote, definition (of a link), figure, caption. A heading has its
    `level` (1 to 6) and its `title` (inline Markdown). `index` counts the blocks of the document from 0.
    """

    index: int
    kind: str
    start: int
    end: int
    level: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A text and its top-level blocks, in order and without overlap. Between blocks there are only blank lines, and a
    byte order mark may come before the first.

    `eol` is the most common line end of the text.
    """

    text: str
    blocks: tuple[Block, ...] = field(compare=False)
    eol: str = field(compare=False)

    def source(self, block: Block) -> str:
        """Return the text of a block, including its last line end."""
        return self.text[block.start : block.end]

    def of_kind(self, kind: str) -> Sequence[Block]:
        """Return the blocks of a kind, in order, without reading all the others."""
        return _by_kind(self).get(kind, ())

    def gap(self, index: int) -> tuple[int, int]:
        """Return start and end (excluded), in characters, of the blank lines before block `index`. If `index` is
        `len(blocks)`, these are the blank lines at the end of the document.
        """
        start = self.blocks[index - 1].end if index else len(BOM) * self.text.startswith(BOM)
        end = self.blocks[index].start if index < len(self.blocks) else len(self.text)
        return start, end


@lru_cache(maxsize=8)
def _by_kind(document: Document) -> dict[str, list[Block]]:
    found: dict[str, list[Block]] = {}
    for block in document.blocks:
        if block.kind in found:
            found[block.kind].append(block)
        else:
            found[block.kind] = [block]
    return found


@dataclass(frozen=True, slots=True)
class Splice:
    """An edit that replaces the blocks `start` to `stop` - 1 by `text`. If start == stop, the edit inserts `text`
    before block `start`.

    If `tight` is True, no blank lines are added around the text, as for a list item or a table row. Only
    placement/carrying_out/apply.py reads `tight`.
    """

    start: int
    stop: int
    text: str
    tight: bool = False


def _bytes(document: Document) -> int:
    """Return the approximate number of bytes that a document takes in memory. The value of a small block takes more
    bytes than the block's text.
    """
    return len(document.text) + _BLOCK_BYTES * len(document.blocks)


#: The parsed documents by text, so that a revision that several requests use is parsed once.
_cache: Cache[str, Document] = Cache(KEPT_BYTES, _KEPT_ANYWAY)


def read(text: str) -> Document:
    """Parse a text into a Document, in linear time. The latest documents are cached, and any thread may call this."""
    document = _cache.find(text)
    if document is None:
        document = _read(text)
        _cache.keep(text, document, _bytes(document))
    return document


def _read(text: str) -> Document:
    for known in _cache.latest(_LATEST) if len(text) >= _LONG else ():
        alike = len(text) // 2 < len(known.text) < len(text) * 2
        if alike and (blocks := _reread(known, text)):
            return Document(text, blocks, _usual_eol(text))
    lead = len(BOM) * text.startswith(BOM)
    return Document(text, tuple(_scanned(text[lead:] if lead else text, lead, 0)), _usual_eol(text))


def _scanned(text: str, start: int, index: int, front_matter: bool = True) -> Iterator[Block]:
    """Yield the blocks of `text`, which begins at the offset `start` of the document. The first block gets the index
    `index`. `front_matter` is False if `text` is from the middle of a document, where front matter cannot begin.
    """
    lines = split_lines(text)
    offsets = list(accumulate(map(len, lines), initial=start))
    for number, (kind, first, stop, level, title) in enumerate(scan(lines, front_matter), index):
        yield Block(number, kind, offsets[first], offsets[stop], level, title)


def _reread(known: Document, text: str) -> tuple[Block, ...] | None:
    """Return the blocks of `text`, parsing again only those around its difference from the parsed document `known`.
    This is possible because the end of most blocks depends only on their own lines and the first lines of the next one.

    Returns None if the whole text must be parsed. This is so if a block of another kind, such as fenced code, is near
    the difference (`_FAR` finds these), or if the last block that was parsed again differs from its counterpart in
    `known`.
    """
    blocks, old = known.blocks, known.text
    head, tail = shared_ends(old, text)
    if 2 * (head + tail) < len(text) or not blocks or ":::" in old or ":::" in text:
        return None
    first = bisect_left(blocks, head, key=lambda block: block.end) - _BEFORE
    after = bisect_right(blocks, len(old) - tail, key=lambda block: block.start)
    if first < 1 or _may_change_before(known, first):
        return None
    start, stop = blocks[first].start, blocks[after].end if after < len(blocks) else len(old)
    moved = len(text) - len(old)
    window = text[start : stop + moved]
    if _FAR.search(window) or _FAR.search(old, start, stop):
        return None
    made = list(_scanned(window, start, first, front_matter=False))
    shift = (made[-1].index - after, moved) if made else (0, 0)
    if after < len(blocks) and (not made or made[-1] != _shifted(blocks[after], *shift)):
        return None
    rest = blocks[after + 1 :]
    return (*blocks[:first], *made, *((_shifted(block, *shift) for block in rest) if any(shift) else rest))


def _may_change_before(known: Document, first: int) -> bool:
    """Return True if a change that begins in block `first` may also change blocks before it. `known` is the document
    before the change.

    This is possible if the text begins with a thematic break (`---`), which could become the start of front matter. It
    is also possible if a link definition shortly before block `first` could continue into this block.
    """
    rule = known.text.startswith(("---", "+++"), len(BOM) * known.text.startswith(BOM))
    near = known.blocks[max(first - _LINES_AHEAD, 0)].start, known.blocks[first].start
    return (rule and known.blocks[0].kind != "front_matter") or _DEFINITION.search(known.text, *near) is not None


def _shifted(block: Block, places: int, characters: int) -> Block:
    start, end = block.start + characters, block.end + characters
    return Block(block.index + places, block.kind, start, end, block.level, block.title)


def split_lines(text: str) -> list[str]:
    """Return the lines of a text with their line ends. Only LF, CRLF and CR end a line, as in Markdown."""
    if any(mark in text for mark in _FOREIGN_BREAKS):
        return _LINE.findall(text)
    return text.splitlines(keepends=True)


def _usual_eol(text: str) -> str:
    crlf = text.count("\r\n")
    return "\r\n" if crlf and crlf * 2 >= text.count("\n") else "\n"


def extent(document: Document, edit: Splice) -> tuple[int, int]:
    """Return start and end (excluded) of the characters that an edit removes; both are equal if the edit only inserts.
    Raises ValueError if the edit names blocks that do not exist.
    """
    if not 0 <= edit.start <= edit.stop <= len(document.blocks):
        raise ValueError(
            f"a splice names the blocks {edit.start}..{edit.stop}, but the document has {len(document.blocks)} blocks"
        )
    if edit.start == edit.stop:
        place = document.gap(edit.start)[0]
        return place, place
    return document.blocks[edit.start].start, document.blocks[edit.stop - 1].end


def shape(document: Document, blocks: Sequence[Block] | None = None) -> tuple[tuple[str, str], ...]:
    """Return the kind and the text of each block of the document, or of some `blocks` of it. The text has LF as the
    line end and no white space around it.
    """
    some = document.blocks if blocks is None else blocks
    return tuple((block.kind, _unify(document.source(block)).strip()) for block in some)


def _unify(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
