"""Wikipedia: the edition that is asked, and the address of an article."""

import json

import pytest

from backend.connectors.configured_services import CONNECTORS
from backend.connectors.services import wikipedia
from backend.errors import ProviderMisanswered
from backend.kernel.search_requests import Filters
from tests.connectors.recorded import asked, found


def test_what_wikipedia_knows():
    page, odd = found("wikipedia")
    assert page.url == "https://en.wikipedia.org/wiki/Attention_(machine_learning)"
    assert page.content == 'Attention is a method; "soft" weights'
    assert page.metadata["changed"] == "2026-10-30" and page.published_at is None
    assert odd.url == "https://en.wikipedia.org/wiki/Z%C3%BCrich/K%C3%B6ln_%26_C%2B%2B%3F"
    with pytest.raises(ProviderMisanswered, match="ratelimited"):
        CONNECTORS["wikipedia"].parse(b'{"error": {"code": "ratelimited", "info": "x"}}')


@pytest.mark.parametrize(("language", "edition"), [("", "en"), ("de", "de"), ("ceb", "ceb"), ("e", "en"), ("DE", "en")])
def test_the_edition_is_that_of_the_language(language: str, edition: str):
    assert asked("wikipedia", filters=Filters(language=language))["url"].startswith(f"https://{edition}.wikipedia.org/")


def test_an_address_of_the_operators_own_is_kept_whatever_the_language():
    made = asked("wikipedia", filters=Filters(language="de"), base_url="https://wiki.lab.example")
    assert made["url"] == "https://wiki.lab.example/w/api.php"


def test_what_the_interface_takes():
    made = asked("wikipedia", "x" * 400, Filters(limit=200))
    assert (len(made["srsearch"]), made["srlimit"], made["formatversion"]) == (300, "50", "2")
    assert (made["action"], made["list"], made["meta"]) == ("query", "search", "siteinfo")


def test_an_answer_without_a_site_has_no_address_to_give():
    body = {"query": {"search": [{"title": "A"}]}}
    assert wikipedia.parse(json.dumps(body).encode()).sources == ()
    body["query"]["general"] = {"server": "https://w.example"}  # type: ignore[assignment]
    assert [x.url for x in wikipedia.parse(json.dumps(body).encode()).sources] == ["https://w.example/wiki/A"]
