"""Find the place of the new text if a message names a part of the document, but its other words are not understood.

Unknown words around a single named section mean "into that section", never "instead of it". Unknown words around a
single named table or paragraph mean "after it". "As the second paragraph of X" and "make it the second paragraph of X"
mean the place before the present second paragraph.
"""

from __future__ import annotations

from typing import Literal

from backend.document.order_classes import MAKING
from backend.mentions.described_blocks import Found
from backend.mentions.parsed_message import ParsedMessage, outermost
from backend.mentions.referents import Target
from backend.mentions.resolver import Mention, resolve
from backend.mentions.section_of_block import holder
from backend.placement.request.roles import Roles

#: Roles of names that are only mentioned. Such a name is not a place.
_SPOKEN_OF = frozenset({"not", "refer", "topic", "saying"})
#: Words for "as" in several languages, German "zum", and verbs such as "become".
_AS = frozenset("as als comme en como come jako som som его как its zum zur".split())
_BECOMING = frozenset(
    "be is ist est es è é become becomes sein werden wird être devenir ser essere diventare worden".split()
)
#: Endings of a noun in the Slavic case that means "as": "вторым абзацем".
_INSTRUMENTAL = ("ем", "ом", "em")
#: Confidence (0 to 1) of a part that is named by its own words; and of a part named by a number that may count
#: something else ("first section").
NAMED, LOOSE = 0.6, 0.5
#: Minimum quality (0 to 1) of the only section's name in a message that names a paragraph of the section by its number.
_LOOSELY = 0.7
_BLOCKS = {"equation": "math", "quotation": "paragraph"}


def counted_paragraph(reading: ParsedMessage, index: int) -> tuple[int, int, int]:
    """Return three numbers if words such as "second paragraph" or "paragraph 2" begin at token `index`: the paragraph's
    number, the index of the noun, and the index after the words. Otherwise return three zeros.

    At the end of a sentence, an ordinal without a noun ("second to last") is also accepted. The number is negative if
    it counts from the end.
    """
    number, after = reading.ordinal(index)
    kind, end = reading.kind(after)
    if number and kind == "paragraph":
        return number, after, end
    if number:
        alone = after >= len(reading.tokens) or not reading.tokens[after].word
        figures = reading.text_at(index).isdecimal()  # the number of "Table 2."
        return (number, after, after) if alone and not figures and index > reading.sentence(index)[0] else (0, 0, 0)
    if kind == "paragraph":
        number, stop = reading.number(end)
        return (number, index, stop) if number else (0, 0, 0)
    return 0, 0, 0


