"""Which services may be asked, and what the registry knows of each."""

import pytest

from backend.connectors.configured_services import CONNECTORS, configured_services
from backend.settings import CONNECTORS as NAMES
from tests.connectors.recorded import KEY


@pytest.mark.parametrize(
    ("names", "urls", "keys", "usable"),
    [
        (NAMES, {}, {}, {"crossref", "arxiv", "wikipedia", "semantic_scholar", "europepmc", "dblp"}),
        (("searxng", "tavily"), {"searxng": "http://127.0.0.1:8888"}, {"tavily": KEY}, {"searxng", "tavily"}),
        (("tavily", "openalex"), {"tavily": "http://127.0.0.1:9"}, {}, {"tavily"}),
        ((), {}, {}, set()),
    ],
)
def test_only_what_is_configured_is_asked(names, urls, keys, usable):
    assert {each.name for each in configured_services(names, urls, keys)} == usable


def test_a_service_gets_what_the_settings_say_of_it_once_and_in_the_order_named():
    urls, keys = {"searxng": "http://127.0.0.1:8888"}, {"tavily": KEY}
    tavily, crossref, searxng = configured_services(
        ("tavily", "crossref", "tavily", "searxng"), urls, keys, "me@example.org"
    )
    assert (tavily.name, tavily.key, tavily.base_url, tavily.contact) == ("tavily", KEY, "", "me@example.org")
    assert (crossref.name, searxng.base_url) == ("crossref", "http://127.0.0.1:8888")


def test_services_that_ask_for_patience_get_it():
    """As their own pages ask: arXiv one in three seconds, Semantic Scholar one a second, Crossref three at once."""
    pace = {name: (each.pacing.at_once, each.pacing.interval) for name, each in CONNECTORS.items()}
    assert pace["arxiv"] == (1, 3.0) and pace["semantic_scholar"] == (1, 1.0) and pace["crossref"][0] == 3


def test_pictures_and_videos_are_asked_of_searxng_alone_and_papers_of_the_registries():
    def serving(mode: str) -> set[str]:
        return {name for name, each in CONNECTORS.items() if mode in each.modes}

    assert serving("images") == serving("videos") == {"searxng"}
    assert serving("academic") == {
        "searxng", "openalex", "crossref", "arxiv", "semantic_scholar", "europepmc", "dblp",
    }  # fmt: skip
    assert serving("web") == serving("both") == set(CONNECTORS)


def test_statuses_that_a_service_means_in_its_own_way_are_put_into_words():
    assert "settings.yml" in CONNECTORS["searxng"].hints[403] and 429 in CONNECTORS["searxng"].hints
    assert set(CONNECTORS["tavily"].hints) == {432, 433}
