"""Score how similar each place in a document is to the content, in subject, style and form. A place is a gap between
two blocks.

The subject is compared by rare features: word stems, pairs of neighboring stems, and citation keys. The score counts
those that the content shares with the blocks next to the place, with more distant blocks, and with the section around
it. The style is compared by function words and tenses (style.py): a methods section uses the past tense, a discussion
uses "may" and "could".

`python -m tests.bench.sensitivity placement/fit/similarity.py` measures how each number in this file affects the
placement benchmark.
"""

from __future__ import annotations

import itertools
import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from backend.document.blocks import Block
from backend.document.outline import Section
from backend.document.sentences import sentences
from backend.mentions.headings import fold
from backend.mentions.section_names import concepts, title_words
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.fit.counted_points import in_order, number_of
from backend.placement.fit.style import StyleProfile, profile
from backend.ranking.terms import language_of, stop_terms, term_of, words_of

#: Sections that rarely contain a paragraph on a topic; and the share (0 to 1) of its score that a place in them keeps
#: (`python -m tests.bench.sensitivity placement/fit/similarity.py --kinds topical` measures it).
_CLOSED = frozenset(
    {"abstract", "lay summary", "references", "links", "keywords", "figures", "tables", "authors", "contents",
     "abbreviations", "acknowledgements", "author contributions", "competing interests", "funding", "license"}
)  # fmt: skip
CLOSED = 0.6
#: Minimum score (0 to 1) with which a title names a usual section.
_NAMED = 0.75
_KEY = re.compile(r"@[\w:./-]*\w|\[\d+\]|https?://[^\s)>\]]+|#[\w:-]+|`[^`\n]{2,40}`")
_PROSE = frozenset({"paragraph", "list", "quote", "figure", "caption", "table", "code", "math", "html", "div", "latex"})
_TEXT = frozenset({"paragraph", "list", "quote"})
#: Kinds of blocks that a paragraph above them may announce; and words with which it announces them.
_ANNOUNCED = frozenset({"list", "code", "math", "quote", "table", "figure", "latex", "html"})
_BELOW = re.compile(
    r"\b(?:below|following|as follows|folgende\w*|unten|ci-dessous|suivante?s?|siguientes?|abajo|seguent[ei]|sotto|"
    r"abaixo|seguintes?|volgende|hieronder)\b|以下|下記|如下|ниже|следующ",
    re.IGNORECASE,
)
#: BM25's saturation, and its share of length for a block and for a section; the usual length of a section in
#: characters. These and the weights below were tuned on 423 paragraphs taken out of 42 papers; the optima are flat.
_K1, _B, _B_SECTION, _USUAL = 2.0, 0.6, 0.8, 1000
#: Weights of a gap's surroundings: the next blocks, the ones after them, the gap's section, and the parent section.
NEXT, FAR, SECTION, PARENT = 1.0, 0.2, 0.5, 0.1
#: Weights of a pair of neighboring words and of a citation key, relative to a word; and of a word's repetitions in the
#: content.
_PAIR, _CITED, _REPEATS = 0.6, 2.0, 0.3
#: Number of blocks after which the weight of the text around a gap has decreased to 1/e.
_REACH = 6.0
#: Number of words of the whole document that are added to a section's words to smooth its subject, and its style.
_SMOOTH, _SMOOTH_STYLE = 300, 200


@dataclass(frozen=True, slots=True)
class Gap:
    """A place where text may be inserted, just after block `index`. `evidence` maps the names of its scores to their
    values.
    """

    index: int
    evidence: dict[str, float]


@lru_cache(maxsize=1 << 12)
def _features_and_style(text: str, language: str) -> tuple[list[str], list[str], StyleProfile]:
    """Return three things for a text: its stems without function words, its citation keys, and its style.

    Results are cached, because the next revision of a document shares most of its blocks with this one.
    """
    words = _words(text)
    stop = stop_terms(language)
    stems = [t for t in (term_of(w, language) for w in words) if t not in stop and (len(t) > 1 or not t.isascii())]
    return stems, _keys(text), profile(words, text, language)


