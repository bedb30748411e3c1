"""`coscribe propose`: the text goes out as it was read."""

from __future__ import annotations

import json

import pytest

from backend.client.commands.propose import propose
from backend.client.failures import InvalidUsage
from tests.client.conftest import SESSION, answer

TEXT = "Gusts came.\r\n\r\n| a |\r\n"


@pytest.fixture(autouse=True)
def server(canned, context):
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
    assert canned.body() == {"session_id": SESSION, "document_content": "Gusts came."}


def test_no_text_is_refused_here(run, canned, tmp_path):
    for words in (("-",), (str(tmp_path / "nowhere.md"),)):
        assert run(propose, *words, input=" \n").exit_code == InvalidUsage("").code
    assert canned.requests == []
