"""SearXNG: what it is asked, what its engines told, and which of them kept silent."""

import json

from backend.connectors.configured_services import CONNECTORS
from backend.connectors.services import searxng
from backend.kernel.search_requests import Filters
from tests.connectors.recorded import KEY, asked, found, payload


def test_what_searxng_knows():
    first, record, acm = found("searxng")
    assert first.content == "A network architecture based solely on attention & nothing else…"
    assert (first.published_at, first.year, first.authors) == ("2017-06-12", 2017, ("A. Vaswani", "N. Shazeer"))
    assert first.metadata["engines"] == ["arxiv", "google scholar"]
    assert (record.url, record.doi) == (None, "10.5555/3295222.3295349")
    assert acm.doi == record.doi, "one work under two addresses: for fusion to find"


def test_searxng_names_the_engines_that_failed():
    assert CONNECTORS["searxng"].parse(payload("searxng")).complaints == (
        "got no results from its engine duckduckgo: timeout",
        "got no results from its engine brave: Suspended: too many requests",
    )


def test_an_hour_is_asked_for_as_a_day_and_five_domains_at_most():
    assert asked("searxng", filters=Filters(recency="hour"))["time_range"] == "day"
    assert asked("searxng", filters=Filters(recency="week"))["time_range"] == "week"
    many = tuple(f"d{n}.org" for n in range(9))
    made = asked("searxng", filters=Filters(domains=many, excluded_domains=many))
    assert made["q"].count(" -site:") == 5 and made["q"].count(" OR ") == 4
    assert not {"language", "time_range", "Authorization"} & set(asked("searxng"))
    assert asked("searxng", key=KEY)["Authorization"] == f"Bearer {KEY}"


def test_pictures_and_videos_have_categories_of_their_own():
    assert asked("searxng", filters=Filters(mode="images"))["categories"] == "images"
    assert asked("searxng", filters=Filters(mode="videos"))["categories"] == "videos"


def test_a_result_needs_an_address_or_a_doi_and_a_complaint_may_have_any_form():
    body = {
        "results": [
            {"title": "none"},
            {"title": "by doi", "doi": "10.1000/a"},
            {"title": "picture", "url": "https://x.example/p", "engine": "bing", "img_src": "https://x.example/p.png",
             "thumbnail": "https://x.example/t.png", "type": ["image"], "comments": ["nice"]},
        ],
        "unresponsive_engines": [["a"], ["b", "late"], {"engine": "c"}, [], "d"],
    }  # fmt: skip
    parsed = searxng.parse(json.dumps(body).encode())
    assert [source.title for source in parsed.sources] == ["by doi", "picture"]
    assert parsed.sources[1].metadata == {
        "engines": ["bing"], "image_url": "https://x.example/p.png", "thumbnail_url": "https://x.example/t.png",
        "type": "image", "comments": "nice",
    }  # fmt: skip
    assert [c.removeprefix("got no results from its engine ") for c in parsed.complaints] == [
        "a: no reason given", "b: late", "c: no reason given",
    ]  # fmt: skip
    body["unresponsive_engines"] = None  # type: ignore[assignment]
    assert searxng.parse(json.dumps(body).encode()).complaints == ()
