"""Find the sections that a message names by their titles. It may have the whole title, a part of it, the title with
typing errors, or a synonym.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from rapidfuzz.distance import OSA

from backend.document.chunks import LONGEST_TITLE
from backend.document.order_words import is_a
from backend.mentions.closed_words import is_article
from backend.mentions.headings import plain
from backend.mentions.lexicon import Token, phrases, sections, stem, tokens
from backend.ranking.terms import stop_terms

_SMALL = stop_terms("english") | frozenset("的 の は と".split())
#: Words that are too common in requests to name a section, unless they are capitalized or quoted like a name.
_ORDINARY = frozenset(
    stem(x)
    for x in "section part text paragraph use using add new end start first last put place paper document this "
    "one point note write read figure table list code item row number name title heading page work open close "
    "following above below before after between top bottom line more other please".split()
)


#: Minimum quality (0 to 1) of a name that counts although other words are next to it. On 700 placements, values from
#: 0.55 to 0.7 give the same result.
NAMED = 0.6
#: The quality (0 to 1) of a synonym for a section, and of a similar section's name; and the minimum quality of a name.
_CONCEPT, _NEIGHBOUR, _LEAST = 0.72, 0.54, 0.35
#: Minimum quality (0 to 1) of a complete synonym: slightly less than `_CONCEPT`, which is the maximum for a synonym.
_WHOLE_CONCEPT = 0.7
#: Minimum quality (0 to 1) of words that occur literally in a heading, and so are not a synonym of another heading.
_LITERAL = 0.6


@dataclass(frozen=True, slots=True)
class NamedSection:
    """Words of a message that may name one of `sections` (indices); their tokens are `first` to `stop` - 1.

    `quality` (0 to 1) is how well they match; `how` is "full", "part", "typo" or "synonym"."""

    first: int
    stop: int
    sections: tuple[int, ...]
    quality: float
    how: str
    #: True if the words are written exactly like the heading, including capitals
    exact: bool = False

    @property
    def words(self) -> int:
        return self.stop - self.first

    @property
    def is_of_neighbor(self) -> bool:
        """Return True if no section has this name, and `sections` are only similar: Conclusion for "discussion"."""
        return self.how == "synonym" and self.quality <= _NEIGHBOUR


#: Number of letters at the end of a word that must be equal in two spellings of the word: "acknowledg(e)ment".
_ENDING = 3
#: Words that may stand for "&".
_AND = frozenset("and und et y e en og och и".split())


@lru_cache(maxsize=8192)
def title_words(title: str) -> tuple[Token, ...]:
    return tuple(t for t in tokens(plain(title[:LONGEST_TITLE])) if t.word)


#: Maximum number of headings that a part of their title can name; the others need their whole titles or numbers. A book
#: has several hundred, a hostile document 60,000, and preparing each takes a hundred microseconds.
MOST_NAMED = 5_000


class Names:
    """The titles of a document's sections, in order, with an index for finding them in messages.

    `is_word` returns True if the document contains a word. Such a word is not treated as a misspelling."""

    def __init__(self, titles: Sequence[str], is_word: Callable[[str], bool]) -> None:
        self._is_word = is_word
        self.words = [title_words(title) for title in titles[:MOST_NAMED]]
        self._with_sign = {number for number, title in enumerate(titles[:MOST_NAMED]) if "&" in title}
        self._weights = [[_weight(word) for word in words] for words in self.words]
        self._index: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, words in enumerate(self.words):
            for place, word in enumerate(words):
                self._index[word.stem].append((number, place))

    @cached_property
    def _vocabulary(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for words in self.words:
            for word in words:
                if len(word.norm) >= 4:
                    found.setdefault(word.norm, set()).add(word.stem)
        return found

    @cached_property
    def _concepts(self) -> dict[str, list[tuple[int, float]]]:
        found: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, words in enumerate(self.words):
            own = " ".join(word.norm for word in words)
            for concept, worth in concepts(tuple(w.stem for w in words)):
                # "Summary" is one name of a conclusion, but first of all the name of a summary
                another = own != concept and own in sections()
                found[concept].append((number, worth * _NEIGHBOUR / _CONCEPT if another else worth))
        return found

    def mentions(self, words: Sequence[Token]) -> list[NamedSection]:
        """Return all names of sections among the words of a message. Names of different sections may overlap. If
        several names of one section overlap, only the longest is returned."""
        where = [i for i, t in enumerate(words) if t.word]
        misspelt = self._misspelt(words, where)
        found = self._found(words, where, misspelt)
        if self._with_sign and any(words[i].norm in _AND for i in where):  # "Data and Code" for "Data & Code"
            rest = self._found(words, [i for i in where if words[i].norm not in _AND], misspelt)
            found += [m for m in rest if m.how == "full" and self._with_sign.intersection(m.sections)]
        literal = _longest(_merged(found), words)
        whole = [m for m in literal if m.how == "part" and len(m.sections) == 1 and m.quality >= _LITERAL]
        said = {(m.first, m.stop) for m in whole}
        other = [m for m in self._by_concept(words, where) if (m.first, m.stop) not in said]
        return _unless_inside(literal, other, words) + other

    def _found(self, words: Sequence[Token], where: list[int], misspelt: dict[int, set[str]]) -> list[NamedSection]:
        runs = self._runs(words, where, misspelt)
        return [m for m in (self._judge(words, where, *run) for run in runs) if m is not None]

    # ------------------------------------------------------------------ words of titles

    def _misspelt(self, words: Sequence[Token], where: list[int]) -> dict[int, set[str]]:
        """Map the indices of words that may be misspelled to the stems of the title words that they may be. `where` has
        the indices of all words."""
        common = phrases("en")
        out: dict[int, set[str]] = {}
        for i in where:
            token = words[i]
            if len(token.norm) < 4 or token.stem in self._index or not token.norm.isalpha():
                continue
            if token.stem in common and any(len(entry.key) == 1 for entry in common[token.stem]):
                continue
            most = 1 if len(token.norm) < 8 else 2
            close: list[tuple[int, str]] = []
            for word in self._vocabulary:
                if abs(len(word) - len(token.norm)) <= most and (len(token.norm) > 4 or word[0] == token.norm[0]):
                    distance = OSA.distance(word, token.norm, score_cutoff=most)
                    if distance <= most:
                        close.append((distance, word))
            if close and not self._is_word(token.norm):
                least = min(close)[0]
                out[i] = {s for distance, word in close if distance == least for s in self._vocabulary[word]}
        return out

    def _runs(
        self, words: Sequence[Token], where: list[int], misspelt: dict[int, set[str]]
    ) -> list[tuple[int, int, int, int, int, int]]:
        """Return the longest runs of words that a message and a title share. Each has six numbers: the section, the
        index of the first word in its title and in `where`, the length, and the numbers of exact and of misspelled
        words. `where` are the indices of the message's words to compare. `misspelt` maps an index to the stems that a
        misspelled word may mean.
        """
        stems = [{words[i].stem} | misspelt.get(i, set()) for i in where]
        out = []
        for at in range(len(where)):
            for key in stems[at]:
                for section, place in self._index.get(key, ()):
                    title = self.words[section]
                    if at and place and title[place - 1].stem in stems[at - 1]:
                        continue
                    length = 1
                    while (
                        at + length < len(where)
                        and place + length < len(title)
                        and title[place + length].stem in stems[at + length]
                        and where[at + length] - where[at + length - 1] <= 3
                    ):
                        length += 1
                    same = sum(title[place + k].norm == words[where[at + k]].norm for k in range(length))
                    wrong = sum(where[at + k] in misspelt for k in range(length))
                    out.append((section, place, at, length, same, wrong))
        return out

    def _judge(
        self,
        words: Sequence[Token],
        where: list[int],
        section: int,
        place: int,
        at: int,
        length: int,
        same: int,
        wrong: int,
    ) -> NamedSection | None:
        title, weights = self.words[section], self._weights[section]
        while length > 1 and place + length < len(title) and weights[place + length - 1] < 1:
            length -= 1  # "Write a section" is no part of "Writing a manuscript": the article belongs to "section"
            same -= title[place + length].norm == words[where[at + length]].norm
        covered = sum(weights[place : place + length])
        whole = sum(weights)
        first, stop = where[at], where[at + length - 1] + 1
        if covered < 0.9 and len(title) != length:
            return None
        share = covered / whole if whole else 1.0
        written = all(title[place + k].text == words[where[at + k]].text for k in range(length))
        if share >= 0.999:
            quality = (
                1.0 if same == length else 0.96 if self._same_forms(words, where, title, place, at, length) else 0.62
            )
            how = "full" if quality > 0.9 else "part"
        else:
            if length == 1 and title[place].stem in _ORDINARY and not (written and title[place].text[0].isupper()):
                return None
            quality = 0.5 + 0.42 * share - 0.05 * (same < length)
            how = "part"
        if wrong:
            quality -= 0.06 + 0.06 * wrong / max(1, length)
            how = "typo" if how == "full" else how
        return NamedSection(first, stop, (section,), quality, how, written)

    @staticmethod
    def _same_forms(
        words: Sequence[Token], where: list[int], title: Sequence[Token], place: int, at: int, length: int
    ) -> bool:
        """Return True if the words differ from those of the title only in number or spelling: "method" for "methods",
        "acknowledgments" for "acknowledgements", but not "methodical". `length` words are compared, from `place` on in
        the title and from `at` on in `where`, the indices of the message's words."""
        return all(_is_same_word(title[place + k], words[where[at + k]]) for k in range(length))

    # ------------------------------------------------------------------ other names

    def _by_concept(self, words: Sequence[Token], where: list[int]) -> list[NamedSection]:
        stems = [words[i].stem for i in where]
        table = _concept_names()
        found: list[NamedSection] = []
        for at, key in enumerate(stems):
            for name, meanings in table.get(key, ()):
                length = len(name)
                if tuple(stems[at : at + length]) != name or (length == 1 and not _is_form(words[where[at]].norm, key)):
                    continue
                first, stop = where[at], where[at + length - 1] + 1
                if stop - first > length + 2:
                    continue
                ranked = self._standing_for(meanings)
                best = max(ranked.values(), default=0.0)
                if best < _LEAST:
                    continue
                chosen = tuple(sorted(s for s, worth in ranked.items() if worth >= best - 0.02))
                found.append(NamedSection(first, stop, chosen, best, "synonym"))
        return found

    def _standing_for(self, meanings: Sequence[str]) -> dict[int, float]:
        ranked: dict[int, float] = {}
        for concept in meanings:
            for section, worth in self._concepts.get(concept, ()):
                ranked[section] = max(ranked.get(section, 0), _CONCEPT * worth)
            for near in sections()[concept]["near"]:
                for section, worth in self._concepts.get(near, ()):
                    ranked[section] = max(ranked.get(section, 0), _NEIGHBOUR * worth)
        return ranked


