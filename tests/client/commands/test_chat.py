"""`coscribe chat`: what is sent where."""

from __future__ import annotations

import json

import pytest

from backend.client.commands.chat import chat
from backend.client.failures import InvalidUsage
from tests.client.conftest import SESSION, answer, session, streamed

OTHER = "99999999-2222-3333-4444-555555555555"


@pytest.fixture(autouse=True)
def server(canned):
    canned.on("POST /api/chat/message", *[streamed(("final_answer", answer(response="*Yes.*"))) for _ in range(3)])
    canned.on("POST /api/sessions", session())


def test_the_first_message_of_all_makes_a_session_and_chooses_it(run, canned, context):
    result = run(chat, "Write about " + "wind " * 30)
    assert result.stdout == "*Yes.*\n" and f"({SESSION})" in result.stderr
    assert len(canned.body(0)["title"]) <= 60 and canned.body(0)["title"].startswith("Write about wind")
    assert context.choices.session(context.api.server) == SESSION
    run(chat, "More.")
    assert [asked.split()[1] for asked in canned.asked].count("/api/sessions") == 1


def test_everything_that_goes_with_a_message(run, canned, context, tmp_path):
    context.choices.choose_session(context.api.server, SESSION)
    canned.on(f"GET /api/sessions/{OTHER}", session(id=OTHER))
    (tmp_path / "notes.md").write_text("Notes.")
    words = [
        "-m",
        "research",
        "--fast",
        "--highlight",
        "A",
        "--note",
        "n",
        "--source",
        "s",
        "-f",
        f"{tmp_path}/notes.md",
        "--search-mode",
        "both",
        "--focus",
        "local",
    ]
    result = run(chat, "Find.", *words, "--session", OTHER, "--json")
    assert json.loads(result.stdout)["response"] == "*Yes.*"
    body = canned.body()
    assert (body["session_id"], body["message"], body["mode"], body["fast"]) == (OTHER, "Find.", "research", True)
    assert (body["search_mode"], body["focus"]) == ("both", "local")
    assert {(each["type"], each["content"]) for each in body["attached_sections"]} == {
        ("highlight", "A"), ("section", "Notes."),
    }  # fmt: skip


def test_a_new_session_is_made_though_one_is_chosen(run, canned, context):
    context.choices.choose_session(context.api.server, OTHER)
    run(chat, "Write.", "--new", "Wind")
    assert canned.body(0) == {"title": "Wind"} and canned.body()["session_id"] == SESSION


@pytest.mark.parametrize("words", [("-",), ()])
def test_a_message_from_standard_input(run, canned, context, words):
    context.choices.choose_session(context.api.server, SESSION)
    run(chat, *words, input="From a pipe.\n")
    assert canned.body()["message"] == "From a pipe.\n"


@pytest.mark.parametrize(("words", "input"), [((" ",), None), (("-",), "\n"), (("x", "--stream"), None)])
def test_nothing_is_sent_where_there_is_nothing_to_send(run, canned, words, input):
    assert run(chat, *words, input=input).exit_code == InvalidUsage("").code
    assert canned.requests == []


def test_a_stream_is_every_event_and_no_answer_behind_them(run, context):
    context.choices.choose_session(context.api.server, SESSION)
    (line,) = run(chat, "Write.", "--json", "--stream").stdout.splitlines()
    assert json.loads(line)["event"] == "final_answer"
