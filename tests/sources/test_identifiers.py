"""Canonical keys, ids and matching."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.kernel.works import Source
from backend.sources.identifiers import canonical_doi, canonical_title, canonical_url, described, source_id

PAREN_DOI = "10.1016/s0140-6736(20)30183-5"


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("10.1000/ABC", "10.1000/abc"),
        ("doi:10.1000/abc.", "10.1000/abc"),
        ("DOI: 10.1000/abc", "10.1000/abc"),
        ("https://doi.org/10.1000/abc", "10.1000/abc"),
        ("http://dx.doi.org/10.1000/abc/", "10.1000/abc"),
        ("https://doi.org/10.1000/abc?utm_source=chat#top", "10.1000/abc"),
        ("(see 10.1000/abc)", "10.1000/abc"),
        ("[10.1000/abc],", "10.1000/abc"),
        ("“10.1000/abc”", "10.1000/abc"),
        ("DOI：10.1000/abc，2005", "10.1000/abc"),
        ("https://doi.org/10.1016/S0140-6736(20)30183-5", PAREN_DOI),
        ("https://doi.org/10.1016/S0140-6736%2820%2930183-5", PAREN_DOI),
        ("(https://doi.org/10.1016/S0140-6736(20)30183-5).", PAREN_DOI),
        ("https://onlinelibrary.wiley.com/doi/full/10.1000/abc", "10.1000/abc"),
        ("https://www.frontiersin.org/articles/10.1000/abc/full", "10.1000/abc"),
        ("https://www.biorxiv.org/content/10.1101/2020.01.01.123456v1.full", "10.1101/2020.01.01.123456"),
        ("arXiv:2101.00001v2", "10.48550/arxiv.2101.00001"),
        ("https://arxiv.org/pdf/2101.00001v3.pdf", "10.48550/arxiv.2101.00001"),
        ("https://doi.org/10.48550/arXiv.2101.00001", "10.48550/arxiv.2101.00001"),
        ("arXiv:hep-th/9901001", "10.48550/arxiv.hep-th/9901001"),
        ("10.xxxx/xxxxx", None),
        ("version 10.5", None),
        ("General knowledge", None),
        ("", None),
    ],
)
def test_doi(text: str, doi: str | None) -> None:
    assert canonical_doi(text) == doi


@pytest.mark.parametrize(
    "spelling",
    [
        "https://example.org/a/b?x=1&y=2",
        "http://example.org/a/b?x=1&y=2",
        "HTTPS://WWW.Example.org:443/a/b/?y=2&x=1",
        "http://example.org:80/a/b?x=1&y=2#part",
        "https://example.org/%61/b?utm_source=z&x=1&fbclid=q&y=2",
        "https://example.org./a/b?x=1&y=2).",
        " https://example.org/a/b?x=1&y=2 (accessed 2026)",
    ],
)
def test_spellings_of_one_page(spelling: str) -> None:
    assert canonical_url(spelling) == "https://example.org/a/b?x=1&y=2"


def test_an_address_of_version_six_is_a_page_too() -> None:
    assert canonical_url("http://[2606:4700::1111]:8080/a/#b") == "https://[2606:4700::1111]:8080/a"
    assert canonical_url("https://[2606:4700::1111]") == "https://[2606:4700::1111]"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.org/a", "https://example.org/A"),
        ("https://example.org/a?id=1", "https://example.org/a?id=2"),
        ("https://example.org/a", "https://sub.example.org/a"),
        ("https://example.org:8080/a", "https://example.org/a"),
        ("https://example.org/a%2Fb", "https://example.org/c"),
    ],
)
def test_different_pages_stay_different(one: str, other: str) -> None:
    assert canonical_url(one) != canonical_url(other)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "example.org",
        "ftp://example.org",
        "https://",
        "http://[",
        "https://a:b/",
        "[1]",
        "https://.#",
        "https://./a",
    ],
)
def test_no_address(text: str) -> None:
    assert canonical_url(text) is None


def test_arxiv_pages_are_one() -> None:
    spellings = ("arxiv.org/abs/2101.00001", "arxiv.org/pdf/2101.00001v2", "www.arxiv.org/abs/2101.00001v1/")
    assert {canonical_url(f"https://{each}") for each in spellings} == {"https://arxiv.org/abs/2101.00001"}


@pytest.mark.parametrize("text", ["10.1234/", "10.1234//", "10.1234///x/?y", "doi:10.1234//."])
def test_nothing_behind_the_prefix_is_no_doi(text: str) -> None:
    found = canonical_doi(text)
    assert found is None or found.partition("/")[2].strip("/")


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60), st.sampled_from(["", "https://", "http://a.b/", "10.1234/", "https://doi.org/10.1234/"]))
def test_canonical_forms_are_their_own(text: str, before: str) -> None:
    for canonical in (canonical_url, canonical_doi, canonical_title):
        once = canonical(before + text)
        assert once is None or canonical(once) == once


OTHER = Source(title="On Other Things", url="https://publisher.org/p/10.1000/OTHER", doi="10.1000/other")


def test_ids_are_short_stable_and_one_per_work() -> None:
    spellings = ["https://doi.org/10.1000/other", "doi:10.1000/OTHER", "Doe 2020, https://publisher.org/10.1000/other"]
    ids = {source_id(each) for each in spellings} | {source_id(OTHER)}
    assert ids == {"sx_6c18bddb"}
    assert re.fullmatch(r"sx_[0-9a-f]{8}", source_id("General knowledge"))
    assert source_id("A title") == source_id("a  Title.") != source_id("Another title")


def test_described_takes_link_and_doi_out() -> None:
    source = described("Doe (2020),\n https://example.org/10.1000/abc.", "attached")
    assert (source.url, source.doi) == ("https://example.org/10.1000/abc", "10.1000/abc")
    assert source.title == "Doe (2020), https://example.org/10.1000/abc."


def test_works_of_one_title_in_a_library_are_as_many_as_there_are() -> None:
    """Two entries of a list of references, and two files of one name; the same DOI is still one work."""

    def editorial(file: str, entry: int, **more: Any) -> Source:
        return Source(title="Editorial", metadata={"library_id": file, "entry": entry}, **more)

    ids = [source_id(editorial("a", 0)), source_id(editorial("a", 1)), source_id(editorial("b", 0))]
    assert len({*ids, source_id("Editorial")}) == 4
    assert source_id(editorial("a", 0, year=2001)) == ids[0], "stable, whatever else becomes known"
    assert source_id(editorial("a", 0, doi="10.1000/OTHER")) == source_id(OTHER)


def test_the_brackets_of_a_sici_are_a_part_of_its_doi():
    sici = "10.1002/(SICI)1097-4636(199823)43:2<155::AID-JBM9>3.0.CO;2-J"
    other = sici.replace("155::AID-JBM9", "161::AID-JBM8")
    assert canonical_doi(f"https://doi.org/{sici}.") == sici.lower()
    assert canonical_doi(sici) != canonical_doi(other)
    assert canonical_doi("<10.1000/abc>") == "10.1000/abc"
    without_page = "10.1002/1097-4571(2000)9999:9999<::aid-asi1045>3.0.co;2-b"
    assert canonical_doi(f"doi={{{without_page}}}") == without_page


@given(st.text())
def test_a_title_keeps_its_letters_and_digits_without_accents(text):
    folded = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(each for each in folded if not unicodedata.combining(each))
    assert canonical_title(text) == " ".join(re.findall(r"\w+", bare))