def _singular(word: str) -> str:
    for ending, instead in (("ies", "y"), ("ses", "s"), ("es", ""), ("s", ""), ("e", "")):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word[: -len(ending)] + instead
    return word


def _is_same_word(said: Token, title: Token) -> bool:
    if said.norm == title.norm or said.stem != title.stem or not (said.norm + title.norm).isascii():
        return True
    one, other = _singular(said.norm), _singular(title.norm)
    return one == other or (one[-_ENDING:] == other[-_ENDING:] and OSA.distance(one, other) == 1)


def _weight(word: Token) -> float:
    joins = word.norm in _AND or is_article(word.norm) or is_a(word.norm, "place")
    return 0.15 if joins or word.stem in _SMALL or word.norm in _SMALL else 1.0


def _merged(found: list[NamedSection]) -> list[NamedSection]:
    """Return the names. Those of several sections with the same words become one name, which has all these sections."""
    groups: dict[tuple[int, int, str], list[NamedSection]] = defaultdict(list)
    for mention in found:
        groups[mention.first, mention.stop, mention.how].append(mention)
    out = []
    for (first, stop, how), same in groups.items():
        best = max(m.quality for m in same)
        top = [m for m in same if m.quality >= best - 0.001]
        rivals = len({s for m in top for s in m.sections})
        quality = best if how != "part" or rivals == 1 else best - 0.1
        meant = tuple(dict.fromkeys(s for m in top for s in m.sections))
        out.append(NamedSection(first, stop, meant, quality, how, any(m.exact for m in top)))
    return out


