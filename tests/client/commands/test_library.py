"""`coscribe library`: what is asked of the server, and what is printed."""

from __future__ import annotations

import json

import pytest

from backend.client.commands.library import library
from tests.client.conftest import SESSION

WORK = {
    "id": "aaaa1111-0000", "title": "Street trees", "authors": ["Ana Berg", "Wei Li"], "year": 2021, "status": "ready",
    "works": 1, "filename": "trees.pdf", "warnings": ["a page was left out"], "error": None,
}  # fmt: skip


@pytest.fixture
def shelved(canned, context):
    context.choices.choose_session(context.api.server, SESSION)
    return canned.on("GET /api/library", {"items": [WORK, WORK | {"id": "b", "title": "B", "works": 3, "authors": []}],
                                          "next_cursor": None})  # fmt: skip


def test_works_are_listed(run, shelved):
    assert run(library).stdout.splitlines() == [
        "aaaa1111-0000\tStreet trees\tAna Berg and Wei Li\t2021\t", "b\tB\t\t2021\t3 works",
    ]  # fmt: skip
    assert len(json.loads(run(library, "list", "--json").stdout)["items"]) == 2


def test_retracted_works_are_marked(run, canned, context):
    context.choices.choose_session(context.api.server, SESSION)
    gone, some = WORK | {"retracted": True}, WORK | {"id": "b", "works": 3, "retracted": True}
    canned.on("GET /api/library", {"items": [gone, some], "next_cursor": None})
    lines = run(library).stdout.splitlines()
    assert lines[0].endswith("\t2021\tRETRACTED") and lines[1].endswith("\t3 works, some RETRACTED")
    listed = [{"number": 0, "citation_key": "", "title": "T", "retracted": True}]
    canned.on(f"GET /api/library/{WORK['id']}/entries", {"items": listed})
    assert run(library, "fix", "aaaa").stdout == "0  -  RETRACTED: T\n"
    made = {"keys": ["berg2021street"], "warnings": ["“Street trees” was retracted."]}
    canned.on(f"POST /api/sessions/{SESSION}/references", (201, made))
    assert run(library, "cite", "aaaa").stdout == "[@berg2021street]\n“Street trees” was retracted.\n"


def test_an_empty_library_says_what_to_do(run, canned):
    canned.on("GET /api/library", {"items": [], "next_cursor": None})
    assert "library add FILE" in run(library).stderr


def test_files_are_added_and_failures_named(run, canned, tmp_path):
    file = tmp_path / "trees.pdf"
    file.write_bytes(b"%PDF")
    failed = WORK | {"status": "failed", "error": "It is empty.", "warnings": []}
    canned.on("POST /api/library", (201, WORK), (201, failed))
    good = run(library, "add", str(file))
    assert good.stdout == "aaaa1111  Street trees\n" and "a page was left out" in good.stderr
    bad = run(library, "add", str(file))
    assert bad.exit_code == 7 and "trees.pdf: It is empty." in bad.stderr
    assert run(library, "add", str(tmp_path / "none")).exit_code == 2


def test_a_work_is_corrected(run, shelved):
    shelved.on(f"PATCH /api/library/{WORK['id']}", WORK)
    words = ("--year", "2020", "--author", "Berg, Ana", "--author", "Li, Wei", "--entry", "1")
    assert run(library, "fix", "aaaa", *words).stdout == "Corrected: Street trees.\n"
    assert shelved.body() == {"authors": ["Berg, Ana", "Li, Wei"], "year": 2020, "entry": 1}
    shelved.on(f"GET /api/library/{WORK['id']}/entries", {"items": [{"number": 0, "citation_key": "", "title": "T"}]})
    assert run(library, "fix", "aaaa").stdout == "0  -  T\n"


def test_drafts_draw_on_works_and_text_cites_them(run, shelved):
    shelved.on(f"PATCH /api/sessions/{SESSION}", {})
    assert run(library, "use", "Street trees").stdout == "Drafts may use: Street trees.\n"
    assert shelved.body() == {"library": [WORK["id"]]}
    for words, sent in (("all", "all"), ("none", None)):
        run(library, "use", words)
        assert shelved.body() == {"library": sent}
    shelved.on(f"POST /api/sessions/{SESSION}/references", (201, {"keys": ["berg2021street"]}))
    assert run(library, "cite", "Street trees").stdout == "[@berg2021street]\n"
    run(library, "cite", "all")
    assert shelved.body() == {"library": "all"}


def test_a_work_is_removed(run, shelved):
    shelved.on(f"DELETE /api/library/{WORK['id']}", (204, None))
    assert run(library, "remove", "aaaa").stdout == "Removed: Street trees.\n"
