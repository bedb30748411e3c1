"""List the entries of a document's bibliography, each with its printed number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from backend.document.blocks import Block, Document
from backend.document.outline import Section, outline
from backend.mentions.lexicon import tokens
from backend.mentions.section_names import concepts

_MARK = re.compile(r"^[ \t]*(?:\\?\[(\d{1,4})\\?\]:?|\(?(\d{1,4})\\?[.)]|[-*+])[ \t]+", re.MULTILINE)
_LINE = re.compile(r"[^\n]+\n?")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the bibliography. `number` is its printed number, or 0 if it has none. `block` is the index of its
    block. `span` is its start and end (excluded) in the document's text, in characters.
    """

    number: int
    block: int
    span: tuple[int, int]
    text: str


def entries(document: Document) -> Iterator[Entry]:
    """Yield the entries below each heading such as "References". If no entry of a block has a mark such as "[1]", each
    line is an entry.
    """
    for section in outline(document).sections[1:]:
        if _lists_references(section):
            for block in document.blocks[section.first + 1 : section.own_stop]:
                if block.kind in ("paragraph", "list"):
                    yield from _entries(document, block)


def _lists_references(section: Section) -> bool:
    stems = tuple(each.stem for each in tokens(section.title) if each.word)
    return any(name == "references" and score == 1 for name, score in concepts(stems))


def _entries(document: Document, block: Block) -> Iterator[Entry]:
    source = document.source(block)
    marks = list(_MARK.finditer(source))
    if marks:
        stops = [*(each.start() for each in marks[1:]), len(source)]
        found = [(int(each[1] or each[2] or 0), each.start(), stop) for each, stop in zip(marks, stops, strict=True)]
    else:
        found = [(0, *each.span()) for each in _LINE.finditer(source)]
    for number, start, stop in found:
        yield Entry(number, block.index, (block.start + start, block.start + stop), source[start:stop])
