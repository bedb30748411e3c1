"""Find the elements (paragraphs, tables, list items and so on) that a message names: "the second paragraph of X",
"Table 2", "the last bullet", "the table in X".
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from backend.document.order_words import is_indefinite
from backend.mentions.closed_words import is_a, label, noun
from backend.mentions.document_view import DocumentView
from backend.mentions.element_phrases import NUMBERED, ElementPhrases, Phrase
from backend.mentions.elements import Part, chosen, parts
from backend.mentions.lexicon import Token
from backend.mentions.naming.described_parts import DESCRIBED, DescribedPart, DescribedParts
from backend.mentions.naming.element_identifiers import identified
from backend.mentions.naming.titled_elements import parts_of_title, with_title
from backend.mentions.section_references import SectionReference

#: Elements of lists. "The third item" means the third item of a list, if only one list has three items.
_LISTED = {"item": "item", "step": "item"}
#: Marks between the titles of a path.
_PATH_MARKS = frozenset({",", ">", "/", ":", "›", "→", "、"})


@dataclass(frozen=True, slots=True)
class ElementReference:
    """An element that a message names. Its tokens `first` to `stop` - 1 stand for `part`, or perhaps for one of
    `others`. `how` says how the element was found: "number", "ordinal", "topic" or "part" (only by its kind).

    `guessed` is True if the words may mean something else. `container` is the section that the message names with the
    element, or None.
    """

    first: int
    stop: int
    kind: str
    part: Part
    how: str
    others: tuple[Part, ...] = ()
    guessed: bool = False
    container: SectionReference | None = None
    #: the block of its caption, if that is a separate block
    caption: int | None = None


class ElementReferences:
    """Finds the elements that one message names. `sections` are the sections that it names."""

    def __init__(self, view: DocumentView, words: Sequence[Token], sections: Sequence[SectionReference]) -> None:
        self._view, self._words = view, words
        self._sections = sections
        #: named sections that lack the element ("the eighth paragraph of Methods", which has five)
        self.without: list[SectionReference] = []
        self._parts = DescribedParts(view, words, sections)
        self._taken = {
            i for s in sections if not s.guessed or s.how in ("exact", "number") for i in range(s.first, s.stop)
        }

    def read(self) -> list[ElementReference]:
        phrases = list(ElementPhrases(self._words, self._taken).read())
        found = [
            ElementReference(
                first, stop, kind, self._part(block), "number", caption=self._caption(self._part(block), kind)
            )
            for first, stop, kind, block in identified(self._view, self._words)
        ]
        named = {at for each in found for at in range(each.first, each.stop)}
        phrases = [each for each in phrases if not named.intersection(range(each.first, each.stop))]
        used: set[int] = set()
        for place, phrase in enumerate(phrases):
            if place in used:
                continue
            inner = self._inner(phrases, place)
            if inner is not None:
                used.add(inner)
                found += self._within_element(phrase, phrases[inner])
            else:
                found += self._resolve(phrase)
        return found + [self._described(told) for told in self._parts.of_other_words()]

    def _inner(self, phrases: list[Phrase], place: int) -> int | None:
        """Return `place` + 1 if the phrase at index `place` names a part of the element that the next phrase names:
        "the last sentence" in "the last sentence of the second paragraph". Otherwise return None."""
        if place + 1 >= len(phrases) or phrases[place].kinds[0] not in ("sentence", "item", "row"):
            return None
        one, other = phrases[place], phrases[place + 1]
        between = self._words[one.stop : other.first]
        linked = between and is_a(between[0], "of") and all(is_a(t, "of") or is_a(t, "articles") for t in between)
        return place + 1 if linked else None

    # ------------------------------------------------------------------ what they mean

    def _within_element(self, phrase: Phrase, outer: Phrase) -> list[ElementReference]:
        found = []
        for holder in self._resolve(outer):
            kind = phrase.kinds[0]
            inside = parts(self._view, kind, holder.part.start, holder.part.stop)
            number = phrase.number or (int(phrase.labels[0]) if phrase.labels and phrase.labels[0].isdecimal() else 0)
            part = chosen(inside, number) if number else (inside[0] if len(inside) == 1 else None)
            if part is not None:
                part = self._together(part, inside, phrase)
                guessed = holder.guessed and holder.how != "part"  # "the first row of the table", the only one
                found.append(
                    replace(
                        holder, first=phrase.first, kind=kind, part=part, how="ordinal", guessed=guessed, caption=None
                    )
                )
        return found

    def _resolve(self, phrase: Phrase) -> list[ElementReference]:
        for kind in phrase.kinds:
            if phrase.labels and kind in NUMBERED:
                printed = [found for number in phrase.labels for found in self._printed(phrase, kind, number)]
                if printed:
                    return printed
        phrase, titled = with_title(phrase, self._words, self._sections)
        if titled is not None and not phrase.number:
            return self._of_title(phrase, titled)
        told = self._parts.of_phrase(phrase) if not phrase.number and not phrase.labels else None
        if told is not None or (DESCRIBED.intersection(phrase.kinds) and not phrase.number and not phrase.labels):
            return [self._described(told)] if told is not None else []
        container, stop = (titled, phrase.stop) if titled is not None else self._container(phrase)
        for kind in phrase.kinds:
            number = phrase.number or self._plain_number(phrase, kind)
            if number:
                found = self._counted(phrase, kind, number, container)
            elif kind in (*NUMBERED, "list", "quotation") and not phrase.labels:
                found = self._only(phrase, kind, container)
            else:
                found = None
            if found is not None and not phrase.shared:
                return [replace(found, first=self._first(phrase, container), stop=max(found.stop, stop))]
            if found is not None:
                return [found]
        if container is not None and (phrase.number or phrase.labels):
            self.without.append(container)
        return []

    @staticmethod
    def _described(told: DescribedPart) -> ElementReference:
        match = told.match
        return ElementReference(
            told.first, told.stop, told.kind, match.part, "topic", match.others, match.guessed, told.holder
        )  # fmt: skip

    def _of_title(self, phrase: Phrase, said: SectionReference) -> list[ElementReference]:
        """Return the element that a message names by the title of its section and a noun: "the results paragraph".
        `said` is this section. If it has several such elements, the result is the first, with the rest as `others`; []
        if it has none.
        """
        kind, found = phrase.kinds[0], parts_of_title(self._view, phrase.kinds[0], said)
        if not found:
            self.without += [each for each in self._sections if each.first == said.first]
            return []
        caption = self._caption(found[0], kind)
        return [
            ElementReference(
                said.first, phrase.stop, kind, found[0], "part", tuple(found[1:]), container=said, caption=caption
            )
        ]  # fmt: skip

    @staticmethod
    def _plain_number(phrase: Phrase, kind: str) -> int:
        """Return the number of an element that is counted by position: 3 for "paragraph 3". Returns 0 if there is no
        number, and for tables and other elements with printed numbers."""
        if kind in NUMBERED or not phrase.labels or not phrase.labels[0].isdecimal() or not phrase.together:
            return 0
        return int(phrase.labels[0])

    def _printed(self, phrase: Phrase, kind: str, number: str) -> list[ElementReference]:
        before = self._words[phrase.first - 1].norm if phrase.first else ""
        extra = before.startswith(("suppl", "extended", "дополн", "补充"))
        found = self._view.printed.find(kind, phrase.word, f"S{number}") if extra else None
        found = found or self._view.printed.find(kind, phrase.word, number)
        if found is None:
            return []
        first, *others = [self._part(i) for i in found.blocks]
        counted = not found.sure and not others
        return [
            ElementReference(
                phrase.first, phrase.stop, kind, first, "number", tuple(others), counted, caption=found.caption
            )
        ]  # fmt: skip

    def _part(self, index: int) -> Part:
        block = self._view.blocks[index]
        return Part(index, index + 1, (block.start, block.end))

    def _container(self, phrase: Phrase) -> tuple[SectionReference | None, int]:
        """Return the section that the message names with the element (after "of", before "'s", or nearby), and the
        index after the section's name. The section is None if none is named there.
        """
        end = max(phrase.stop, phrase.shared)
        behind = next((s for s in self._sections if s.first >= end), None)
        if behind is not None and self._linked(end, behind.first):
            behind = self._deeper(behind)
            return behind, behind.stop
        before = [s for s in self._sections if s.stop <= phrase.first]
        if before and self._owns(before[-1].stop, phrase.first):
            return before[-1], phrase.stop
        first, stop = self._sentence(phrase.first)
        same = [s for s in before if s.first >= first and (not s.guessed or len(s.sections) > 1)]
        if same:
            return same[-1], phrase.stop
        if behind is not None and behind.first < stop and not behind.guessed and is_a(self._word_before(behind), "of"):
            return behind, phrase.stop
        return None, phrase.stop

    def _deeper(self, said: SectionReference) -> SectionReference:
        """Return the last section of a path such as "Results, Tilt estimation"; `said` if it begins no path."""
        below = next((s for s in self._sections if s.first > said.stop), None)
        mark = [t.text for t in self._words[said.stop : below.first]] if below is not None else []
        if below is None or len(mark) != 1 or mark[0] not in _PATH_MARKS:
            return said
        view = self._view
        inside = all(any(view.under(view.sections[b], view.sections[a]) for a in said.sections) for b in below.sections)
        return self._deeper(below) if inside else said

    def _first(self, phrase: Phrase, container: SectionReference | None) -> int:
        """Return the index of the first token of an element's name: "Outlook" in "Outlook's second table"."""
        if container is None or container.stop > phrase.first:
            return phrase.first
        between = self._words[container.stop : phrase.first]
        owns = len(between) > 0 and is_a(between[0], "possessive") and self._owns(container.stop, phrase.first)
        return container.first if owns else phrase.first

    def _word_before(self, said: SectionReference) -> Token:
        at = said.first - 1
        while at > 0 and (is_a(self._words[at], "articles") and not is_a(self._words[at], "of")):
            at -= 1
        return self._words[max(0, at)]

    def _linked(self, start: int, stop: int) -> bool:
        """Return True if the tokens from `start` to `stop` - 1 are only words such as "of the" or "in section"."""
        between = [t for t in self._words[start:stop] if t.word or t.text in ",;:("]
        if len(between) > 5:
            return False
        if not any(is_a(t, "of") or t.text in ",(" or "section" in noun([t], 0)[0] for t in between):
            return False
        return all(is_a(t, "of") or is_a(t, "articles") or t.text in ",(" or noun([t], 0)[0] for t in between)

    def _owns(self, start: int, stop: int) -> bool:
        """Return True if the tokens from `start` to `stop` - 1 can link the name of a section and the noun of an
        element in it. These are at most three: a possessive sign ("'s", "的"), "of", an article, "section", a colon, a
        comma."""
        between = [t for t in self._words[start:stop] if t.word or t.text not in '"”»」』“']
        return len(between) <= 3 and all(
            is_a(t, "possessive") or is_a(t, "articles") or is_a(t, "of") or t.text in ",:，、第" or noun([t], 0)[0]
            for t in between
        )

    def _sentence(self, at: int) -> tuple[int, int]:
        place = bisect_left(self._sentence_ends, at)
        first = self._sentence_ends[place - 1] + 1 if place else 0
        return first, self._sentence_ends[place] if place < len(self._sentence_ends) else len(self._words)

    @cached_property
    def _sentence_ends(self) -> list[int]:
        return [index for index in range(len(self._words)) if self._ends(index)]

    def _ends(self, index: int) -> bool:
        text = self._words[index].text
        if text in "!?。！？;":
            return True
        following = self._words[index + 1] if index + 1 < len(self._words) else None
        if text != "." or following is None or following.start == self._words[index].end:
            return False
        before = self._words[index - 1] if index else None
        return not (before and (before.text.isdecimal() or (noun([before], 0)[0] and label(self._words, index + 1)[0])))

    # ------------------------------------------------------------------ counting

    def _counted(
        self, phrase: Phrase, kind: str, number: int, container: SectionReference | None
    ) -> ElementReference | None:
        if container is None:
            return self._counted_anywhere(phrase, kind, number)
        found: list[Part] = []
        for index in container.sections:
            section = self._view.sections[index]
            own = parts(self._view, kind, section.first, section.own_stop)
            whole = parts(self._view, kind, section.first, section.stop)
            series = own if chosen(own, number) else whole
            # the last one "of X" may be the last of X's own text, or of its last subsection
            for each in (series, whole) if number < 0 else (series,):
                part = chosen(each, number) if not phrase.every or len(each) == phrase.together else None
                if part is not None and phrase.labels and each.index(part) + phrase.together > len(each):
                    continue  # "paragraphs 2 to 9" of a section with five
                if part is not None and (part := self._together(part, each, phrase)) not in found:
                    found.append(part)
        if not found:
            return None
        guessed = container.guessed and len(container.sections) < 2
        return ElementReference(
            phrase.first, phrase.stop, _LISTED.get(kind, kind), found[0], "ordinal", tuple(found[1:]), guessed,
            container,
        )  # fmt: skip

    @staticmethod
    def _together(part: Part, series: list[Part], phrase: Phrase) -> Part:
        """Return the parts of a phrase such as "the first two paragraphs" as one part. `part` has the number that the
        phrase gives, and `series` are all parts among which it is counted.
        """
        if phrase.together < 2:
            return part
        at = series.index(part)
        group = (
            series[at : at + phrase.together]
            if phrase.number >= 0
            else series[max(0, at + 1 - phrase.together) : at + 1]
        )
        return Part(group[0].start, group[-1].stop, (group[0].span[0], group[-1].span[1]))

    def _counted_anywhere(self, phrase: Phrase, kind: str, number: int) -> ElementReference | None:
        """Return the element with this number in the whole document: "the third table". Returns None for a common kind
        such as a paragraph if the document has sections, unless "of the paper" or similar words follow.
        """
        kinds: tuple[str, ...] = ()
        end = phrase.stop
        at = phrase.stop
        while at < len(self._words) and (is_a(self._words[at], "of") or is_a(self._words[at], "articles")):
            at += 1
        if at > phrase.stop:
            while at < len(self._words) and is_a(self._words[at], "whole"):
                at += 1
            kinds, end = noun(self._words, at)
        whole = "document" in kinds
        if phrase.every:
            return None  # "the two paragraphs" may be those of the draft
        if not whole and kind in _LISTED:
            return self._listed(phrase, kind, number)
        if not whole and kind not in NUMBERED and kind not in ("list", "quotation") and not self._undivided():
            return None
        series = parts(self._view, kind, 0, len(self._view.blocks))
        part = chosen(series, number)
        if part is None:
            return None
        printed = self._view.printed.find(kind, phrase.word, str(number)) if kind in NUMBERED and number > 0 else None
        agrees = printed is not None and printed.blocks == (part.start,) and phrase.together == 1
        part = self._together(part, series, phrase)
        guessed = not whole and not self._undivided() and not agrees
        return ElementReference(phrase.first, end if whole else phrase.stop, kind, part, "ordinal", guessed=guessed)

    def _undivided(self) -> bool:
        """Return True if the document has no sections in which its elements could be counted."""
        return all(section is self._view.title for section in self._view.sections[1:])

    def _listed(self, phrase: Phrase, kind: str, number: int) -> ElementReference | None:
        """Return the item with this number in the first list that has so many items. The `others` of the result are the
        items with this number in the other lists. Returns None if every list is too short.
        """
        found = []
        for block in self._view.blocks:
            series = parts(self._view, kind, block.index, block.index + 1)
            part = chosen(series, number)
            if part is not None:
                found.append(self._together(part, series, phrase))
        if not found:
            return None
        return ElementReference(phrase.first, phrase.stop, "item", found[0], "ordinal", tuple(found[1:]))

    def _only(self, phrase: Phrase, kind: str, container: SectionReference | None) -> ElementReference | None:
        """Return the element for "the table in X" or "the figure". Without a section (`container`), the document must
        have exactly one such element; otherwise the result is None.
        """
        if not self._definite(phrase.first):
            return None
        if container is None:
            series = parts(self._view, kind, 0, len(self._view.blocks))
            if len(series) != 1:
                return None
            caption = self._caption(series[0], kind)
            return ElementReference(phrase.first, phrase.stop, kind, series[0], "part", guessed=True, caption=caption)
        found: list[Part] = []
        for index in container.sections:
            section = self._view.sections[index]
            own = parts(self._view, kind, section.first, section.own_stop)
            found += own or parts(self._view, kind, section.first, section.stop)
        if not found:
            return None
        return ElementReference(
            phrase.first, phrase.stop, kind, found[0], "part", tuple(found[1:]), container.guessed, container,
            self._caption(found[0], kind),
        )  # fmt: skip

    def _caption(self, part: Part, kind: str) -> int | None:
        """Return the index of the block of a caption beside a table or figure; None if there is none."""
        block = self._view.blocks[part.start]
        beside = (self._view.caption(block, below, kind) for below in (True, False)) if kind in NUMBERED else ()
        return next((caption.index for caption in beside if caption is not None), None)

    def _definite(self, first: int) -> bool:
        """Return True if the noun at token `first` has no indefinite article. In languages without articles, such as
        Chinese, this is always so."""
        before = self._words[first - 1] if first else None
        return before is None or not is_indefinite(before.norm, self._words[first].norm)
