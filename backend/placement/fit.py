"""Where content fits when nobody says where: beside the text it resembles, or in the usual order of a paper.

Resemblance is lexical: the rare words (stems, neighbouring pairs, citation keys) that the content shares with the
blocks on both sides of a gap and with their section.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from backend.document.blocks import Block
from backend.document.outline import Section
from backend.document.words import language_of, stop_terms, terms
from backend.placement.lexicon import sections as known_sections
from backend.placement.names import concepts, title_words
from backend.placement.plan import Placement
from backend.placement.spots import Spots
from backend.placement.titles import fold

#: Where a section of no known name is taken to stand: in the body of a paper, before its discussion.
_BODY = 75
#: Sections that a paragraph on a topic is seldom for, and what a place in them is worth.
_CLOSED = frozenset(
    {"abstract", "lay summary", "references", "links", "keywords", "figures", "tables", "authors", "contents",
     "abbreviations", "acknowledgements", "author contributions", "competing interests", "funding", "license"}
)  # fmt: skip
CLOSED = 0.6
#: How well a title has to stand for a known section for its place to count.
_NAMED = 0.75
#: Ranks up to which sections open a paper, and from which they close it. "Summary" may be either.
_FIRST, _LAST = 12, 86
#: Where methods stand in papers that tell them after the results.
_METHODS, _LATE_METHODS = 42, 89
#: What a level further down costs a place.
_DEPTH = 0.6
_KEY = re.compile(r"@[\w:./-]*\w|\[\d+\]|https?://[^\s)>\]]+|#[\w:-]+|`[^`\n]{2,40}`")
_PROSE = frozenset({"paragraph", "list", "quote", "figure", "caption", "table", "code", "math", "html", "div", "latex"})
#: Saturation and length share of BM25, for a block and for a section; a section's usual length in characters.
#: These and the weights below were tuned on 423 paragraphs taken out of 42 papers; all of them have flat optima.
_K1, _B, _B_SECTION, _USUAL = 2.0, 0.6, 0.8, 1000
#: What the neighbours of a gap count: next to it, one further; its section, and the one above that.
NEXT, FAR, SECTION, PARENT = 1.0, 0.2, 0.5, 0.1
#: What a pair of neighbouring words and a citation key count beside a word, and how a word's repeats in the content.
_PAIR, _CITED, _REPEATS = 0.6, 2.0, 0.3
_SHOWN = 5


def fitting(spots: Spots) -> list[Placement]:
    """Placements by fit, the best first; the end of the document where nothing fits."""
    content, scene = spots.content, spots.scene
    found: list[Placement] = []
    if not any(b.kind not in ("front_matter", "comment") for b in scene.blocks):
        return [spots.make("append_to_document", None, "end", "The document is empty.", 0.9)]
    if content.level:
        found = _same_section(spots) or _usual_place(spots)
    else:
        found = _beside_kin(spots)
    end = spots.make("append_to_document", None, "end", "No place was named and nothing fits; it goes to the end.", 0.2)
    return [*found, end]


# ---------------------------------------------------------------------- sections


def _same_section(spots: Spots) -> list[Placement]:
    """Into the section of the content's own name, where there is one already."""
    scene = spots.scene
    own = fold(spots.content.title)
    return [
        spots.make("append_to_section", s.heading, "end", f"The section “{s.title}” is there already.", 0.5)
        for s in scene.sections
        if s.heading is not None and own and fold(s.title) == own
    ][:_SHOWN]


def rank(title: str, taken: Sequence[str] = ()) -> float | None:
    """The usual place of a section in a paper, None for a name that says nothing.

    `taken` are the other sections' titles: a "Summary" beside an abstract comes last, else first.
    """
    found = [(worth, concept) for concept, worth in concepts(tuple(w.stem for w in title_words(title)))]
    best = max((worth for worth, _ in found), default=0.0)
    if best < _NAMED:
        return None
    ranks = sorted(known_sections()[concept]["rank"] for worth, concept in found if worth >= best - 0.01)
    others = {fold(t) for t in taken} - {fold(title)}
    return ranks[-1] if ranks[0] <= _FIRST and ranks[-1] >= _LAST and "abstract" in others else ranks[0]


