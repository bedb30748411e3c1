"""Find the sections that a message names by title, number, ordinal or identifier, and the words that name each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from backend.document import order_words
from backend.document.clauses import ADVERBS
from backend.mentions.closed_words import HAN_DIGITS, is_a, label, noun, numbers_behind, ordinal
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import Token
from backend.mentions.naming.abbreviations import abbreviates
from backend.mentions.naming.heading_labels import labeled, with_printed_words
from backend.mentions.naming.number_references import NumberReferences, leads
from backend.mentions.section_names import NamedSection
from backend.ranking.function_words import EVERY_WORD

#: Minimum quality (0 to 1) of any name, of a name that is a part of a title, and of a name that is certainly complete.
_LEAST, _LEAST_PART, _WHOLE = 0.45, 0.6, 0.95
_FUNCTION = EVERY_WORD | ADVERBS
_IDENTIFIER = re.compile(r"[@#]?[A-Za-z][\w]*[:-][\w:.-]*\w")


@dataclass(frozen=True, slots=True)
class SectionReference:
    """Words of a message that name a section. Their tokens are `first` to `stop` - 1. They may mean each of `sections`
    (indices, most likely first).

    - `how`: how it was found: "exact", "number", "ordinal", "spelling" (misspelled), "synonym" or "part" (of the title)
    - `guessed`: True if the words may be no name: "the results" in "the results of 2019"
    """

    first: int
    stop: int
    sections: tuple[int, ...]
    how: str
    guessed: bool = False


class SectionReferences:
    """Finds the sections that one message names: "Methods", "section 3.2", "the third section"."""

    def __init__(self, view: DocumentView, text: str, words: Sequence[Token]) -> None:
        self._view, self._text, self._words = view, text, words

    def read(self) -> list[SectionReference]:
        """Return the sections that the message names, in order. Of two names that overlap, a quoted title is preferred,
        or else the longest name.
        """
        found = [*self._quoted(), *self.numbered(), *self._ordinals(), *self._identified(), *self.labeled()]
        found += [said for name in self._view.named_in(self._words) if (said := self._named(name))]
        quoted = {i for i, token in enumerate(self._words) if token.quote}
        kept: list[SectionReference] = []
        taken = bytearray(len(self._words))
        for said in sorted(
            found,
            key=lambda s: (
                s.first not in quoted or s.how != "exact",
                s.guessed,
                _RANKS[s.how],
                s.first - s.stop,
                s.how,
                s.first,
            ),
        ):
            if not any(taken[said.first : said.stop]):
                kept.append(said)
                taken[said.first : said.stop] = b"\1" * (said.stop - said.first)
        return self._nested(self._joined(sorted(kept, key=lambda s: s.first)))

    def _joined(self, found: list[SectionReference]) -> list[SectionReference]:
        """Join a number and the name after it, as in "3.2 Results", into one reference."""
        out: list[SectionReference] = []
        for said in map(self._with_typed_number, found):
            start, number = self._number_before(said.first)
            named = self._view.numbers.find(number) if number and said.how != "number" else None
            both = tuple(s for s in said.sections if named and s in named.sections)
            if both:
                said = replace(said, first=start, sections=both)
                if out and out[-1].stop > start:
                    said = replace(said, first=out.pop().first)
            out.append(said)
        return out

    def _with_typed_number(self, said: SectionReference) -> SectionReference:
        """Return the reference, extended by a number or sign directly before the name in the message if the heading
        begins with the same sign: "一、" in "一、Results".
        """
        if len(said.sections) != 1:
            return said
        title = self._view.sections[said.sections[0]].title
        return replace(said, first=with_printed_words(self._text, self._words, (said.first, said.stop), title))

    def _number_before(self, first: int) -> tuple[int, str]:
        """Return the index and the text of the number directly before a name at token `first`; (first, "") if there is
        none.
        """
        end = first
        while end and self._words[end - 1].text in ".:,–—()\"'“„«":
            end -= 1
        for start in range(max(0, end - 5), end):
            number, stop = label(self._words, start)
            if number and stop == end:
                return start, number
        return first, ""

    def _nested(self, found: list[SectionReference]) -> list[SectionReference]:
        """Return the references, with one for "Results of Study 2": the section Results inside Study 2. The separate
        reference to Study 2 is left out.
        """
        out: list[SectionReference] = []
        holders: list[SectionReference] = []
        for place, said in enumerate(found):
            for other in (*found[max(0, place - 1) : place], *found[place + 1 : place + 2]):
                if len(said.sections) > 1 and self._linked(said, other) and (below := self._parts_of(other, said)):
                    said = replace(said, sections=below)
                    holders.append(other)
            out.append(said)
        return [said for said in out if not any(said is holder for holder in holders)]

    def _parts_of(self, whole: SectionReference, part: SectionReference) -> tuple[int, ...]:
        """Return those sections of the reference `part` that are inside a section of the reference `whole`. A paper may
        have several sections "Results"; in "Results of Study 2", the section inside Study 2 is meant.
        """
        above, view = frozenset(whole.sections), self._view
        return tuple(s for s in part.sections if any(a.index in above for a in view.ancestors(view.sections[s])))

    def _linked(self, one: SectionReference, other: SectionReference) -> bool:
        """Return True if only function words, punctuation and nouns such as "section" are between the names `one` and
        `other`: "Results of Study 2".
        """
        first, second = sorted((one, other), key=lambda s: s.first)
        between = self._words[first.stop : second.first]
        return len(between) <= 5 and all(
            not t.word or is_a(t, "of") or is_a(t, "articles") or noun([t], 0)[0] for t in between
        )

    # ------------------------------------------------------------------ quoted titles

    def _quoted(self) -> Iterator[SectionReference]:
        """Yield the sections whose complete title is in quotation marks."""
        number = 0
        for index, token in enumerate(self._words):
            if token.quote and token.quote != number:
                number = token.quote
                stop = index
                while stop < len(self._words) and self._words[stop].quote == number:
                    stop += 1
                inside = self._text[token.start : self._words[stop - 1].end]
                found = self._view.titled(inside)
                if found:
                    yield SectionReference(index, stop, found, "exact")

    # ------------------------------------------------------------------ numbers

    def numbered(self) -> Iterator[SectionReference]:
        """Yield the sections that are named by number, as in "section 3.2". The references may overlap."""
        for said in NumberReferences(self._view, self._text, self._words).read():
            yield SectionReference(said.first, said.stop, said.sections, "number", said.guessed)

    def _ordinals(self) -> Iterator[SectionReference]:
        """Yield the main sections that are named by an ordinal: "the third section", "the last section"."""
        for index in range(len(self._words)):
            number, stop = ordinal(self._words, index)
            kinds, end = noun(self._words, stop) if number else ((), stop)
            if "section" not in kinds or kinds[0] != "section":
                continue
            main = [s for s in self._view.sections[1:] if s.level == self._view.level and s is not self._view.title]
            place = number - 1 if number > 0 else len(main) + number
            if 0 <= place < len(main):
                yield SectionReference(index, end, (main[place].index,), "ordinal", True)

    # ------------------------------------------------------------------ names

    def _identified(self) -> Iterator[SectionReference]:
        """Yield the sections that are named by the identifier in the attributes of their heading: "@sec:methods",
        "#sec-methods".
        """
        if not self._view.identifiers:
            return
        for match in _IDENTIFIER.finditer(self._text):
            section = self._view.identifiers.get(match[0].lstrip("@#"))
            inside = [i for i, t in enumerate(self._words) if match.start() <= t.start and t.end <= match.end()]
            if section is not None and inside:
                yield SectionReference(inside[0], inside[-1] + 1, (section,), "exact")

    def labeled(self) -> Iterator[SectionReference]:
        """Yield the sections that are named by the label before the colon of their heading, such as "WP1"."""
        for first, stop, sections in labeled(self._words, self._view.labels):
            yield SectionReference(first, stop, sections, "exact")

    def _named(self, name: NamedSection) -> SectionReference | None:
        """Return the reference for words that look like a section's name; None if they are ordinary words at this place
        of the message, as "figure" in "the figure".
        """
        first, stop = name.first, name.stop
        words = self._words[first:stop]
        if name.how == "typo" and all(word.norm in _FUNCTION for word in words):
            return None  # "dann" is no misspelled "Dank"
        if name.how == "synonym" and abbreviates(words, [self._view.names.words[index] for index in name.sections]):
            name = replace(name, how="full", quality=1.0)
        if name.quality < _LEAST or not fills_quotation(self._words, name) or all(not _is_telling(t) for t in words):
            return None
        quoted, capital = bool(words[0].quote), name.exact and words[0].text[:1].isupper()
        if self._numbers_element(stop) or (name.how == "synonym" and self._only_counts(first, stop)):
            return None
        whole = name.how in ("full", "typo")
        beside = self._noun_behind(stop) or (self._noun_before(first) and (whole or quoted or capital))
        firm = quoted or beside or self._owning(stop)
        topical = self._topical(first) and not firm
        how = {"full": "exact", "typo": "spelling"}.get(name.how, name.how)
        several, led = sum(_is_telling(t) for t in words) > 1, self._led(first)
        if whole:
            named = capital or led or several or not words[0].text.isascii() or self._is_changed(first, stop)
            placed = firm or (named and (led or not is_narrowed(self._words, first, stop)))
            clear = name.quality >= _WHOLE or name.how == "typo" or several
            if not placed and (not clear or set(noun(self._words, first)[0]) - {"appendix"}):
                return None  # "the figure", although a section is called Figure
            guessed = not placed or not clear or (topical and not capital)
            return SectionReference(first, stop, name.sections, how, guessed)
        firm = firm or (name.how == "part" and capital and (led or several))
        if not (firm or (led and words[-1].text.isalpha()) or (several and name.quality >= _LEAST_PART)):
            return None
        if (topical and not (several and name.how == "part")) or (name.how == "part" and not several and not firm):
            return None
        guessed = topical or (not firm and not (led and name.how == "synonym")) or name.is_of_neighbor
        return SectionReference(first, stop, name.sections, how, guessed)

    def _numbers_element(self, stop: int) -> bool:
        """Return True if a number follows the name that ends before token `stop`. The name is then only a noun for an
        element: "Figure 4" is not the section Figures.
        """
        kinds, end = noun(self._words, stop - 1)
        numbered = {"figure", "table", "equation", "code"}.intersection(kinds) and end == stop
        return bool(numbered and numbers_behind(self._words, stop))

    def _only_counts(self, first: int, stop: int) -> bool:
        """Return True if the section's name at the tokens `first` to `stop` - 1 is only an ordinal before a noun:
        Spanish "primer" means an introduction, or "first".
        """
        return ordinal(self._words, first)[1] == stop and bool(noun(self._words, stop)[0])

    def _noun_behind(self, stop: int) -> bool:
        """Return True if "section" directly follows a name, ignoring quotation marks."""
        while stop < len(self._words) and self._words[stop].text in _QUOTATION_MARKS:
            stop += 1
        kinds = noun(self._words, stop)[0]
        return "section" in kinds or "appendix" in kinds

    def _owning(self, stop: int) -> bool:
        """Return True if "'s", 的 or の directly follows a name."""
        while stop < len(self._words) and self._words[stop].text in _QUOTATION_MARKS:
            stop += 1
        return stop < len(self._words) and is_a(self._words[stop], "possessive")

    def _noun_before(self, first: int) -> bool:
        """Return True if words such as "section", "the section called" or "subsection on" precede a name."""
        at = first - 1
        while at >= 0 and (self._words[at].text in _QUOTATION_MARKS + ":" or is_a(self._words[at], "articles")):
            at -= 1
        if at >= 0 and (self._words[at].norm in _CALLED or is_a(self._words[at], "about")):
            at -= 1
        for length in (1, 2, 3):
            kinds, end = noun(self._words, max(0, at - length + 1))
            if end == at + 1 and ("section" in kinds or "heading" in kinds):
                return True
        return False

    def _led(self, first: int) -> bool:
        """Return True if a word such as "of", "in", "to" or "after" precedes a name, perhaps with an article between
        them.
        """
        before = first - 1
        while before >= 0 and (is_a(self._words[before], "articles") or not self._words[before].word):
            if self._words[before].text in ".,;!?":
                return False
            if leads(self._words[before]):
                return True
            before -= 1
        return before >= 0 and leads(self._words[before])

    def _is_changed(self, first: int, stop: int) -> bool:
        """Return True if the name at the tokens `first` to `stop` - 1 is the object of an order: "shorten the
        abstract", "make the abstract shorter". Without an article, nothing but a place may follow: "move methods before
        data", but not "delete data older than 2010".
        """
        led = first > 0 and is_a(self._words[first - 1], "articles")
        verb = first - (2 if led else 1)
        if verb < 0 or not self._words[verb].word:
            return False
        if not led:
            return order_words.is_a(self._words[verb].norm, *_CHANGING, *_ARRANGING) and self._ends_object(verb, stop)
        belongs = stop < len(self._words) and self._words[stop].norm in _BELONGING
        if belongs or set(noun(self._words, first)[0]) - {"appendix"}:
            return False
        changing = [verb, *(range(stop, len(self._words)) if verb <= _COURTESIES else ())]
        return any(order_words.is_a(self._words[index].norm, *_CHANGING) for index in changing)

    def _ends_object(self, verb: int, stop: int) -> bool:
        """Return True if the name that ends before token `stop` is the end of the object of the verb at token `verb`,
        so that nothing limits its meaning.

        It must be followed by the end of the clause, "and", a courtesy or a place. After a verb such as "delete", a
        place is not allowed: "delete Methods in the table".
        """
        if stop >= len(self._words) or not self._words[stop].word:
            return True
        behind = self._words[stop]
        if order_words.is_a(self._words[verb].norm, "removing"):
            return behind.norm in order_words.COURTESIES - _JOINING
        if behind.norm in _BELONGING or is_a(behind, "about"):
            return False
        return behind.norm in (_JOINING | order_words.COURTESIES) or leads(behind)

    def _topical(self, first: int) -> bool:
        """Return True if a word such as "about" precedes the name at token `first`, so that the name is a topic and not
        a place.
        """
        before = first - 1
        while before >= 0 and is_a(self._words[before], "articles"):
            before -= 1
        return before >= 0 and is_a(self._words[before], "about")


def fills_quotation(words: Sequence[Token], name: NamedSection) -> bool:
    """Return True if a section's name is outside of quotation marks, or has at least 70 % of the words between them."""
    number = words[name.first].quote
    inside = [index for index, token in enumerate(words) if token.quote == number and token.word]
    return not number or sum(name.first <= index < name.stop for index in inside) >= 0.7 * len(inside)


