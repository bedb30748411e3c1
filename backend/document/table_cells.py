"""Split a row of a table into its cells: a row of a Markdown table or of a LaTeX tabular."""

from __future__ import annotations

import re

_ROW_END = re.compile(r"[ \t]*\\\\.*\Z", re.DOTALL)


def cells(row: str) -> tuple[str, ...]:
    """Return the cells of a row of a Markdown table, without white space around them; () if it has fewer than two."""
    line = row.strip()
    found = tuple(" ".join(each.split()) for each in re.split(r"(?<!\\)\|", line.removeprefix("|").removesuffix("|")))
    return found if len(found) > 1 else ()


def tabular_cells(row: str) -> tuple[str, ...]:
    r"""Return the cells in a row of a LaTeX tabular, without the `\\` at its end; () if it has fewer than two."""
    found = tuple(" ".join(each.split()) for each in re.split(r"(?<!\\)&", _ROW_END.sub("", row)))
    return found if len(found) > 1 else ()
