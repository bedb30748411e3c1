"""Find the elements that a message names: "the second paragraph of X", "Table 2", "the last bullet", "the table in
X".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.document.order_classes import INDEFINITE
from backend.mentions.closed_words import is_a, label, noun
from backend.mentions.document_view import DocumentView
from backend.mentions.element_phrases import NUMBERED, ElementPhrases, Phrase
from backend.mentions.elements import Part, chosen, parts
from backend.mentions.lexicon import Token
from backend.mentions.section_references import SectionReference
from backend.mentions.topics import end_of_topic, item_about, paragraph_about, sentence_about

#: Elements of lists. They are counted in the only list that has enough of them.
_LISTED = {"item": "item", "step": "item"}
#: Elements that a message can describe by their topic: "the paragraph about drones".
_DESCRIBED = frozenset({"paragraph", "sentence", "item"})


@dataclass(frozen=True, slots=True)
class ElementReference:
    """An element that a message names: the tokens `first` to `stop` - 1 mean `part`. They may also mean each of
    `others`.

    `how` says how the element was found: "number", "ordinal", "topic" or "part". `guessed` is True if the words may
    mean something else. `container` is the section that the message names with the element, or None.
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
        self._taken = {
            i for s in sections if not s.guessed or s.how in ("exact", "number") for i in range(s.first, s.stop)
        }

    def read(self) -> list[ElementReference]:
        phrases = list(ElementPhrases(self._words, self._taken).read())
        found: list[ElementReference] = []
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
        return found

    def _inner(self, phrases: list[Phrase], place: int) -> int | None:
        """Return the index of the next phrase if the phrase at `place` names a part of it, as in "the last sentence of
        the second paragraph"; else None.
        """
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
        if _DESCRIBED.intersection(phrase.kinds) and not phrase.number and not phrase.labels:
            return self._about(phrase)
        container, stop = self._container(phrase)
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

    def _about(self, phrase: Phrase) -> list[ElementReference]:
        """Return the elements for "the paragraph about drones", best match first. If others match nearly as well, the
        first is guessed.
        """
        at = phrase.stop
        article = self._words[phrase.first - 1] if phrase.first else None
        if article is None or not is_a(article, "articles") or article.norm in INDEFINITE:
            return []
        if at >= len(self._words) or not is_a(self._words[at], "about"):
            return []
        after = at + ("item" in phrase.kinds)  # "the bullet about methods" is not in the section Methods
        stop = min(self._sentence(at)[1], next((s.first for s in self._sections if s.first > after), len(self._words)))
        stop = end_of_topic(self._words, at + 1, stop)
        topic = [token for token in self._words[at + 1 : stop] if token.word]
        kind = phrase.kinds[0]
        holder = self._holder(stop) if kind == "item" else None
        if kind == "item":
            within = self._view.sections[holder.sections[0]] if holder is not None else self._view.sections[0]
            told = item_about(self._view, topic, within.first, within.stop if holder else len(self._view.blocks))
        else:
            told = (sentence_about if kind == "sentence" else paragraph_about)(self._view, topic)
        if told is None:
            return []
        end = holder.stop if holder is not None else stop
        return [ElementReference(phrase.first, end, kind, told.part, "topic", told.others, told.guessed, holder)]

    def _holder(self, at: int) -> SectionReference | None:
        """Return the one section that is named at token `at`, behind "in" or "of"; None if there is none."""
        said = next((s for s in self._sections if s.first == at and len(s.sections) == 1), None)
        return said if said is not None and is_a(self._word_before(said), "of") else None

    @staticmethod
    def _plain_number(phrase: Phrase, kind: str) -> int:
        """Return the number in "paragraph 3"; 0 for tables and other elements with printed numbers, which are not
        counted by position.
        """
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
        """Return the section of the element, and the index after its name. It is named after "of", before "'s", or
        nearby. None if no section is named there.
        """
        end = max(phrase.stop, phrase.shared)
        behind = next((s for s in self._sections if s.first >= end), None)
        if behind is not None and self._linked(end, behind.first):
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

    def _first(self, phrase: Phrase, container: SectionReference | None) -> int:
        """Return the index of the first token that names the element, with its section before "'s"."""
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
        """Return True if only words such as "of the" or "in section" are between two tokens."""
        between = [t for t in self._words[start:stop] if t.word or t.text in ",;:("]
        if len(between) > 5:
            return False
        if not any(is_a(t, "of") or t.text in ",(" or "section" in noun([t], 0)[0] for t in between):
            return False
        return all(is_a(t, "of") or is_a(t, "articles") or t.text in ",(" or noun([t], 0)[0] for t in between)

    def _owns(self, start: int, stop: int) -> bool:
        """Return True if only "'s", 的, の or a comma is between a section's name and the element."""
        between = [t for t in self._words[start:stop] if t.word or t.text not in '"”»」』“']
        return len(between) <= 3 and all(
            is_a(t, "possessive") or is_a(t, "articles") or is_a(t, "of") or t.text in ",:，、第" or noun([t], 0)[0]
            for t in between
        )

    def _sentence(self, at: int) -> tuple[int, int]:
        first = stop = at
        while first and not self._ends(first - 1):
            first -= 1
        while stop < len(self._words) and not self._ends(stop):
            stop += 1
        return first, stop

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
                part = chosen(each, number)
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
        """Return several counted parts, as in "the first two paragraphs", as one part."""
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
        """Return the n-th element of the whole document, if the message says so or if such elements are rare; else
        None.
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
        if not whole and kind in _LISTED:
            return self._listed(phrase, kind, number)
        if not whole and kind not in NUMBERED and kind not in ("list", "quotation") and not self._undivided():
            return None
        series = parts(self._view, kind, 0, len(self._view.blocks))
        part = chosen(series, number)
        if part is None:
            return None
        part = self._together(part, series, phrase)
        guessed = not whole and not self._undivided()
        return ElementReference(phrase.first, end if whole else phrase.stop, kind, part, "ordinal", guessed=guessed)

    def _undivided(self) -> bool:
        """Return True if the document has no sections in which its elements could be counted."""
        return all(section is self._view.title for section in self._view.sections[1:])

    def _listed(self, phrase: Phrase, kind: str, number: int) -> ElementReference | None:
        """Return the n-th item of the only list that has at least n items; if several lists have, the other items may
        be meant, too.
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
        """Return the element for "the table in X" or "the figure". Without a section, the document must have only one
        such element.
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
        """Return the block of the caption of a table or figure, if the caption is a block beside it."""
        block = self._view.blocks[part.start]
        beside = (self._view.caption(block, below, kind) for below in (True, False)) if kind in NUMBERED else ()
        return next((caption.index for caption in beside if caption is not None), None)

    def _definite(self, first: int) -> bool:
        """Return True if the noun has a definite article, or no article at all ("table in Results", Chinese,
        Japanese).
        """
        before = self._words[first - 1] if first else None
        return before is None or before.norm not in INDEFINITE
