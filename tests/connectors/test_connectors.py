"""The contract of every connector, on a recorded answer of its service: what is asked, read and refused."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.connectors.connector import Service
from backend.connectors.registry import CONNECTORS, configured_services
from backend.errors import ProviderMisanswered
from backend.kernel.search_requests import Filters
from backend.kernel.works import Source
from backend.settings import CONNECTORS as NAMES
from backend.sources.identifiers import source_id

PAYLOADS = Path(__file__).parent / "payloads"
KEY = "sk-secret"
ANY = Filters()


def payload(name: str) -> bytes:
    return (PAYLOADS / f"{name}.{CONNECTORS[name].form}").read_bytes()


def found(name: str) -> tuple[Source, ...]:
    return CONNECTORS[name].parse(payload(name)).sources


def asked(name: str, query: str = "attention", filters: Filters = ANY, **service: str) -> dict[str, Any]:
    base = {"searxng": "http://127.0.0.1:8888"}.get(name, "")
    made = CONNECTORS[name].request(Service(name, **{"base_url": base, **service}), query, filters)
    return {"url": made.url, **dict(made.params), **(made.json or {}), **dict(made.headers)}


def test_the_settings_know_every_connector():
    assert set(CONNECTORS) == set(NAMES)
    assert {path.stem for path in PAYLOADS.iterdir()} == set(CONNECTORS)


@pytest.mark.parametrize("name", CONNECTORS)
class TestEveryConnector:
    def test_reads_its_recorded_answer(self, name):
        sources = found(name)
        assert sources
        for source in sources:
            assert source.url or source.doi
            assert not source.url or source.url.startswith("http")
            assert source.published_at is None or date.fromisoformat(source.published_at)
            assert json.dumps(source.metadata)
            assert "\n" not in source.title + source.content
        assert len({source_id(source) for source in sources}) >= len(sources) - 1

    def test_asks_the_address_it_is_given(self, name):
        assert asked(name, base_url="http://own.example:81/x/")["url"].startswith("http://own.example:81/x/")

    def test_hides_its_key(self, name):
        service = Service(name, "http://own.example", KEY, "me@example.org")
        made = CONNECTORS[name].request(service, "attention", Filters())
        assert KEY not in repr(service) + repr(made) + made.url

    @pytest.mark.parametrize(
        "body", [b"", b"<html>no</html>", b"[]", b"null", b"{}", b'{"results": 3}', b"\xff\xfe\x00", b"[" * 100_000]
    )
    def test_refuses_what_is_no_answer(self, name, body):
        with pytest.raises(ProviderMisanswered):
            CONNECTORS[name].parse(body)


@pytest.mark.parametrize("part", [2**31, -1, 13, "May", None, 1.5, [1]])
def test_a_date_that_is_none_leaves_the_year(part: Any) -> None:
    body = json.loads(payload("crossref"))
    body["message"]["items"][0]["published"] = {"date-parts": [[2015, part, 28]]}
    first = CONNECTORS["crossref"].parse(json.dumps(body).encode()).sources[0]
    assert (first.published_at, first.year) == (None, 2015)


SCRAP = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("name", [name for name, each in CONNECTORS.items() if each.form == "json"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_whatever_stands_in_a_field_is_read_or_refused(name, data):
    """Any value in a real answer may be of any type: the others are still read."""
    body = json.loads(payload(name))
    places = list(_places(body))
    for place in data.draw(st.lists(st.sampled_from(places), min_size=1, max_size=3)):
        target = body
        try:
            for step in place[:-1]:
                target = target[step]
            target[place[-1]] = data.draw(SCRAP)
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took it away
    try:
        sources = CONNECTORS[name].parse(json.dumps(body).encode()).sources
    except ProviderMisanswered:
        return
    for source in sources:
        assert isinstance(source.title + source.content, str) and (source.year is None or 1000 <= source.year <= 2999)
        assert "\0" not in source.title + source.content
        source.title.encode("utf-8")


def _places(value: Any, path: tuple[Any, ...] = ()):
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield (*path, key)
        yield from _places(inner, (*path, key))


DATED = Filters(after=date(2024, 1, 2), before=date(2024, 12, 31), recency="year", language="de", limit=7)
SITES = Filters(domains=("nature.com", "arxiv.org"), excluded_domains=("x.com",))
ACADEMIC = Filters(mode="academic")
OLD, SINCE_1991 = "(all:attention)", "submittedDate:[199101010000 TO 202001012359]"


@pytest.mark.parametrize(
    ("name", "filters", "service", "expected"),
    [
        ("searxng", ANY, {}, {"url": "http://127.0.0.1:8888/search", "q": "attention", "format": "json"}),
        ("searxng", DATED, {}, {"time_range": "year", "language": "de", "categories": "general"}),
        ("searxng", SITES, {}, {"q": "attention site:nature.com OR site:arxiv.org -site:x.com"}),
        ("searxng", ACADEMIC, {"base_url": "http://a/search"}, {"categories": "science", "url": "http://a/search"}),
        ("searxng", ANY, {"base_url": "http://search"}, {"url": "http://search/search"}),
        ("tavily", DATED, {"key": KEY}, {"start_date": "2024-01-02", "end_date": "2024-12-31", "max_results": 7}),
        ("tavily", ANY, {"key": KEY}, {"url": "https://api.tavily.com/search", "Authorization": f"Bearer {KEY}"}),
        ("tavily", SITES, {}, {"include_domains": ["nature.com", "arxiv.org"], "exclude_domains": ["x.com"]}),
        ("linkup", DATED, {"key": KEY}, {"fromDate": "2024-01-02", "toDate": "2024-12-31", "maxResults": 7}),
        ("linkup", ANY, {"base_url": "https://l.example/v1"}, {"url": "https://l.example/v1/search", "q": "attention"}),
        ("linkup", SITES, {}, {"includeDomains": ["nature.com", "arxiv.org"], "excludeDomains": ["x.com"]}),
        (
            "openalex",
            DATED,
            {"key": KEY},
            {"filter": "from_publication_date:2024-01-02,to_publication_date:2024-12-31,language:de", "per-page": "7"},
        ),
        ("openalex", Filters(language="de,is_oa:true"), {"key": KEY}, {"search": "attention", "api_key": KEY}),
        ("crossref", DATED, {}, {"filter": "from-pub-date:2024-01-02,until-pub-date:2024-12-31", "rows": "7"}),
        ("crossref", ANY, {"contact": "me@example.org"}, {"mailto": "me@example.org"}),
        ("arxiv", DATED, {}, {"search_query": "(all:attention) AND submittedDate:[202401020000 TO 202412312359]"}),
        ("arxiv", Filters(before=date(2020, 1, 1)), {}, {"search_query": f"{OLD} AND {SINCE_1991}"}),
        ("semantic_scholar", DATED, {"key": KEY}, {"publicationDateOrYear": "2024-01-02:2024-12-31", "x-api-key": KEY}),
        ("semantic_scholar", Filters(after=date(2020, 1, 1)), {}, {"publicationDateOrYear": "2020-01-01:"}),
        (
            "wikipedia",
            DATED,
            {},
            {"url": "https://de.wikipedia.org/w/api.php", "srsearch": "attention", "srlimit": "7"},
        ),
        ("wikipedia", Filters(language="../x"), {}, {"url": "https://en.wikipedia.org/w/api.php"}),
    ],
)
def test_filters_in_the_words_of_the_service(name, filters, service, expected):
    made = asked(name, filters=filters, **service)
    assert {key: made.get(key) for key in expected} == expected
    assert "filter" in expected or "filter" not in made


@pytest.mark.parametrize(
    ("query", "search"),
    [
        ("How do transformers attend?", "all:transformers AND all:attend"),
        ('"graph neural" networks', 'all:"graph neural" AND all:networks'),
        ("a b c d e f g", "all:b OR all:c OR all:d OR all:e OR all:f OR all:g"),
        ("what is it", "all:what AND all:is AND all:it"),
        ("GPT-4 AND (x)", 'all:"GPT-4" AND all:x'),
        ("deep deep learning", "all:deep AND all:learning"),
        ("注意力 机制", "all:注意力 AND all:机制"),
        ("?!", "?!"),
    ],
)
def test_arxivs_query_language(query, search):
    assert asked("arxiv", query)["search_query"] == search


def test_tavily_takes_four_hundred_characters():
    assert asked("tavily", "word " * 200)["query"] == " ".join(["word"] * 80)
    assert len(asked("tavily", "x" * 900)["query"]) == 400


def test_semantic_scholar_finds_nothing_for_a_hyphen():
    assert asked("semantic_scholar", "graph-based GPT-4")["query"] == "graph based GPT 4"


def test_what_searxng_knows():
    first, record, acm = found("searxng")
    assert first.content == "A network architecture based solely on attention & nothing else…"
    assert (first.published_at, first.year, first.authors) == ("2017-06-12", 2017, ("A. Vaswani", "N. Shazeer"))
    assert first.metadata["engines"] == ["arxiv", "google scholar"]
    assert (record.url, record.doi) == (None, "10.5555/3295222.3295349")
    assert acm.doi == record.doi, "one work under two addresses: for fusion to find"


def test_searxng_names_the_engines_that_failed():
    assert CONNECTORS["searxng"].parse(payload("searxng")).complaints == (
        "did not hear from its engine duckduckgo: timeout",
        "did not hear from its engine brave: Suspended: too many requests",
    )


def test_what_tavily_and_linkup_know():
    page, news = found("tavily")
    assert (page.score, page.published_at) == (0.91, None)
    assert (news.published_at, news.year) == ("2024-03-04", 2024)
    paper, blog = found("linkup")
    assert (paper.title, paper.content) == ("Attention Is All You Need", "We look at attention. And at nothing else.")
    assert (paper.published_at, blog.published_at, blog.score) == ("2017-12-04", None, None)


def test_what_openalex_knows():
    work, retracted = found("openalex")
    assert work.content == "Attention is cheap; Attention lasts"
    assert (work.doi, work.url) == ("10.48550/arxiv.1706.03762", "https://arxiv.org/abs/1706.03762")
    assert work.authors == ("Ashish Vaswani", "Illia Polosukhin")
    assert work.metadata["is_retracted"] is False and retracted.metadata["is_retracted"] is True
    assert retracted.url == "https://doi.org/10.1016/S0140-6736(97)11096-0"


def test_what_crossref_knows():
    work, retracted, bare = found("crossref")
    assert work.content == "Layers of CO2 & more. p < 0.05 throughout."
    assert work.authors == ("Yann LeCun", "Yoshua Bengio", "A Consortium")
    assert (work.published_at, work.year, work.metadata["journal"]) == ("2015-05-27", 2015, "Nature")
    assert "is_retracted" not in work.metadata
    assert retracted.title == "RETRACTED: A claim in vivo: and no more"
    assert (retracted.published_at, retracted.year, retracted.metadata["is_retracted"]) == (None, 2005, True)
    assert (bare.url, bare.year, bare.authors) == ("https://doi.org/10.9999/undated", None, ())


def test_what_arxiv_knows():
    preprint, article = found("arxiv")
    assert (preprint.title, preprint.content) == (
        "Attention Is All You Need",
        "One line of words and another, with x < y.",
    )
    assert (preprint.url, preprint.doi) == ("https://arxiv.org/abs/1706.03762v7", "10.48550/arxiv.1706.03762")
    assert (preprint.metadata["arxiv"], preprint.metadata["category"]) == ("1706.03762", "cs.CL")
    assert (article.doi, article.metadata["arxiv"]) == ("10.1023/a:1026654312961", "hep-th/9711200")


ERROR = b"""<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/api/errors#incorrect_id</id>
<title>Error</title><summary>incorrect id format</summary></entry></feed>"""
BOMB = b"""<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><feed>&b;</feed>"""


@pytest.mark.parametrize(
    "body",
    [
        ERROR,
        BOMB,
        BOMB.decode().encode("utf-16"),
        b"<rss/>",
        b"<feed>",
        b'<?xml version="1.0" encoding="no-such"?><feed/>',
    ],
)
def test_what_arxiv_may_not_say(body):
    with pytest.raises(ProviderMisanswered):
        CONNECTORS["arxiv"].parse(body)


def test_what_semantic_scholar_knows():
    preprint, article = found("semantic_scholar")
    assert (preprint.doi, preprint.metadata["arxiv"]) == ("10.48550/arxiv.1706.03762", "1706.03762")
    assert "pdf_url" not in preprint.metadata
    assert (article.doi, article.metadata["pubmed"], article.content) == ("10.1038/nature14539", "26017442", "")
    assert CONNECTORS["semantic_scholar"].parse(b'{"total": 0, "offset": 0}').sources == ()


def test_what_wikipedia_knows():
    page, odd = found("wikipedia")
    assert page.url == "https://en.wikipedia.org/wiki/Attention_(machine_learning)"
    assert page.content == 'Attention is a method; "soft" weights'
    assert page.metadata["changed"] == "2026-10-30" and page.published_at is None
    assert odd.url == "https://en.wikipedia.org/wiki/Z%C3%BCrich/K%C3%B6ln_%26_C%2B%2B%3F"
    with pytest.raises(ProviderMisanswered, match="ratelimited"):
        CONNECTORS["wikipedia"].parse(b'{"error": {"code": "ratelimited", "info": "x"}}')


@pytest.mark.parametrize(
    ("names", "urls", "keys", "usable"),
    [
        (NAMES, {}, {}, {"crossref", "arxiv", "wikipedia", "semantic_scholar"}),
        (("searxng", "tavily"), {"searxng": "http://127.0.0.1:8888"}, {"tavily": KEY}, {"searxng", "tavily"}),
        (("tavily", "openalex"), {"tavily": "http://127.0.0.1:9"}, {}, {"tavily"}),
        ((), {}, {}, set()),
    ],
)
def test_only_what_is_configured_is_asked(names, urls, keys, usable):
    assert {each.name for each in configured_services(names, urls, keys)} == usable
