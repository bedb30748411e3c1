"""Works of the library as a model sees them, each under a line by which it is known again, and as a text cites them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.document.sentences import sentences
from backend.drafting.briefing import LibraryPassage
from backend.drafting.context import library_passages
from backend.kernel.works import Source
from backend.sources.identifiers import source_id
from backend.sources.matching import match


def passage(title: str, entry: int, page: int | None = None, authors: tuple[str, ...] = (), year: int | None = None):
    told = {"library_id": "f", "entry": entry} | ({"page": page, "pages": [page]} if page else {})
    return LibraryPassage(Source(title=title, authors=authors, year=year, metadata=told), page, f"Text {entry}.")


SAME = (
    passage("Editorial", 0, authors=("Smith, A.",), year=2001),
    passage("Editorial", 1, 4, authors=("Jones, B.", "C. Rat"), year=2011),
    passage("Editorial", 2),
    passage("editorial.", 3, authors=("Smith, A.",), year=2001),
    passage("Other things", 4, 2),
)


@pytest.mark.parametrize("place", range(len(SAME)))
def test_every_work_is_known_by_the_line_it_is_shown_under(place) -> None:
    works = [each.source for each in SAME]
    seen, quoted = library_passages.shown(SAME)[place]["line"], library_passages.excerpts(SAME)[place].origin
    matched = match([seen, quoted], (), works)
    assert {each.id for each in matched.citations} == {source_id(works[place])} and not matched.warnings


def test_only_works_of_one_title_carry_ids() -> None:
    lines = [each["line"] for each in library_passages.shown(SAME)]
    assert [("sx_" in each) for each in lines] == [True] * 4 + [False]
    assert lines[0].startswith("Smith, A. (2001). Editorial [sx_")


def test_passages_of_one_work_stand_together_in_the_order_given() -> None:
    again = LibraryPassage(SAME[0].source, None, "More.")
    shown = library_passages.shown((SAME[0], SAME[4], again))
    assert [[each["text"] for each in work["passages"]] for work in shown] == [
        ["~~~~~\nText 0.\n~~~~~", "~~~~~\nMore.\n~~~~~"],
        ["~~~~~\nText 4.\n~~~~~"],
    ]


@pytest.mark.parametrize(
    ("authors", "year", "title", "page", "expected"),
    [
        (("A. Lindqvist", "R. Oduya"), 2021, "Thirsty shade", 2, "Lindqvist & Oduya 2021, p. 2"),
        (("Berg, A. van den",), 1999, "On dikes", None, "Berg 1999"),
        (("Anna van den Berg", "C. Dee", "E. Eff"), None, "On dikes", 4, "van den Berg et al., p. 4"),
        (("王芳",), 2020, "影响", None, "王芳 2020"),
        ((), 2019, "Shade: a review of 42 cities. Part 2", 7, "“Shade” 2019, p. 7"),
        ((), None, "one two three four five six seven eight nine ten", None,
         "“one two three four five six seven eight…”"),
        (("",), None, "Untitled notes.", None, "“Untitled notes”"),
    ],
)  # fmt: skip
def test_cite(authors: tuple[str, ...], year: int | None, title: str, page: int | None, expected: str) -> None:
    shown = LibraryPassage(Source(title=title, authors=authors, year=year), page, "Words.")
    assert library_passages.cite(shown) == expected
    stated = f"“Trees cool the air” ({expected})."
    assert len(sentences(f"{stated} {stated}")) == 2


def test_excerpts_carry_both_names() -> None:
    (made,) = library_passages.excerpts(
        [LibraryPassage(Source(title="Thirsty shade", authors=("A. Berg",), year=2021), 3, "It.")]
    )
    assert (made.origin, made.cite) == ("A. Berg (2021). Thirsty shade, p. 3", "Berg 2021, p. 3")


def test_a_retracted_work_is_marked_in_its_line_and_in_brackets() -> None:
    known = passage("On grass", 0, 3, ("Ruth Meier",), 2014)
    withdrawn = LibraryPassage(
        replace(known.source, metadata={**known.source.metadata, "is_retracted": True}), 3, known.text
    )
    (shown,) = library_passages.shown([withdrawn])
    assert shown["retracted"] and shown["line"].endswith("On grass (retracted)")
    assert library_passages.cite(withdrawn) == "Meier 2014, p. 3, retracted"
    by_key = replace(withdrawn.source, metadata={**withdrawn.source.metadata, "key": "meier2014"})
    assert library_passages.cite(replace(withdrawn, source=by_key)) == "@meier2014, p. 3, retracted"
    assert match([shown["line"]], (), [withdrawn.source]).citations[0].id == source_id(withdrawn.source)
    assert not library_passages.shown([known])[0]["retracted"]