def _usual_place(spots: Spots) -> list[Placement]:
    """Among its equals, where the fewest stand on the wrong side of it."""
    scene, content = spots.scene, spots.content
    titles = [s.title for s in scene.sections[1:]]
    own = rank(content.title, titles)
    peers = [s for s in scene.sections if s.heading is not None and s.level == content.level]
    if not peers:
        peers = [s for s in scene.sections if s.heading is not None and s.level == scene.level]
    if not peers:
        return []
    if own is None:
        return _beside_like(spots, peers)
    ordered = [s for s in scene.sections if s.heading is not None and s.level <= peers[0].level]
    known = dict(zip((s.index for s in ordered), _ranks(ordered, titles), strict=True))
    groups: dict[int | None, list[Section]] = {}
    for section in peers:
        groups.setdefault(section.parent, []).append(section)
    best: tuple[float, list[Section], int] | None = None
    for parent, group in groups.items():
        above = {parent, *(s.index for s in scene.ancestors(scene.sections[parent]))} if parent is not None else set()
        depth = len(above - {scene.title.index if scene.title else None})
        for gap in range(len(group) + 1):
            at = group[gap - 1].stop if gap else group[0].first
            cost = _DEPTH * depth + _disorder([s for s in ordered if s.index not in above], known, at, own)
            cost -= 0.05 * sum(known[s.index] is not None for s in group)
            if best is None or cost < best[0] - 1e-9:
                best = (cost, group, gap)
    if best is None:
        return _beside_like(spots, peers)
    _, group, gap = best
    reason = f"“{content.title}” usually stands here in a paper."
    if gap:
        return [spots.make("new_section", group[gap - 1].heading, "after section", reason, 0.6)]
    return [spots.make("new_section", group[0].heading, "before section", reason, 0.6)]


def _ranks(group: Sequence[Section], titles: Sequence[str]) -> list[float | None]:
    """The usual places of sibling sections; methods told after results are at home there."""
    known = [rank(s.title, titles) for s in group]
    seen_results = False
    for index, value in enumerate(known):
        if value is not None and 70 <= value < 88:
            seen_results = True
        elif value == _METHODS and seen_results:
            known[index] = _LATE_METHODS
    return known


def _disorder(sections: Sequence[Section], known: dict[int, float | None], at: int, own: float) -> float:
    """How many sections are on the wrong side of the place before block `at`; nameless ones count for less."""
    cost = 0.0
    for section in sections:
        value = known[section.index]
        weight = 1.0 if value is not None else 0.4
        place = value if value is not None else _BODY
        before = section.first < at
        if (before and place > own) or (not before and place < own):
            cost += weight
        elif place == own:
            cost += 0.1 * (not before)
    return cost


def _beside_like(spots: Spots, peers: Sequence[Section]) -> list[Placement]:
    """After the section that the content resembles most."""
    kin = Kin(spots)
    ranked = sorted(peers, key=lambda s: -kin.whole(s))
    return [
        spots.make("new_section", s.heading, "after section", f"It resembles “{s.title}” most.", 0.4 - 0.05 * n)
        for n, s in enumerate(ranked[:_SHOWN])
    ]


# ---------------------------------------------------------------------- paragraphs


@lru_cache(maxsize=4096)
def _is_closed(title: str) -> bool:
    """Whether a section is of a kind that no paragraph on a topic is added to: references, keywords, an abstract …"""
    found = concepts(tuple(w.stem for w in title_words(title)))
    return any(worth >= _NAMED and concept in _CLOSED for concept, worth in found) and fold(title) != "summary"


def _rarity(count: int, total: int) -> float:
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


@dataclass(frozen=True, slots=True)
class _Gap:
    """The place behind block `index`."""

    score: float
    index: int


def _beside_kin(spots: Spots) -> list[Placement]:
    """In the gap whose two sides and whose section share most with the content."""
    kin = Kin(spots)
    gaps = kin.gaps()
    if not gaps:
        return []
    top = max(g.score for g in gaps) or 1.0
    out = []
    for gap in sorted(gaps, key=lambda g: (-g.score, g.index))[:_SHOWN]:
        sure = 0.45 * gap.score / top if top > 0 else 0.2
        out.append(
            spots.make("insert_after", gap.index, "block", "It resembles the text around this place most.", sure)
        )
    return out


