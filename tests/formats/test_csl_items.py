"""CSL-JSON items."""

from __future__ import annotations

from typing import Any

import pytest

from backend.errors import Refused
from backend.formats.csl_items import checked, date_of, is_key, item_of, person, shown_name, work_of, year_of
from backend.kernel.works import Source
from backend.sources.identifiers import source_id


def test_what_csl_does_not_know_is_left_out() -> None:
    given = {"id": "x", "type": "article-journal", "title": "  A\n title ", "volume": 4, "custom": {"a": 1}, "page": ""}
    assert checked(given) == {"type": "article-journal", "title": "A title", "volume": "4"}


@pytest.mark.parametrize("prefix", ["", "doi:", "https://doi.org/", "http://dx.doi.org/"])
@pytest.mark.parametrize("doi", ["10.1234/A", "10.1002/1097-4571(2000)9999:9999<::aid-asi1586>3.0.co;2-d"])
def test_a_doi_is_kept_whole_and_bare(prefix: str, doi: str) -> None:
    assert checked({"title": "T", "DOI": prefix + doi})["DOI"] == doi


def test_an_unknown_type_becomes_a_document() -> None:
    assert checked({"type": "meme", "title": "T"})["type"] == "document"


def test_every_bad_variable_is_named() -> None:
    bad: dict[str, Any] = {"title": {"a": 1}, "author": ["A", 7], "issued": {"date-parts": [["soon"]]}}
    with pytest.raises(Refused) as caught:
        checked(bad)
    assert set(caught.value.errors or ()) == {"csl.title", "csl.author", "csl.issued"}


@pytest.mark.parametrize("bad", [[], "text", None, {}, {"type": "book"}])
def test_what_is_no_reference_is_refused(bad: Any) -> None:
    with pytest.raises(Refused):
        checked(bad)


@pytest.mark.parametrize(
    ("said", "date"),
    [
        ("2021-03-04", {"date-parts": [[2021, 3, 4]]}),
        (2021, {"date-parts": [[2021]]}),
        ({"raw": "2021/3"}, {"date-parts": [[2021, 3]]}),
        ({"date-parts": [["2021", "3"]]}, {"date-parts": [[2021, 3]]}),
        ("in press", {"literal": "in press"}),
        ({}, None),
        ({"date-parts": [[]]}, None),
    ],
)
def test_dates_of_every_form(said: Any, date: Any) -> None:
    assert date_of(said) == date


def test_a_year_is_found_in_words_too() -> None:
    assert year_of({"issued": {"literal": "Spring 1998"}}) == 1998
    assert year_of({}) is None


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Ada Lovelace", {"given": "Ada", "family": "Lovelace"}),
        ("Vincent van Gogh", {"given": "Vincent", "family": "van Gogh"}),
        ("de la Cruz, María", {"family": "de la Cruz", "given": "María"}),
        ("King, Martin Luther, Jr.", {"family": "King", "given": "Martin Luther", "suffix": "Jr."}),
        ("Plato", {"family": "Plato"}),
    ],
)
def test_names(name: str, parts: dict[str, str]) -> None:
    assert person(name) == parts


def test_a_name_with_a_particle_is_shown_with_it() -> None:
    assert shown_name({"family": "Gogh", "given": "Vincent", "non-dropping-particle": "van"}) == "van Gogh, Vincent"
    assert shown_name({"literal": "The Consortium"}) == "The Consortium"


def test_a_work_becomes_an_item_and_comes_back() -> None:
    work = Source(
        "A title", "https://example.org/a", "10.1234/a", ("Ada Lovelace",), 1843, metadata={"journal": "Notes"}
    )
    item = item_of(work)
    assert item["type"] == "article-journal" and item["container-title"] == "Notes"
    back = work_of(item)
    assert (back.title, back.doi, back.authors, back.year) == ("A title", "10.1234/a", ("Lovelace, Ada",), 1843)


def test_a_page_without_more_is_a_web_page() -> None:
    assert item_of(Source("", "https://example.org")) == {
        "type": "webpage", "title": "https://example.org", "URL": "https://example.org",
    }  # fmt: skip


@pytest.mark.parametrize("key", ["berg2021street", "doi:10.1234/a", "Müller_2020", "a"])
def test_keys_that_pandoc_reads(key: str) -> None:
    assert is_key(key)


@pytest.mark.parametrize("key", ["", "two words", "a]", "ends.", "@a", "a;b", "x" * 201])
def test_keys_that_it_does_not(key: str) -> None:
    assert not is_key(key)


def test_a_preprint_is_the_same_work_with_its_id_and_with_its_doi() -> None:
    by_id, by_doi = {"title": "T", "arxiv": "1610.02391v3"}, {"title": "T", "DOI": "10.48550/arXiv.1610.02391"}
    assert source_id(work_of(by_id)) == source_id(work_of(by_doi))
    assert work_of({"title": "T", "URL": "https://doi.org/10.1000/A"}).doi == "10.1000/a"
    assert work_of({"title": "T", "URL": "https://example.org/10.1000/A"}).doi is None
