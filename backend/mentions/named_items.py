"""Find list items and table rows that a message names without the word "item": "goal 4" in the section Goals, "the row
for Berlin", "the last two rows", "the one on power".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backend.document.order_classes import INDEFINITE
from backend.mentions.closed_words import cardinal, is_a, noun, numbers_behind, ordinal
from backend.mentions.document_view import DocumentView
from backend.mentions.element_references import ElementReference
from backend.mentions.elements import Part, chosen, parts
from backend.mentions.lexicon import Token, tokens
from backend.mentions.section_references import SectionReference
from backend.mentions.topics import end_of_topic, item_about
from backend.ranking.function_words import ALL_WORDS

#: Prepositions behind "row", besides those of topics and of "of".
_FOR = frozenset("for für pour para por per voor mit with".split())
#: Maximum number of words of a row's name before the noun: "the Passau row".
_BEFORE = 3
#: Maximum number of other rows that fit as well.
_RIVALS = 3
#: Maximum number of words of a title that names its items: "open problem 3".
_TITLE = 3


class NamedItems:
    """The list items and table rows that one message names without the word "item". `sections` are the sections that it
    names; those in `taken` are part of an item's name.
    """

    def __init__(self, view: DocumentView, words: Sequence[Token], sections: Sequence[SectionReference]) -> None:
        self._view, self._words, self._sections = view, words, sections
        self.taken: list[SectionReference] = []

    def read(self) -> list[ElementReference]:
        found = [item for said in self._sections if (item := self._of_title(said)) is not None]
        spans = [(each.first, each.stop) for each in self._sections] + [(each.first, each.stop) for each in found]
        covered = {at for first, stop in spans for at in range(first, stop)}
        for at, word in enumerate(self._words):
            kinds, stop = noun(self._words, at) if at not in covered and not word.quote else ((), at)
            row = self._row(at, stop) if "row" in kinds else None
            one = self._one(at) if word.norm in ("one", "ones") and at not in covered else None
            found += [each for each in (row, one) if each is not None]
        return found

    # ------------------------------------------------------------------ items by their section's title

    def _of_title(self, said: SectionReference) -> ElementReference | None:
        """Return the item of "goal 4" or "the fourth goal" if the section of this name has one list with so many."""
        if said.stop - said.first > _TITLE or said.how != "exact" or self._words[said.first].quote:
            return None
        if self._words[said.stop - 1].norm[0].isdigit():
            return None  # "day 2: 3 µg" names day 2, and no item of it
        first, numbers, stop = self._counted(said)
        if not numbers or noun(self._words, said.first)[0] or noun(self._words, stop)[0]:
            return None
        holder = self._holder(stop)
        found = [part for index in said.sections if (part := self._item(index, numbers, holder)) is not None]
        if not found:
            return None
        self.taken += [said, holder] if holder is not None else [said]
        end = holder.stop if holder is not None else stop
        unknown = holder is None and stop < len(self._words) and is_a(self._words[stop], "of")  # "goal 2 of the study"
        return ElementReference(first, end, "item", found[0], "ordinal", tuple(found[1:]), unknown)

    def _counted(self, said: SectionReference) -> tuple[int, list[int], int]:
        """Return the first token, the numbers and the index after them; no numbers if there are none in a row."""
        for first in range(max(0, said.first - 3), said.first):
            number, stop = ordinal(self._words, first)
            if number and stop == said.first:
                return first, [number], said.stop
            together = cardinal(self._words[stop]) if number and stop == said.first - 1 else 0
            if together > 1:  # "the first two risks"
                return first, [*range(number, number + together)] if number > 0 else [-together, -1], said.stop
        labels = numbers_behind(self._words, said.stop)
        numbers = [int(each.number) for each in labels if each.number.isdecimal()]
        run = list(range(numbers[0], numbers[0] + len(labels))) if numbers else []
        return said.first, numbers if numbers == run else [], labels[-1].stop if labels else said.stop

    def _holder(self, at: int) -> SectionReference | None:
        """Return the section that is named behind "in" at token `at`; None if there is none."""
        behind = next((each for each in self._sections if each.first >= at), None)
        between = self._words[at : behind.first] if behind is not None else ()
        linked = bool(between) and all(is_a(each, "of") or is_a(each, "articles") for each in between)
        return behind if linked else None

    def _item(self, index: int, numbers: list[int], holder: SectionReference | None) -> Part | None:
        section = self._view.sections[index]
        inside = [self._view.sections[other] for other in holder.sections] if holder is not None else []
        if inside and not any(each.first <= section.first < each.stop for each in inside):
            return None
        lists = parts(self._view, "list", section.first, section.own_stop)
        if len(lists) != 1:
            return None
        series = parts(self._view, "item", lists[0].start, lists[0].stop)
        first, last = chosen(series, numbers[0]), chosen(series, numbers[-1])
        if first is None or last is None:
            return None
        return Part(first.start, first.stop, (first.span[0], last.span[1]))

    # ------------------------------------------------------------------ rows

    def _row(self, at: int, stop: int) -> ElementReference | None:
        """Return the row of "the row for Berlin", "the Berlin row" or "the last two rows"."""
        tables = self._tables(stop)
        if not tables or (at and self._words[at - 1].norm in INDEFINITE):
            return None
        counted = self._counted_rows(at, stop, tables)
        if counted is not None:
            return counted
        first, topic, end = self._topic(at, stop)
        if not topic:
            return None
        found = [row for table in tables for row in parts(self._view, "row", table.start, table.stop)]
        wanted = {token.stem for token in topic}
        headed = [row for row in found if wanted <= self._stems(row, cell=0)]
        fitting = headed or [row for row in found if wanted <= self._stems(row)]
        if not fitting:
            return None
        return ElementReference(first, end, "row", fitting[0], "part", tuple(fitting[1 : 1 + _RIVALS]))

    def _tables(self, at: int) -> list[Part]:
        """Return the tables of the section that is named behind token `at`, or of the whole document."""
        named = next((each for each in self._sections if each.first >= at and len(each.sections) == 1), None)
        section = self._view.sections[named.sections[0]] if named is not None else None
        start, end = (section.first, section.stop) if section is not None else (0, len(self._view.blocks))
        printed = parts(self._view, "table", start, end)
        return [each for each in printed if self._view.blocks[each.start].kind == "table"]

    def _counted_rows(self, at: int, stop: int, tables: list[Part]) -> ElementReference | None:
        """Return the rows of "the last two rows" if nothing else says in which table they are."""
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
        """Return the first token, the words that name a row, behind or before its noun, and the index after them."""
        behind = self._words[stop] if stop < len(self._words) else None
        if behind is not None and (is_a(behind, "about") or is_a(behind, "of") or behind.norm in _FOR):
            end = end_of_topic(self._words, stop + 1, self._end(stop + 1))
            topic = [token for token in self._words[stop + 1 : end] if token.word and not _is_function(token)]
            return at, topic, end
        for first in range(max(0, at - _BEFORE), at):
            before = self._words[first - 1] if first else None
            if before is not None and is_a(before, "articles") and before.norm not in INDEFINITE:
                topic = list(self._words[first:at])
                return first, topic if all(token.word and not _is_function(token) for token in topic) else [], stop
        return at, [], stop

    def _end(self, at: int) -> int:
        """Return the index of a word such as "in" or "from" behind token `at`, or of the end of the sentence."""
        for index in range(at + 1, len(self._words)):
            if is_a(self._words[index], "of") or self._words[index].text in ".!?;":
                return index
        return len(self._words)

    def _stems(self, row: Part, cell: int | None = None) -> set[str]:
        line = self._view.document.text[slice(*row.span)].strip().strip("|")
        text = line if cell is None else line.split("|")[cell]
        return {token.stem for token in tokens(text) if token.word or token.norm.isdecimal()}

    # ------------------------------------------------------------------ "the one on …"

    def _one(self, at: int) -> ElementReference | None:
        """Return the only list item that begins with the topic of "the one on power"."""
        before = self._words[at - 1] if at else None
        about = at + 1 < len(self._words) and is_a(self._words[at + 1], "about")
        if before is None or not is_a(before, "articles") or not about:
            return None
        stop = end_of_topic(self._words, at + 2, self._end(at + 2))
        topic = [token for token in self._words[at + 2 : stop] if token.word]
        told = item_about(self._view, topic, 0, len(self._view.blocks))
        if told is None or told.others or told.guessed or not self._opens(told.part, topic):
            return None
        return ElementReference(at, stop, "item", told.part, "topic")

    def _opens(self, part: Part, topic: Sequence[Token]) -> bool:
        """Return True if an item's first words contain a topic."""
        words = [token.stem for token in tokens(self._view.document.text[slice(*part.span)]) if token.word]
        return {token.stem for token in topic if not _is_function(token)} <= set(words[: 2 * _BEFORE])


def _is_function(token: Token) -> bool:
    return any(token.norm in listed for listed in ALL_WORDS.values())


def beside_elements(
    found: Sequence[ElementReference], elements: Sequence[ElementReference]
) -> Iterator[ElementReference]:
    """Yield the references in `found` that share no word with the references in `elements`."""
    for each in found:
        if not any(each.first < other.stop and other.first < each.stop for other in elements):
            yield each
