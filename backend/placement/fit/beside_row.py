"""Place a new row of a table beside the row that a message names: "add the row “…” above Harbour"."""

from __future__ import annotations

import re
from typing import cast

from backend.document.order_classes import AFTER, BEFORE
from backend.document.order_limits import BETWEEN
from backend.document.order_words import is_a, ordinal_of, words_in
from backend.document.table_cells import cells
from backend.mentions.closed_words import is_article, noun
from backend.mentions.inner_places import BECOMING
from backend.mentions.lexicon import tokens
from backend.mentions.placeholders import QUOTED
from backend.mentions.resolver import resolve
from backend.placement.carrying_out.resolve import rows
from backend.placement.confidence import SURE
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.fit.list_end import names_start, words_before
from backend.placement.plan import Operation, Placement
from backend.placement.request.replacement import GUESS

#: Words for a place next to a row that are not used for a place next to a block.
_MORE = BETWEEN | {"under", "underneath"}
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_AND = re.compile(r"\b(?:and|und|et|y|e|en)\b", re.IGNORECASE)
_REASON = "The place is beside the table row that the message names."
_NUMBERED = "The message says at which position of the table the content becomes a row."
_LAST = "The content is one more row of the table that the message names."
_UNKNOWN = (
    "The content is a new row for the end of the table. But the message names a row beside which it should go, and this"
    " row was not found."
)


def beside_row(builder: PlacementBuilder, message: str) -> list[Placement]:
    """Return the place of a new table row; [] if the content is no row, or the message gives no place in a table.

    The place is beside the row that the message names by its first cell or number ("above Harbour"), or it is given by
    the number of the new row ("as the second row"). If no row is found for the words after "before" or "after", and
    they do not name a table, return an unsure place at the end of each table.
    """
    said = QUOTED.sub(lambda found: " " * len(found[0]), message)
    words = [word for word in tokens(said) if word.word]
    at = next((at for at in range(len(words) - 1, -1, -1) if words[at].norm in AFTER | BEFORE | _MORE), -1)
    document = builder.view.document
    tables = [(each.index, document.source(each)) for each in document.of_kind("table")]
    adds = any(is_a(word.norm, "placing", "writing") for word in words)
    if not builder.content.row or not (adds or _is_new(builder, tables)):
        return []
    if at < 0:
        return _at_number(builder, message)
    side = "before" if words[at].norm in BEFORE else "after"
    behind = message[words[at].end :]
    parts = _AND.split(behind, maxsplit=1) if words[at].norm in BETWEEN else [behind]
    named = [[(index, number) for index, source in tables for number in _rows_named(source, each)] for each in parts]
    found = named[0] or [each for index, source in tables for each in _counted(builder, message, index, source)]
    adjacent = len(parts) == 1 or [(index, number + 1) for index, number in found] == named[-1]
    if len(found) == 1 and adjacent and (len(parts) > 1) == (words[at].norm in BETWEEN):
        operation = cast("Operation", f"insert_{side}")
        return [builder.make(operation, found[0][0], f"row {found[0][1]}", _REASON, SURE)]
    if any(each.kind == "table" and each.at[0] >= words[at].end for each in resolve(builder.view.document, message)):
        return []  # "after the table"
    ends = [(index, len(rows(source))) for index, source in tables if rows(source)]
    return [builder.make("insert_after", index, f"row {count}", _UNKNOWN, GUESS) for index, count in ends]


def _at_number(builder: PlacementBuilder, message: str) -> list[Placement]:
    """Return the place of a row that a message puts at the top of a table ("as the first row"), or to which it gives a
    number ("as the second row"). If the message names only the table ("add it to Table 1"), this is the end of the
    table. Returns [] for any other message.
    """
    found = resolve(builder.view.document, message)
    tables = [each.index for each in builder.view.document.of_kind("table")]
    meant = [each.start for each in found if each.kind in ("table", "row") and not each.rivals] or tables
    if len(set(meant)) != 1 or meant[0] not in tables:
        return []
    spans = rows(builder.view.document.source(builder.view.blocks[meant[0]]))
    if names_start(builder, message) and spans:
        return [builder.make("insert_before", meant[0], "row 1", _NUMBERED, SURE)]
    if {each.kind for each in found} == {"table"} and all(each.sure for each in found) and spans:
        return [builder.make("insert_after", meant[0], f"row {len(spans)}", _LAST, SURE)]
    counted = [each for each in found if each.kind == "row" and each.how == "ordinal"]
    if len(counted) != 1 or not BECOMING.intersection(words_before(message, counted[0].at[0])[-1:]):
        return []
    start = builder.view.blocks[meant[0]].start
    number = next((n for n, (a, b) in enumerate(spans, 1) if start + a <= counted[0].span[0] < start + b), 0)
    if not number:
        return []
    last = number == len(spans) and any(ordinal_of(word) == -1 for word in words_in(counted[0].said))
    return [builder.make("insert_after" if last else "insert_before", meant[0], f"row {number}", _NUMBERED, SURE)]


def _is_new(builder: PlacementBuilder, tables: list[tuple[int, str]]) -> bool:
    """Return True if the content is a table row, and no table of the document has a row with the same first cell."""
    first = next(iter(_firsts(builder.content.text, bare=True)), [])
    return bool(first) and not any(first in _firsts(source) for _, source in tables)


def _firsts(source: str, bare: bool = False) -> list[list[str]]:
    """Return the words of each row's first cell, without brackets such as a unit. `source` is a table or, if `bare` is
    True, only rows without a table's header.
    """
    lines = source.splitlines() if bare else [source[a:b] for a, b in rows(source)]
    firsts = [_BRACKETS.sub(" ", (cells(line) or ("",))[0]) for line in lines]
    return [[word.norm for word in tokens(each) if word.word] for each in firsts]


def _rows_named(source: str, said: str) -> list[int]:
    """Return the numbers (from 1) of the rows in the table `source` that the words `said` name. These words must begin
    with the whole first cell of the row: "Harbour" or "Harbour in winter" for a row "Harbour". If there is no such row,
    return the rows whose first cell begins with the same word. Articles, brackets and the word "row" are ignored.
    """
    words = tokens(said)
    rows_said = {word.start for at, word in enumerate(words) if "row" in noun(words, at)[0]}
    wanted = [word.norm for word in words if word.word and word.start not in rows_said and not is_article(word.norm)]
    firsts = _firsts(source)
    exact = [number for number, first in enumerate(firsts, 1) if first and wanted[: len(first)] == first]
    return exact or [number for number, first in enumerate(firsts, 1) if first and first[:1] == wanted[:1]]


def _counted(builder: PlacementBuilder, message: str, index: int, source: str) -> list[tuple[int, int]]:
    """Return a pair (`index`, number of the row) for each row of one table that the message names by its number, as
    `mentions.resolver` finds it. `index` is the index of the table's block, and `source` is its text.
    """
    start = builder.view.blocks[index].start
    spans = [
        each.span for each in resolve(builder.view.document, message) if each.kind == "row" and each.start == index
    ]
    return [
        (index, number)
        for number, (a, b) in enumerate(rows(source), 1)
        if any(start + a <= span[0] < start + b for span in spans)
    ]
