"""`coscribe pending`, `preview`, `approve`, `reject` and `rewrite`: which session, and what their options mean."""

from __future__ import annotations

import json

import pytest

from backend.client.commands.decisions import approve, pending, preview, propose, reject, rewrite
from backend.client.failures import InvalidUsage
from tests.client import conftest as given
from tests.client.conftest import SESSION, answer, open_drafts

OLDER = given.pending(pending_content_id="aaaa1111-0000", document_content="Older.", title="Older.")


@pytest.fixture(autouse=True)
def server(canned, context):
    context.choices.choose_session(context.api.server, SESSION)
    newest = given.pending()
    canned.on("GET /api/chat/pending", open_drafts(newest, OLDER)).on("POST /api/chat/preview", given.preview())
    canned.on("POST /api/chat/approve", given.approved()).on("POST /api/chat/reject", {"status": "rejected"})


def test_what_waits_and_where_it_would_go(run):
    assert "Gusts were frequent." in run(pending).stdout
    assert json.loads(run(pending, "--json").stdout) == given.pending()
    assert run(preview).stdout.startswith("It would go at the end of Paper › Methods\n")
    assert json.loads(run(preview, "--json").stdout) == given.preview()


def test_one_of_several_drafts_is_named_by_its_id(run, canned):
    assert "  aaaa1111  Older." in run(pending).stdout
    named = run(pending, "--draft", "aaaa1111").stdout
    assert "Older." in named and "  p1" in named
    for command in (preview, reject):
        run(command, "--draft", "aaaa")
        assert canned.body()["pending_content_id"] == "aaaa1111-0000"
    run(approve, "-y", "--draft", "aaaa1111-0000")
    assert canned.body()["pending_content_id"] == "aaaa1111-0000"
    canned.on("POST /api/chat/rewrite", given.streamed(("final_answer", given.answer(response="Shorter."))))
    run(rewrite, "shorter", "--draft", "aaaa")
    assert canned.body()["pending_content_id"] == "aaaa1111-0000"
    unknown = run(reject, "--draft", "bbbb")
    assert unknown.exit_code == 7 and "`coscribe pending` lists them" in unknown.output


def test_an_edit_that_waits_is_described(run, canned):
    title = "The edit renames the section “Limits” to “Caveats”."
    edit = given.pending() | {"document_content": "", "title": title, "kind": "edit"}
    canned.on("GET /api/chat/pending", open_drafts(edit))
    shown = run(pending).stdout
    assert f"An edit of the document waits for your approval. {title}" in shown and "--- pending ---" not in shown


def test_approving_with_every_option(run, canned):
    result = run(approve, "-y", "--candidate", "1", "--accept-truncated", "--json")
    assert json.loads(result.stdout) == given.approved()
    assert canned.body() == {
        "session_id": SESSION, "pending_content_id": "p1", "placement": given.placement(), "base_revision": 3,
        "accept_truncated": True,
    }  # fmt: skip


def test_approving_without_being_asked_must_be_said(run, canned):
    assert run(approve).exit_code == InvalidUsage("").code
    assert run(approve, "--candidate", "0").exit_code == 2
    assert canned.requests == []


def test_rejecting_with_a_reason(run, canned):
    assert json.loads(run(reject, "--reason", "too long", "--json").stdout) == {"status": "rejected"}
    assert canned.body() == {"session_id": SESSION, "reason": "too long"}


def test_rewriting_as_the_instruction_says(run, canned):
    canned.on("POST /api/chat/rewrite", given.streamed(("final_answer", given.answer(response="Shorter."))))
    assert run(rewrite, "shorter").stdout == "Shorter.\n"
    assert canned.body()["instruction"] == "shorter"
    assert run(rewrite, "--stream").exit_code == InvalidUsage("").code


TEXT = "Gusts came.\r\n\r\n| a |\r\n"


@pytest.fixture(autouse=True)
def server_of_propose(canned, context):
    context.choices.choose_session(context.api.server, SESSION)
    canned.on("POST /api/chat/propose", answer(document_content=TEXT, status="pending_approval"))


def test_a_file_goes_out_byte_for_byte_with_its_sources_and_its_place(run, canned, tmp_path):
    file = tmp_path / "gusts.md"
    file.write_bytes(TEXT.encode())
    result = run(propose, str(file), "-m", "At the end of Methods.", "--source", "10.1/x", "--source", "Kim", "--json")
    assert json.loads(result.stdout)["status"] == "pending_approval"
    assert canned.body() == {
        "session_id": SESSION, "document_content": TEXT, "sources": ["10.1/x", "Kim"],
        "message": "At the end of Methods.",
    }  # fmt: skip
    assert canned.requests[-1].headers["Idempotency-Key"]


def test_standard_input_is_text_too_and_what_waits_is_shown(run, canned):
    assert "Gusts came." in run(propose, "-", input="Gusts came.").stdout
    assert "coscribe propose -" in run(propose, "Gusts came.").stderr
    assert canned.body() == {"session_id": SESSION, "document_content": "Gusts came."}


def test_no_text_is_refused_here(run, canned, tmp_path):
    for words in (("-",), (str(tmp_path / "nowhere.md"),)):
        assert run(propose, *words, input=" \n").exit_code == InvalidUsage("").code
    assert canned.requests == []
