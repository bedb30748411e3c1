"""What a model's source strings are resolved to: results, works of the library, what was resolved before, nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.kernel.works import Source
from backend.sources.identifiers import source_id
from backend.sources.matching import match

RESULTS = (
    Source(title="A Survey of Things", url="https://example.org/survey?utm_medium=x", connector="perplexity"),
    Source(title="On Other Things", url="https://publisher.org/p/10.1000/OTHER", doi="10.1000/other"),
    Source(title="Preprint", url="https://arxiv.org/abs/2101.00001v2"),
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("http://www.example.org/survey/", 0),
        ("A survey, https://example.org/survey", 0),
        ("[1] https://example.org/survey", 0),
        ("[2]", 1),
        ("2", 1),
        ("https://doi.org/10.1000/Other", 1),
        ("Doe, J. (2020). On other things. doi:10.1000/other.", 1),
        ("arXiv:2101.00001", 2),
        ("https://doi.org/10.48550/arXiv.2101.00001", 2),
        ("a survey of THINGS.", 0),
        ("- A Survey of Things", 0),
        ("1. On Other Things", 1),
        ("[9]", None),
        ("A Survey of Things, https://example.org/invented", None),
        ("doi:10.1000/others", None),
        ("A Survey", None),
        ("", None),
    ],
)
def test_match(text: str, found: int | None) -> None:
    matched = match([text], RESULTS)
    (citation,) = matched.citations
    if found is None:
        assert citation.status == "unresolved"
        assert len(matched.warnings) == 1
        assert text[:40] in matched.warnings[0]
    else:
        assert citation.status == "resolved"
        assert citation.title == RESULTS[found].title
        assert citation.id == source_id(RESULTS[found])
        assert not matched.warnings


def test_order_and_repeats_are_kept() -> None:
    matched = match(["[2]", "unknown", "[2]"], RESULTS)
    assert [citation.status for citation in matched.citations] == ["resolved", "unresolved", "resolved"]


def library(title: str, file: str = "f", entry: int = 0, pages: object = None, **more: Any) -> Source:
    told = {
        "library_id": file,
        "entry": entry,
        **({"page": pages[0], "pages": pages} if isinstance(pages, list) else {}),
    }
    return Source(title=title, connector="library", metadata=told | more.pop("metadata", {}), **more)


SMITH = library("Editorial", entry=0, authors=("Smith, Anna",), year=2001)
JONES = library("Editorial", entry=1, authors=("Jones, Bert",), year=2011)
PAPER = library("Sci-Hub manuscript", "g", pages=[3, 5], authors=("D. S. Hub",), metadata={"page_count": 16})
SHELF = (SMITH, JONES, PAPER)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Smith, Anna (2001). Editorial", SMITH),
        ("Jones 2011, Editorial", JONES),
        ("Editorial (2011)", JONES),
        ("Sci-Hub manuscript", PAPER),
        (f"Editorial [{source_id(JONES)}]", JONES),
        (source_id(SMITH), SMITH),
        ("Editorial", None),
        ("Fake (2001). Editorial", None),
        ("Editorial [sx_00000000]", None),
        ("Smith (2001). Editorial. doi:10.1234/invented", None),
        ("[1]", None),
    ],
)
def test_a_work_of_the_library_is_the_one_that_is_named(text: str, found: Source | None) -> None:
    matched = match([text], (), SHELF)
    [citation] = matched.citations
    if found is None:
        assert citation.status == "unresolved" and len(matched.warnings) == 1
    else:
        assert (citation.status, citation.id, matched.warnings) == ("resolved", source_id(found), ())
        assert citation.metadata["entry"] == found.metadata["entry"]
        assert citation.metadata["authors"] == list(found.authors)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Smith", SMITH),
        ("[1] Smith, A. (2001)", SMITH),
        ("Jones, 2011, p. 4", JONES),
        ("Hub", PAPER),
        ("Smith (2002)", None),
        ("Smith & Wu, 2001", None),
        ("Smith: Otters", None),
        ("2001", None),
    ],
)
def test_authors_name_their_only_work_in_the_library(text: str, found: Source | None) -> None:
    citation = match([text], (), SHELF).citations[0]
    assert (citation.status, citation.title) == (("resolved", found.title) if found else ("unresolved", text))


def test_authors_of_two_works_name_neither_without_a_year() -> None:
    other = library("Otters in spring", "h", authors=("Smith, Anna",), year=2003)
    assert "may name several" in match(["Smith"], (), (*SHELF, other)).warnings[0]
    assert match(["Smith 2003"], (), (*SHELF, other)).citations[0].title == "Otters in spring"


def test_what_may_mean_two_works_means_none_and_the_warning_says_so() -> None:
    result = Source(title="Editorial", url="https://example.org/editorial")
    matched = match(["Editorial"], (result,), SHELF)
    assert matched.citations[0].status == "unresolved" and "may name several" in matched.warnings[0]
    assert match(["Editorial"], (result,), SHELF[:1]).citations[0].id == source_id(SMITH)
    more = replace(SMITH, title="Editorial: of otters", metadata={"library_id": "h", "entry": 0})
    for shelf in ((SMITH, more), (more, SMITH)):
        assert match(["Smith (2001). Editorial"], (), shelf).citations[0].id == source_id(SMITH), "its whole title"
    one, two = library("report", "a", pages=[2]), library("report", "b", pages=[7])
    assert match(["report, p. 7"], (), (one, two)).citations[0].id == source_id(two), "the page that was shown tells"


@pytest.mark.parametrize(
    ("text", "page", "warned"),
    [
        ("Sci-Hub manuscript, p. 5", 5, ""),
        ("Sci-Hub manuscript, pp. 3-5", 3, ""),
        ("Sci-Hub manuscript", 3, ""),
        (
            "Sci-Hub manuscript, p. 9",
            None,
            "The citation gives page 9 of “Sci-Hub manuscript”, but the model was shown only pages 3",
        ),
        ("Sci-Hub manuscript, p. 99", None, "Page 99 does not exist: “Sci-Hub manuscript” has 16 pages"),
        ("Sci-Hub manuscript, pp. 5 and 9", 5, "gives page 9 of"),
        ("Sci-Hub manuscript, pp. 9, 99", None, "gives pages 9, 99 of"),
    ],
)
def test_a_page_that_was_not_shown_is_not_taken_over(text: str, page: int | None, warned: str) -> None:
    matched = match([text], (), SHELF)
    assert matched.citations[0].status == "resolved", "the work is real"
    assert matched.citations[0].metadata.get("page") == page
    assert warned in "".join(matched.warnings) and len(matched.warnings) == bool(warned)


def test_pages_of_works_without_any_and_of_lists_of_references() -> None:
    matched = match(["Smith 2001, Editorial, p. 3"], (), SHELF)
    assert matched.citations[0].status == "resolved" and "has no page numbers" in matched.warnings[0]
    listed = library("Editorial", metadata={"pages": "12--15"})
    assert match(["Editorial, p. 13"], (), (listed,)).warnings == ()
    assert "the work's entry gives the pages 12--15" in match(["Editorial, p. 3"], (), (listed,)).warnings[0]
    for odd in ("e1234", "", "12", "12, 19, 40", "9-3"):
        assert match(["Editorial, p. 3"], (), (library("Editorial", metadata={"pages": odd}),)).warnings
    linked = library("Editorial", doi="10.1234/p.12", pages=[1])
    assert match(["Editorial, 10.1234/p.12"], (), (linked,)).warnings == ()


def test_what_was_resolved_before_is_known_again() -> None:
    """A rewrite finds other works, or none, and the content that it goes on from cites these."""
    said = [
        "Smith, Anna (2001). Editorial",
        "Sci-Hub manuscript, p. 5",
        "[1]",
        "A thing, https://example.org/t",
        "Made up",
    ]
    thing = Source(title="A thing", url="https://example.org/t?utm_source=x")
    before = match(said, (thing,), SHELF)
    earlier = dict(zip(said, before.citations, strict=True))
    again = match([*said, "D. S. Hub. Sci-Hub manuscript, p. 3"], (), (), earlier)
    assert [each.status for each in again.citations] == ["resolved"] * 4 + ["unresolved", "resolved"]
    assert [each.id for each in again.citations[:4]] == [each.id for each in before.citations[:4]]
    assert again.citations[0] == before.citations[0] and again.citations[1].metadata["library_id"] == "g"
    assert len(again.warnings) == 1 and "Made up" in again.warnings[0]


def test_pages_shown_now_and_before_are_both_known_and_the_work_is_one() -> None:
    line = "Sci-Hub manuscript, p. 5"
    earlier = {line: match([line], (), SHELF).citations[0]}
    now = replace(PAPER, metadata={**PAPER.metadata, "page": 8, "pages": [8]})
    matched = match(["Sci-Hub manuscript, p. 8", "Sci-Hub manuscript, p. 5", "Sci-Hub manuscript"], (), (now,), earlier)
    assert [each.metadata["page"] for each in matched.citations] == [8, 5, 8] and not matched.warnings
    assert {each.id for each in matched.citations} == {source_id(PAPER)}


REEF = Source(title="Thermal stress on coral reefs", url="https://doi.org/10.1234/reef", doi="10.1234/reef")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Doe, J. (2020). A history of glass making in Bohemia. https://doi.org/10.1234/reef", "mismatch"),
        ("doi:10.1234/reef", "resolved"),
        ("Doe, J. (2020). Thermal stress on coral reefs. Nature. doi:10.1234/reef", "resolved"),
        ("Doe, J. Thermal stres on corall reefs: a review. doi:10.1234/reef", "resolved"),
        ("Anna Smith and Bert Jones (2020), doi:10.1234/reef", "resolved"),
        ("see 10.1234/reef", "resolved"),
    ],
)
@pytest.mark.parametrize("in_library", [False, True])
def test_an_identifier_under_an_invented_title_is_a_mismatch(text: str, status: str, in_library: bool) -> None:
    matched = match([text], () if in_library else (REEF,), (REEF,) if in_library else ())
    assert [each.status for each in matched.citations] == [status]
    assert len(matched.warnings) == (status == "mismatch")
    again = match([text], (), (), {text: matched.citations[0]})
    assert [each.status for each in again.citations] == [status]


def test_where_there_was_nothing_to_look_in_nobody_has_looked() -> None:
    assert match(["Made up"], ()).citations[0].status == "unchecked"
    assert match(["Made up"], (REEF,)).citations[0].status == "unresolved"
    assert match(["Made up"], (), (REEF,)).citations[0].status == "unresolved"


PARTS = st.sampled_from(
    [
        "Editorial",
        "Smith",
        "2001",
        "(",
        ")",
        ", p. 3",
        "pp. 9-",
        "[1]",
        "sx_",
        source_id(PAPER),
        "10.1234/x",
        "https://",
        "“",
    ]
)


@given(st.lists(st.lists(PARTS | st.text(max_size=9), max_size=6).map(" ".join), max_size=5))
def test_every_string_gets_one_citation_and_only_what_is_known_is_resolved(said: list[str]) -> None:
    result = Source(title="Result", url="https://example.org/r")
    before = match(said, (result,), SHELF)
    again = match(said, (), (), dict(zip(said, before.citations, strict=True)))
    assert len(before.citations) == len(again.citations) == len(said)
    known = {source_id(each) for each in (*SHELF, result)}
    for cited, later in zip(before.citations, again.citations, strict=True):
        assert cited.status == "unresolved" or cited.id in known
        assert (later.id, later.status) == (cited.id, cited.status), "what follows on from it knows the same"
