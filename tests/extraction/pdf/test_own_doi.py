"""A DOI on the first page is the work's own only where it surely is: a wrong one is worse than none."""

from __future__ import annotations

import pytest

from backend.extraction.pdf.lines import Line, Page
from backend.extraction.pdf.own_doi import own_doi

TITLE = Line("Coral reefs under stress", 60, 740, 400, 760)
OWN = "10.5555/own.1"


def line(text: str, bottom: float, size: float = 10) -> Line:
    return Line(text, 60, bottom, min(540, 60 + 5 * len(text)), bottom + size)


def page(*lines: Line) -> Page:
    return Page(842, lines)


def body(*texts: str, top: float = 500) -> list[Line]:
    return [line(text, top - 12 * row) for row, text in enumerate(texts)]


def read(*lines: Line) -> str | None:
    return own_doi([page(TITLE, *lines)], [TITLE])


@pytest.mark.parametrize(
    "text",
    [
        f"https://doi.org/{OWN}",
        f"DOI: {OWN}",
        f"doi:{OWN}",
        f"Article DOI: https://doi.org/{OWN}.",
        f"Published online 4 March 2019 | doi: {OWN}",
        f"bioRxiv preprint doi: https://doi.org/{OWN}; this version posted May 3, 2020.",
    ],
)
def test_a_line_that_says_nothing_else_gives_it(text: str) -> None:
    assert read(line(text, 650), *body("Corals bleach when", "it is warm.")) == OWN
    assert own_doi([page(line(text, 810), line("Coral reefs", 790))], []) == OWN


def test_it_stands_among_authors_and_places() -> None:
    names = [line("Ann Lee, Bo Chen", 724), line("University of the South", 712), line(f"https://doi.org/{OWN}", 700)]
    assert read(*names, *body("Corals bleach.")) == OWN


@pytest.mark.parametrize(
    "texts",
    [
        ["We build on earlier work by Smith (doi:10.1016/j.jsb.2015.08.008) in this study."],
        ["We build on earlier work by Smith", "(doi:10.1016/j.jsb.2015.08.008)", "in this study."],
        ["We build on earlier work by Smith", "https://doi.org/10.1016/j.jsb.2015.08.008"],
        ["Smith J. Reefs. J Struct Biol. 2015.", "doi:10.1016/j.jsb.2015.08.008"],
        ["1. https://doi.org/10.1016/j.jsb.2015.08.008"],
        ["[2] 10.1016/j.jsb.2015.08.008"],
        ["Data: https://doi.org/10.5281/zenodo.123"],
        ["Correction to: https://doi.org/10.1016/j.jsb.2015.08.008"],
        ["Code and data are at https://doi.org/10.5281/zenodo.123."],
        ["References", "https://doi.org/10.1016/j.jsb.2015.08.008"],
    ],
)
@pytest.mark.parametrize("top", [810, 715, 500, 60])
def test_one_that_is_cited_is_not_taken(texts: list[str], top: float) -> None:
    assert read(*body(*texts, top=top)) is None


def test_two_lines_leave_it_open() -> None:
    assert read(line("https://doi.org/10.5555/a.1", 650), line("https://doi.org/10.5555/b.2", 600)) is None


def test_the_work_says_how_it_is_cited() -> None:
    assert (
        read(*body("Citation: Lee A (2020) Coral reefs under stress. PLoS ONE", f"15(3). https://doi.org/{OWN}")) == OWN
    )
    assert read(*body("Citation: Lee A. doi:10.5555/a.1, see", "also doi:10.5555/b.2")) is None


def test_a_running_head_has_it() -> None:
    foot = f"PLOS ONE | https://doi.org/{OWN} May 3, 2021"
    pages = [page(*body("Corals bleach."), line(f"{foot} {number} / 20", 30)) for number in (1, 2)]
    assert own_doi(pages, []) == OWN
    assert own_doi(pages[:1], []) is None, "one page does not show that it runs"
    note = page(*body("Corals bleach."), line("1 Smith, https://doi.org/10.5555/cited.1", 30))
    assert own_doi([note, note], []) is None, "a footnote"


def test_nothing_is_read_from_nothing() -> None:
    assert own_doi([], []) is None
    assert own_doi([page()], []) is None
