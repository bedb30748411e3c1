"""`coscribe sessions`: listing, making, choosing, reading, renaming, deleting."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from rich.console import Console

from backend.client.commands import sessions as module
from backend.client.commands.sessions import sessions
from backend.client.failures import InvalidUsage, NothingFound
from tests.client.conftest import SESSION, session

OTHER = session(id="99999999-2222-3333-4444-555555555555", title="", pending_content_id="p", revision=0)


@pytest.fixture
def listed(canned):
    return canned.on("GET /api/sessions", {"items": [session(title="Street\ttrees"), OTHER], "next_cursor": None})


def test_the_chosen_one_is_marked_in_lines_that_a_program_can_cut(run, listed, context):
    context.choices.choose_session(context.api.server, SESSION)
    assert run(sessions).stdout == f"*\t{SESSION}\t3\tStreet trees\n\t{OTHER['id']}\t0\t\n"
    found = json.loads(run(sessions, "list", "--json", "--limit", "1").stdout)
    assert found["current"] == SESSION and len(found["items"]) == 2
    assert listed.asked[-1] == "GET /api/sessions?limit=1&order=desc"


def test_a_terminal_gets_a_table(listed):
    console = Console(file=StringIO(), width=100)
    console.print(module._table([session(), OTHER], SESSION))
    head, first, second = console.file.getvalue().splitlines()
    assert head.split() == ["id", "title", "revision", "changed"]
    assert first.startswith("→") and first.split()[1:4] == ["11111111", "Street", "trees"]
    assert not second.startswith("→") and "untitled" in second and second.rstrip().endswith("pending")


def test_no_sessions_yet(run, canned):
    canned.on("GET /api/sessions", {"items": [], "next_cursor": None})
    result = run(sessions)
    assert (result.exit_code, result.stdout) == (NothingFound("").code, "") and "sessions new" in result.stderr


def test_a_new_one_is_chosen(run, canned, context):
    canned.on("POST /api/sessions", session())
    assert run(sessions, "new", "Street trees").stdout == f"Created and chosen: Street trees ({SESSION}).\n"
    assert canned.body() == {"title": "Street trees"}
    assert context.choices.session(context.api.server) == SESSION


def test_choosing_by_title(run, listed, context):
    assert json.loads(run(sessions, "use", "9999", "--json").stdout)["id"] == OTHER["id"]
    assert context.choices.session(context.api.server) == OTHER["id"]


def test_renaming_the_chosen_one(run, canned, context):
    context.choices.choose_session(context.api.server, SESSION)
    canned.on(f"PATCH /api/sessions/{SESSION}", session(title="New"))
    assert run(sessions, "rename", "New").stdout == f"Renamed: New ({SESSION}).\n"


def test_deleting_must_be_said_where_nobody_can_be_asked(run, listed, canned):
    result = run(sessions, "delete", "9999")
    assert result.exit_code == InvalidUsage("").code and "--yes" in result.stderr
    assert all(request.method == "GET" for request in canned.requests)


@pytest.mark.parametrize(("wanted", "left"), [("9999", SESSION), ("1111", None)])
def test_deleting_the_chosen_one_unchooses_it(run, listed, canned, context, wanted, left):
    context.choices.choose_session(context.api.server, SESSION)
    for each in (SESSION, OTHER["id"]):
        canned.on(f"DELETE /api/sessions/{each}", {})
    result = run(sessions, "delete", wanted, "--yes")
    assert result.stdout.startswith("Deleted: ")
    assert context.choices.session(context.api.server) == left


def test_a_conversation_is_read_oldest_first_with_the_state_of_its_content(run, canned):
    def said(role, content, **more):
        made = {"id": "m", "role": role, "content": content, "document_content": "", "status": None}
        return made | {"created_at": "2026-01-02T03:04:05+00:00"} | more

    items = [said("assistant", "Here.", document_content="Three words here", status="pending_approval"),
             said("user", "Write.")]  # fmt: skip
    canned.on(f"GET /api/sessions/{SESSION}/messages", {"items": items, "next_cursor": None})
    canned.on(f"GET /api/sessions/{SESSION}", session())
    lines = run(sessions, "read", SESSION).stdout.splitlines()
    assert lines[0].startswith("You, 2026-01-0") and lines[1] == "Write."
    assert lines[3].startswith("Coscribe, ") and lines[5] == "[3 words of content: pending approval]"
    assert len(json.loads(run(sessions, "read", SESSION, "--json").stdout)["items"]) == 2
    canned.on(f"GET /api/sessions/{SESSION}/messages", {"items": [], "next_cursor": None})
    assert run(sessions, "read", SESSION).exit_code == NothingFound("").code
