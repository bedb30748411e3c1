"""Split a row of a table into its cells: a row of a Markdown table or of a LaTeX tabular."""

from __future__ import annotations

import re
from itertools import pairwise

_BAR = re.compile(r"(?<!\\)\|")
_ROW_END = re.compile(r"[ \t]*\\\\.*\Z", re.DOTALL)


def cell_spans(row: str) -> list[tuple[int, int]]:
    """Return start and end (excluded) of each cell in a row of a Markdown table. White space around a cell's text is
    included.
    """
    bare = row.strip()
    start = len(row) - len(row.lstrip()) if bare else 0
    begin, end = start + bare.startswith("|"), start + len(bare) - (len(bare) > 1 and bare.endswith("|"))
    bars = [begin - 1, *(each.start() for each in _BAR.finditer(row, begin, end)), end]
    return [(left + 1, right) for left, right in pairwise(bars)]


def cells(row: str) -> tuple[str, ...]:
    """Return the cells of a row of a Markdown table, without white space around them; () if it has fewer than two."""
    found = tuple(" ".join(row[start:stop].split()) for start, stop in cell_spans(row))
    return found if len(found) > 1 else ()


def tabular_cells(row: str) -> tuple[str, ...]:
    r"""Return the cells in a row of a LaTeX tabular, without the `\\` at its end; () if it has fewer than two."""
    found = tuple(" ".join(each.split()) for each in re.split(r"(?<!\\)&", _ROW_END.sub("", row)))
    return found if len(found) > 1 else ()
