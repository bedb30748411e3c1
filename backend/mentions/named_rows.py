"""Find the table rows that a message names: "the row for Berlin", "the Berlin row", "the rows Berlin and Munich", "the
last two rows".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backend.document.order_classes import AFTER, BEFORE, INDEFINITE
from backend.document.order_limits import BETWEEN
from backend.mentions.closed_words import cardinal, is_a, noun, ordinal
from backend.mentions.document_view import DocumentView
from backend.mentions.elements import Part, chosen, parts
from backend.mentions.lexicon import OPENING_MARKS, Token, tokens
from backend.mentions.naming.element_references import ElementReference
from backend.mentions.naming.topics import end_of_topic
from backend.mentions.section_references import SectionReference
from backend.ranking.function_words import EVERY_WORD

#: Prepositions after "row", besides "about" and "of" and their translations.
_FOR = frozenset("for für pour para por per voor mit with".split())
#: Maximum number of words of a row's name before the noun: "the Passau row".
_BEFORE = 3
#: Maximum number of other rows that may be meant as well.
_RIVALS = 3
#: Prepositions before the row next to which another row goes: "move the row Berlin before Munich".
_BESIDE = AFTER | BEFORE | BETWEEN


class NamedRows:
    """Finds the table rows that one message names. `sections` are the sections that the message names."""

    def __init__(self, view: DocumentView, words: Sequence[Token], sections: Sequence[SectionReference]) -> None:
        self._view, self._words, self._sections = view, words, sections

    def named(self, at: int, stop: int) -> list[ElementReference]:
        """Return the rows that are named with the noun "row" or "rows" at the tokens `at` to `stop` - 1: one row, or
        several as in "the rows Berlin and Munich". If a row is moved, the row next to which it goes is included.
        """
        tables = self._tables(stop)
        if not tables or (at and self._words[at - 1].norm in INDEFINITE):
            return []
        counted = self._counted_rows(at, stop, tables)
        if counted is not None:
            return [counted]
        rows = [row for table in tables for row in parts(self._view, "row", table.start, table.stop)]
        found = [*self._listed(at, stop, rows)] or [*self._described(at, stop, rows)]
        return [*found, *self._beside(found[-1], rows)] if found else []

    def _listed(self, at: int, stop: int, rows: list[Part]) -> Iterator[ElementReference]:
        """Yield those of the tables' `rows` whose names follow the noun at the tokens `at` to `stop` - 1: "row Berlin",
        "the rows Berlin and Munich".
        """
        first, start = at, stop
        while (found := self._name(start, rows)) is not None:
            fitting, end = found
            yield ElementReference(first, end, "row", fitting[0], "part", tuple(fitting[1 : 1 + _RIVALS]))
            if end >= len(self._words) or not is_a(self._words[end], "and"):
                return
            first = start = end + 1

    def _name(self, at: int, rows: list[Part]) -> tuple[list[Part], int] | None:
        """Return (rows, index after the name) for the rows whose whole first cell is the name at token `at`; None if
        there are none. The name may be in quotation marks. The longest matching name is used.
        """
        quoted = at < len(self._words) and self._words[at].text in OPENING_MARKS
        start = at + 1 if quoted else at
        while start < len(self._words) and is_a(self._words[start], "articles"):
            start += 1
        longest, fitting = 0, list[Part]()
        for row in rows:
            name = [token.norm for token in tokens(_first_cell(self._view.document.text[slice(*row.span)]))]
            if name and name == [token.norm for token in self._words[start : start + len(name)]]:
                fitting = [*(fitting if len(name) == longest else []), row] if len(name) >= longest else fitting
                longest = max(longest, len(name))
        return (fitting, start + longest + quoted) if fitting else None

    def _beside(self, moved: ElementReference, rows: list[Part]) -> Iterator[ElementReference]:
        """Yield the rows that the message names after "before" or "after" without the noun "row": "before Munich" in
        "move the row Berlin before Munich". `moved` is the row to move, and `rows` are all rows of the tables.
        """
        for at in range(moved.stop, len(self._words)):
            if self._words[at].norm in _BESIDE:
                beside = self._listed(at + 1, at + 1, rows)
                yield from (each for each in beside if "row" not in noun(self._words, each.stop)[0])

    def _described(self, at: int, stop: int, rows: list[Part]) -> Iterator[ElementReference]:
        """Yield the row that words describe, as in "the row for Berlin" or "the Berlin row". The noun "row" is at the
        tokens `at` to `stop` - 1.
        """
        first, topic, end = self._topic(at, stop)
        wanted = {token.stem for token in topic}
        headed = [row for row in rows if wanted <= self._stems(row, cell=0)]
        fitting = headed or [row for row in rows if wanted <= self._stems(row)]
        if topic and fitting:
            yield ElementReference(first, end, "row", fitting[0], "part", tuple(fitting[1 : 1 + _RIVALS]))

    def _tables(self, at: int) -> list[Part]:
        """Return the tables of the section whose name follows token `at`. If no section's name follows, return those of
        the whole document.
        """
        named = next((each for each in self._sections if each.first >= at and len(each.sections) == 1), None)
        section = self._view.sections[named.sections[0]] if named is not None else None
        start, end = (section.first, section.stop) if section is not None else (0, len(self._view.blocks))
        printed = parts(self._view, "table", start, end)
        return [each for each in printed if self._view.blocks[each.start].kind == "table"]

    def _counted_rows(self, at: int, stop: int, tables: list[Part]) -> ElementReference | None:
        """Return the rows of "the last two rows", whose noun is at the tokens `at` to `stop` - 1. Returns None for
        other words, and if "of" follows, because the words after it name the table.
        """
        if stop < len(self._words) and is_a(self._words[stop], "of"):
            return None
        for first in range(max(0, at - 3), at):
            number, after = ordinal(self._words, first)
            ahead = cardinal(self._words[first - 1]) if first else 0  # "the two last rows"
            together = cardinal(self._words[after]) if after == at - 1 else max(1, ahead)
            if not number or (after != at and not (after == at - 1 and together)):
                continue
            found = [rows for table in tables if (rows := self._run(table, number, together)) is not None]
            if found:
                return ElementReference(first, stop, "row", found[0], "ordinal", tuple(found[1:]))
        return None

    def _run(self, table: Part, number: int, together: int) -> Part | None:
        rows = parts(self._view, "row", table.start, table.stop)
        part = chosen(rows, number)
        if part is None or together > len(rows):
            return None
        at = rows.index(part)
        group = rows[at : at + together] if number > 0 else rows[at + 1 - together : at + 1]
        return Part(part.start, part.stop, (group[0].span[0], group[-1].span[1]))

    def _topic(self, at: int, stop: int) -> tuple[int, list[Token], int]:
        """Return the words that name a row, before or after the noun at the tokens `at` to `stop` - 1. The three values
        are the index of the first token, these words, and the index after the last token.
        """
        behind = self._words[stop] if stop < len(self._words) else None
        if any(stop < each.first <= stop + 2 for each in self._sections):
            behind = None  # "the Berlin row in Results"
        if behind is not None and (is_a(behind, "about") or is_a(behind, "of") or behind.norm in _FOR):
            end = end_of_topic(self._words, stop + 1, end_of_name(self._words, stop + 1))
            topic = [token for token in self._words[stop + 1 : end] if token.word and not is_function(token)]
            return at, topic, end
        for first in range(max(0, at - _BEFORE), at):
            before = self._words[first - 1] if first else None
            if before is not None and is_a(before, "articles") and before.norm not in INDEFINITE:
                topic = list(self._words[first:at])
                return first, topic if all(token.word and not is_function(token) for token in topic) else [], stop
        return at, [], stop

    def _stems(self, row: Part, cell: int | None = None) -> set[str]:
        line = self._view.document.text[slice(*row.span)]
        text = line if cell is None else _first_cell(line)
        return {token.stem for token in tokens(text) if token.word or token.norm.isdecimal()}


def _first_cell(line: str) -> str:
    return line.strip().strip("|").split("|")[0]


def end_of_name(words: Sequence[Token], at: int) -> int:
    """Return the index of the token at which a name that begins after token `at` ends: a word such as "in" or "from",
    or the end of the sentence.
    """
    for index in range(at + 1, len(words)):
        if is_a(words[index], "of") or words[index].text in ".!?;":
            return index
    return len(words)


def is_function(token: Token) -> bool:
    """Return True for a function word such as "the" or "with", in any language."""
    return token.norm in EVERY_WORD
