"""Find the paragraphs, sentences and items that a message names by their words: "the paragraph about ice", "the FIDDLE
paragraph", "the part on ice", "what we say about ice".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from backend.document import order_words
from backend.document.order_classes import INDEFINITE
from backend.mentions.closed_words import is_a
from backend.mentions.document_view import DocumentView
from backend.mentions.element_phrases import Phrase
from backend.mentions.lexicon import Token
from backend.mentions.naming.topics import TopicMatch, end_of_topic, item_about, paragraph_about, sentence_about
from backend.mentions.section_references import SectionReference
from backend.ranking.function_words import EVERY_WORD

#: Elements that a message can describe by their topic: "the paragraph about drones".
DESCRIBED = frozenset({"paragraph", "sentence", "item"})
#: Nouns that mean a paragraph only if a topic follows: "the part on ice".
PARTS = frozenset("part bit passage passus portion teil stelle partie parte pasaje passaggio brano trecho deel".split())
_WHAT = frozenset("what was ce quello que cosa wat".split())
_SAYING = frozenset(
    """
    say says said write writes wrote schreiben schreibe sagen steht disons dit écrivons decimos dice escribimos diciamo
    dice scriviamo dizemos diz escrevemos zeggen schrijven
    """.split()
)
#: Maximum number of words from "what" to its verb ("what the paper now says"), and maximum number of words of a topic
#: before its noun.
_CLAUSE, _BEFORE = 4, 3


@dataclass(frozen=True, slots=True)
class DescribedPart:
    """Words of a message that describe a part of the document, such as "the paragraph about ice": the tokens `first` to
    `stop` - 1. `match` is the part, and `kind` its kind ("paragraph", "sentence", "item"). `holder` is the section that
    contains it, if the message names this section.
    """

    first: int
    stop: int
    kind: str
    match: TopicMatch
    holder: SectionReference | None = None


class DescribedParts:
    """Finds the parts that one message describes, such as "the paragraph about ice". `sections` are the sections that
    it names.
    """

    def __init__(self, view: DocumentView, words: Sequence[Token], sections: Sequence[SectionReference]) -> None:
        self._view, self._words, self._sections = view, words, sections

    def of_phrase(self, phrase: Phrase) -> DescribedPart | None:
        """Return the part that a noun with a topic means, as in "the paragraph about ice" or "the ICE paragraph".
        Returns None if there is no topic, or if no such part is found.
        """
        article = self._words[phrase.first - 1] if phrase.first else None
        behind = phrase.stop < len(self._words) and is_a(self._words[phrase.stop], "about")
        if not behind:
            return self._before_noun(phrase)
        if article is None or not is_a(article, "articles") or article.norm in INDEFINITE:
            return None
        return self._about(phrase.first, phrase.stop, phrase.kinds)

    def of_other_words(self) -> Iterator[DescribedPart]:
        """Yield the paragraphs that a message describes by words other than the noun "paragraph": "the part on ice",
        "what we say about ice".
        """
        for at, word in enumerate(self._words):
            about = -1
            if word.norm in PARTS and at and is_a(self._words[at - 1], "articles"):
                about = at + 1 if self._words[at - 1].norm not in INDEFINITE else -1
            elif word.norm in _WHAT:
                verbs = (i for i in range(at + 1, min(at + _CLAUSE, len(self._words))) if self._says(i))
                about = next(verbs, -2) + 1
            if word.quote or not 0 < about < len(self._words) or not is_a(self._words[about], "about"):
                continue
            titled = any(about < each.first <= about + 2 for each in self._sections)  # the section is meant
            found = None if titled else self._about(at, about, ("paragraph",))
            if found is not None:
                yield found

    def _says(self, at: int) -> bool:
        return self._words[at].norm in _SAYING

    def _about(self, first: int, about: int, kinds: tuple[str, ...]) -> DescribedPart | None:
        """Return the part whose topic follows "about", which is token `about`; None if there is none. `first` is the
        first token of the description.
        """
        after = about + ("item" in kinds)  # "the bullet about methods" is not in the section Methods
        stop = min(
            self._sentence_end(about), next((s.first for s in self._sections if s.first > after), len(self._words))
        )
        stop = end_of_topic(self._words, about + 1, stop)
        holder = self._holder(stop)
        while stop > about + 2 and self._leads(self._words[stop - 1]):
            stop -= 1  # "in" and "to the" before the name of a section
        topic = [token for token in self._words[about + 1 : stop] if token.word]
        return self._match(
            (first, holder.stop if holder is not None else stop), kinds, topic, holder or self._fronted(first)
        )

    @staticmethod
    def _leads(word: Token) -> bool:
        return is_a(word, "of") or is_a(word, "articles") or order_words.is_a(word.norm, "place")

    def _match(
        self, at: tuple[int, int], kinds: tuple[str, ...], topic: list[Token], holder: SectionReference | None
    ) -> DescribedPart | None:
        within = self._view.sections[holder.sections[0]] if holder is not None else None
        start, end = (within.first, within.stop) if within is not None else (0, len(self._view.blocks))
        kind = kinds[0]
        about = {"sentence": sentence_about, "item": item_about}.get(kind, paragraph_about)
        told = about(self._view, topic, start, end)
        return DescribedPart(*at, kind, told, holder) if told is not None else None

    def _holder(self, at: int) -> SectionReference | None:
        """Return the section that is named at token `at` after "in" or "of". Returns None if there is none, or if the
        name may mean several sections.
        """
        said = next((s for s in self._sections if s.first == at and len(s.sections) == 1), None)
        before = at - 1
        while before > 0 and is_a(self._words[before], "articles") and not is_a(self._words[before], "of"):
            before -= 1
        return said if said is not None and is_a(self._words[max(0, before)], "of") else None

    def _fronted(self, first: int) -> SectionReference | None:
        """Return the section whose name, with a colon or comma after it, begins the message before token `first`:
        "Results: shorten the part on ice". Returns None if there is none, or if the name may mean several sections.
        """
        said = next((s for s in self._sections if s.first <= 1 and s.stop < first and len(s.sections) == 1), None)
        if said is None or said.guessed or (said.first and not self._leads(self._words[0])):
            return None
        return said if said.stop < len(self._words) and self._words[said.stop].text in (":", ",") else None

    def _before_noun(self, phrase: Phrase) -> DescribedPart | None:
        """Return the part that the words before its noun describe, as in "the FIDDLE paragraph"; None if there is none.
        The result is marked as guessed if the words are not written like a name.
        """
        for first in range(phrase.first - 1, max(0, phrase.first - 1 - _BEFORE), -1):
            article = self._words[first - 1]
            topic = list(self._words[first : phrase.first])
            if any(not token.word or token.quote or token.norm in EVERY_WORD for token in topic):
                return None
            if not is_a(article, "articles"):
                continue
            if article.norm in INDEFINITE or any(s.first < phrase.first and first < s.stop for s in self._sections):
                return None
            found = self._match((first, phrase.stop), phrase.kinds, topic, self._fronted(first))
            named = any(_is_name_like(token) for token in topic)
            if found is None or named:
                return found
            return replace(found, match=replace(found.match, guessed=True))
        return None

    def _sentence_end(self, at: int) -> int:
        return next(
            (index for index in range(at, len(self._words)) if self._words[index].text in ".!?;。！？"),
            len(self._words),
        )


def _is_name_like(token: Token) -> bool:
    """Return True if a word is written like a name, with a capital letter or a digit in it: "FIDDLE", "p53"."""
    return token.text != token.text.lower() or any(sign.isdigit() for sign in token.text)
