"""Find nouns for elements (paragraphs, tables, figures and so on) in a message, with the ordinals and numbers beside
them: "the second paragraph", "Table 2".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from backend.document import order_words
from backend.document.order_classes import AFTER, BEFORE
from backend.mentions.closed_words import STARTS, UP_TO, Label, cardinal, is_a, noun, numbers_behind, ordinal
from backend.mentions.lexicon import Token, tokens

#: Kinds of elements with printed numbers; all other kinds are counted within a section.
NUMBERED = frozenset({"table", "figure", "equation", "code"})
COUNTED = frozenset({"paragraph", "sentence", "list", "item", "step", "row", "quotation", "footnote"}) | NUMBERED
#: Maximum n of "the first n paragraphs" as one reference.
_MOST_TOGETHER = 20
#: The initial of "paragraph", or the sign ¶, with a number: "P2".
_INITIAL = re.compile(r"[Pp¶]([1-9][0-9]?)")
#: Pronouns that stand for a noun before them, and words with which their description begins: "the one with the dates",
#: "celui sur la pluie". The words of the class "about" begin one, too. `_AT` are words before an edge: "at the end".
_ONE = frozenset("celui celle aquel aquella quello quella aquele aquela".split())
_AT = frozenset("at am à au al alla ao a aan".split())
_DESCRIBING = frozenset("of with that which mit von de del des du que qui che con com avec di".split())
#: Endings of participles that begin a description, and their minimum number of letters: "explaining", "concernant".
_PARTICIPLES, _SHORTEST = ("ing", "ant"), 6


def is_participle(word: Token) -> bool:
    """Return True if a word may be a participle that begins a description: "the one saying that it rained"."""
    return word.norm.endswith(_PARTICIPLES) and len(word.norm) >= _SHORTEST


def _begins_description(word: Token) -> bool:
    """Return True if a word may begin the description of the noun before it: "on" in "the paragraph on rain"."""
    return is_a(word, "about") or word.norm in _DESCRIBING or is_participle(word)


def describes_element(text: str) -> bool:
    """Return True if a text describes a part of a document: "the sentence on ice repeats the abstract"."""
    words = tokens(text)
    return any(noun(words, at)[0] and _begins_description(words[at + 1]) for at in range(len(words) - 1))


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun for an element, with its ordinal or printed numbers: "the first two paragraphs", "Tables 2 and 3".

    - `first`, `stop`: its tokens are `first` to `stop` - 1
    - `word`, `kinds`: the noun, and the kinds of elements that it may mean
    - `number`: the ordinal; -1 for "last", 0 for none
    - `together`: how many elements are meant: 2 for "the first two paragraphs"
    - `labels`: the printed numbers
    """

    first: int
    stop: int
    kinds: tuple[str, ...]
    word: str
    number: int = 0
    together: int = 1
    labels: tuple[str, ...] = ()
    #: True if these are all such elements: "the two paragraphs of X"
    every: bool = False
    #: the index after the noun that several ordinals have in common: "the second and third paragraph"
    shared: int = 0
    #: True if it is a pronoun for the noun of the phrase before it: "the one on mud"
    refers: bool = False


def _run(labels: Sequence[str]) -> int:
    """Return how many consecutive numbers `labels` has: 3 for "2, 3 and 4". Returns 0 if the numbers are not
    consecutive ("2 and 4"), and 1 if a label is not a number.
    """
    if not all(each.isdecimal() for each in labels):
        return 1
    numbers = [int(each) for each in labels]
    return len(numbers) if numbers == list(range(numbers[0], numbers[0] + len(numbers))) else 0