class NamedPlace:
    """Finds where text should go, from the parts of the document that a message names.

    `opens` is True for the message that asked for the draft, and False for later messages about the draft.
    """

    def __init__(self, reading: ParsedMessage, roles: Roles, opens: bool) -> None:
        self.r, self.roles, self._opens = reading, roles, opens

    def numbered(self) -> tuple[Literal["after", "before"], Target] | None:
        """Return the place of a text that should become a paragraph with a given number. The result is "before" and the
        present second paragraph of X for "as the second paragraph of X"; it is "after" and the present last but one
        paragraph for "as the last but one paragraph".

        Returns None for other messages, and for the first or last paragraph.
        """
        r = self.r
        for index in range(len(r.tokens)):
            number, after, end = counted_paragraph(r, index)
            if number in (0, 1, -1) or index in r.masked or r.at(after, "section"):
                continue
            if not (end > after and self._as(index, after)) and not self._elliptic(index, end):
                continue
            at = self._counted(after) if end > after else None
            at = self._counted_in_named(number) if at is None else at
            if at is not None:
                found = Found(r.view.blocks[at], 0.95)
                target = Target("block", 0.95, end, blocks=(found,), noun="paragraph")
                return ("before" if number > 0 else "after"), target
        return None

    def _counted(self, noun: int) -> int | None:
        """Return the index of the block that the words at token `noun` name as a paragraph of a section by its number
        ("second paragraph of X"); None if there is no such block.
        """
        r = self.r
        for each in resolve(r.view.document, r.text):
            inside = each.at[0] <= r.tokens[noun].start < each.at[1]
            if inside and each.kind == "paragraph" and not each.rivals and self._in_named_section(each.start):
                return each.start
        return None

    def _counted_in_named(self, number: int) -> int | None:
        """Return the index of paragraph `number` of the only section that the message names, even if only loosely ("the
        intro"). Returns None if the message does not name exactly one section, or if the section has no such paragraph.
        """
        r = self.r
        named = [m for m in outermost(r.mentions) if m.quality >= _LOOSELY and m.first not in self.roles.refused]
        if len(named) != 1 or len(named[0].sections) != 1:
            return None
        own = [b.index for b in r.view.own(r.view.sections[named[0].sections[0]]) if b.kind == "paragraph"]
        at = number - 1 if number > 0 else len(own) + number
        return own[at] if 0 <= at < len(own) else None

    def _elliptic(self, index: int, end: int) -> bool:
        """Return True if a sentence consists of a section's name and a position, such as "X, second paragraph." and
        "Second paragraph of X." The position has the tokens `index` to `end` - 1.
        """
        r = self.r
        first, stop = r.sentence(index)
        if index == first:
            at = r.skip(end, stop, "of", "in", "filler")
            ends = [m.stop for m in r.mentions if m.first == at > end] or ([end] if holder(r, index, end) else [])
            return any(self._is_rest_polite(r.skip(each, stop, "section"), stop) for each in ends)
        lead = r.skip(first, index, "in", "filler", "section")
        if r.tokens[index - 1].word or not any(m.first in (first, lead) and m.stop == index - 1 for m in r.mentions):
            return False
        return self._is_rest_polite(end, stop) and r.text_at(end) != ":"

    def _is_rest_polite(self, first: int, stop: int) -> bool:
        return all(not self.r.tokens[i].word or self.r.at(i, "polite") for i in range(first, stop))

    def only(self) -> Target | None:
        """Return the only existing section or block that the message names; None if it names several or none."""
        r = self.r
        found = [each for each in resolve(r.view.document, r.text) if each.kind != "document" and self._counts(each)]
        if len({each.start for each in found}) != 1 or found[0].rivals:
            return None
        each = found[-1]
        index = self._token(each)
        if each.kind == "section":
            section = next((i for i, s in enumerate(r.view.sections) if s.heading == each.start), None)
            score = NAMED if each.how == "exact" else LOOSE
            return Target("section", score, index, sections=(section,)) if section is not None else None
        noun = _BLOCKS.get(each.kind, each.kind)
        return Target("block", NAMED, index, blocks=(Found(r.view.blocks[each.start], NAMED),), noun=noun)

    def _as(self, index: int, after: int) -> bool:
        r, ordinal = self.r, index
        while index > 1 and r.at(index - 1, "filler") == index and r.text_at(index - 1) not in _AS:
            index -= 1
        if r.text_at(index - 1) in _AS | _BECOMING or r.text_at(after).endswith(_INSTRUMENTAL):
            return True
        draft = any(r.at(i, "content") for i in range(index, ordinal))
        return draft and r.text_at(index - 1) in MAKING  # "make it the second paragraph of X"

    def _in_named_section(self, block: int) -> bool:
        r = self.r
        named = [r.view.sections[s] for m in r.mentions for s in m.sections]
        return any(section.first <= block < section.stop for section in named)

    def _counts(self, each: Mention) -> bool:
        r = self.r
        index = self._token(each)
        if (
            index in self.roles.refused
            or each.how in ("synonym", "topic", "spelling")
            or (each.guessed and self._opens)
        ):
            return False
        near = [m for m in r.mentions if m.first == index]
        return not any(self.roles.of(m) in _SPOKEN_OF for m in near) and not r.in_topic(r.sentence(index)[0], index)

    def _token(self, each: Mention) -> int:
        return next((i for i, t in enumerate(self.r.tokens) if t.start >= each.at[0]), 0)
