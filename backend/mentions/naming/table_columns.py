"""Find the cells of a table's column by the words in its header."""

from __future__ import annotations

import re

from backend.document.blocks import Block, Document
from backend.document.table_cells import cell_spans

_RULE = re.compile(r"^[\s|:+=-]*-[\s|:+=-]*$")


def column_spans(document: Document, table: Block, name: str) -> tuple[int, list[tuple[int, int]]] | None:
    """Return (index of the table's block, cells) for the column with the header `name`. Each cell below the header is
    given by its start and end (excluded) in the document's text. Returns None if no column or more than one has this
    header.
    """
    lines = document.source(table).splitlines(keepends=True)
    rule = next((at for at, line in enumerate(lines) if _RULE.match(line)), 0)
    if not rule:
        return None
    title = lines[rule - 1]
    header = [title[start:stop].strip(" *_`").casefold() for start, stop in cell_spans(title)]
    if header.count(name.casefold()) != 1:
        return None
    place, spans, at = header.index(name.casefold()), [], table.start
    for number, line in enumerate(lines):
        row = cell_spans(line)
        if number > rule and place < len(row):
            spans.append((at + row[place][0], at + row[place][1]))
        at += len(line)
    return table.index, spans
