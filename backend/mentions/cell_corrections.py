"""Find the cell of a table that a message names by its row and its column, and the value that it should have: "Lake
2020 should be 33", "set the 2019 value for Park to 13".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backend.document.blocks import Block, Document
from backend.document.order_limits import OBLIGING
from backend.document.order_words import COURTESIES, is_a, ordinal_of
from backend.document.table_cells import cell_spans
from backend.mentions.closed_words import noun
from backend.mentions.lexicon import Token, tokens
from backend.mentions.value_places import Correction
from backend.ranking.function_words import EVERY_WORD

#: Maximum number of characters of a message, and maximum number of rows and columns that are compared with it.
_LONGEST, _MOST_CELLS = 300, 5_000
_SETTING = frozenset("set setze setz mets fixe pon imposta metti põe zet".split())
#: Nouns for the value of a cell, and for its row and column.
_NOUNS = frozenset(
    """
    value values cell entry number figure count year column row table be read
    wert zelle eintrag zahl jahr spalte zeile tabelle sein lauten
    valeur cellule entrée nombre chiffre année colonne ligne tableau être
    valor celda casilla número cifra año columna fila tabla ser
    valore cella numero anno colonna riga tabella essere
    célula ano coluna linha tabela
    waarde cel getal jaar kolom rij tabel zijn
    """.split()
)


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of the document: its `block`, the names of its columns, and its rows. Each row has the start and end of
    its cells in the document.
    """

    block: Block
    columns: tuple[str, ...]
    rows: tuple[tuple[tuple[int, int], ...], ...]


def read_cell_correction(document: Document, message: str) -> Correction | None:
    """Return the correction of a table cell that a message names by the first cell of its row and the header of its
    column: "Lake 2020 should be 33".

    Returns None if the message names no cell or several, or has words other than the cell, the value and the order.
    """
    text = _JUDGED.sub("", message.strip())
    if len(text) > _LONGEST or "\n" in text or "?" in text:
        return None
    words = tokens(text)
    if not any(_orders_value(word.norm) for word in words) and not _states_value(words):
        return None
    found = [made for table in _tables(document) for made in _named(document, table, text, words)]
    return found[0] if len(found) == 1 else None


def _orders_value(word: str) -> bool:
    return word in OBLIGING or word in _SETTING or is_a(word, "changing")


def _states_value(words: Sequence[Token]) -> bool:
    """Return True if a message has a verb such as "is" or "has" and a number, and so may state the value of a cell: "in
    Table 1 the mean wait of Mixed is 19".
    """
    return any(word.norm in _BEING for word in words) and any(word.norm[:1].isdigit() for word in words)


_BEING = frozenset(
    "is 's are has have ist sind hat haben est sont a ont es son tiene tienen è sono ha hanno é são tem".split()
)
#: A clause that judges the present value, before the order or after it: "X is wrong: …", "…, that was a typo".
_JUDGED = re.compile(
    r"\b(?:is|are|was|were|ist|sind|war|est|était|es|son|è|sono|é) (?:\w+ )?"
    r"(?:wrong|incorrect[ao]?|mistaken|off|falsch|fausse?|erron\w+|mal|sbagliat\w+|errad\w+)(?=\s*[,.;:–—])",
    re.IGNORECASE,
)


def _tables(document: Document) -> Iterator[_Table]:
    for block in document.blocks:
        if block.kind != "table":
            continue
        lines, at = [], block.start
        for line in document.source(block).splitlines(keepends=True):
            lines.append(tuple(_cells(line, at)))
            at += len(line)
        if len(lines) > 2 and len(lines) * len(lines[0]) <= _MOST_CELLS:
            names = tuple(document.text[start:stop] for start, stop in lines[0])
            yield _Table(block, names, tuple(lines[2:]))


def _cells(line: str, at: int) -> Iterator[tuple[int, int]]:
    """Yield start and end (excluded) of the text of each cell in a row that begins at character `at`."""
    for start, stop in cell_spans(line):
        text = line[start:stop]
        first = at + stop - len(text.lstrip())
        yield first, first + len(text.strip())


def _named(document: Document, table: _Table, text: str, words: Sequence[Token]) -> Iterator[Correction]:
    """Yield the correction of each cell of a table whose row and column the message names."""
    heads = [(row, _places(words, document.text[slice(*row[0])])) for row in table.rows if row]
    columns = [(number, _places(words, name)) for number, name in enumerate(table.columns) if number]
    for row, in_row in heads:
        for number, in_column in columns:
            if len(in_row) != 1 or len(in_column) != 1 or number >= len(row):
                continue
            taken = {*range(*in_row[0]), *range(*in_column[0])}
            cell = document.text[slice(*row[number])]
            new = _without_unit(_value(text, words, taken), table.columns[number], cell)
            if len(taken) < len(range(*in_row[0])) + len(range(*in_column[0])) or not new or not cell or new == cell:
                continue
            if any(sign.isdigit() for sign in cell) and not any(sign.isdigit() for sign in new):
                continue
            start, stop = row[number]
            yield Correction(cell, new, ((table.block.index, start - table.block.start, stop - table.block.start),))


#: A unit in parentheses at the end of a header: "Turbidity (NTU)".
_UNIT = re.compile(r"(?<=\S)\s*\(([^()]*)\)\s*\Z")


def _without_unit(value: str, column: str, cell: str) -> str:
    """Return a new value without the unit that the header of its `column` already has: "19" for "19 m" in the column
    "Height (m)". If the old value (`cell`) has the unit, too, the new value is returned unchanged.
    """
    unit = _UNIT.search(column)
    if unit is None or not unit[1].strip() or cell.endswith(unit[1].strip()):
        return value
    return re.sub(rf"(?<=\d)\s*{re.escape(unit[1].strip())}\Z", "", value)


def _places(words: Sequence[Token], name: str) -> list[tuple[int, int]]:
    """Return the ranges of tokens at which `name`, the text of a header or first cell, occurs in a message. A unit in
    parentheses may be left out.
    """
    said = [token.norm for token in tokens(_UNIT.sub("", name))]
    if not said:
        return []
    return [
        (at, at + len(said))
        for at in range(len(words) - len(said) + 1)
        if [token.norm for token in words[at : at + len(said)]] == said
    ]


def _value(text: str, words: Sequence[Token], taken: set[int]) -> str:
    """Return the new value for a cell: the words of the message that neither name the cell nor belong to the order; ""
    if there is none. `taken` are the indices of the tokens that name the cell.

    The words of the value must be neighbors and follow the words that name the cell. Only the name of the column may
    directly follow the value: "Park has 218 hours".
    """
    left = [at for at, word in enumerate(words) if at not in taken and not _is_of_order(words, at, word)]
    left = [at for at in left if words[at].word or any(sign.isalnum() for sign in words[at].text)]
    behind = sorted(at for at in taken if left and at > left[0])
    if not left or min(taken) > left[0] or (behind and behind[0] != left[-1] + 1):
        return ""
    between = text[words[left[0]].start : words[left[-1]].end]
    inside = [at for at in range(left[0], left[-1] + 1) if words[at].word]
    return between if inside == [at for at in left if words[at].word] else ""


def _is_of_order(words: Sequence[Token], at: int, word: Token) -> bool:
    listed = word.norm in _NOUNS or _orders_value(word.norm) or word.norm in COURTESIES
    if listed or word.norm.lstrip("'") in EVERY_WORD or is_a(word.norm, "place", "replacing"):
        return True
    counted = at > 0 and word.norm.isdecimal() and "table" in noun(list(words), at - 1)[0]
    return counted or (ordinal_of(word.norm) is not None and not word.norm.isdecimal())
