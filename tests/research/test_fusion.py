"""The laws of fusion, and what is known of a work when several services know different things."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.kernel.works import Source
from backend.research.fusion import _address_keys, fuse, keys
from backend.sources.identifiers import canonical_doi, canonical_url, source_id
from tests.examples import examples

PATHS = (
    "",
    "/",
    "/a",
    "/a/",
    "/A/b.html",
    "/10.1000/abc",
    "/a_",
    "/a/?id=1&utm_source=x",
    "/a?utm_source=x",
    "/ä",
    "/%7Ea",
)
URLS = st.builds(
    "{}://{}{}{}".format,
    st.sampled_from(["http", "https"]),
    st.sampled_from(["", "www."]),
    st.sampled_from(["example.org", "EXAMPLE.org", "example.org:443", "site-b.example.org", "doi.org", "arxiv.org"]),
    st.sampled_from(PATHS),
)
DOIS = st.sampled_from(["10.1000/abc", "10.1000/ABC", "doi:10.1000/abc", "10.48550/arXiv.2101.00001", "10.5555/x.y-1"])
SOURCES = st.builds(
    Source,
    title=st.sampled_from(["", "On things", "On Things!", "Other"]),
    url=st.none() | URLS | st.sampled_from(["https://arxiv.org/abs/2101.00001v2", "https://arxiv.org/pdf/2101.00001"]),
    doi=st.none() | DOIS,
    authors=st.sampled_from([(), ("A. Author",)]),
    year=st.none() | st.just(2021),
    content=st.sampled_from(["", "short", "a longer text"]),
    connector=st.sampled_from(["crossref", "tavily", "arxiv"]),
    metadata=st.sampled_from([{}, {"cited_by": 3}, {"is_retracted": True}, {"arxiv": "2101.00001"}]),
)
LISTS = st.lists(st.lists(SOURCES, max_size=8), max_size=5)
LAWS = settings(max_examples=examples(40), deadline=None)


@LAWS
@given(LISTS, st.randoms(use_true_random=False))
def test_the_order_of_the_lists_makes_no_difference(lists, random):
    shuffled = random.sample(lists, len(lists))
    assert [each.source for each in fuse(lists, top=None)] == [each.source for each in fuse(shuffled, top=None)]


@LAWS
@given(LISTS)
def test_every_result_is_in_exactly_one_work(lists):
    members = [member for each in fuse(lists, top=None) for member in each.members]
    known = {(i, j) for i, results in enumerate(lists) for j, source in enumerate(results) if keys(source)}
    assert len(members) == len(set(members))
    assert set(members) == known


@LAWS
@given(LISTS)
def test_no_two_works_share_a_key(lists):
    seen = [key for each in fuse(lists, top=None) for key in set(keys(each.source))]
    assert len(seen) == len(set(seen))


@LAWS
@given(LISTS)
def test_a_fused_list_fuses_to_itself(lists):
    once = [each.source for each in fuse(lists, top=None)]
    twice = [each.source for each in fuse([once], top=None)]
    assert [replace(each, score=None) for each in twice] == [replace(each, score=None) for each in once]


@LAWS
@given(LISTS, st.integers(1, 100))
def test_scores_fall_and_the_top_is_the_beginning(lists, k):
    found = fuse(lists, k=k, top=None)
    scores = [each.source.score for each in found]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= len(lists) / (k + 1) + 1e-12 for score in scores)
    assert fuse(lists, k=k, top=3) == found[:3]


@settings(max_examples=examples(100), deadline=None)
@given(
    URLS
    | st.from_regex(
        r"https?://(www\.)?[a-z]{1,3}\.[a-z]{2}(/[A-Za-z0-9_.~-]{0,4}){0,3}(\?utm_[a-z]=[a-z_]?)?", fullmatch=True
    )
)
def test_the_shortcut_agrees_with_the_canonical_address(url):
    doi = canonical_doi(url)
    assert _address_keys(url) == (f"url:{canonical_url(url)}", *([f"doi:{doi}"] if doi else []))


@pytest.mark.parametrize(
    "url",
    [
        "https://doi.org/10.1000/ABC.def",
        "http://dx.doi.org/10.1000/abc(1)",
        "https://www.doi.org/10.1000/abc_",
        "https://arxiv.org/abs/2101.00001v3",
        "http://export.arxiv.org/pdf/2101.00001v1.pdf",
        "https://arxiv.org/abs/hep-th/9901001v2",
        "https://www.biorxiv.org/content/10.1101/2020.01.01.123456v2.full",
    ],
)
def test_the_shortcut_for_identifiers(url):
    assert _address_keys(url) == (f"url:{canonical_url(url)}", f"doi:{canonical_doi(url)}")


def test_one_vote_a_list():
    twice = [Source(title="x", url=url) for url in ("http://a.example/x", "https://www.a.example/x/?utm_source=z")]
    other = Source(title="y", url="https://a.example/y")
    first, second = fuse([[*twice, other]])
    assert first.source.score == pytest.approx(1 / 61)
    assert second.source.score == pytest.approx(1 / 62), "a repetition takes no rank"
    assert first.members == ((0, 0), (0, 1))


def test_agreement_beats_a_single_first_place():
    a, b, c = (Source(title=name, url=f"https://a.example/{name}") for name in "abc")
    assert fuse([[a, b], [c, b]])[0].source.title == "b"


def test_a_third_list_shows_that_two_results_are_one_work():
    page = Source(title="On things", url="https://journal.example/things", connector="tavily")
    record = Source(title="On things", doi="10.1000/things", connector="crossref", year=2021)
    both = Source(title="On things", url="http://journal.example/things/", doi="10.1000/THINGS", connector="searxng")
    assert len(fuse([[page], [record]])) == 2
    (work,) = fuse([[page], [record], [both]])
    assert (work.source.doi, work.source.year, len(work.members)) == ("10.1000/things", 2021, 3)


def test_preprint_and_article_are_one_where_somebody_says_so():
    preprint = Source(title="A", url="https://arxiv.org/abs/2101.00001v2", connector="arxiv")
    article = Source(title="A", doi="10.1000/a", connector="semantic_scholar", metadata={"arxiv": "2101.00001"})
    (work,) = fuse([[preprint], [article]])
    assert work.source.doi == "10.1000/a"


def test_the_best_is_kept_with_what_the_others_know():
    web = Source("Things", "https://a.example/t", content="Snippet.", connector="tavily", metadata={"favicon": "f"})
    record = Source(
        "On things", "https://doi.org/10.1000/t", "10.1000/t", ("A. Author",), 2021, "", connector="crossref",
        metadata={"cited_by": 5},
    )  # fmt: skip
    fuller = Source(
        "On things", "https://a.example/t", "10.1000/t", content="The whole abstract.", connector="openalex",
        published_at="2021-03-04", metadata={"cited_by": 7, "is_retracted": True},
    )  # fmt: skip
    (work,) = fuse([[web], [record], [fuller]])
    source = work.source
    assert (source.title, source.connector, source.year) == ("On things", "crossref", 2021)
    assert (source.content, source.published_at) == ("The whole abstract.", "2021-03-04")
    assert source.metadata["cited_by"] == 5 and source.metadata["favicon"] == "f"
    assert source.metadata["is_retracted"] is True, "one who knows of a retraction is enough"
    assert source.metadata["provenance"]["content"] == "openalex"
    assert source.metadata["also"] == ["https://a.example/t"]
    assert [each["connector"] for each in source.metadata["found_by"]] == ["crossref", "openalex", "tavily"]


def test_without_address_the_title_tells():
    lists = [[Source(title="On Things")], [Source(title="on things.")], [Source(content="nothing to call it by")]]
    assert [each.members for each in fuse(lists)] == [((0, 0), (1, 0))]


def test_an_address_that_is_a_doi_is_said_to_be_one():
    (work,) = fuse([[Source(title="x", url="https://doi.org/10.1000/ABC")]])
    assert work.source.doi == "10.1000/abc"
    assert source_id(work.source) == source_id("10.1000/abc")


def test_twenty_by_default():
    assert len(fuse([[Source(url=f"https://a.example/{n}") for n in range(50)]])) == 20
    assert fuse([]) == []


def test_works_of_one_title_in_a_library_stay_apart_and_the_same_doi_joins_library_and_web() -> None:
    def owned(file: str, entry: int, **more: Any) -> Source:
        return Source("Editorial", connector="library", metadata={"library_id": file, "entry": entry}, **more)

    web = Source("Editorial", "https://doi.org/10.1000/e", connector="web")
    lists = [[owned("a", 0), owned("a", 1), owned("b", 0)], [owned("a", 1), web, owned("b", 7, doi="10.1000/E")]]
    fused = fuse(lists)
    assert len(fused) == 4 and len({source_id(each.source) for each in fused}) == 4
    joined = next(each.source for each in fused if each.source.doi)
    assert joined.metadata["library_id"] == "b" and len(joined.metadata["found_by"]) == 2
