"""Find the table row of which the content, a single row, is a new version. For "change the number of headaches to 23",
a model may answer with only this row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from backend.document.order_words import is_a, read_sentence, words_in
from backend.document.table_cells import cells, tabular_cells
from backend.placement.carrying_out.resolve import rows
from backend.placement.confidence import SURE
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import Placement
from backend.placement.request.replacement import GUESS

_REASON = "The content is a new version of the row “{}”."
_UNNAMED = "But the message does not name all that changes in it."
_LINE = re.compile(r"[^\n]+")
_WORD = re.compile(r"\d+(?:[.,]\d+)*|\w+")
_Row = tuple[int, str, tuple[str, ...]]


def changed_row(builder: PlacementBuilder, message: str) -> list[Placement]:
    """Return the replacement of the only table row that has the same first cell as the content. Returns [] if there is
    no such row, or more than one, if the content is not a single row, or if the message orders to add something.

    The replacement is sure if the message contains all words that are new in the row.
    """
    text, sentence = builder.content.text.strip(), read_sentence(message)
    if "\n" in text or sentence.asks or sentence.refuses:
        return []
    if any(is_a(word, "placing", "writing") for word in words_in(message)):
        return []
    ours, found = cells(text), list(_table_rows(builder, cells(text)))
    if not found:
        ours, found = tabular_cells(text), list(_tabular_rows(builder, tabular_cells(text)))
    if len(found) != 1 or found[0][2] == ours:
        return []
    index, place, old = found[0]
    new = [word for one, other in zip(old, ours, strict=True) if one != other for word in _words(other)]
    reason, named = _REASON.format(ours[0]), set(_words(message)).issuperset(new)
    if named:
        return [builder.make("replace", index, place, reason, SURE)]
    return [builder.make("replace", index, place, f"{reason} {_UNNAMED}", GUESS)]


def _table_rows(builder: PlacementBuilder, ours: tuple[str, ...]) -> Iterator[_Row]:
    """Yield each row of the document's Markdown tables that has the same first cell, and as many cells, as the row
    `ours`. Each is a tuple: the index of the table's block, the row's position such as "row 2", and the row's cells.
    """
    for block in builder.view.blocks:
        source = builder.view.document.source(block) if block.kind == "table" else ""
        for number, span in enumerate(rows(source), 1):
            if _is_same_row(ours, there := cells(source[slice(*span)])):
                yield block.index, f"row {number}", there


def _tabular_rows(builder: PlacementBuilder, ours: tuple[str, ...]) -> Iterator[_Row]:
    r"""Yield each row of the document's LaTeX tabulars that has the same first cell, and as many cells, as the row
    `ours`. Each is (index of the tabular's block, position of the row, cells). If the content has `\\` after the row,
    the position includes the `\\`.
    """
    ended = builder.content.text.rstrip().endswith("\\\\")
    for block in builder.view.blocks:
        source = builder.view.document.source(block)
        for line in _LINE.finditer(source) if "\\begin{tabular" in source else ():
            if not _is_same_row(ours, there := tabular_cells(line[0])):
                continue
            mark = line[0].rfind("\\\\")
            bare = line[0][:mark].rstrip() if mark >= 0 else line[0].rstrip()
            start = line.start() + len(bare) - len(bare.lstrip())
            stop = line.start() + (mark + len("\\\\") if ended and mark >= 0 else len(bare))
            yield block.index, f"characters {start}-{stop}", there


def _is_same_row(ours: tuple[str, ...], there: tuple[str, ...]) -> bool:
    return len(ours) == len(there) > 1 and ours[0].casefold() == there[0].casefold() != ""


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
