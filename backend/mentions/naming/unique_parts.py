"""Find the part of a document that a phrase names, if only one part can be meant: "the row Park", "column n", "[2]",
"Bob's reference", "footnote 1", "the table caption", "line 3", "the lysis" for the section "Day 1: Lysis".

The parameter `words` has all tokens of the phrase, and `names` those words that are not "the", "of" or "and".
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice, takewhile

from backend.document.blocks import Block, Document
from backend.document.table_cells import cells
from backend.mentions.closed_words import is_a, is_article, noun
from backend.mentions.document_view import DocumentView, view_of
from backend.mentions.elements import Part, parts, whole_block
from backend.mentions.lexicon import Token, tokens
from backend.mentions.naming.reference_entries import Entry, entries
from backend.mentions.naming.table_columns import column_spans
from backend.mentions.resolver import Mention, resolve

#: Nouns for an entry of the references, for a column and for a line, in the languages of the placement rules.
_REFERENCE = frozenset(
    """
    reference references ref entry citation referenz literaturangabe quelle eintrag eintrags référence entrée
    referencia entrada riferimento voce referência verwijzing
    """.split()
)
_COLUMN = frozenset("column columns col spalte spalten colonne colonnes columna columnas colonna coluna kolom".split())
_LINE = frozenset("line zeile ligne línea linea riga linha regel".split())
#: Words between such a noun and a name.
_LINKS = frozenset("by with called named from to von mit namens zu par avec por con per com di da".split())
_BRACKETED = re.compile(r"\[(\d{1,4})\]")
_NOTE = re.compile(r"\s*\[\^([^\]\s]+)\]:")
_SHORTEST = 3


def unique_parts(document: Document, phrase: str) -> tuple[Mention, ...]:
    """Return the part that a phrase such as "the table" or "the row Park" names; for a column, all of its cells.
    Returns () if the document has no such part, or if several parts may be meant.
    """
    words = tokens(phrase)
    names = [each for each in words if each.word and not _is_link(words, each)]
    view = view_of(document)
    if not names:
        return ()
    for found in (_references(view, phrase, names), _notes(view, phrase, words), _in_tables(view, words, names)):
        if found is not None:
            return tuple(_mention(kind, part, phrase) for kind, part in found)
    if (captions := _captions(document, phrase, words)) is not None:
        return captions
    covered = _covering(document, phrase, words)
    if covered:
        return covered
    lines = _line(view, names)
    found = lines if lines is not None else _only_of_kind(view, words, names)
    if found is not None:
        return tuple(_mention(kind, part, phrase) for kind, part in found)
    return _titled(view, phrase, names)


_Found = list[tuple[str, Part]]


def _mention(kind: str, part: Part, phrase: str) -> Mention:
    return Mention(kind, part.start, part.stop, phrase, (0, len(phrase)), part.span, "exact")  # type: ignore[arg-type]


def _is_link(words: Sequence[Token], word: Token) -> bool:
    return is_article(word.norm) or is_a(word, "of") or is_a(word, "possessive") or is_a(word, "and")


def covers(mentions: Sequence[Mention], text: str, start: int) -> tuple[Mention, ...]:
    """Return the mentions whose words are in `text`, a piece of a message that begins at character `start`. `mentions`
    are those of the whole message, in order.

    Returns () unless they are certain and together cover all words of the piece, except words such as "the" and
    "section".
    """
    stop = start + len(text)
    behind = islice(mentions, bisect_left(mentions, start, key=lambda each: each.at[0]), None)
    inside = [each for each in takewhile(lambda each: each.at[0] <= stop, behind) if each.at[1] <= stop]
    inside = [each for each in inside if each.kind != "document" and not each.rivals]
    words = tokens(text)
    for at, word in enumerate(words):
        if not word.word or _is_link(words, word) or "section" in noun(words, at)[0]:
            continue
        if not any(each.at[0] <= start + word.start < each.at[1] for each in inside):
            return ()
    clear = all(not each.guessed or (each.how in ("part", "number") and each.kind != "section") for each in inside)
    return tuple(inside) if clear else ()


def _covering(document: Document, phrase: str, words: Sequence[Token]) -> tuple[Mention, ...]:
    return covers(resolve(document, phrase), phrase, 0)


# ---------------------------------------------------------------- references and footnotes


def _references(view: DocumentView, phrase: str, names: Sequence[Token]) -> _Found | None:
    """Return, in a list, the entry of the bibliography that a phrase such as "[2]" or "Bob's reference" names. Returns
    [] unless exactly one entry fits, and None if the phrase names something else.
    """
    numbered = _BRACKETED.search(phrase)
    others = [each for each in names if each.norm not in _REFERENCE | _LINKS]
    said = len(others) < len(names) and any(each.norm in _REFERENCE for each in names)
    if numbered is None and not (said and others):
        return None
    if numbered is not None and [each.norm for each in others] != [numbered[1]]:
        return []
    every = list(entries(view.document))
    if len(others) == 1 and others[0].norm.isdecimal():
        number = int(others[0].norm)
        found = [each for each in every if each.number == number]
    else:
        found = [each for each in every if _names(each, others)]
    if not every:
        return None
    return [("item", Part(each.block, each.block + 1, each.span)) for each in found] if len(found) == 1 else []


def _names(entry: Entry, names: Sequence[Token]) -> bool:
    said = {each.norm for each in tokens(entry.text)}
    return all(each.norm in said for each in names)


def _notes(view: DocumentView, phrase: str, words: Sequence[Token]) -> _Found | None:
    """Return, in a list, the footnote that "footnote 1" or "the footnote" names. Returns [] unless exactly one footnote
    fits, and None for other words.
    """
    place = next((at for at in range(len(words)) if "footnote" in noun(words, at)[0]), None)
    notes = list(view.document.of_kind("footnote"))
    if place is None and re.search(r"\[\^", phrase) is None:
        return None
    label = "".join(each.text for each in words[(place + 1 if place is not None else 0) :] if each.text not in "[]^#")
    if place is None or label:
        notes = [each for each in notes if (own := _NOTE.match(view.document.source(each))) and own[1] == label]
    return [("footnote", whole_block(each)) for each in notes] if len(notes) == 1 else []


# ---------------------------------------------------------------- tables, captions, lines


def _in_tables(view: DocumentView, words: Sequence[Token], names: Sequence[Token]) -> _Found | None:
    """Return the table row that "row X" names, in a list. For "column X", return all cells of this column. Returns []
    if no single row or column fits, and None if the phrase names something else.
    """
    for at in range(len(words)):
        is_row, stop = "row" in noun(words, at)[0], at + 1
        if not is_row and words[at].norm not in _COLUMN:
            continue
        said = [each.norm for each in (*words[:at], *words[stop:]) if each in names and each.norm not in _LINKS]
        if not said:
            return []
        tables = view.document.of_kind("table")
        if is_row:
            found = [row for table in tables for row in _rows_named(view, table, said)]
            return [("row", row) for row in found] if len(found) == 1 else (None if not found else [])
        columns = [spans for table in tables if (spans := column_spans(view.document, table, " ".join(said)))]
        if len(columns) != 1:
            return []
        block, cell_spans = columns[0]
        return [("row", Part(block, block + 1, span)) for span in cell_spans]
    return _row_alone(view, names)


def _rows_named(view: DocumentView, table: Block, said: Sequence[str]) -> Sequence[Part]:
    """Return the rows of a table whose first cell has exactly the words `said`."""
    return _rows_by_name(view).get((table.index, *said), ())


@lru_cache(maxsize=4)
def _rows_by_name(view: DocumentView) -> dict[tuple[int | str, ...], list[Part]]:
    """Map the index of a table and the words of a first cell, such as (4, "park"), to the rows of this table that begin
    with this cell.
    """
    found: dict[tuple[int | str, ...], list[Part]] = {}
    for table in view.document.of_kind("table"):
        for row in parts(view, "row", table.index, table.index + 1):
            for cell in cells(view.document.text[slice(*row.span)])[:1]:
                words = (each.norm for each in tokens(cell) if each.word)
                found.setdefault((table.index, *words), []).append(row)
    return found


def _row_alone(view: DocumentView, names: Sequence[Token]) -> _Found | None:
    """Return, in a list, the only table row whose first cell has the words `names`. Returns [] if other text of the
    document has these words, too, and None if no row has them.
    """
    said = [each.norm for each in names]
    tables = view.document.of_kind("table")
    found = [row for table in tables for row in _rows_named(view, table, said)]
    if not found:
        return None
    others = sum(view.lower.count(" ".join(said)) for _ in found[:1])
    return [("row", found[0])] if len(found) == 1 == others else []


def _captions(document: Document, phrase: str, words: Sequence[Token]) -> tuple[Mention, ...] | None:
    """Return the caption block that "the table caption" or "the caption of Figure 2" names. Returns () if there is
    none, or more than one, and None for other words.
    """
    place = next((at for at in range(len(words)) if "caption" in noun(words, at)[0]), None)
    if place is None:
        return None
    view = view_of(document)
    ahead, behind = phrase[: words[place].start], phrase[words[place].end :]
    element = [each for said in (ahead, behind) for each in _covering(document, said, tokens(said))]
    kinds = {kind for at in range(len(words)) for kind in noun(words, at)[0] if kind in ("table", "figure")}
    if not element and len(kinds) < 2:
        named = sorted(kinds) or ["table", "figure"]
        of_kind = [part for kind in named for part in parts(view, kind, 0, len(view.blocks))]
        blocks = [b for part in of_kind for b in _captions_beside(view, part, named)]
    else:
        blocks = [view.blocks[each.caption] for each in element if each.caption is not None]
    return tuple(_mention("paragraph", whole_block(each), phrase) for each in blocks) if len(blocks) == 1 else ()


def _captions_beside(view: DocumentView, part: Part, kinds: Sequence[str]) -> list[Block]:
    noun_said = kinds[0] if len(kinds) == 1 else ""
    beside = [view.caption(view.blocks[part.start], below, noun_said) for below in (True, False)]
    return [each for each in beside if each is not None][:1]


def _line(view: DocumentView, names: Sequence[Token]) -> _Found | None:
    """Return, in a list, the line of the document's text that "line 3" names. Returns [] if the text lacks this line or
    has code, whose lines may be meant, and None for another phrase.
    """
    if len(names) != len(("line", "number")) or names[0].norm not in _LINE or not names[1].norm.isdecimal():
        return None
    lines = view.document.text.splitlines(keepends=True)
    number = int(names[1].norm)
    if not 0 < number <= len(lines) or any(block.kind in ("code", "latex") for block in view.blocks):
        return []
    start = sum(len(each) for each in lines[: number - 1])
    block = view.block_at(start)
    if block is None:
        return []
    return [("sentence", Part(block.index, block.index + 1, (start, start + len(lines[number - 1]))))]


# ---------------------------------------------------------------- kinds and titles


def _only_of_kind(view: DocumentView, words: Sequence[Token], names: Sequence[Token]) -> _Found | None:
    """Return, in a list, the only part of its kind for a phrase that is a noun alone, such as "the code". Returns [] if
    the document has no such part or several, and None if the phrase has other words.
    """
    kinds, _ = noun(words, words.index(names[0]))
    if len(names) != 1 or not kinds:
        return None
    every = [(kind, part) for kind in kinds for part in parts(view, kind, 0, len(view.blocks))]
    return every if len(every) == 1 else []


def _titled(view: DocumentView, phrase: str, names: Sequence[Token]) -> tuple[Mention, ...]:
    """Return the only section whose title has all words of the phrase ("the lysis" for "Day 1: Lysis"); () if there is
    none or more than one.
    """
    at = [each for each in names if "section" not in noun([each], 0)[0]]
    stems = {each.stem for each in at}
    if not stems or not any(len(each) >= _SHORTEST or any(s.isdigit() for s in each) for each in stems):
        return ()
    if any(noun([each], 0)[0] for each in at):
        return ()
    found = [
        section
        for section in view.sections[1:]
        if section is not view.title and stems <= {each.stem for each in tokens(section.title) if each.word}
    ]
    if len(found) != 1:
        return ()
    one = found[0]
    span = (view.blocks[one.first].start, view.blocks[one.stop - 1].end)
    return (_mention("section", Part(one.first, one.stop, span), phrase),)
