"""Find the sections that a message names by number: "section 3.2", "§4", "Appendix B", "in 3.2"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backend.document import order_words
from backend.document.insertion_orders import BRINGING
from backend.document.order_classes import AFTER, BEFORE, INDEFINITE
from backend.mentions.closed_words import Label, is_a, label, noun, numbers_behind
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import Token, tokens
from backend.ranking.function_words import EVERY_WORD

_SENTENCE_END = re.compile(r"[.!?]\s+|\n")
#: Classes of verbs that have a section as their object, and the words "end" and "close".
_ORDERING = ("shortening", "rewording", "reworking", "removing", "renaming", "edge", "promoting", "demoting", "making")
#: Those of the classes above that cannot have a value as their object. In "correct 3.1", the number may be a value.
_ORDERING_TEXT = ("shortening", "rewording", "edge", "promoting", "demoting", "making")
#: Words between an old and a new value, or between a part and the place to which it goes: "change 3.1 to 4.2", "move
#: 3.1 to 4.2".
_TOWARDS = frozenset("to into by auf zu in nach durch à en par a por con per di para naar door на в 改为 改成".split())
#: Those of the words above that may also precede the old value: "passer de 3.1 à 4.2".
_BEFORE_OLD = frozenset(("di",))
#: Maximum number of letters of a unit of measurement.
_UNIT = 3
#: The first character of the scripts without spaces, in which each character is a token.
_SPACELESS = "\u2e80"


@dataclass(frozen=True, slots=True)
class NumberReference:
    """The tokens `first` to `stop` - 1 of a message, which name a section by its number. It may be any of `sections`
    (indices).
    """

    first: int
    stop: int
    sections: tuple[int, ...]
    guessed: bool = False


class NumberReferences:
    """Finds the sections that one message names by number: "section 3.2", "§4"."""

    def __init__(self, view: DocumentView, text: str, words: Sequence[Token]) -> None:
        self._view, self._text, self._words = view, text, words

    def read(self) -> Iterator[NumberReference]:
        """Yield the references to sections by number. They may overlap."""
        for index, token in enumerate(self._words):
            if token.text == "§" or "section" in noun(self._words, index)[0]:
                yield from self._behind_noun(index, 1 + index if token.text == "§" else noun(self._words, index)[1])
            elif "appendix" in noun(self._words, index)[0]:
                yield from self._appendix(index, noun(self._words, index)[1])
            else:
                yield from self._without_noun(index)

    def _behind_noun(self, index: int, stop: int) -> Iterator[NumberReference]:
        if stop < len(self._words) and self._words[stop].text == "§":
            stop += 1
        numbers = numbers_behind(self._words, stop)
        if len(numbers) == 1 and numbers[0].number.isalpha() and self._is_word(numbers[0]):
            return
        if numbers and self._below(index) and "." not in numbers[0].number:
            return
        if (
            len(numbers) == 1
            and self._words[numbers[0].first - 1].text == "第"
            and noun(self._words, numbers[0].stop)[0]
        ):
            return  # "讨论部分第一段": the number belongs to the noun after it
        for place, said in enumerate(numbers):
            yield from self._number(said.first if place else index, said.stop, said.number)

    def _below(self, index: int) -> bool:
        """Return True if the noun at token `index` means a subsection: "subsection 2" is the second subsection of a
        section, and not section 2.
        """
        return self._words[index].norm.startswith(("sub", "unter", "sous", "sotto", "deel", "под", "小"))

    def _number(self, first: int, stop: int, number: str, guessed: bool = False) -> Iterator[NumberReference]:
        found = self._view.numbers.find(number)
        if found and first < stop:
            yield NumberReference(first, stop, found.sections, guessed)

    def _is_word(self, said: Label) -> bool:
        """Return True if the letter `said` after a noun is an ordinary word and not a number: "I" in "the section I
        wrote", "A" before a lowercase word.
        """
        following = self._words[said.stop] if said.stop < len(self._words) else None
        return said.number == "I" or bool(following and following.text.islower() and said.number == "A")

    def _appendix(self, index: int, stop: int) -> Iterator[NumberReference]:
        for place, said in enumerate(numbers_behind(self._words, stop)):
            letter = said.number
            if letter.isdecimal() and int(letter) <= 26 and not self._view.numbers.find(f"A{letter}"):
                letter = chr(64 + int(letter))
            yield from self._number(said.first if place else index, said.stop, letter)

    # ------------------------------------------------------------------ without a noun

    def _without_noun(self, index: int) -> Iterator[NumberReference]:
        """Yield the sections named by a number without the noun "section" before it: "3.3.2", "第3.2节", "3.2 Results".
        Such a number must contain a dot or follow "第".
        """
        start = index + 1 if self._words[index].text == "第" else index
        if index and self._words[index - 1].end == self._words[index].start and self._words[index - 1].text in ".-–第":
            return
        number, stop = label(self._words, start)
        if not number or not (number[0].isdecimal() or "." in number or start > index):
            return
        kinds, end = noun(self._words, stop)
        if "section" in kinds and (not self._words[stop].text.isascii() or "." in number):
            yield from self._number(index, end, number)
        elif number.count(".") > 1:
            yield from self._number(index, stop, number)
        elif "." in number and not self._is_measure(stop) and not self._is_value(index, stop):
            ordered = self._is_ordered(index)
            placed = ordered or self._owning(stop) or self._stands_as_place(index)
            printed = self._view.numbers.printed
            if placed or printed:  # where no heading has a number, "the factor 3.1" is a value
                yield from self._number(index, stop, number, not placed or not (ordered or printed))

    def _is_measure(self, stop: int) -> bool:
        """Return True if a unit follows a number that ends before token `stop`: "3.2 %", "3.2 mm", "3.2 kHz"."""
        following = self._words[stop] if stop < len(self._words) else None
        if following is None:
            return False
        if following.text in "%°±×":
            return True
        short = following.text.isalpha() and following.text < _SPACELESS and len(following.text) <= _UNIT
        known = following.norm in order_words.COURTESIES or following.norm in EVERY_WORD
        joins = is_a(following, "and") and stop + 1 < len(self._words)  # "en 2.1 y 3.1"
        return short and not joins and not (known and len(following.text) > 1)  # "ein" in "hinter 2.2 ein" is no unit

    def _is_value(self, index: int, stop: int) -> bool:
        """Return True if a number is the old or the new value of an order such as "change 3.1 to 4.2".

        If something is moved, joined or placed, the numbers are places: "move the table from 3.1 to 4.2".
        """
        words = self._words
        following = stop + 1 < len(words) and words[stop].norm in _TOWARDS and bool(label(words, stop + 1)[0])
        towards = index > 1 and words[index - 1].norm in _TOWARDS
        leading = towards and any(self._is_old_value(at, index - 1) for at in range(max(0, index - 4), index - 1))
        sentence = order_words.words_in(self._text)
        return (following or leading) and not any(order_words.is_a(word, *_TRANSFERRING) for word in sentence)

    def _is_old_value(self, first: int, stop: int) -> bool:
        """Return True if the tokens `first` to `stop` - 1 are a number that may be the old value of an order. Returns
        False if a word such as "with" before the number shows that it is the new value: 213 in "replace 212 with 213".
        """
        before = self._words[first - 1].norm if first else ""
        brought = before in BRINGING or (before in _TOWARDS and before not in _BEFORE_OLD)
        return label(self._words, first)[1] == stop and not brought

    def _stands_as_place(self, index: int) -> bool:
        """Return True if the number at token `index` is where a place may be named: at the beginning of the message,
        after a comma, or after a preposition. After a quantity such as "a factor of 3.1", return False.
        """
        before = self._words[index - 1] if index else None
        if before is None or before.text in "(,;":
            return True
        if is_a(before, "and") and not leads(before):  # "in 2.1 and 3.1"; "en" leads in Spanish
            others = (at for at in range(max(0, index - 4), index - 1) if label(self._words, at)[1] == index - 1)
            return any(self._stands_as_place(at) and not self._is_value(at, index - 1) for at in others)
        if before.norm == "of":
            article = self._words[index - 3].norm if index > 2 else ""
            return article not in INDEFINITE and not is_a(self._words[index - 2], "about")
        return leads(before)

    def _owning(self, stop: int) -> bool:
        """Return True if "'s", 的 or の is at token `stop`, directly after a number."""
        return stop < len(self._words) and is_a(self._words[stop], "possessive")

    def _is_ordered(self, index: int) -> bool:
        """Return True if only a one-word order precedes the number in its sentence: "shorten 3.2", "please end 3.2 with
        …".
        """
        before = self._text[: self._words[index].start]
        start = max((found.end() for found in _SENTENCE_END.finditer(before)), default=0)
        words = order_words.read_sentence(before[start:]).words
        ordering = _ORDERING if self._view.numbers.printed else _ORDERING_TEXT
        if words and order_words.is_a(words[0], *_PAIRING):  # "swap 4.3 and 4.4"
            return all(word[0].isdecimal() or _is_and(word) for word in words[1:])
        return len(words) == 1 and order_words.is_a(words[0], *ordering)


def _is_and(word: str) -> bool:
    return any(is_a(token, "and") for token in tokens(word))


def leads(word: Token) -> bool:
    """Return True if a word can precede a place: "of" or a preposition. The preposition may be joined to an article,
    such as "im" in German.
    """
    return word.norm in _LEADS or word.norm in _ARTICLES_THAT_LEAD or is_a(word, "of")


#: Classes of verbs that take something from one place to another.
_TRANSFERRING = ("moving", "placing", "promoting", "demoting", "joining")
#: Classes of verbs with two objects.
_PAIRING = ("swapping", "joining")
#: Prepositions before a place, besides "of". The next table has those that are joined to an article.
_LEADS = frozenset(
    "see from in to into between under and within onto towards zwischen zu zur zum an ans am entre à au aux a al tra "
    "alla alle ao aos às tussen naar aan dans en в во после перед за между к ко до 在 到 于 於".split()
).union(AFTER, BEFORE)
_ARTICLES_THAT_LEAD = frozenset(
    "im ins zum zur am ans beim vom du au aux del al nel nella alla della do da no na ao".split()
)
