"""Join results that are copies of the same work but share no identifier, such as an article and its page at PubMed or
ResearchGate.

Two results are the same work if three things agree. Their titles are equal, apart from words that a site adds and from
an end that was cut off. Their years differ by at most one. They share an author; if the authors of one result are
unknown, it must be on a site that hosts copies, and only one work may match. Works with different DOIs are never
joined, neither directly nor through a third result.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from backend.kernel.works import Source
from backend.sources.identifiers import canonical_title

#: Minimum number of words of a title that identifies a work alone, and of a title that identifies it together with
#: authors and year.
TELLING, SHORT = 4, 3
#: Titles are compared only if this number of their first letters is equal; and the minimum number of letters of a title
#: whose end is cut off.
HEAD, CUT = 24, 30
#: Maximum number of works with equal beginnings of their titles that are compared. If there are more, the title is too
#: common to identify a work.
MOST = 40
#: Sites that host copies or records of works published elsewhere.
_COPIES = re.compile(
    r"://(?:[\w-]+\.)*(?:ncbi\.nlm\.nih\.gov|europepmc\.org|researchgate\.net|academia\.edu|semanticscholar\.org"
    r"|core\.ac\.uk|hal\.science|openalex\.org|dblp\.org|ssrn\.com|scilit\.com|scite\.ai|x-mol\.com|paperdigest\.org)/"
)
_BEFORE = re.compile(
    r"^(?:(?:\((?:PDF|HTML)\)|\[(?:PDF|HTML)\]|\W?(?:RETRACTED|WITHDRAWN)(?: ARTICLE| PAPER)?\s*[:\]])\s*)+",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"\s+[-–—|]\s+(?:PubMed(?: Central)?|PMC|NCBI|Europe PMC|ResearchGate|Request PDF|Semantic Scholar|CORE|HAL|DBLP"
    r"|Academia(?:\.edu)?|SSRN|ScienceDirect|SpringerLink|JSTOR|Nature|Science|Wiley Online Library|arXiv|NIH)\s*$",
    re.IGNORECASE,
)
#: Signs and spaces, which are ignored at a title's beginning.
_SIGNS = {ord(sign): None for sign in " \t\n\u00a0!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~–—‐‑−’‘“”«»…"}
#: First characters of titles that may begin with a sign of retraction.
_MARKED = frozenset("([RrWw")
_CUT_END = re.compile(r"\s*(?:…|\.\.\.)\s*$")


@dataclass(slots=True)
class _Facts:
    """All titles, authors, years and DOIs that the results give for one work. `cut` has the titles whose end is cut
    off. `copy` is True if the work was found on a site that hosts copies, and `own` if it is in the user's library.
    """

    titles: set[str] = field(default_factory=set)
    cut: set[str] = field(default_factory=set)
    people: set[str] = field(default_factory=set)
    years: set[int] = field(default_factory=set)
    dois: set[str] = field(default_factory=set)
    copy: bool = False
    own: bool = False

    @property
    def order(self) -> tuple[list[str], list[str], list[str], list[int], bool]:
        """Return a sort key for works that does not depend on the order of the results."""
        return sorted(self.dois), sorted(self.titles | self.cut), sorted(self.people), sorted(self.years), self.copy


def join(results: Sequence[Source], roots: list[int]) -> list[int]:
    """Join the results that are copies of the same work. `roots` has, for each result, the index of the first result of
    its work. Returns this list, changed so that copies have the same index.
    """
    heads: defaultdict[str, list[int]] = defaultdict(list)
    seen: set[int] = set()
    for source, root in zip(results, roots, strict=True):
        if root not in seen:  # the titles of one work have the same beginning
            seen.add(root)
            head = source.title
            if head[:1] in _MARKED:
                head = _BEFORE.sub("", head)
            heads[head[: 2 * HEAD].casefold().translate(_SIGNS)[:HEAD]].append(root)
    rivals = [each for head, each in heads.items() if head and 1 < len(each) <= MOST]
    if not rivals:
        return roots
    facts = _facts(results, roots, {root for each in rivals for root in each})
    moved: dict[int, int] = {}
    for group in rivals:
        ordered = sorted(group, key=lambda each: facts[each].order)
        for vouched in (True, False):
            _join_alike([each for each in ordered if facts[each].titles], facts, moved, vouched)
        _join_cut(ordered, facts, moved)
    return [_last(root, moved) for root in roots] if moved else roots


def _join_alike(group: Sequence[int], facts: dict[int, _Facts], moved: dict[int, int], vouched: bool) -> None:
    """Join the works in `group`, which have equal titles. `moved` gets, for each joined work, the work to which it is
    joined.

    With `vouched`, two works are joined only if they share an author. Without it, they are joined only if the authors
    of at least one are unknown, and at least one is on a site that hosts copies.
    """
    for each in group:
        if facts[each].dois or _last(each, moved) != each:  # works without DOIs find those with DOIs
            continue
        others = sorted({_last(other, moved) for other in group} - {each})
        fitting = [other for other in others if _same(facts[each], facts[other], vouched)]
        if _differ(facts, (each, *fitting)):
            fitting = [other for other in fitting if facts[other].years & facts[each].years]
        if not _differ(facts, (each, *fitting)):
            _move(each, fitting, facts, moved)


def _join_cut(group: Sequence[int], facts: dict[int, _Facts], moved: dict[int, int]) -> None:
    """Join each result in `group` whose title is cut off to the only work whose title has this beginning. If several
    works have it, the result is not joined. `moved` gets, for each joined result, the work to which it is joined.
    """
    whole = sorted({_last(each, moved) for each in group if facts[_last(each, moved)].titles})
    for each in group:
        if not facts[each].titles and _last(each, moved) == each:
            fitting = [other for other in whole if _is_cut_of(facts[each], facts[other])]
            if len(fitting) == 1:
                _move(fitting[0], [each], facts, moved)


def _move(to: int, others: Iterable[int], facts: dict[int, _Facts], moved: dict[int, int]) -> None:
    for other in others:
        first, second = sorted((_last(to, moved), other))
        if first != second:
            moved[second] = first
            _add(facts[first], facts[second])


def _differ(facts: dict[int, _Facts], works: Iterable[int]) -> bool:
    """Return True if at least two of these works have DOIs. These DOIs differ, because results with the same DOI were
    joined before.
    """
    return sum(bool(facts[each].dois) for each in works) > 1


def _same(one: _Facts, other: _Facts, vouched: bool) -> bool:
    known = bool(one.people and other.people)
    if known is not vouched or not _agree(one, other) or not (known or one.copy or other.copy):
        return False
    words = SHORT if known and one.years & other.years else TELLING
    return max((len(title.split()) for title in one.titles & other.titles), default=0) >= words


def _agree(one: _Facts, other: _Facts) -> bool:
    """Return True if `one` and `other` may be the same work: their DOIs, years and authors, as far as both are known,
    do not exclude it. Two works of the user's library are never the same.
    """
    if (one.dois and other.dois and not one.dois & other.dois) or (one.own and other.own):
        return False
    if one.years and other.years and min(abs(a - b) for a in one.years for b in other.years) > 1:
        return False
    return not (one.people and other.people) or bool(one.people & other.people)


def _is_cut_of(one: _Facts, other: _Facts) -> bool:
    if not _agree(one, other) or not (one.copy or other.copy or (one.people and other.people)):
        return False
    return any(len(each) >= CUT and title.startswith(each) for each in one.cut for title in other.titles)


def _facts(results: Sequence[Source], roots: Sequence[int], wanted: set[int]) -> dict[int, _Facts]:
    found: dict[int, _Facts] = {root: _Facts() for root in wanted}
    for source, root in zip(results, roots, strict=True):
        facts = found.get(root)
        if facts is None:
            continue
        title, is_cut = _title(source.title)
        (facts.cut if is_cut else facts.titles).add(title)
        facts.people |= _people(source.authors)
        if source.year:
            facts.years.add(source.year)
        if source.doi:
            facts.dois.add(source.doi.casefold())
        facts.copy = facts.copy or bool(source.url and _COPIES.search(source.url))
        facts.own = facts.own or "library_id" in source.metadata
    return found


def _add(to: _Facts, other: _Facts) -> None:
    to.titles |= other.titles
    to.cut |= other.cut
    to.people |= other.people
    to.years |= other.years
    to.dois |= other.dois
    to.copy = to.copy and other.copy
    to.own = to.own or other.own


@lru_cache(maxsize=4096)
def _title(title: str) -> tuple[str, bool]:
    """Return a title without what a site adds to it, and True if its end is cut off."""
    bare = _BEFORE.sub("", title)
    while (shorter := _BEHIND.sub("", bare)) != bare:
        bare = shorter
    whole = _CUT_END.sub("", bare)
    return canonical_title(whole), whole != bare


@lru_cache(maxsize=4096)
def _people(authors: tuple[str, ...]) -> frozenset[str]:
    """Return the family names of the authors."""
    words = (word for each in authors for word in canonical_title(each).split())
    return frozenset(word for word in words if len(word) > 1)


def _last(root: int, moved: dict[int, int]) -> int:
    while root in moved:
        root = moved[root]
    return root
