"""Choose the place where content fits if the user named none: next to similar text, or where such a section usually is
in a paper.

`similarity.SimilarityScores` gives each place several scores, and this file weights them.

`python -m tests.bench.sensitivity placement/fit/best_section.py` measures how each number in this file affects the
placement benchmark.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import accumulate

from backend.document.inline import plain_title
from backend.document.outline import Section
from backend.mentions.headings import fold
from backend.mentions.lexicon import sections as known_sections
from backend.mentions.section_names import concepts, title_words
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.fit.closed_sections import closed
from backend.placement.fit.similarity import Gap, SimilarityScores
from backend.placement.plan import Placement

#: The assumed rank of a section with an unknown title: in the body of a paper, before its discussion. (Ranks increase
#: from the abstract to the references.)
_BODY = 75
#: Minimum score (0 to 1) with which a title names a usual section, so that the section's rank counts.
_NAMED = 0.75
#: Maximum rank of sections that open a paper, and minimum rank of sections that close it. "Summary" may be either.
_FIRST, _LAST = 12, 86
#: The rank of an introduction, the last section that opens a paper.
_OPENING = 20
#: Second ranks of sections that have two usual places: methods may be at the end, and "Contributions" may be those of
#: the paper or those of the authors. The key is the usual rank, and the value the rank after the results.
_LATE: dict[float, float] = {42: 89, 28: 93}
#: Parts that decide a section's rank if their name begins its title, whatever follows it in the title.
_OUTRIGHT = frozenset({"appendix", "supplement"})
#: The amount by which a place's score decreases for each level of depth.
_DEPTH = 0.6
#: Maximum number of sections and of blocks of a document whose places are compared. A document with more is not a
#: paper, and 5 MB of headings would take minutes. A paper of 5 MB has about 12,000 blocks, and a book of that size a
#: thousand sections.
MOST_SECTIONS, MOST_BLOCKS = 5_000, 15_000
#: Maximum number of candidates that are compared with others: as many as a person is shown.
_SHOWN = 5
_NUMBER = re.compile(r"(\d{1,3}(?:\.\d{1,3})*)(?:[.)]\s|\s+(?=[^\W\d_]))")
#: The weight of each score of a place: rounded coefficients of a conditional logit model, which `tests/bench/kinship`
#: fitted to paragraphs taken out of 38 papers. If any sixth of the papers is left out, no coefficient changes by more
#: than 0.15. "edge" and "short" were set by hand, smaller than fitted: people rarely add text at the start or end of a
#: section, and a section of one paragraph is usually complete. The fitted weight of "order" is 3.2; it adds 2.5 points.
WEIGHTS = {"beside": 0.45, "around": 0.45, "section": 0.5, "title": 0.2, "style": 0.25, "style_above": 0.5,
           "edge": -2.0, "start": 0.0, "short": -1.0, "empty": 0.0, "order": 3.0}  # fmt: skip
#: The weights for a single sentence, rounded: fitted to 624 sentences taken out of 35 papers. On papers that were left
#: out, 52.4 % of the sections were right, with the weights above 47.1 %. A sentence may join a section of one
#: paragraph, but usually at its end, and rarely a section without text ("start" and "empty" were set by hand).
SENTENCE_WEIGHTS = {"beside": 0.75, "around": 0.1, "section": 0.2, "title": 0.2, "style": 0.25, "style_above": 0.2,
                    "edge": -0.25, "start": -0.5, "short": 0.25, "empty": -2.0, "order": 3.0}  # fmt: skip
#: Scores that are counts. They are not standardized over the document's places.
COUNTED = frozenset({"edge", "start", "short", "empty", "order"})


def fitting(builder: PlacementBuilder) -> list[Placement]:
    """Return the places that are possible for the content, best first. The end of the document is always the last of
    them.
    """
    content, view = builder.content, builder.view
    found: list[Placement] = []
    if not any(b.kind not in ("front_matter", "comment") for b in view.blocks):
        return [builder.make("append_to_document", None, "end", "The document is empty.", 0.9)]
    if len(view.sections) <= MOST_SECTIONS and len(view.blocks) <= MOST_BLOCKS:
        found = (_same_section(builder) or _usual_place(builder)) if content.level else _beside_similar(builder)
    reason = "The message names no place, and no place fits the content. So the content goes to the end."
    end = builder.make("append_to_document", None, "end", reason, 0.2)
    if not found and not content.level and (last := _last_open(builder)) is not None:
        found = [last]
    return [*found, end]


def _last_open(builder: PlacementBuilder) -> Placement | None:
    """Return the placement at the end of the last section that has no fixed form, as the references have one
    (closed_sections.py); None if there is no such section.
    """
    view = builder.view
    for section in reversed(view.sections):
        if section.heading is not None and not closed(view, section.heading):
            reason = "The message names no place, so the content goes to the last section."
            return builder.make("append_to_section", section.heading, "end", reason, 0.2)
    return None


# ---------------------------------------------------------------------- sections


def _same_section(builder: PlacementBuilder) -> list[Placement]:
    """Return the placements at the ends of the document's sections that have the same title as the content's heading;
    [] if there are none.
    """
    view = builder.view
    own = fold(builder.content.title)
    return [
        builder.make("append_to_section", s.heading, "end", f"The document already has the section “{s.title}”.", 0.5)
        for s in view.sections
        if s.heading is not None and own and fold(s.title) == own
    ][:_SHOWN]


def rank(title: str, taken: Sequence[str] = ()) -> float | None:
    """Return the usual position in a paper of a section with this title, as a number that increases from the abstract
    to the references; None if the title is unknown.

    `taken` are the other sections' titles. A "Summary" is usually first, but last if the paper also has an abstract.
    """
    stems = tuple(w.stem for w in title_words(title))
    found = [(1.0, c) for c, _ in concepts(stems[:1]) if c in _OUTRIGHT] or [(w, c) for c, w in concepts(stems)]
    best = max((worth for worth, _ in found), default=0.0)
    if best < _NAMED:
        return None
    ranks: list[float] = sorted(known_sections()[concept]["rank"] for worth, concept in found if worth >= best - 0.01)
    others = {fold(t) for t in taken} - {fold(title)}
    return ranks[-1] if ranks[0] <= _FIRST and ranks[-1] >= _LAST and "abstract" in others else ranks[0]


def _usual_place(builder: PlacementBuilder) -> list[Placement]:
    """Return the place for a new section at which the fewest sections are out of the usual order of a paper. A section
    with a number goes beside the other numbered sections. If the usual position of the section is unknown, return
    places after the sections that are most similar to it. Returns [] if the document has no headings.
    """
    view, content = builder.view, builder.content
    titles = [s.title for s in view.sections]
    if numbered := _in_number(builder):
        return numbered
    own = rank(content.title, titles)
    title = view.title if view.title is not None and rank(view.title.title) is None else None  # not "# Results"
    headed = [s for s in view.sections if s.heading is not None and s != title]
    peers = [s for s in headed if s.level == content.level] or [s for s in headed if s.level == view.level]
    if not peers:
        return []
    if own is None:
        return _beside_like(builder, peers)
    ordered = [s for s in view.sections if s.heading is not None and s.level <= peers[0].level]
    known = dict(zip((s.index for s in ordered), _ranks(ordered, titles), strict=True))
    groups: dict[int | None, list[Section]] = {}
    for section in peers:
        groups.setdefault(section.parent, []).append(section)
    best: tuple[float, list[Section], int] | None = None
    disorder = _Disorder(ordered, known, own)
    for parent, group in groups.items():
        above = {parent, *(s.index for s in view.ancestors(view.sections[parent]))} if parent is not None else set()
        depth = len(above - {view.title.index if view.title else None})
        named = 0.05 * sum(known[s.index] is not None for s in group)
        holders = [view.sections[n] for n in above if n in known]
        for gap in range(len(group) + 1):
            at = group[gap - 1].stop if gap else group[0].first
            cost = _DEPTH * depth + disorder.at(at, holders) - named
            if best is None or cost < best[0] - 1e-9:
                best = (cost, group, gap)
    assert best is not None
    _, group, gap = best
    reason = f"A section “{content.title}” is usually at this place in a paper."
    if gap:
        return [builder.make("new_section", group[gap - 1].heading, "after section", reason, 0.6)]
    return [builder.make("new_section", group[0].heading, "before section", reason, 0.6)]


def _in_number(builder: PlacementBuilder) -> list[Placement]:
    """Return the place of a section with a number in its title, if other headings of this level are numbered, too: "3.
    Results" goes before "4. …". Returns [] for other content.
    """
    own = _number(plain_title(builder.content.title))
    known = [(_number(s.title), s) for s in builder.view.sections if s.heading is not None]
    peers = [(n, s) for n, s in known if own and len(n) == len(own) and n[:-1] == own[:-1] and n != own]
    if not peers:
        return []
    reason = f"The number of the new section is {'.'.join(map(str, own))}."
    before = [s for n, s in peers if n < own]
    if before:
        return [builder.make("new_section", before[-1].heading, "after section", reason, 0.7)]
    return [builder.make("new_section", peers[0][1].heading, "before section", reason, 0.7)]


def _number(title: str) -> tuple[int, ...]:
    """Return the parts of the number with which a title begins, such as (3, 2); () if it has none."""
    found = _NUMBER.match(title)
    return tuple(int(part) for part in found[1].split(".")) if found else ()


def _ranks(group: Sequence[Section], titles: Sequence[str]) -> list[float | None]:
    """Return the usual position of each section in `group`; None for an unknown one. `titles` are the titles of all
    sections.

    An unknown section before the usual first section of a paper is probably the title, so it gets the lowest position.
    An unknown section after the usual last section, such as a box after the references, gets that section's position.
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
    """Counts, for each possible place of a new section, the sections that would then be out of the usual order of a
    paper: a Discussion before new Methods. Sections whose usual position is unknown count less. Takes linear time.
    """

    def __init__(self, sections: Sequence[Section], known: dict[int, float | None], own: float) -> None:
        self._known, self._own = known, own
        self._firsts = [section.first for section in sections]
        self._before = [0.0, *accumulate(self._cost(section, before=True) for section in sections)]
        self._behind = [0.0, *accumulate(self._cost(section, before=False) for section in sections)]

    def at(self, block: int, holders: Sequence[Section]) -> float:
        """Return the weighted number of sections that would be out of the usual order if a new section began before
        `block`. Sections in `holders`, which contain the place, are left out.
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


def _beside_like(builder: PlacementBuilder, peers: Sequence[Section]) -> list[Placement]:
    """Return places for a new section after the sections in `peers` that are most similar to the content."""
    similarity = SimilarityScores(builder)
    ranked = sorted(peers, key=lambda s: -similarity.whole(s))
    return [
        builder.make(
            "new_section", s.heading, "after section", f"The new section resembles “{s.title}” most.", 0.4 - 0.05 * n
        )
        for n, s in enumerate(ranked[:_SHOWN])
    ]


# ---------------------------------------------------------------------- paragraphs


def _beside_similar(builder: PlacementBuilder) -> list[Placement]:
    """Return places in the gaps between blocks that have the highest scores, best first; [] if there are no gaps
    outside of closed sections (closed_sections.py).

    The best gap of each section is chosen before further gaps of a section, because a person who corrects such a place
    usually chooses another section.
    """
    gaps = [gap for gap in SimilarityScores(builder).gaps() if not closed(builder.view, gap.index)]
    if not gaps:
        return []
    worth = weigh(gaps, SENTENCE_WEIGHTS if builder.content.sentence else WEIGHTS)
    top = max(worth)
    ranked = sorted(zip(worth, gaps, strict=True), key=lambda pair: -pair[0])
    best: dict[int, int] = {}
    for number, (_, gap) in enumerate(ranked):
        best.setdefault(builder.view.section_of(gap.index).index, number)
    chosen = list(best.values())[:_SHOWN]
    chosen += [number for number in range(min(2 * _SHOWN, len(ranked))) if number not in chosen]
    reason = "The content resembles the text around this place most."
    return [
        builder.make("insert_after", ranked[n][1].index, "block", reason, 0.45 * math.exp(ranked[n][0] - top))
        for n in sorted(chosen[:_SHOWN])
    ]


def weigh(gaps: Sequence[Gap], weights: Mapping[str, float]) -> list[float]:
    """Return one score for each place in `gaps`: the weighted sum of the scores in its `evidence`. `weights` maps the
    name of each of these scores to its weight. Scores that are not in `COUNTED` are first standardized: measured in
    standard deviations from their mean over all places.
    """
    worth = [0.0] * len(gaps)
    for name, weight in weights.items():
        values = [gap.evidence[name] for gap in gaps]
        if name not in COUNTED:
            values = _standing_out(values)
        worth = [w + weight * v for w, v in zip(worth, values, strict=True)]
    return worth


def _standing_out(values: Sequence[float]) -> list[float]:
    """Return how far each value is above the mean of all (below it: negative), in standard deviations."""
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((v - mean) ** 2 for v in values) / len(values))
    return [(v - mean) / (deviation + 1e-9) for v in values]
