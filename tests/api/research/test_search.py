"""Search over HTTP."""

from __future__ import annotations

import uuid
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest

from backend.research.inquiry import DEPTHS
from backend.services import research as service
from tests.api.conftest import Client
from tests.api.research.asking import QUESTION, ids
from tests.connectors.test_search import PATHS, recorded
from tests.connectors.web import Reply, Web
from tests.deadlines import late_after
from tests.searxng_stand_in import RESULTS, found
from tests.waiting import NEVER

SOURCE = {
    "id", "title", "url", "doi", "authors", "year", "content", "score", "connector", "published_at", "metadata",
    "retracted",
}  # fmt: skip


def test_search_gives_sources_as_the_contract_shows_them(keyless, searxng):
    told = keyless.call("POST", "/api/search", {"query": QUESTION})
    assert told.status_code == 200
    assert set(told.json) == {"results", "failures", "total_results", "took_ms"}
    assert all(set(each) == SOURCE for each in told.json["results"])
    assert {each["id"] for each in told.json["results"]} == set(ids())
    assert (told.json["total_results"], told.json["failures"], searxng.queries) == (3, [], [QUESTION])
    again = keyless.call("POST", "/api/search", {"query": "coral reefs", "top_k": 2}).json
    assert len(again["results"]) == 2 and {each["id"] for each in again["results"]} <= set(ids())


def test_search_is_refused_by_every_bad_field_at_once(keyless):
    body = {"query": " ", "top_k": 0, "rrf_k": "x", "connectors": [], "session_id": 5, "model": "x"}
    refused = keyless.call("POST", "/api/search", body)
    assert refused.status_code == 422 and set(refused.json["errors"]) == set(body)
    unknown = keyless.call("POST", "/api/search", {"query": "x", "connectors": ["searxng", "tavily"]})
    assert unknown.status_code == 422 and set(unknown.json["errors"]) == {"connectors.1"}


@pytest.mark.parametrize(("path", "name"), [("search", "query"), ("ask", "question"), ("research", "query")])
def test_a_session_that_is_not_ours_is_not_found(keyless, path, name):
    other = Client(keyless.app).session()
    for session in (other, str(uuid.uuid4()), "x"):
        assert keyless.call("POST", f"/api/{path}", {name: QUESTION, "session_id": session}).status_code == 404
    assert keyless.http.post(f"/api/{path}", json={name: QUESTION}).status_code == 401


def test_five_services_are_fused_by_the_deadline_and_the_hanging_one_is_named(make, monkeypatch):
    """ArXiv never answers."""
    monkeypatch.setattr(service, "DEPTHS", {**DEPTHS, "medium": replace(DEPTHS["medium"], search_seconds=NEVER)})
    names = ("searxng", "tavily", "linkup", "openalex", "crossref", "arxiv")
    webs = {name: Web() for name in names}
    for name, web in webs.items():
        web.__enter__()
        web.on(PATHS[name], Reply(delay=NEVER) if name == "arxiv" else recorded(name))
    try:
        addresses = {
            "SEARXNG_URL" if name == "searxng" else f"{name.upper()}_BASE_URL": web.url for name, web in webs.items()
        }
        keys = {f"{name.upper()}_API_KEY": "k" for name in ("tavily", "linkup", "openalex")}
        user = Client(make(WRITER="research", **addresses, **keys))
        with late_after(answers=5):
            told = user.call("POST", "/api/search", {"query": "attention", "top_k": 100}).json
    finally:
        for web in webs.values():
            web.__exit__()
    assert {"connector": "arxiv", "reason": f"did not answer within {NEVER:.3g} s"} in told["failures"]
    assert {each["connector"] for each in told["failures"]} == {"arxiv", "searxng"}, "two of SearXNG's engines failed"
    voters = {vote["connector"] for each in told["results"] for vote in each["metadata"]["found_by"]}
    assert voters == set(names) - {"arxiv"}
    assert len({each["id"] for each in told["results"]}) == len(told["results"])


def test_engines_that_fail_and_a_service_that_refuses_are_named(keyless, searxng):
    searxng.on("/search", found(RESULTS[0], unresponsive=[["brave", "timeout"]]))
    told = keyless.call("POST", "/api/search", {"query": "one"}).json
    assert len(told["results"]) == 1 and "brave" in told["failures"][0]["reason"]
    searxng.on("/search", Reply(b"<html>", 403, "text/html"))
    told = keyless.call("POST", "/api/search", {"query": "two"}).json
    assert told["results"] == [] and "search.formats" in told["failures"][0]["reason"]


def test_without_a_service_that_is_said(make):
    user = Client(make())
    assert user.call("POST", "/api/search", {"query": "x"}).json["failures"][0]["connector"] == "search"
    told = user.call("POST", "/api/research", {"query": "x"})
    assert told.status_code == 200 and told.json["meta"]["failures"] and told.json["answer"]


WISHES = {"search_mode": "both", "domains": ["-example.org"], "after": "2020-01-02"}


@pytest.mark.parametrize(("path", "name"), [("search", "query"), ("ask", "question"), ("research", "query")])
def test_what_results_must_be_like_reaches_the_services(keyless, searxng, path, name):
    assert keyless.call("POST", f"/api/{path}", {name: QUESTION, **WISHES}).status_code == 200
    params = parse_qs(urlsplit(searxng.requests[-1].path).query)
    assert params["categories"] == ["general,science"] and "-site:example.org" in params["q"][0]
    bad = {name: "x", "search_mode": "all", "domains": ["a.org", "-b.org"], "after": "2021", "recency": "soon"}
    assert {"search_mode", "after", "recency"} <= set(keyless.call("POST", f"/api/{path}", bad).json["errors"])
    late = {name: "x", "after": "2021-01-02", "before": "2020-01-01"}
    assert set(keyless.call("POST", f"/api/{path}", late).json["errors"]) == {"before"}


def test_a_session_s_message_says_where_to_search_too(keyless, searxng):
    session = keyless.call("POST", "/api/sessions", {}).json["id"]
    body = {"session_id": session, "message": QUESTION, "mode": "research", "search_mode": "academic"}
    assert keyless.call("POST", "/api/chat/message", body).status_code == 200
    assert parse_qs(urlsplit(searxng.requests[-1].path).query)["categories"] == ["science"]
