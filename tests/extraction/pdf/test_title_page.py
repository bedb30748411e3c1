"""Title, authors, year and DOI of PDFs that are made here, read through the real reader."""

from __future__ import annotations

import pytest

from backend.extraction.formats.people import names
from backend.extraction.pdf import title_page
from backend.extraction.pdf.characters import MARK
from backend.extraction.pdf.lines import Line, Page

pytest.importorskip("pypdfium2")

from backend.extraction.pdf.pages import work_of
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
        "Reefs & Räume", ["Ann Lee", "Bo Chen"], None, "10.1234/x",
    )  # fmt: skip


@pytest.mark.parametrize(
    "junk", ["Microsoft Word - draft 3.doc", "untitled", "paper_v2.dvi", "", "Document1", "main.tex"]
)
def test_noise_is_no_title(junk: str) -> None:
    shown = [(60.0, 740.0, 20.0, "Coral reefs under"), (60.0, 716.0, 20.0, "great stress")]
    assert read([*shown], {"Title": junk})["title"] == "Coral reefs under great stress"
    assert read([], {"Title": junk})["title"] == "some paper"


def test_a_hyphen_at_the_end_of_a_titles_line_stays_where_it_belongs() -> None:
    def titled(first: str, second: str) -> str:
        shown = Page(842, (Line(first, 60, 740, 400, 760), Line(second, 60, 716, 300, 736)))
        return title_page.read([shown], {}, "x.pdf")["title"]

    assert titled("A Framework for Phase" + MARK, "Field Simulations") == "A Framework for Phase-Field Simulations"
    assert titled("A study of photo" + MARK, "synthesis") == "A study of photosynthesis"


def test_a_page_of_a_few_sentences_has_no_title() -> None:
    def titled(*texts: str) -> str:
        shown = Page(842, tuple(Line(text, 60, 700 - 14 * row, 300, 710 - 14 * row) for row, text in enumerate(texts)))
        return title_page.read([shown], {}, "x.pdf")["title"]

    assert titled("Corals bleach in summer.", "They recover.") == "x"
    assert titled("Corals in summer") == "Corals in summer"


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


def test_a_lone_doi_in_a_sentence_belongs_to_another() -> None:
    cited = "We build on earlier work by Smith (doi:10.1016/j.jsb.2015.08.008) in this study."
    assert read([(60, 640, 10, cited)])["doi"] is None
    assert read([], {"Subject": "J. Corals 12 (2020) 1-20. doi:10.5555/own.1"})["doi"] == "10.5555/own.1"
    assert read([], {"Title": "doi:10.5555/own.1"})["doi"] == "10.5555/own.1"
    assert read([], {"Title": "A comment on 10.5555/cited.1"})["doi"] is None


@pytest.mark.parametrize(
    ("line", "year"),
    [
        ("Published: 4 March 2019", 2019),
        ("Received 3 May 2017; accepted 2 January 2018; published online 4 March 2019", 2019),
        ("Copyright © 2019 The Authors", 2019),
        ("© The Author(s) 2019", 2019),
        ("arXiv:2101.00001v2 [cs.CL] 12 Mar 2020", 2020),
        ("Journal of Tests 12 (2024) 1-20", 2024),
        ("Journal of Tests, vol. 12, no. 3, 2024", 2024),
        ("Date: 2019-03-04", 2019),
        ("a study of 1998 and 2004", None),
        ("published 2011 by Smith and others", None),
        ("Received 3 May 2017", None),
        ("Smith et al. 12 (2015) found", None),
        ("In 12 sites (2015)", None),
    ],
)
def test_the_year_is_the_one_that_the_page_dates_the_work_with(line: str, year: int | None) -> None:
    assert read([(60, 800, 9, line)], {"CreationDate": "D:20210304"})["year"] == year


def test_when_the_file_was_made_is_no_year_of_publication() -> None:
    assert read([], {"CreationDate": "D:20210304", "ModDate": "D:20220304"})["year"] is None


def test_a_heading_is_no_author() -> None:
    title = (60.0, 740.0, 20.0, "openapi-specification")
    assert read([title, (60, 700, 14, "OpenAPI Specification")])["authors"] == []
    assert read([title, (60, 700, 14, "Materials and Methods")])["authors"] == []
    assert read([title, (60, 700, 14, "Paper Fills")])["authors"] == [], "the text has these as ordinary words"


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Ann Lee, Bo Chen and Cy Diaz", ["Ann Lee", "Bo Chen", "Cy Diaz"]),
        ("Lee, Ann; van der Chen, Bo", ["Ann Lee", "Bo van der Chen"]),
        ("Lee, Ann", ["Ann Lee"]),
        ("admin", []),
        ("python-docx", []),
        ("Windows User", []),
        ("Microsoft Office User; Ann Lee", ["Ann Lee"]),
        ("Pandora Page", ["Pandora Page"]),
        ("Your Name", []),
        ("Andrea Sand", ["Andrea Sand"]),
        ("", []),
    ],
)
def test_names(text: str, people: list[str]) -> None:
    assert names(text) == people