class ElementPhrases:
    """Finds the phrases in one message. `taken` has the indices of tokens that belong to names of sections; these are
    skipped.
    """

    def __init__(self, words: Sequence[Token], taken: set[int]) -> None:
        self._words, self._taken = words, taken

    def read(self) -> Iterator[Phrase]:
        at, last = 0, None
        while at < len(self._words):
            if at in self._taken or self._words[at].quote:
                at += 1
                continue
            phrase = self._phrase(at) or (self._one(at, last) if last is not None else None)
            if phrase is None:
                at += 1
            else:
                joined = list(self._coordinated(phrase))
                yield from joined
                at, last = joined[-1].stop, joined[-1]

    def _one(self, at: int, last: Phrase) -> Phrase | None:
        """Return the phrase for a pronoun with a description, which stands for the noun of the phrase before it: "put
        the paragraph on ice before the one on mud", "vor den über Schlamm". Returns None for other words.
        """
        behind = self._words[at + 1 : at + 2]
        if not behind or not _begins_description(behind[0]):
            return None
        if is_a(self._words[at], "and") and is_a(behind[0], "about") and not (last.number or last.labels):
            return Phrase(at + 1, at + 1, last.kinds, last.word, refers=True)  # "the paragraphs on ice and on mud"
        beside = at - 2 if at > 1 and self._words[at - 1].norm == "de" else at - 1  # "antes de la de los costes"
        side = self._words[beside].norm if beside >= 0 else ""
        word = self._words[at]
        article = is_a(word, "articles") and side in AFTER | BEFORE
        one = word.norm in _ONE or (word.norm == "one" and side == "the")
        return Phrase(at, at + 1, last.kinds, last.word, refers=True) if article or one else None

    def _coordinated(self, phrase: Phrase) -> Iterator[Phrase]:
        """Yield a phrase, and one for each other ordinal that shares its noun: "the first and the last paragraph", "the
        first paragraph and the third", "los párrafos primero y tercero".
        """
        before = self._joined_before(phrase) if phrase.number else None
        if before is not None and 0 < before.number < phrase.number and self._words[before.stop].norm in UP_TO:
            together = min(phrase.number - before.number + 1, _MOST_TOGETHER)  # "the second to fourth paragraph"
            phrase = replace(phrase, first=before.first, number=before.number, together=together)
        elif before is not None:
            yield before
        behind, stop = ordinal(self._words, phrase.stop)
        if not phrase.number and not phrase.labels and behind and self._joined_behind(stop)[0]:
            phrase = replace(phrase, number=behind, stop=stop)
        number, stop = self._joined_behind(phrase.stop) if phrase.number else (0, 0)
        yield replace(phrase, shared=stop) if number else phrase
        if number:
            yield replace(phrase, first=stop - 1, stop=stop, number=number)

    def _joined_before(self, phrase: Phrase) -> Phrase | None:
        at = phrase.first - 1
        while at >= 0 and is_a(self._words[at], "articles"):
            at -= 1
        if at < 1 or not is_a(self._words[at], "and"):
            return None
        first = next((start for start in (at - 1, at - 2) if start >= 0 and ordinal(self._words, start)[1] == at), -1)
        if first < 0 or self._taken.intersection(range(first, at)):
            return None
        return replace(phrase, first=first, stop=at, number=ordinal(self._words, first)[0], shared=phrase.stop)

    def _joined_behind(self, at: int) -> tuple[int, int]:
        """Return the ordinal after "and" at token `at`, and the index after this ordinal. Returns (0, at) if there is
        none, or if a noun follows it.
        """
        if at >= len(self._words) or not is_a(self._words[at], "and"):
            return 0, at
        place = at + 1
        while place < len(self._words) and is_a(self._words[place], "articles"):
            place += 1
        number, stop = ordinal(self._words, place)
        return (0, at) if not number or noun(self._words, stop)[0] else (number, stop)

    def _phrase(self, at: int) -> Phrase | None:
        if labeled := self._initial(at):
            return labeled
        number, stop = ordinal(self._words, at)
        together = 1
        if number:
            if stop < len(self._words) and (count := self._count(stop)):
                together, stop = count, stop + 1
            elif at and (count := cardinal(self._words[at - 1])):  # "los dos primeros párrafos"
                if count == 1 and not (at > 1 and is_a(self._words[at - 2], "articles")):
                    return None  # "one closing paragraph on rain" is still to be written
                together = count
        else:
            stop = at
        while stop < len(self._words) and number and self._words[stop].text in ("-", "の", "的"):
            stop += 1
        kinds, end = noun(self._words, stop)
        kinds = tuple(kind for kind in kinds if kind in COUNTED)
        if not kinds or self._taken.intersection(range(stop, end)) or self._compounded(stop, end):
            return None
        word = self._words[stop].norm
        if number:
            return Phrase(at, end, kinds, word, number, min(together, _MOST_TOGETHER))
        numbers = numbers_behind(self._words, end)
        if numbers and self._is_label(numbers[0], end):
            labels = tuple(said.number for said in numbers)
            return Phrase(at, numbers[-1].stop, kinds, word, together=_run(labels), labels=labels)
        together = cardinal(self._words[at - 1]) if at > 1 else 0
        if together > 1 and is_a(self._words[at - 2], "articles"):  # "the two paragraphs of X"
            return Phrase(at - 1, end, kinds, word, 1, together, every=True)
        if at and is_a(self._words[at - 1], "both"):
            return Phrase(at - 1, end, kinds, word, 1, 2, every=True)
        number, end = self._at_edge(end)
        return Phrase(at, end, kinds, word, number)

    def _at_edge(self, at: int) -> tuple[int, int]:
        """Return 1 or -1, and the index of the token after the edge, if words such as "at the end" and "of" follow at
        token `at`: "delete the paragraph at the end of Methods". 1 is the start, -1 the end.

        Returns (0, at) for other words, and for an order to move or add a text, in which these words say where the text
        goes.
        """
        edge = at + 1
        while edge < len(self._words) and is_a(self._words[edge], "articles"):
            edge += 1
        if edge + 1 >= len(self._words) or not is_a(self._words[edge + 1], "of"):
            return 0, at
        led = self._words[at].norm in _AT and order_words.is_a(self._words[edge].norm, "edge")
        if not led or any(order_words.is_a(word.norm, "placing", "moving", "writing") for word in self._words):
            return 0, at
        return (1 if self._words[edge].norm in STARTS else -1), edge + 1

    def _initial(self, at: int) -> Phrase | None:
        """Return the phrase for a paragraph that is named by its initial or by "¶" ("P2", "¶2") beside the name of a
        section; None for other words.
        """
        word = self._words[at]
        stop = at + 2 if word.text == "¶" else at + 1
        found = _INITIAL.fullmatch("".join(each.text for each in self._words[at:stop]))
        beside = at - 1 in self._taken or (stop < len(self._words) and is_a(self._words[stop], "of"))
        return Phrase(at, stop, ("paragraph",), "paragraph", labels=(found[1],)) if found and beside else None

    def _count(self, at: int) -> int:
        token = self._words[at]
        return int(token.norm) if token.norm.isdecimal() and len(token.norm) < 3 else cardinal(token)

    @staticmethod
    def _is_label(said: Label, end: int) -> bool:
        """Return True if `said` is the number of the noun that ends before token `end`. Directly after the noun, a
        single letter "A" or "I" may be an English word, so it is a number only if a word or sign such as "no." is
        between them.
        """
        return said.number not in ("A", "I") or said.first > end

    def _compounded(self, first: int, stop: int) -> bool:
        """Return True if the noun at the tokens `first` to `stop` - 1 is part of a hyphenated word ("multi-item",
        "table-driven").
        """
        before = self._words[first - 1] if first else None
        after = self._words[stop] if stop < len(self._words) else None
        joined_before = before is not None and before.text == "-" and before.end == self._words[first].start
        return joined_before or (after is not None and after.text == "-" and after.start == self._words[stop - 1].end)