def _telling(words: Sequence[Token], mention: NamedSection) -> int:
    return sum(t.word and t.stem not in _SMALL for t in words[mention.first : mention.stop])


def _longest(found: list[NamedSection], words: Sequence[Token]) -> list[NamedSection]:
    """Return `found` without each name that is inside another name with more content words."""
    long = [m for m in found if m.words > 1 and m.how != "full" and _telling(words, m) >= 2]
    found = [m for m in found if not _is_split_off(words, m, found)]
    return [
        m for m in found
        if not any(o.first <= m.first and m.stop <= o.stop and _telling(words, o) > _telling(words, m) for o in long)
    ]  # fmt: skip


def _is_split_off(words: Sequence[Token], inner: NamedSection, found: Sequence[NamedSection]) -> bool:
    """Return True if `inner` begins inside a word of a longer name in `found`. This happens only in scripts without
    spaces."""
    before, first = words[inner.first - 1], words[inner.first]
    inside = before.word and before.end == first.start and not first.text.isascii()
    return inside and any(o.how == "full" and o.first < inner.first and inner.stop <= o.stop for o in found)


def _unless_inside(found: list[NamedSection], other: list[NamedSection], words: Sequence[Token]) -> list[NamedSection]:
    """Return `found` without each one-word name that is inside a longer name in the list `other`: "results" in
    "interpretation of the results"."""
    long = [m for m in other if m.words > 1 and m.quality >= _WHOLE_CONCEPT]
    return [
        m
        for m in found
        if m.words > 1
        or not any(
            o.first <= m.first and m.stop <= o.stop and not set(o.sections) & set(m.sections) and _telling(words, o) > 1
            for o in long
        )
    ]


