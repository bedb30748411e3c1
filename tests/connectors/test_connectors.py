"""The contract of every connector, on a recorded answer of its service: what is asked, read and refused."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.connectors.configured_services import CONNECTORS
from backend.connectors.connector import Service
from backend.errors import ProviderMisanswered
from backend.kernel.search_requests import Filters
from backend.settings import CONNECTORS as NAMES
from backend.sources.identifiers import source_id
from tests.connectors.recorded import ANY, KEY, PAYLOADS, asked, found, payload


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
