"""References over HTTP."""

from __future__ import annotations

import json

import pytest

from backend.formats.reference_lists import BIBTEX, CSL, RIS
from tests.api.conftest import Client
from tests.connectors.web import Reply, Web

BIB = "@article{berg2021, author = {Berg, Anna}, title = {Street trees}, year = {2021}, doi = {10.1234/berg}}"


@pytest.fixture
def path(somebody):
    return f"/api/sessions/{somebody.session()}/references"


def send(user, path, kind, text):
    return user.call("POST", path, headers={"Content-Type": kind}, data=text)


def test_a_bibtex_file_comes_out_in_every_format(somebody, path):
    made = send(somebody, path, BIBTEX, BIB)
    assert made.status_code == 201 and made.json["keys"] == ["berg2021"] and made.json["warnings"] == []
    for kind, start in ((BIBTEX, "@article{berg2021,"), (RIS, "TY  - JOUR"), (CSL, "[")):
        answer = somebody.call("GET", path, headers={"Accept": kind})
        assert answer.mimetype == kind and answer.text.lstrip().startswith(start)
        other = f"/api/sessions/{somebody.session()}/references"
        assert send(somebody, other, kind, answer.text).json["keys"] == ["berg2021"]


def test_csl_json_is_added_changed_and_removed(somebody, path):
    made = somebody.call("POST", path, [{"id": "a/b", "type": "book", "title": "T"}, {"title": "U"}])
    assert made.status_code == 201 and made.json["keys"][0] == "a/b"
    one = f"{path}/a/b"
    assert somebody.call("GET", one).json["csl"]["title"] == "T"
    changed = somebody.call("PATCH", one, {"csl": {"publisher": "P"}})
    assert changed.status_code == 200 and changed.json["csl"]["publisher"] == "P"
    assert somebody.call("PATCH", one, {"key": ""}).status_code == 422
    renamed = somebody.call("PATCH", one, {"key": "ab"})
    assert renamed.json["key"] == "ab" and somebody.call("GET", one).status_code == 404
    assert somebody.call("DELETE", f"{path}/ab").status_code == 204
    assert somebody.call("GET", f"{path}/ab").status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({}, 422, "body"),
        ([], 422, "body"),
        ({"type": "book"}, 422, "0.csl.title"),
        ([{"title": "T"}, 7], 422, "1.csl"),
        ({"add": ""}, 422, "add"),
        ({"add": "10.1/x", "more": 1}, 422, "more"),
        ({"add": "10.1234/x"}, 422, "add"),
    ],
)
def test_what_is_refused_is_named(somebody, path, body, status, field):
    answer = somebody.call("POST", path, body)
    assert answer.status_code == status and field in answer.json["errors"]


def test_an_object_that_holds_a_file_says_how_a_file_is_sent(somebody, path):
    answer = somebody.call("POST", path, {"bibtex": "@book{a, title={T}}"})
    assert answer.status_code == 422 and "bibtex" in answer.json["errors"]
    assert f"Content-Type {BIBTEX}" in answer.json["detail"]


@pytest.mark.parametrize(
    ("kind", "text", "status"),
    [("text/plain", "x", 415), (BIBTEX, "no entry", 422), (RIS, "", 422), (CSL, "{", 400), (BIBTEX, b"\xff", 400)],
)
def test_a_body_of_another_kind(somebody, path, kind, text, status):
    assert send(somebody, path, kind, text).status_code == status