def is_narrowed(words: Sequence[Token], first: int, stop: int) -> bool:
    """Return True if words after a name limit an order to delete, replace or move to something within the named
    section: "delete the risk about staff" means one risk and not the section "Risks". The name is at the tokens `first`
    to `stop` - 1.
    """
    if not first or stop >= len(words) or not is_a(words[first - 1], "articles"):
        return False
    behind = words[stop]
    then = next((word.norm for word in words[stop + 1 :] if not is_a(word, "articles")), "")
    narrows = is_a(behind, "about") or behind.norm in _NARROWING
    if not narrows or not then or then in _FOR_NOW or order_words.is_a(then, "edge"):
        return False
    verbs = [word.norm for word in words if not word.quote]
    moves = any(order_words.is_a(verb, "moving", "placing") for verb in verbs)
    return not (moves and behind.norm in _TOWARD) and any(order_words.is_a(verb, *_TAKING) for verb in verbs)


_QUOTATION_MARKS = "\"'“”„«»‹›‘’「」『』《》`*_"


def _is_telling(token: Token) -> bool:
    """Return True if a word is not a number, an article or "of", and so can show which section a name means."""
    if token.norm.isdecimal() or token.norm in HAN_DIGITS:
        return False
    return token.word and not is_a(token, "of") and not is_a(token, "articles")


