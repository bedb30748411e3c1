"""`coscribe zotero` between a real Zotero stand-in and a canned server."""

from __future__ import annotations

import json

import pytest

from backend.client.commands.zotero import zotero
from tests.client.conftest import SESSION
from tests.zotero_stand_in import ZoteroStandIn

REFERENCES = f"/api/sessions/{SESSION}/references"
CSL = {"type": "book", "title": "Street trees", "DOI": "10.1234/a"}
WORK = {"id": "w1", "title": "T", "filename": "Zotero - Trees.json", "status": "ready", "error": None}


@pytest.fixture
def stand_in(monkeypatch, context):
    context.choices.choose_session(context.api.server, SESSION)
    with ZoteroStandIn() as made:
        monkeypatch.setenv("COSCRIBE_ZOTERO_URL", made.url)
        made.collect("Trees", "TREES111")
        kept = {"extra": "Citation Key: bergTrees", "collections": ["TREES111"]}
        made.add(title="Street trees", DOI="10.1234/a", csl=CSL, **kept)
        made.add(title="Of reefs", csl={"type": "book", "title": "Of reefs"})
        yield made


def test_status_names_the_collections(run, stand_in):
    assert "2 works" in run(zotero, "status").stdout and "TREES111  Trees" in run(zotero, "status").stdout
    assert json.loads(run(zotero, "status", "--json").stdout)["items"] == 2


def test_works_become_references_with_the_users_keys(run, canned, stand_in):
    canned.on(f"POST {REFERENCES}", (201, {"keys": ["bergTrees"], "warnings": ["“Trees” was retracted."]}))
    result = run(zotero, "pull", "Trees", "--references")
    assert "1 work from Zotero" in result.stdout, result.stderr
    assert result.stdout.endswith("\n“Trees” was retracted.\n")
    assert canned.body() == [CSL | {"id": "bergTrees", "citation-key": "bergTrees"}]


def test_a_collection_becomes_a_list_of_the_library_in_place_of_the_old(run, canned, stand_in):
    canned.on("GET /api/library", {"items": [WORK | {"id": "old"}], "next_cursor": None})
    canned.on("POST /api/library", (201, WORK)).on("DELETE /api/library/old", (204, None))
    assert "“Zotero - Trees.json”" in run(zotero, "pull", "Trees").stdout
    sent = canned.requests[1].read()
    assert b"Zotero - Trees.json" in sent and b"bergTrees" in sent
    assert canned.asked[-1] == "DELETE /api/library/old"


def test_pdfs_are_called_as_zotero_calls_the_work(run, canned, stand_in, tmp_path):
    (tmp_path / "x.pdf").write_bytes(b"%PDF-1.7")
    child = stand_in.add(parent="ITEM0000", itemType="attachment", contentType="application/pdf", filename="x.pdf")
    stand_in.files[child] = (tmp_path / "x.pdf").as_uri()
    canned.on(f"POST {REFERENCES}", (201, {"keys": ["bergTrees"]}))
    canned.on("POST /api/library", (201, WORK)).on("PATCH /api/library/w1", WORK)
    result = run(zotero, "pull", "Trees", "--references", "--pdfs")
    assert "Added 1 PDF to the library" in result.stdout, result.stderr
    assert canned.body()["csl"]["title"] == "Street trees"


def test_references_are_pushed_once(run, canned, stand_in):
    held = [
        {"key": "bergTrees", "csl": CSL},
        {"key": "reefs", "csl": {"type": "book", "title": "Of reefs"}},
        {"key": "new", "csl": {"type": "book", "title": "New"}},
    ]
    canned.on(f"GET {REFERENCES}", {"items": held, "missing": []})
    assert run(zotero, "push", "Trees").stdout == (
        "The collection “Trees” has all references of the session now: 1 were added to Zotero, 1 were put into the"
        " collection, and 1 were already in it.\n"
    )
    assert run(zotero, "push", "Trees").stdout == (
        "The collection “Trees” has all references of the session now: 0 were added to Zotero, 0 were put into the"
        " collection, and 3 were already in it.\n"
    )
    [made] = [each["data"] for each in stand_in.items.values() if each["data"]["title"] == "New"]
    assert made["extra"] == "Citation Key: new" and made["collections"] == ["TREES111"]
    assert "1 added" in run(zotero, "push", "Another").stdout or len(stand_in.collections) == 2


def test_nothing_there_is_said(run, canned, stand_in):
    canned.on(f"GET {REFERENCES}", {"items": [], "missing": []})
    assert "no references" in run(zotero, "push", "Trees").stderr
    told = run(zotero, "pull", "Nowhere", "--references").stderr
    assert "no collection" in told and "Choose one of: Trees" in told


def test_zotero_org_wants_to_know_whose_library(run, monkeypatch):
    monkeypatch.setenv("COSCRIBE_ZOTERO_URL", "https://api.zotero.org")
    result = run(zotero, "status")
    assert result.exit_code == 2 and "COSCRIBE_ZOTERO_LIBRARY" in result.stderr