@lru_cache(maxsize=8192)
def concepts(stems: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
    """Return the usual sections of a paper, such as "methods", that a title with these stems may name. Each has a score
    from 0 to 1, which is 1 if the whole title is its name."""
    found: dict[str, float] = {}
    content = [s for s in stems if s not in _SMALL]
    table = _concept_names()
    for at, key in enumerate(stems):
        for name, meanings in table.get(key, ()):
            if stems[at : at + len(name)] != name:
                continue
            if len(name) == len(stems):
                worth = 1.0
            else:
                share = sum(s not in _SMALL for s in name) / max(1, len(content))
                worth = 0.45 + 0.45 * share if share >= 0.3 else 0.0
            for concept in meanings:
                if worth > found.get(concept, 0):
                    found[concept] = worth
    return tuple(found.items())


def _is_form(word: str, key: str) -> bool:
    """Return True if a word is a form of a usual name of a section, such as "findings". Return False if it only has the
    same stem (`key`), as "find" has.
    """
    return not word.isascii() or _singular(word) in _listed_forms()[key]


@cache
def _listed_forms() -> dict[str, set[str]]:
    """Map each stem to the usual names of sections that have this stem and are one word, in the singular: the stem of
    "findings" to "finding"."""
    out: dict[str, set[str]] = defaultdict(set)
    for entry in sections().values():
        for listed in entry["names"].values():
            for name in listed:
                words = [w for w in tokens(name) if w.word]
                if len(words) == 1:
                    out[words[0].stem].add(_singular(words[0].norm))
    return out


@cache
def _concept_names() -> dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]]:
    """Map the first stem of each name that sections usually have to pairs: all stems of the name, and the usual
    sections ("methods") that it names. The longest names come first."""
    names: dict[tuple[str, ...], dict[str, None]] = {}
    for concept, entry in sections().items():
        for listed in entry["names"].values():
            for name in listed:
                key = tuple(w.stem for w in tokens(name) if w.word)
                names.setdefault(key, {})[concept] = None
    out: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = defaultdict(list)
    for key, meanings in names.items():
        if key:
            out[key[0]].append((key, tuple(meanings)))
    for entries in out.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return out
