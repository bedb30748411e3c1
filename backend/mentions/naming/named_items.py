"""Find list items and table rows that a message names without the word "item": "goal 4" for the fourth item of the
section Goals, "the row for Berlin", "the last two rows", "the one on power".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backend.mentions.closed_words import cardinal, is_a, noun, numbers_behind, ordinal
from backend.mentions.document_view import DocumentView
from backend.mentions.elements import Part, chosen, parts
from backend.mentions.lexicon import Token, tokens
from backend.mentions.named_rows import NamedRows, end_of_name, is_function
from backend.mentions.naming.element_references import ElementReference
from backend.mentions.naming.topics import end_of_topic, part_about
from backend.mentions.section_references import SectionReference

#: Number of an item's first words that can name it.
_OPENING = 6
#: Maximum number of words of a title that names its items: "open problem 3".
_TITLE = 3


class NamedItems:
    """Finds the list items and table rows that one message names without the word "item". `sections` are the sections
    that the message names. `taken` collects the sections whose names are only a part of an item's name: Goals, if "goal
    4" names its fourth item.
    """

    def __init__(self, view: DocumentView, words: Sequence[Token], sections: Sequence[SectionReference]) -> None:
        self._view, self._words, self._sections = view, words, sections
        self.taken: list[SectionReference] = []

    def read(self) -> list[ElementReference]:
        found = [item for said in self._sections if (item := self._of_title(said)) is not None]
        spans = [(each.first, each.stop) for each in self._sections] + [(each.first, each.stop) for each in found]
        covered = {at for first, stop in spans for at in range(first, stop)}
        rows = NamedRows(self._view, self._words, self._sections)
        for at, word in enumerate(self._words):
            kinds, stop = noun(self._words, at) if at not in covered and not word.quote else ((), at)
            found += rows.named(at, stop) if "row" in kinds else []
            one = self._one(at) if word.norm in ("one", "ones") and at not in covered else None
            found += [one] if one is not None else []
        return found

    # ------------------------------------------------------------------ items by their section's title

    def _of_title(self, said: SectionReference) -> ElementReference | None:
        """Return the item that is named by the title of its section: "goal 4" or "the fourth goal" for an item of
        Goals. Returns None unless the section has exactly one list, and this list is long enough.
        """
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
        """Return the numbers before or after the name `said`: 2 and 3 for "goals 2 and 3", -2 and -1 for "the last two
        goals". The result is (index of the first token, numbers, index after the last token). Numbers that are not
        consecutive give [].
        """
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
        """Return the section that is named after "in" or "of" at token `at`; None if this word or the section is
        missing.
        """
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

    # ------------------------------------------------------------------ "the one on …"

    def _one(self, at: int) -> ElementReference | None:
        """Return the list item that a phrase such as "the one on power" means. The phrase begins at token `at`, and the
        item's first words must contain its topic. Returns None if there is no such item, or more than one.
        """
        before = self._words[at - 1] if at else None
        about = at + 1 < len(self._words) and is_a(self._words[at + 1], "about")
        if before is None or not is_a(before, "articles") or not about:
            return None
        stop = end_of_topic(self._words, at + 2, end_of_name(self._words, at + 2))
        topic = [token for token in self._words[at + 2 : stop] if token.word]
        told = part_about(self._view, topic, "item", (0, len(self._view.blocks)))
        if told is None or told.others or told.guessed or not self._opens(told.part, topic):
            return None
        return ElementReference(at, stop, "item", told.part, "topic")

    def _opens(self, part: Part, topic: Sequence[Token]) -> bool:
        """Return True if the first words of the list item `part` contain all words of a topic: "power" in "Power
        supply: two cells".
        """
        words = [token.stem for token in tokens(self._view.document.text[slice(*part.span)]) if token.word]
        return {token.stem for token in topic if not is_function(token)} <= set(words[:_OPENING])


def beside_elements(
    found: Sequence[ElementReference], elements: Sequence[ElementReference]
) -> Iterator[ElementReference]:
    """Yield the references in `found` that share no word with the references in `elements`."""
    for each in found:
        if not any(each.first < other.stop and other.first < each.stop for other in elements):
            yield each