#: Maximum number of words before the verb of an order: "could you please make …".
_COURTESIES = 3
#: Words that, after a noun, say to whom or what it belongs: "the results of Smith" is not a section.
_BELONGING = frozenset("of from by von der des du de di del dello della dei degli delle do da dos das van из".split())
#: Words that, after a noun, say which of several things is meant, besides "about": "the budget for travel", "the risk
#: that it rains".
_NARROWING = frozenset("that which who whose for où qui que che für pour para per voor".split())
#: Words after the words above with which these say no such thing: "delete the outlook for now", "for good".
_FOR_NOW = frozenset("now good today moment brevity clarity".split())
#: Words for "about" that also mean "to" or "above" in an order to move something.
_TOWARD = frozenset("zu zum zur sobre over".split())
#: Classes of verbs that take an existing part from its place; and all classes of verbs that change an existing part.
_TAKING = ("replacing", "removing", "moving")
_CHANGING = ("shortening", "reworking", *_TAKING)
#: Classes of verbs that give an existing part another name, level or order.
_ARRANGING = ("renaming", "joining", "splitting", "swapping", "promoting", "demoting")
#: Words between two objects of an order: "swap data and methods", "merge data with methods".
_JOINING = frozenset("and with into und mit et avec y con e com en met".split())
#: Ranks of the ways of naming a section. Of two overlapping names, the one with the lower rank is used.
_RANKS = {"exact": 0, "number": 0, "spelling": 0, "ordinal": 1, "part": 2, "synonym": 2}
_CALLED = frozenset(
    "called titled named entitled headed namens genannt intitulée intitulé titulada llamada intitolata".split()
)