class SimilarityScores:
    """Compares one content with each block, section and place (gap between blocks) of a document."""

    def __init__(self, builder: PlacementBuilder) -> None:
        self.view = builder.view
        self.language = language_of(self.view.document.text)
        stems, keys, self.style = _features_and_style(builder.content.text, self.language)
        self.number = number_of(builder.content.text)
        self.sentence = builder.content.sentence
        self.query = Counter(self.features(stems, keys))

    @staticmethod
    def features(stems: Sequence[str], keys: Sequence[str]) -> list[str]:
        """Return the features by which texts are compared: word stems, pairs of neighboring stems, and citation
        keys.
        """
        return [*stems, *(f"{a} {b}" for a, b in itertools.pairwise(stems)), *keys]

    @cached_property
    def _read(self) -> tuple[list[dict[str, int]], list[int], list[StyleProfile]]:
        """Return three lists with an entry for each block: how often it has each feature of the content, its length in
        words, and its style.
        """
        counts: list[dict[str, int]] = []
        lengths, styles = [], []
        for block in self.view.blocks:
            count: dict[str, int] = {}
            length, style = 0, Counter[str]()
            if block.kind in _PROSE or block.kind == "heading":
                stems, keys, style = _features_and_style(self.view.document.source(block), self.language)
                length = len(stems) + len(keys)
                if not self.query.keys().isdisjoint(stems) or not self.query.keys().isdisjoint(keys):
                    count = self._shared(stems, keys)
            counts.append(count)
            lengths.append(length)
            styles.append(style if block.kind != "heading" else Counter())
        return counts, lengths, styles

    def _shared(self, stems: Sequence[str], keys: Sequence[str]) -> dict[str, int]:
        """Count how often a block has each feature (stem, pair of stems, citation key) of the content. `stems` and
        `keys` are those of the block. Pairs of stems count only if both stems are in the content.
        """
        query = self.query
        pairs = (f"{a} {b}" for a, b in itertools.pairwise(stems) if a in query and b in query)
        return Counter([x for x in (*stems, *pairs, *keys) if x in query])

    @property
    def counts(self) -> list[dict[str, int]]:
        return self._read[0]

    @cached_property
    def weights(self) -> dict[str, float]:
        """Return the weight of each feature (a stem, a pair of stems or a citation key). It depends on the feature's
        kind, its rarity among the blocks and sections, and how often the content contains it.
        """
        blocks = Counter(x for counts in self.counts for x in counts)
        bodies = [(s.first, s.own_stop) for s in self.view.sections]
        parts = Counter(x for a, b in bodies for x in {x for counts in self.counts[a:b] for x in counts})
        out = {}
        for x, n in blocks.items():
            kind = _PAIR if " " in x else _CITED if x[0] == "\0" else 1.0
            rarity = math.sqrt(_rarity(n, len(self.counts)) * _rarity(parts[x], len(bodies)))
            out[x] = rarity * kind * min(self.query[x], 3) ** _REPEATS
        return out

    @cached_property
    def scores(self) -> list[float]:
        """Return one number for each block: the total weight of the words and citation keys that it shares with the
        content. It is 0 for a heading.

        If the content is a single sentence, it is 0 for tables, figures and all other blocks that are not text, too. On
        624 sentences from papers this gained 0.9 points; on paragraphs, which often describe a figure, it would lose
        2.5.
        """
        counted = _TEXT if self.sentence else _PROSE
        lengths = [max(1, b.end - b.start) for b in self.view.blocks]
        usual = sum(lengths) / max(1, len(lengths))
        return [
            self._sum(counts, 1 - _B + _B * length / usual) if block.kind in counted else 0.0
            for block, counts, length in zip(self.view.blocks, self.counts, lengths, strict=True)
        ]

    def _sum(self, counts: dict[str, int], length: float) -> float:
        return sum(self.weights[x] * n * (_K1 + 1) / (n + _K1 * length) for x, n in counts.items())

    def whole(self, section: Section) -> float:
        """Return a score for the content's similarity to a section with its subsections; higher is more similar."""
        return self._joint(section.first, section.stop, 3 * _USUAL)

    def _joint(self, first: int, stop: int, usual: int) -> float:
        length = self.view.blocks[stop - 1].end - self.view.blocks[first].start if stop > first else 0
        return self._sum(_together(self.counts[first:stop]), 1 - _B_SECTION + _B_SECTION * length / usual)

    # ------------------------------------------------------------------ places

    def gaps(self) -> list[Gap]:
        """Return every place where a paragraph may be inserted, with its scores."""
        out: list[Gap] = []
        around = self._around()
        for section in self.view.sections:
            if section.own_stop == section.first:
                continue
            shared = self._of_section(section)
            points = self._points(section)
            base = SECTION * self._joint(section.first, section.own_stop, _USUAL)
            if section.parent is not None:
                base += PARENT * self._whole[section.parent]
            open_to = CLOSED if is_closed(section.title) else 1.0
            for index in range(section.first, section.own_stop):
                if self._may_follow(self.view.blocks[index]):
                    beside = (base + self._near(section, index)) * open_to
                    start = self.view.blocks[index].kind == "heading"
                    edges = start + (index + 1 == section.own_stop)
                    own = {"beside": beside, "around": around[index], "edge": edges, "start": start, "order": 0}
                    if self.number is not None:
                        at = index + 1 - section.first
                        own["order"] = in_order(self.number, points[:at], points[at:])
                    out.append(Gap(index, own | shared))
        return out

    def _points(self, section: Section) -> list[int | None]:
        """Return one entry for each block of a section: the number of the point with which it begins ("First, …"), or
        None.

        The list is empty unless the content itself begins with a point.
        """
        if self.number is None:
            return []
        read, blocks = self.view.document.source, self.view.blocks[section.first : section.own_stop]
        return [number_of(read(b)) if b.kind == "paragraph" else None for b in blocks]

    def _near(self, section: Section, index: int) -> float:
        """Return a score for the blocks beside the gap after block `index`: two on each side, of which the nearer ones
        count more. Blocks of other sections are left out.
        """
        scores = self.scores
        last = section.own_stop
        near = scores[index] + (scores[index + 1] if index + 1 < last else 0.0)
        far = (scores[index - 1] if index > section.first else 0.0) + (scores[index + 2] if index + 2 < last else 0.0)
        return NEXT * near + FAR * far

    def _around(self) -> list[float]:
        """Return a score for the gap after each block: the sum of all blocks' scores, each multiplied by a weight that
        decreases with the block's distance from the gap.
        """
        fade = math.exp(-1 / _REACH)
        half = math.sqrt(fade)
        before = list(itertools.accumulate(self.scores, lambda total, score: total * fade + score))
        after = [*itertools.accumulate(reversed(self.scores), lambda total, score: total * fade + score)][::-1]
        return [half * (a + b) for a, b in zip(before, [*after, 0.0][1:], strict=True)]

    def _of_section(self, section: Section) -> dict[str, float]:
        """Return the scores that all gaps of a section share, by name: for its subject, its style, the style of its
        parent section, and its title. "short" is 1 if the section has at most one block of prose, and "empty" is 1 if
        it has none.
        """
        counts, lengths, _ = self._read
        own = slice(section.first, section.own_stop)
        prose = sum(b.kind in _PROSE and b.kind != "div" for b in self.view.blocks[own])
        return {
            "section": likelihood(self._plain, _together(counts[own]), sum(lengths[own]), self._usual, _SMOOTH),
            "style": self._styles[self._main(section).index],
            "style_above": self._styles[section.parent] if section.parent is not None else 0.0,
            "title": self._named(section),
            "short": float(prose <= 1),
            "empty": float(prose == 0),
        }

    def _main(self, section: Section) -> Section:
        """Return the main section that contains a section (or is this section). Main sections are those of the second
        level, below the document's title. For a section of the first level, return the section itself.
        """
        line = [section, *self.view.ancestors(section)]
        return line[max(0, len(line) - 2)]

    @cached_property
    def _outer(self) -> list[Section]:
        """Return the main sections, which `_main` defines, and all other sections that have subsections."""
        parents = {s.parent for s in self.view.sections}
        return [s for s in self.view.sections if s.index in parents or self._main(s).index == s.index]

    @cached_property
    def _whole(self) -> dict[int, float]:
        return {s.index: self.whole(s) for s in self._outer}

    @cached_property
    def _styles(self) -> dict[int, float]:
        """Return how similar the content's style is to the style of each main section and of each section with
        subsections. The keys are the indices of these sections.
        """
        styles = [_together(self._read[2][s.first : s.own_stop]) for s in self.view.sections]
        usual = _together(styles)
        said = {x: math.sqrt(n) for x, n in self.style.items()}
        starts = [s.first for s in self.view.sections]
        out = {}
        for section in self._outer:
            within = range(bisect_left(starts, section.first), bisect_left(starts, section.stop))
            there = _together(styles[n] for n in within if self.view.sections[n].own_stop <= section.stop)
            out[section.index] = likelihood(said, there, sum(there.values()), usual, _SMOOTH_STYLE)
        return out

    @cached_property
    def _plain(self) -> dict[str, float]:
        """Return the weights of the content's words and citation keys, without pairs of words."""
        return {x: n for x, n in self.query.items() if " " not in x}

    @cached_property
    def _usual(self) -> Counter[str]:
        """Return how often the whole document contains each of the content's words. The entry under the key "" is the
        number of the document's words that are not in the content.
        """
        usual = Counter({x: n for x, n in _together(self.counts).items() if " " not in x})
        usual[""] = sum(self._read[1]) - sum(usual.values())
        return usual

    def _named(self, section: Section) -> float:
        """Return a score for the content's words in the section's title. It grows with their number and their
        rarity.
        """
        if section.heading is None:
            return 0.0
        return sum(_rarity(self._spread[x], len(self.counts)) for x in self.counts[section.heading] if " " not in x)

    @cached_property
    def _spread(self) -> Counter[str]:
        return Counter(x for counts in self.counts for x in counts)

    def _may_follow(self, block: Block) -> bool:
        """Return True if new text may be inserted after a block. It may not be between a table and its caption, or
        between a colon or "the following figure" and what they announce.
        """
        if block.kind == "front_matter":
            return False
        if block.index + 1 < len(self.view.blocks):
            below = self.view.blocks[block.index + 1]
            if below.kind == "caption":
                return False
            if below.kind in _ANNOUNCED and block.kind == "paragraph":
                return not announces(self.view.document.source(block))
        return True


