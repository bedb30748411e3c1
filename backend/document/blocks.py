"""Represent a Markdown document as its text and the spans of its top-level blocks; splices are the only way to change
it.

The text is never rendered from a parse tree: an edit is a `Splice`, so everything that no splice names is kept byte for
byte. Offsets are characters of the text as it was given, including line ends.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate
from threading import Lock

from backend.document.markdown.scanner import scan

BOM = "\ufeff"

#: characters of text whose readings are kept, all documents together
KEPT_CHARACTERS = 16_000_000

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
#: where str.splitlines would break a line and Markdown does not
_FOREIGN_BREAKS = ("\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level block, `text[start:end]`, from its first line to the end of its last line.

    Kinds: front_matter, heading, paragraph, list, table, code, math, latex (an environment that is no
    maths), html, comment, div, quote, rule, footnote, definition (of a link), figure, caption. `level`
    and `title` (raw inline Markdown) are a heading's.
    """

    index: int
    kind: str
    start: int
    end: int
    level: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A text and its blocks: disjoint, in order, with only blank lines (and a byte order mark) between them.

    `eol` is the most common line end.
    """

    text: str
    blocks: tuple[Block, ...] = field(compare=False)
    eol: str = field(compare=False)

    def source(self, block: Block) -> str:
        """Return the block's text, including its last line end."""
        return self.text[block.start : block.end]

    def gap(self, index: int) -> tuple[int, int]:
        """Return the blank range before block `index`; with `len(blocks)` the one after the last."""
        start = self.blocks[index - 1].end if index else len(BOM) * self.text.startswith(BOM)
        end = self.blocks[index].start if index < len(self.blocks) else len(self.text)
        return start, end


@dataclass(frozen=True, slots=True)
class Splice:
    """Replaces blocks `start` to `stop` - 1 by `text`; if start == stop, inserts before block `start`.

    `tight` asks for no blank lines around the text (one more list item, one more table row); only placement's `apply`
    uses it.
    """

    start: int
    stop: int
    text: str
    tight: bool = False


class _Shelf:
    """A cache of parsed documents by text, so that a revision used by several requests is parsed once."""

    def __init__(self, characters: int) -> None:
        self._room = characters
        self._held = 0
        self._documents: OrderedDict[str, Document] = OrderedDict()
        self._lock = Lock()

    def find(self, text: str) -> Document | None:
        with self._lock:
            document = self._documents.get(text)
            if document is not None:
                self._documents.move_to_end(text)
            return document

    def keep(self, document: Document) -> None:
        with self._lock:
            if document.text in self._documents:
                return
            self._documents[document.text] = document
            self._held += len(document.text)
            while self._held > self._room and self._documents:
                dropped, _ = self._documents.popitem(last=False)
                self._held -= len(dropped)


_shelf = _Shelf(KEPT_CHARACTERS)


def read(text: str) -> Document:
    """Parse a text into a document, in linear time. Recent documents are cached. Any thread may call it."""
    document = _shelf.find(text)
    if document is None:
        document = _read(text)
        _shelf.keep(document)
    return document


def _read(text: str) -> Document:
    lead = len(BOM) * text.startswith(BOM)
    lines = split_lines(text[lead:] if lead else text)
    offsets = list(accumulate(map(len, lines), initial=lead))
    blocks = tuple(
        Block(index, kind, offsets[first], offsets[stop], level, title)
        for index, (kind, first, stop, level, title) in enumerate(scan(lines))
    )
    return Document(text, blocks, _usual_eol(text))


def split_lines(text: str) -> list[str]:
    """Return the lines with their ends. Only LF, CRLF and CR end a line, as in Markdown."""
    if any(mark in text for mark in _FOREIGN_BREAKS):
        return _LINE.findall(text)
    return text.splitlines(keepends=True)


def _usual_eol(text: str) -> str:
    crlf = text.count("\r\n")
    return "\r\n" if crlf and crlf * 2 >= text.count("\n") else "\n"


def splice(document: Document, splices: Iterable[Splice]) -> str:
    """Return the text with exactly these splices made; separators are the caller's task.

    An insertion goes directly after the block before it (at the document's start: after the byte order mark), before
    the blank lines. The order of the splices does not matter. Raises ValueError if they overlap, name missing blocks,
    or insert twice at one place.
    """
    pieces: list[str] = []
    at = 0
    last: Splice | None = None
    for edit in sorted(splices, key=lambda edit: (edit.start, edit.stop)):
        if last is not None and (edit.start < last.stop or (edit.start, edit.stop) == (last.start, last.stop)):
            raise ValueError(f"splices {last.start}..{last.stop} and {edit.start}..{edit.stop} overlap")
        start, end = extent(document, edit)
        pieces += (document.text[at:start], edit.text)
        at, last = end, edit
    return "".join(pieces) + document.text[at:]


def extent(document: Document, edit: Splice) -> tuple[int, int]:
    """Return the characters that a splice removes; for an insertion an empty range."""
    if not 0 <= edit.start <= edit.stop <= len(document.blocks):
        raise ValueError(f"blocks {edit.start}..{edit.stop} are not in a document of {len(document.blocks)}")
    if edit.start == edit.stop:
        place = document.gap(edit.start)[0]
        return place, place
    return document.blocks[edit.start].start, document.blocks[edit.stop - 1].end


def shape(document: Document) -> tuple[tuple[str, str], ...]:
    """Return each block's kind and text, without blanks around it and with LF as line end."""
    return tuple((block.kind, _unify(document.source(block)).strip()) for block in document.blocks)


def _unify(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
