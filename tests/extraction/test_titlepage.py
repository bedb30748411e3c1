"""Title, authors, year and DOI of PDFs that are made here, read through the real reader."""

from __future__ import annotations

import pytest

from backend.extraction.people import names

pytest.importorskip("pypdfium2")

from backend.extraction.pdf import work_of
from tests.extraction.documents import Placed, pdf_of

BODY: list[Placed] = [
    (60, 600 - 14 * row, 10, "Some text of the paper that fills a line of its page.") for row in range(9)
]


def read(lines: list[Placed], info: dict[str, str] | None = None) -> dict:
    return work_of(pdf_of([lines + BODY], info), "folder.name/some paper.pdf", lambda done, total: None)


def test_what_the_file_says_of_itself() -> None:
    work = read(
        [], {"Title": "Reefs & Räume", "Author": "Ann Lee; Chen, Bo", "CreationDate": "D:20210304", "doi": "10.1234/X"}
    )
    assert (work["title"], work["authors"], work["year"], work["doi"]) == (
        "Reefs & Räume", ["Ann Lee", "Bo Chen"], 2021, "10.1234/x",
    )  # fmt: skip


@pytest.mark.parametrize(
    "junk", ["Microsoft Word - draft 3.doc", "untitled", "paper_v2.dvi", "", "Document1", "main.tex"]
)
def test_noise_is_no_title(junk: str) -> None:
    shown = [(60.0, 740.0, 20.0, "Coral reefs under"), (60.0, 716.0, 20.0, "great stress")]
    assert read([*shown], {"Title": junk})["title"] == "Coral reefs under great stress"
    assert read([], {"Title": junk})["title"] == "some paper"


def test_a_title_that_only_begins_like_noise_stays() -> None:
    for title in (
        "Documents of coral divers",
        "Paper machines of the 19th century",
        "Title IX and its consequences",
    ):
        assert read([], {"Title": title})["title"] == title


def test_the_byline_is_read_where_it_is_nothing_else() -> None:
    title = (60.0, 740.0, 20.0, "Coral reefs under stress")
    work = read(
        [title, (60, 710, 11, "Ann B. Lee1,2, Bo van der Chen* and José Diaz3"), (60, 690, 9, "1 University of X")]
    )
    assert work["authors"] == ["Ann B. Lee", "Bo van der Chen", "José Diaz"]
    assert read([title, (60, 710, 11, "A study of forty sites and twelve years")])["authors"] == []


def test_the_doi_is_the_papers_own() -> None:
    own = (60.0, 800.0, 9.0, "https://doi.org/10.5555/own.1")
    cited = [
        (60.0, 720.0, 9.0, "1. Smith J. Reefs. doi: 10.5555/cited.1"),
        (60.0, 700.0, 9.0, "[2] Lee. 10.5555/cited.2"),
    ]
    assert read([own, *cited])["doi"] == "10.5555/own.1"
    assert read(cited)["doi"] is None
    assert read([(60, 800, 9, "As in 10.5555/a.1 we saw"), (60, 780, 9, "and in 10.5555/b.2 we saw")])["doi"] is None
    assert read([(60, 800, 12, "References"), (60, 780, 9, "Smith. https://doi.org/10.5555/cited.3")])["doi"] is None


def test_the_year_that_the_page_names_comes_first() -> None:
    assert read([(60, 800, 9, "Published: 4 March 2019")], {"CreationDate": "D:20210304"})["year"] == 2019
    assert read([(60, 800, 9, "arXiv:2101.00001v2 [cs.CL] 12 Mar 2020")])["year"] == 2020
    assert read([(60, 800, 9, "a study of 1998 and 2004")])["year"] is None


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Ann Lee, Bo Chen and Cy Diaz", ["Ann Lee", "Bo Chen", "Cy Diaz"]),
        ("Lee, Ann; van der Chen, Bo", ["Ann Lee", "Bo van der Chen"]),
        ("Lee, Ann", ["Ann Lee"]),
        ("admin", []),
        ("Andrea Sand", ["Andrea Sand"]),
        ("", []),
    ],
)
def test_names(text: str, people: list[str]) -> None:
    assert names(text) == people
