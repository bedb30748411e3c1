"""`coscribe personas`: what is asked of the server, and what is printed."""

from __future__ import annotations

import json

import pytest

from backend.client.commands.personas import personas
from tests.client.conftest import SESSION

PLAIN = {"id": "aaaa1111-0000", "name": "Plain", "prompt": "Use short sentences."}


@pytest.fixture
def kept(canned, context):
    context.choices.choose_session(context.api.server, SESSION)
    return canned.on("GET /api/personas", {"items": [PLAIN], "next_cursor": None})


def test_personas_are_listed_and_shown(run, kept):
    assert run(personas).stdout == "aaaa1111-0000\tPlain\n"
    assert json.loads(run(personas, "list", "--json").stdout) == {"items": [PLAIN]}
    assert run(personas, "show", "Plain").stdout == "Use short sentences.\n"


def test_no_persona_yet(run, canned):
    canned.on("GET /api/personas", {"items": [], "next_cursor": None})
    assert "personas add NAME PROMPT" in run(personas).stderr


def test_a_prompt_comes_as_an_argument_or_from_a_file(run, canned, tmp_path):
    canned.on("POST /api/personas", (201, PLAIN))
    assert run(personas, "add", "Plain", "Use short sentences.").stdout.startswith("Added: Plain.")
    file = tmp_path / "prompt.txt"
    file.write_text("From a file.")
    run(personas, "add", "Plain", "--file", str(file))
    assert canned.body() == {"name": "Plain", "prompt": "From a file."}
    for words in ([], ["Both", "--file", str(file)]):
        refused = run(personas, "add", "Plain", *words)
        assert refused.exit_code == 2 and "--file" in refused.stderr


def test_a_persona_is_changed(run, kept):
    kept.on(f"PATCH /api/personas/{PLAIN['id']}", PLAIN)
    assert run(personas, "change", "Plain", "--name", "Simple").stdout == "Changed: Plain.\n"
    assert kept.body() == {"name": "Simple"}
    run(personas, "change", "Plain", "New prompt.")
    assert kept.body() == {"prompt": "New prompt."}
    assert run(personas, "change", "Plain").exit_code == 2


def test_a_session_uses_a_persona_or_none(run, kept):
    kept.on(f"PATCH /api/sessions/{SESSION}", {})
    assert run(personas, "use", "Plain").stdout == "The session's answers now use the persona Plain.\n"
    assert kept.body() == {"persona_id": PLAIN["id"]}
    assert run(personas, "use", "none").stdout == "The session's answers now use no persona.\n"
    assert kept.body() == {"persona_id": None}


def test_a_persona_is_removed(run, kept):
    kept.on(f"DELETE /api/personas/{PLAIN['id']}", (204, None))
    assert run(personas, "remove", "aaaa").stdout == "Removed: Plain.\n"
