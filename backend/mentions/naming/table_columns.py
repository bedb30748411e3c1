"""Find the cells of a table's column by the words in its header."""

from __future__ import annotations

import re
from itertools import pairwise

from backend.document.blocks import Block, Document

_RULE = re.compile(r"^[\s|:+=-]*-[\s|:+=-]*$")
_BAR = re.compile(r"(?<!\\)\|")


def column_spans(document: Document, table: Block, name: str) -> tuple[int, list[tuple[int, int]]] | None:
    """Return the index of a table's block, and start and end (excluded) of each cell below the header `name` in the
    document's text. Returns None if no column or more than one has this header.
    """
    lines = document.source(table).splitlines(keepends=True)
    rule = next((at for at, line in enumerate(lines) if _RULE.match(line)), 0)
    if not rule:
        return None
    header = [line_cell.strip(" *_`").casefold() for line_cell, _ in _cells(lines[rule - 1])]
    if header.count(name.casefold()) != 1:
        return None
    place, spans, at = header.index(name.casefold()), [], table.start
    for number, line in enumerate(lines):
        row = _cells(line)
        if number > rule and place < len(row):
            start = at + row[place][1]
            spans.append((start, start + len(row[place][0])))
        at += len(line)
    return table.index, spans


def _cells(line: str) -> list[tuple[str, int]]:
    """Return the cells of a line with the offset at which each begins."""
    stripped = line.strip()
    start = line.index(stripped) if stripped else 0
    begin = start + (1 if stripped.startswith("|") else 0)
    end = start + len(stripped) - (1 if len(stripped) > 1 and stripped.endswith("|") else 0)
    bars = [begin - 1, *(each.start() for each in _BAR.finditer(line, begin, end)), end]
    return [(line[a + 1 : b], a + 1) for a, b in pairwise(bars)]