def test_a_doi_is_looked_up_at_the_registries(make):
    work = {"DOI": "10.1234/berg", "title": ["Street trees"], "author": [{"family": "Berg", "given": "Anna"}],
            "issued": {"date-parts": [[2021, 5]]}, "type": "journal-article", "volume": "4",
            "updated-by": [{"type": "correction", "DOI": "10.1234/corr", "source": "publisher"}]}  # fmt: skip
    with Web() as web:
        web.on("/works", Reply(json.dumps({"message": {"items": [work]}}).encode()))
        names = ("CROSSREF", "OPENALEX", "DATACITE", "ARXIV", "EUROPEPMC", "DOI")
        app = make(CONTACT_EMAIL="me@example.org", CONNECTORS="", **{f"{name}_BASE_URL": web.url for name in names})
        somebody = Client(app)
        path = f"/api/sessions/{somebody.session()}/references"
        made = somebody.call("POST", path, {"add": "https://doi.org/10.1234/BERG"})
        assert made.status_code == 201 and made.json["keys"] == ["berg2021street"], made.text
        [entry] = made.json["items"]
        assert (entry["status"], entry["csl"]["volume"]) == ("resolved", "4")
        assert entry["notices"][0]["kind"] == "correction" and entry["checked_at"].endswith("Z")
        again = somebody.call("POST", path, {"add": "10.1234/berg"})
        assert again.json["keys"] == ["berg2021street"] and len(again.json["items"]) == 1
        web.on("/works", Reply(b"", 500))
        web.on("/api/handles/10.1234/other", Reply(b"", 500))
        away = somebody.call("POST", path, {"add": "10.1234/other"})
        assert away.status_code in (502, 503) and "could not be looked up" in away.json["detail"]
        web.on("/works", Reply(json.dumps({"message": {"items": []}}).encode()))
        web.on("/api/handles/10.1234/none", Reply(b'{"responseCode": 100}', 404))
        nobody = somebody.call("POST", path, {"add": "10.1234/none"})
        assert nobody.status_code == 422 and "does not exist" in nobody.json["errors"]["add"][0]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (BIBTEX, "@article{kumar, title = {{RETRACTED}: On trees}, year = {2012}, doi = {10.1234/kumar}}"),
        (BIBTEX, "@article{kumar, title = {On trees}, year = {2012}, note = {Retracted in 2015}}"),
        (RIS, "TY  - JOUR\nID  - kumar\nTI  - RETRACTED ARTICLE: On trees\nPY  - 2012\nER  - \n"),
        (RIS, "TY  - JOUR\nID  - kumar\nTI  - On trees\nKW  - Retracted Publication\nER  - \n"),
        (CSL, '[{"id": "kumar", "title": "On trees (Retracted article. See vol. 5, pg. 3)"}]'),
        (CSL, '[{"id": "kumar", "title": "On trees", "updated-by": [{"type": "retraction", "DOI": "10.1234/n"}]}]'),
        ("application/json", '{"id": "kumar", "title": "On trees", "retracted": true}'),
    ],
)
def test_a_list_that_tells_of_a_retraction_is_believed_without_a_registry(somebody, path, kind, text):
    made = send(somebody, path, kind, text)
    assert made.status_code == 201 and made.json["warnings"] == ["“On trees” was retracted."], made.text
    [entry] = made.json["items"]
    assert entry["status"] == "retracted" and entry["notices"][0]["kind"] == "retraction"
    session = somebody.call("GET", path.removesuffix("/references"))
    assert [each["key"] for each in session.json["retracted"]] == ["kumar"]


def test_somebody_elses_session_is_not_found(somebody, path):
    stranger = Client(somebody.app)
    assert stranger.call("GET", path).status_code == 404
    assert send(stranger, path, BIBTEX, BIB).status_code == 404
    assert stranger.call("POST", path, {"nonsense": 1}).status_code == 404
    assert stranger.call("PATCH", f"{path}/x", {"csl": {}}).status_code == 404
    assert stranger.call("DELETE", f"{path}/x").status_code == 404


def test_json_lists_what_is_missing(somebody):
    session = somebody.session()
    somebody.call("PUT", f"/api/sessions/{session}/document", {"content": "See [@gone]."}, headers={"If-Match": '"0"'})
    told = somebody.call("GET", f"/api/sessions/{session}/references")
    assert json.loads(told.text) == {"items": [], "missing": ["gone"]}


def test_the_formats_that_accept_can_ask_for_are_described(http):
    calls = http.get("/openapi.json").get_json()["paths"]["/api/sessions/{session_id}/references"]
    assert set(calls["get"]["responses"]["200"]["content"]) == {
        "application/json",
        "application/vnd.citationstyles.csl+json",
        "application/x-bibtex",
        "application/x-research-info-systems",
    }