def announces(text: str) -> bool:
    """Return True if a paragraph ends in mid-sentence, or if its last sentence mentions what comes below it ("the
    following table").
    """
    text = text.rstrip()
    if text.endswith((":", "：", ",", "、")) or text[-1:].isalnum():
        return True
    found = [each.start() for each in _BELOW.finditer(text)]
    return bool(found) and found[-1] >= sentences(text)[-1][0]


def likelihood(
    weights: dict[str, float], counts: Counter[str], length: float, usual: Counter[str], smooth: float
) -> float:
    """Return how much likelier some words are in a text than in the whole document, as a logarithm: above 0 if they are
    typical of the text.

    `weights` maps each word to its weight, `counts` to its number in the text, and `usual` to its number in the
    document. `length` is the number of words in the text. A greater `smooth` brings the results of short texts closer
    to 0, because a few words prove little.
    """
    total = sum(usual.values()) + 1.0
    sum_ = 0.0
    for x, n in weights.items():
        share = (usual[x] + 0.5) / total
        sum_ += n * math.log((counts[x] / share + smooth) / (length + smooth))
    return sum_ / max(1.0, sum(weights.values()))


@lru_cache(maxsize=4096)
def is_closed(title: str) -> bool:
    """Return True if a section with this title usually has no paragraphs about a topic: references, keywords, an
    abstract and the like.
    """
    found = concepts(tuple(w.stem for w in title_words(title)))
    return any(worth >= _NAMED and concept in _CLOSED for concept, worth in found) and fold(title) != "summary"


def _keys(text: str) -> list[str]:
    """Return the citation keys, links and code words of a text, each with a NUL prefix, so that none is equal to a
    word.
    """
    return ["\0" + key.lstrip("@#").lower() for key in _KEY.findall(text)]


def _words(text: str) -> list[str]:
    return words_of(_KEY.sub(" ", text))


def _rarity(count: int, total: int) -> float:
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def _together(parts: Iterable[dict[str, int]]) -> Counter[str]:
    out: Counter[str] = Counter()
    known = out.get
    for part in parts:
        for x, n in part.items():
            out[x] = known(x, 0) + n
    return out
