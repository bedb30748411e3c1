"""Copies without an identifier are joined to their work, and different works stay apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.kernel.works import Source
from backend.research.duplicate_works import join
from backend.research.fusion import fuse

TITLE = "Warming reduces the depth of winter snow in boreal forests"
ARTICLE = Source(TITLE, "https://doi.org/10.1234/snow", "10.1234/snow", ("Ann Lee", "Bo Ek"), 2019)
PUBMED = Source(f"{TITLE} - PubMed", "https://pubmed.ncbi.nlm.nih.gov/31234567/")
PMC = Source(TITLE, "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC6543210/", year=2019)
RESEARCHGATE = Source(f"(PDF) {TITLE}", "https://www.researchgate.net/publication/33_Snow", authors=("A. Lee",))
MARKED = replace(PMC, title=f"RETRACTED: {TITLE}")
CUT = Source("Warming reduces the depth of winter snow in ... - ResearchGate", "https://www.researchgate.net/p/34")
OTHER = Source(TITLE, "https://doi.org/10.9999/other", "10.9999/other", ("Cy Wu",), 2003)


def together(*results: Source) -> list[list[int]]:
    """The places of the results that are one work, by works."""
    roots = join(results, list(range(len(results))))
    return sorted([place for place, root in enumerate(roots) if root == each] for each in set(roots))


@pytest.mark.parametrize("copy", [PUBMED, PMC, RESEARCHGATE, MARKED, CUT])
def test_a_copy_is_its_work(copy: Source) -> None:
    assert together(ARTICLE, copy) == together(copy, ARTICLE) == [[0, 1]]


def test_all_copies_are_one_work_and_one_vote_each() -> None:
    (work,) = fuse([[ARTICLE, PUBMED], [PMC], [RESEARCHGATE, CUT]])
    assert len(work.members) == 5 and work.source.doi == "10.1234/snow" and len(work.source.metadata["also"]) == 4
    assert fuse([[work.source, PMC]])[0].members == ((0, 0), (0, 1))


@pytest.mark.parametrize(
    "other",
    [
        OTHER,
        replace(PMC, year=2003),
        replace(RESEARCHGATE, authors=("Cy Wu",)),
        replace(PUBMED, title="Warming reduces the depth of summer snow in boreal forests - PubMed"),
        Source(TITLE, "https://blog.example.org/snow"),
        Source("Snow - PubMed", "https://pubmed.ncbi.nlm.nih.gov/1/"),
        replace(CUT, title="Warming reduces ... - ResearchGate"),
    ],
)
def test_what_contradicts_or_tells_too_little_stays_apart(other: Source) -> None:
    assert together(ARTICLE, other) == [[0], [1]]


def test_a_copy_of_either_of_two_works_joins_neither() -> None:
    assert together(ARTICLE, replace(OTHER, year=2019), PUBMED) == [[0], [1], [2]]
    assert together(ARTICLE, OTHER, PMC) == [[0, 2], [1]], "the year tells"
    longer = replace(OTHER, title=TITLE.replace("boreal", "alpine"))
    assert together(ARTICLE, longer, CUT) == [[0], [1], [2]], "either title goes on so"


def test_people_of_a_short_title_must_be_known() -> None:
    short = Source("Snow in forests", "https://a.example/snow", None, ("Ann Lee",), 2019)
    assert together(short, replace(short, url="https://b.example/x", authors=("Lee A",))) == [[0, 1]]
    assert together(short, replace(short, url="https://b.example/x", authors=())) == [[0], [1]]


def test_works_of_ones_own_library_stay_apart() -> None:
    own = Source(TITLE, authors=("Ann Lee",), year=2019, metadata={"library_id": "a"})
    assert together(own, replace(own, metadata={"library_id": "b"})) == [[0], [1]]
