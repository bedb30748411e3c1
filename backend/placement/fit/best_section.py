"""Choose the place where content fits if nobody named one: beside similar text, or in the usual order of a paper.

`similarity.Kin` scores each place, and this module weighs the scores.

`python -m tests.bench.sensitivity placement/fit/best_section.py`
measures what each number here contributes to the placement yardstick.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

from backend.document.inline import plain_title
from backend.document.outline import Section
from backend.mentions.headings import fold
from backend.mentions.lexicon import sections as known_sections
from backend.mentions.section_names import concepts, title_words
from backend.placement.fit.candidates import Spots
from backend.placement.fit.closed_sections import closed
from backend.placement.fit.similarity import Gap, Kin
from backend.placement.plan import Placement

#: Where a section of no known name is taken to stand: in the body of a paper, before its discussion.
_BODY = 75
#: How well a title has to stand for a known section for its place to count.
_NAMED = 0.75
#: Ranks up to which sections open a paper, and from which they close it. "Summary" may be either.
_FIRST, _LAST = 12, 86
#: The rank of an introduction: the last kind of section with which a paper opens.
_OPENING = 20
#: Sections that may stand at two places, and where they stand once results have been told: methods told last, and
#: "Contributions", which early are the paper's and late the authors'.
_LATE: dict[float, float] = {42: 89, 28: 93}
#: What a title begins with that tells the place of the whole section, whatever else is in it.
_OUTRIGHT = frozenset({"appendix", "supplement"})
#: What a level further down costs a place.
_DEPTH = 0.6
#: A document of more sections or blocks is no paper, and is not compared place by place: 5 MB of headings would take
#: minutes. A paper of 5 MB has some 12,000 blocks, and a book of that size a thousand sections.
MOST_SECTIONS, MOST_BLOCKS = 5_000, 15_000
#: Candidates that go on to be weighed with others, as many as a person is shown.
_SHOWN = 5
_NUMBER = re.compile(r"(\d{1,3}(?:\.\d{1,3})*)(?:[.)]\s|\s+(?=[^\W\d_]))")
#: What each kind of evidence counts for a place: coefficients of a conditional logit, rounded, as `tests/bench/kinship`
#: finds them on paragraphs taken out of 38 papers (leaving out any sixth of the papers moves none by more than 0.15).
#: "edge" and "short" are set by hand, milder than found: who adds to a section seldom opens or ends it, and a section
#: of one paragraph is mostly whole as it is. The order of counted points was found as 3.2; it brings 2.5 points.
WEIGHTS = {"beside": 0.45, "around": 0.45, "section": 0.5, "title": 0.2, "manner": 0.25, "manner_above": 0.5,
           "edge": -2.0, "short": -1.0, "order": 3.0}  # fmt: skip
#: Evidence that counts as it is, and not by how it stands out among the document's places.
COUNTED = frozenset({"edge", "short", "order"})


def fitting(spots: Spots) -> list[Placement]:
    """Return placements by how well they fit, the best first; the end of the document if nothing fits."""
    content, scene = spots.content, spots.scene
    found: list[Placement] = []
    if not any(b.kind not in ("front_matter", "comment") for b in scene.blocks):
        return [spots.make("append_to_document", None, "end", "The document is empty.", 0.9)]
    if len(scene.sections) <= MOST_SECTIONS and len(scene.blocks) <= MOST_BLOCKS:
        found = (_same_section(spots) or _usual_place(spots)) if content.level else _beside_kin(spots)
    end = spots.make("append_to_document", None, "end", "No place was named and nothing fits; it goes to the end.", 0.2)
    if not found and not content.level and (last := _last_open(spots)) is not None:
        found = [last]
    return [*found, end]


def _last_open(spots: Spots) -> Placement | None:
    """Place content at the end of the last section that accepts any text."""
    scene = spots.scene
    for section in reversed(scene.sections):
        if section.heading is not None and not closed(scene, section.heading):
            return spots.make("append_to_section", section.heading, "end", "It is the last section of the text.", 0.2)
    return None


# ---------------------------------------------------------------------- sections


def _same_section(spots: Spots) -> list[Placement]:
    """Place content in the section that has the same title as the content."""
    scene = spots.scene
    own = fold(spots.content.title)
    return [
        spots.make("append_to_section", s.heading, "end", f"The section “{s.title}” already exists.", 0.5)
        for s in scene.sections
        if s.heading is not None and own and fold(s.title) == own
    ][:_SHOWN]


def rank(title: str, taken: Sequence[str] = ()) -> float | None:
    """Return the usual position of a section in a paper, by its title; None if the title does not tell.

    `taken` are the other sections' titles: a "Summary" beside an abstract comes last, else first.
    """
    stems = tuple(w.stem for w in title_words(title))
    found = [(1.0, c) for c, _ in concepts(stems[:1]) if c in _OUTRIGHT] or [(w, c) for c, w in concepts(stems)]
    best = max((worth for worth, _ in found), default=0.0)
    if best < _NAMED:
        return None
    ranks: list[float] = sorted(known_sections()[concept]["rank"] for worth, concept in found if worth >= best - 0.01)
    others = {fold(t) for t in taken} - {fold(title)}
    return ranks[-1] if ranks[0] <= _FIRST and ranks[-1] >= _LAST and "abstract" in others else ranks[0]


def _usual_place(spots: Spots) -> list[Placement]:
    """Put a known section among its siblings so that as few as possible are out of the usual order."""
    scene, content = spots.scene, spots.content
    titles = [s.title for s in scene.sections[1:]]
    if numbered := _in_number(spots):
        return numbered
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
    disorder = _Disorder(ordered, known, own)
    for parent, group in groups.items():
        above = {parent, *(s.index for s in scene.ancestors(scene.sections[parent]))} if parent is not None else set()
        depth = len(above - {scene.title.index if scene.title else None})
        named = 0.05 * sum(known[s.index] is not None for s in group)
        holders = [scene.sections[n] for n in above if n in known]
        for gap in range(len(group) + 1):
            at = group[gap - 1].stop if gap else group[0].first
            cost = _DEPTH * depth + disorder.at(at, holders) - named
            if best is None or cost < best[0] - 1e-9:
                best = (cost, group, gap)
    if best is None:
        return _beside_like(spots, peers)
    _, group, gap = best
    reason = f"“{content.title}” usually stands here in a paper."
    if gap:
        return [spots.make("new_section", group[gap - 1].heading, "after section", reason, 0.6)]
    return [spots.make("new_section", group[0].heading, "before section", reason, 0.6)]


def _in_number(spots: Spots) -> list[Placement]:
    """Place content by its section number if other headings are numbered, too: "3. Results" goes before "4. …"."""
    own = _number(plain_title(spots.content.title))
    known = [(_number(s.title), s) for s in spots.scene.sections if s.heading is not None]
    peers = [(n, s) for n, s in known if own and len(n) == len(own) and n[:-1] == own[:-1] and n != own]
    if not peers:
        return []
    reason = f"Its number is {'.'.join(map(str, own))}."
    before = [s for n, s in peers if n < own]
    if before:
        return [spots.make("new_section", before[-1].heading, "after section", reason, 0.7)]
    return [spots.make("new_section", peers[0][1].heading, "before section", reason, 0.7)]


def _number(title: str) -> tuple[int, ...]:
    """Parse the number with which a title begins into its parts; empty if there is none."""
    found = _NUMBER.match(title)
    return tuple(int(part) for part in found[1].split(".")) if found else ()


def _ranks(group: Sequence[Section], titles: Sequence[str]) -> list[float | None]:
    """Return the usual positions of sibling sections.

    An unknown section before the one that opens the paper stands in front, as a title does. Behind a section that
    closes the paper an unknown one belongs to the closing ones, too: a box behind the references is as late as they.
    """
    known = [rank(s.title, titles) for s in group]
    first = next((n for n, value in enumerate(known) if value is not None), 0)
    if group and (known[first] or _BODY) <= _OPENING:
        known[:first] = [0.0] * first
    seen_results, last, level = False, 0.0, 0
    for index, value in enumerate(known):
        if value is None:
            known[index] = last if last >= _LAST and group[index].level <= level else None
            continue
        if 70 <= value < 88:
            seen_results = True
        elif value in _LATE and seen_results:
            value = known[index] = max(_LATE[value], last)
        last, level = value, group[index].level
    return known


class _Disorder:
    """The number of sections that would be on the wrong side of a new one, for every place, in linear time. Sections
    without a known position count less.
    """

    def __init__(self, sections: Sequence[Section], known: dict[int, float | None], own: float) -> None:
        self._known, self._own = known, own
        self._firsts = [section.first for section in sections]
        self._before = [0.0, *accumulate(self._cost(section, before=True) for section in sections)]
        self._behind = [0.0, *accumulate(self._cost(section, before=False) for section in sections)]

    def at(self, block: int, holders: Sequence[Section]) -> float:
        """Return the weighted number of sections on the wrong side of the place before `block`. The sections that
        contain the place do not count.
        """
        count = bisect_left(self._firsts, block)
        cost = self._before[count] + self._behind[-1] - self._behind[count]
        return cost - sum(self._cost(section, before=section.first < block) for section in holders)

    def _cost(self, section: Section, *, before: bool) -> float:
        value = self._known[section.index]
        weight = 1.0 if value is not None else 0.4
        place = value if value is not None else _BODY
        if (before and place > self._own) or (not before and place < self._own):
            return weight
        return 0.1 * (not before) if place == self._own else 0.0


def _beside_like(spots: Spots, peers: Sequence[Section]) -> list[Placement]:
    """Place content after the section that it resembles most."""
    kin = Kin(spots)
    ranked = sorted(peers, key=lambda s: -kin.whole(s))
    return [
        spots.make("new_section", s.heading, "after section", f"It resembles “{s.title}” most.", 0.4 - 0.05 * n)
        for n, s in enumerate(ranked[:_SHOWN])
    ]


# ---------------------------------------------------------------------- paragraphs


def _beside_kin(spots: Spots) -> list[Placement]:
    """Place content in the gap with the highest score, but never in a closed section (closed_sections.py)."""
    gaps = [gap for gap in Kin(spots).gaps() if not closed(spots.scene, gap.index)]
    if not gaps:
        return []
    worth = weigh(gaps)
    top = max(worth)
    out = []
    for _, gap, value in sorted(zip(range(len(gaps)), gaps, worth, strict=True), key=lambda x: (-x[2], x[0]))[:_SHOWN]:
        sure = 0.45 * math.exp(value - top)
        out.append(
            spots.make("insert_after", gap.index, "block", "It resembles the text around this place most.", sure)
        )
    return out


def weigh(gaps: Sequence[Gap]) -> list[float]:
    """Combine all scores of each gap: each score is standardized over the gaps and multiplied by its weight."""
    worth = [0.0] * len(gaps)
    for name, weight in WEIGHTS.items():
        values = [gap.evidence[name] for gap in gaps]
        if name not in COUNTED:
            values = _standing_out(values)
        worth = [w + weight * v for w, v in zip(worth, values, strict=True)]
    return worth


def _standing_out(values: Sequence[float]) -> list[float]:
    """Convert values to numbers of standard deviations above their mean."""
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((v - mean) ** 2 for v in values) / len(values))
    return [(v - mean) / (deviation + 1e-9) for v in values]
