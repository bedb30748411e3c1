"""Find the parts that a message describes by their topic: "the paragraph about ice", "the FIDDLE paragraph", "the
sentence that says who left", "the table of costs", "what we say about ice".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from backend.document import order_words
from backend.document.order_classes import AFTER, BEFORE, INDEFINITE
from backend.mentions.closed_words import is_a
from backend.mentions.document_view import DocumentView
from backend.mentions.element_phrases import Phrase, is_participle
from backend.mentions.lexicon import Token, languages, phrases
from backend.mentions.naming.topics import TopicMatch, end_of_topic, part_about
from backend.mentions.section_references import SectionReference
from backend.ranking.function_words import EVERY_WORD

#: Elements that a message names by their topic unless it gives a number: "the paragraph about drones".
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
#: Words for "of" and "with" between a noun and its topic: "the table of costs", "die Abbildung mit dem Vorlauf".
_LINKS = frozenset(
    "of with showing des der vom mit de du des del della delle dei do da dos das van avec con com met".split()
)
#: Relative pronouns and conjunctions that begin a description, and prepositions before them: "that says who left",
#: ", in dem es um Bienen geht".
_RELATIVE = frozenset(
    """
    that which where who whose why how whereby der die das dem den denen dessen deren dass wo wonach worin qui que
    qu' où dont lequel laquelle donde cual che dove cui onde qual waar waarin dat
    """.split()
)
_BEFORE_RELATIVE = frozenset("in to of about on dans auf über um zu en em el la le los las il lo nel nella sur".split())
#: Maximum number of words from "what" to its verb ("what the paper now says"), and maximum number of words of a topic
#: before its noun.
_CLAUSE, _BEFORE = 4, 3


@cache
def _words_of_saying() -> frozenset[str]:
    """Return the stems of the verbs for "say" and "explain" in all languages."""
    tags = {"saying", "topic"}
    return frozenset(
        entry.key[0]
        for language in languages()
        for entries in phrases(language).values()
        for entry in entries
        if len(entry.key) == 1 and entry.tags & tags
    )


@dataclass(frozen=True, slots=True)
class DescribedPart:
    """Words of a message that describe a part of the document, such as "the paragraph about ice".

    - `first`, `stop`: their tokens are `first` to `stop` - 1
    - `match`, `kind`: the part, and its kind ("paragraph", "sentence", "item")
    - `holder`: the section that contains the part, if the message names this section
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
        behind = self._link(phrase.stop)
        if not behind:
            return self._before_noun(phrase)
        if not phrase.refers and (article is None or not self._is_definite(article)):
            return None
        if self._words[behind - 1].norm in _RELATIVE and self._is_new(phrase.first - 2):
            return None
        return self._about(phrase.first, behind, phrase.kinds)

    @staticmethod
    def _is_definite(word: Token) -> bool:
        """Return True for a definite article or a demonstrative: "that sentence about rain"."""
        pointing = order_words.is_a(word.norm, "pronoun")
        return (is_a(word, "articles") or pointing) and word.norm not in INDEFINITE

    def _is_new(self, verb: int) -> bool:
        """Return True if the noun whose article follows token `verb` names a new text: "add the sentence that it
        rained".
        """
        return verb >= 0 and order_words.is_a(self._words[verb].norm, "placing", "writing")

    def _link(self, at: int) -> int:
        """Return the index of the token at which the topic of a noun begins: "ice" in "the paragraph about ice". The
        noun ends before token `at`. Returns 0 if no word such as "about", "of" or "that" leads to a topic.
        """
        words = self._words
        if at >= len(words) or words[at].quote:
            return 0
        if is_a(words[at], "about") or words[at].norm in _LINKS or is_participle(words[at]):
            return at + 1
        comma = at + (words[at].text == ",")
        for place in range(comma, min(comma + 3, len(words))):
            if words[place].norm in _RELATIVE:
                return place + 1
            if words[place].norm not in _BEFORE_RELATIVE:
                break
        return 0

    def of_other_words(self) -> Iterator[DescribedPart]:
        """Yield the paragraphs that a message describes by words other than the noun "paragraph": "the part on ice",
        "what we say about ice".
        """
        for at, word in enumerate(self._words):
            about = -1
            if word.norm in PARTS and at and is_a(self._words[at - 1], "articles"):
                about = self._link(at + 1) if self._words[at - 1].norm not in INDEFINITE else -1
            elif word.norm in _WHAT:
                verbs = (i for i in range(at + 1, min(at + _CLAUSE, len(self._words))) if self._says(i))
                verb = next(verbs, -2) + 1
                about = verb + 1 if 0 < verb < len(self._words) and is_a(self._words[verb], "about") else -1
            if word.quote or about <= 0:
                continue
            titled = any(about <= each.first <= about + 1 for each in self._sections)  # the section is meant
            found = None if titled else self._about(at, about, ("paragraph",))
            if found is not None:
                yield found

    def _says(self, at: int) -> bool:
        return self._words[at].norm in _SAYING

    def _about(self, first: int, begin: int, kinds: tuple[str, ...]) -> DescribedPart | None:
        """Return the part of one of these `kinds` whose topic begins at token `begin`; None if there is none. `first`
        is the first token of the description.
        """
        after = begin + ("item" in kinds) - 1  # "the bullet about methods" is not in the section Methods
        named = (s.first for s in self._sections if s.first > after and not (s.guessed and s.first == begin))
        stop = min(self._sentence_end(begin), next(named, len(self._words)))
        stop = end_of_topic(self._words, begin, stop, self._words[begin - 1].norm in _RELATIVE)
        holder = self._holder(stop)
        while stop > begin + 1 and self._leads(self._words[stop - 1]):
            stop -= 1  # "in" and "to the" before the name of a section
        topic = [token for token in self._words[begin:stop] if token.word]
        if any(token.quote for token in topic):
            return None
        at = (first, holder.stop if holder is not None else stop)
        found = self._match(at, kinds, topic, holder or self.fronted(first))
        if holder is None and found is not None and found.holder is not None and found.holder.first > 1:
            whole = self._match(at, kinds, topic, None)
            if whole is not None and whole.match.part != found.match.part:  # a part of another section fits better
                found = replace(found, match=replace(found.match, others=(*found.match.others, whole.match.part)))
        return found

    @staticmethod
    def _leads(word: Token) -> bool:
        return is_a(word, "of") or is_a(word, "articles") or order_words.is_a(word.norm, "place")

    def _match(
        self, at: tuple[int, int], kinds: tuple[str, ...], topic: list[Token], holder: SectionReference | None
    ) -> DescribedPart | None:
        within = self._view.sections[holder.sections[0]] if holder is not None else None
        start, end = (within.first, within.stop) if within is not None else (0, len(self._view.blocks))
        telling = [token for token in topic if token.stem not in _words_of_saying()]
        told = part_about(self._view, telling or topic, kinds[0], (start, end))
        return DescribedPart(*at, kinds[0], told, holder) if told is not None else None

    def _holder(self, at: int) -> SectionReference | None:
        """Return the section that is named at token `at` after "in" or "of". Returns None if there is none, or if the
        name may mean several sections.
        """
        said = next((s for s in self._sections if s.first == at and len(s.sections) == 1), None)
        before = at - 1
        while before > 0 and is_a(self._words[before], "articles") and not is_a(self._words[before], "of"):
            before -= 1
        return said if said is not None and is_a(self._words[max(0, before)], "of") else None

    def fronted(self, first: int) -> SectionReference | None:
        """Return the section whose name is before token `first` and is followed by a colon or comma; None if there is
        none, or if the name may mean several sections.

        The name must begin the message ("Results: shorten the part on ice"). Or it must follow a preposition, with only
        words such as "after the" between the comma and token `first` ("say in Results, after the part on ice").
        """
        before = [s for s in self._sections if s.stop < first and len(s.sections) == 1 and not s.guessed]
        said = next((s for s in before if s.first <= 1), None)
        if said is None or (said.first and not self._leads(self._words[0])):
            said = next((s for s in before if s.first > 1 and self._is_place_of(s, first)), None)
        if said is None:
            return None
        return said if said.stop < len(self._words) and self._words[said.stop].text in (":", ",") else None

    def _is_place_of(self, section: SectionReference, first: int) -> bool:
        """Return True if a preposition is before the name of the section, and only a comma and words such as "after
        the" are between it and token `first`.
        """
        leading = self._leads(self._words[section.first - 1])
        between = self._words[section.stop + 1 : first]
        return leading and all(self._leads(each) or each.norm in AFTER | BEFORE for each in between)

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
            found = self._match((first, phrase.stop), phrase.kinds, topic, self.fronted(first))
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
