"""Convert content that is meant for a table of the document to rows of this table."""

from __future__ import annotations

import re

from backend.document.blocks import Document, read
from backend.document.order_words import is_a, words_in
from backend.document.table_cells import cells
from backend.mentions.closed_words import noun
from backend.mentions.lexicon import tokens

_FENCE = re.compile(r"\s*(?P<mark>`{3,}|~{3,})[ \t]*\w*\n(?P<inside>.*?)\n[ \t]*(?P=mark)\s*", re.DOTALL)
#: Number of rows at the head of a table: the header and the delimiter row.
_HEAD = 2


def as_rows(content: str, request: str, document: Document) -> str:
    """Return the content as rows of a table if the request adds rows to a table of the document, or changes a row in
    it. Other content is returned unchanged.

    A code block around the rows and the table's header are removed, and each row gets a bar at both ends.
    """
    tables = _tables(document)
    fenced = _FENCE.fullmatch(content)
    text = fenced["inside"] if fenced is not None else content.strip("\n")
    lines = text.splitlines()
    widths, keys = {len(table[0]) for table in tables}, {row[0] for table in tables for row in table[1:]}
    if not tables or not lines or any(len(cells(line)) not in widths for line in lines):
        return content
    header, ours = _repeated_header(lines, tables), _first_cells(lines[_HEAD:])
    changed = len(lines) == _HEAD + 1 and ours <= keys and not _has(request, "removing", "shortening", "keeping")
    if header and (changed if not _has(request, "placing", "writing") else not keys & ours):
        return "\n".join(lines[_HEAD:])
    if header or re.fullmatch(r"[|\s:-]+", lines[-1] if len(lines) < _HEAD else lines[1]):
        return content  # a whole table
    if fenced is None and not (_names_row(request) or keys & _first_cells(lines)):
        return content
    return "\n".join(line if line.lstrip().startswith("|") else f"| {' | '.join(cells(line))} |" for line in lines)


def _tables(document: Document) -> list[list[tuple[str, ...]]]:
    """Return the rows of each table of a document, the header first. A row is a tuple of its cells. Tables with a
    single column are left out.
    """
    sources = [document.source(each).strip().splitlines() for each in document.of_kind("table")]
    tables = [[cells(line) for number, line in enumerate(lines) if number != 1] for lines in sources]
    return [[row for row in table if row] for table in tables if table and table[0]]


def _repeated_header(lines: list[str], tables: list[list[tuple[str, ...]]]) -> bool:
    made = read("\n".join(lines)).blocks
    return (
        len(lines) > _HEAD and [each.kind for each in made] == ["table"] and cells(lines[0]) in [t[0] for t in tables]
    )


def _first_cells(lines: list[str]) -> set[str]:
    return {found[0] for line in lines if (found := cells(line))}


def _has(request: str, *classes: str) -> bool:
    return any(is_a(word, *classes) for word in words_in(request))


def _names_row(request: str) -> bool:
    words = tokens(request)
    return any({"row", "table"}.intersection(noun(words, at)[0]) for at in range(len(words)))