class Kin:
    """How much the blocks of a document share with the content."""

    def __init__(self, spots: Spots) -> None:
        self.scene = spots.scene
        text = spots.content.text
        self.language = language_of(self.scene.document.text)
        self.stop = stop_terms(self.language)
        self.query = Counter(self.features(text))

    def features(self, text: str) -> list[str]:
        """Stems, pairs of neighbouring stems, and (marked by a NUL) citation keys, links and code words of a text."""
        keys = ["\0" + key.lstrip("@#").lower() for key in _KEY.findall(text)]
        found = terms(_KEY.sub(" ", text) if keys else text, self.language)
        words = [t for t in found if t not in self.stop and (len(t) > 1 or not t.isascii())]
        return words + [f"{a} {b}" for a, b in itertools.pairwise(words)] + keys

    @cached_property
    def counts(self) -> list[dict[str, int]]:
        """For each block how often it has each of the content's features."""
        out: list[dict[str, int]] = []
        for block in self.scene.blocks:
            if block.kind in _PROSE or block.kind == "heading":
                found = self.features(self.scene.document.source(block))
                out.append(Counter(x for x in found if x in self.query))
            else:
                out.append({})
        return out

    @cached_property
    def weights(self) -> dict[str, float]:
        """Rare is telling: rare among blocks and, as much, rare among sections."""
        blocks = Counter(x for counts in self.counts for x in counts)
        bodies = [(s.first, s.own_stop) for s in self.scene.sections]
        parts = Counter(x for a, b in bodies for x in {x for counts in self.counts[a:b] for x in counts})
        out = {}
        for x, n in blocks.items():
            kind = _PAIR if " " in x else _CITED if x[0] == "\0" else 1.0
            rarity = math.sqrt(_rarity(n, len(self.counts)) * _rarity(parts[x], len(bodies)))
            out[x] = rarity * kind * min(self.query[x], 3) ** _REPEATS
        return out

    @cached_property
    def scores(self) -> list[float]:
        """For each block what it shares with the content."""
        lengths = [max(1, b.end - b.start) for b in self.scene.blocks]
        usual = sum(lengths) / max(1, len(lengths))
        return [
            0.0 if block.kind == "heading" else self._sum(counts, 1 - _B + _B * length / usual)
            for block, counts, length in zip(self.scene.blocks, self.counts, lengths, strict=True)
        ]

    def _sum(self, counts: dict[str, int], length: float) -> float:
        return sum(self.weights[x] * n * (_K1 + 1) / (n + _K1 * length) for x, n in counts.items())

    def whole(self, section: Section) -> float:
        """A section's score as one text, its subsections included."""
        return self._joint(section.first, section.stop, 3 * _USUAL)

    def _joint(self, first: int, stop: int, usual: int) -> float:
        together: Counter[str] = Counter()
        for counts in self.counts[first:stop]:
            together.update(counts)
        length = self.scene.blocks[stop - 1].end - self.scene.blocks[first].start if stop > first else 0
        return self._sum(together, 1 - _B_SECTION + _B_SECTION * length / usual)

    def gaps(self) -> list[_Gap]:
        """Every place behind a block where a paragraph may stand, with its score."""
        out: list[_Gap] = []
        above: dict[int, float] = {}
        for section in self.scene.sections:
            base = SECTION * self._joint(section.first, section.own_stop, _USUAL)
            if section.parent is not None:
                if section.parent not in above:
                    above[section.parent] = self.whole(self.scene.sections[section.parent])
                base += PARENT * above[section.parent]
            open_to = CLOSED if _is_closed(section.title) else 1.0
            scores = self.scores[section.first : section.own_stop]
            for place in range(len(scores)):
                if self._may_follow(self.scene.blocks[section.first + place]):
                    near = NEXT * (scores[place] + sum(scores[place + 1 : place + 2]))
                    far = FAR * ((scores[place - 1] if place else 0.0) + sum(scores[place + 2 : place + 3]))
                    out.append(_Gap((base + near + far) * open_to, section.first + place))
        return out

    def _may_follow(self, block: Block) -> bool:
        """Whether new text may stand behind a block: not between a table and its caption, or a colon and its list."""
        if block.kind == "front_matter":
            return False
        if block.index + 1 < len(self.scene.blocks):
            below = self.scene.blocks[block.index + 1]
            if below.kind == "caption":
                return False
            if below.kind in ("list", "code", "math", "quote", "table") and self.scene.document.source(
                block
            ).rstrip().endswith((":", "：")):
                return False
        return True
