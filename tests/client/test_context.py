"""What commands share: where things are printed, which session is meant, and how a run is watched and stopped."""

from __future__ import annotations

import json

import click
import httpx2
import pytest
from click.testing import CliRunner

from backend.client.api_types import NewMessage
from backend.client.context import WithDefault, client_command, open_context
from backend.client.failures import ClientFailure, NothingFound, RequestRefused, SignedOut, Stopped
from backend.client.run_display import LineDisplay, LiveDisplay, NoDisplay
from tests.client.conftest import SESSION, answer, session, streamed

STEPS = [("phase", {"phase": "asking"}), ("token", {"channel": "message", "offset": 0, "text": "Half an ans"})]


class TestWhichSession:
    def test_the_one_chosen_is_meant_where_none_is_named(self, context, canned):
        with pytest.raises(NothingFound, match="sessions use"):
            context.session_id()
        context.choices.choose_session(context.api.server, SESSION)
        assert context.session_id() == SESSION and canned.requests == []

    def test_who_is_not_signed_in_hears_of_that_first(self, context):
        context.api.connection.tokens.forget()
        with pytest.raises(SignedOut):
            context.session_id()

    def test_an_id_is_asked_for_and_a_title_or_beginning_is_looked_up(self, context, canned):
        other = session(id="1111aaaa-2222-3333-4444-555555555555", title="1111")
        canned.on(f"GET /api/sessions/{SESSION.upper()}", session())
        canned.on("GET /api/sessions", {"items": [session(), other], "next_cursor": None})
        assert context.session_id(SESSION.upper()) == SESSION
        assert context.find("Street trees")["id"] == SESSION
        assert context.find("1111AA")["id"] == other["id"]
        assert context.find("1111")["id"] == other["id"], "a title before the beginning of an id"

    def test_a_beginning_must_be_long_enough_and_mean_one(self, context, canned):
        items = [session(), session(id=SESSION[:-1] + "6")]
        canned.on("GET /api/sessions", {"items": items, "next_cursor": None})
        with pytest.raises(RequestRefused, match="several"):
            context.find("11111111")
        with pytest.raises(RequestRefused, match="You have no session"):
            context.find("111")
        with pytest.raises(RequestRefused, match="'absent'"):
            context.find("absent")


class TestWatching:
    def test_the_answer_is_the_last_event(self, context, canned):
        canned.on("POST /api/chat/message", streamed(*STEPS, ("final_answer", answer())))
        assert context.watch(context.api.message(SESSION, NewMessage("x")), "message", SESSION) == answer()
        assert (context.said, context.noted) == ("", "")

    def test_every_event_is_a_line_of_json_in_a_stream(self, make_context, canned, capsys):
        canned.on("POST /api/chat/message", streamed(*STEPS, ("final_answer", answer())))
        context = make_context(as_json=True, stream=True)
        context.watch(context.api.message(SESSION, NewMessage("x")), "message", SESSION)
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [(each["event"], each["id"]) for each in lines] == [("phase", 1), ("token", None), ("final_answer", 3)]
        assert lines[0]["data"] == {"phase": "asking"}

    @pytest.mark.parametrize("as_json", [False, True])
    def test_what_had_come_of_an_answer_that_failed_is_shown_on_stderr(self, make_context, canned, as_json):
        failed = ("error", {"status": 502, "detail": "The provider failed."})
        canned.on("POST /api/chat/message", streamed(*STEPS, failed))
        context = make_context(as_json=as_json)
        with pytest.raises(ClientFailure, match="The provider failed"):
            context.watch(context.api.message(SESSION, NewMessage("x")), "message", SESSION)
        assert ("Half an ans …" in context.noted) is not as_json
        assert "/api/runs/run-1" in context.noted and context.said == ""

    def test_a_failure_before_anything_came_says_nothing_of_a_partial_answer(self, context, canned):
        canned.on("POST /api/chat/message", streamed(("error", {"status": 502, "detail": "The provider failed."})))
        with pytest.raises(ClientFailure):
            context.watch(context.api.message(SESSION, NewMessage("x")), "message", SESSION)
        assert context.noted == ""

    def test_ctrl_c_stops_the_run_on_the_server(self, context, canned, monkeypatch):
        canned.on("POST /api/chat/message", streamed(*STEPS)).on("POST /api/runs/run-1/cancel", {})
        monkeypatch.setattr(NoDisplay, "show", interrupt)
        with pytest.raises(Stopped, match="on this machine and on the server"):
            context.watch(context.api.message(SESSION, NewMessage("x")), "message", SESSION)
        assert canned.asked[-1] == "POST /api/runs/run-1/cancel"

    def test_ctrl_c_at_a_server_that_cannot_be_told_names_the_run(self, context, canned, monkeypatch):
        canned.on("POST /api/chat/message", streamed(*STEPS))
        canned.on("POST /api/runs/run-1/cancel", httpx2.ConnectError("away"))
        monkeypatch.setattr(NoDisplay, "show", interrupt)
        with pytest.raises(Stopped, match="may continue there: run run-1"):
            context.watch(context.api.message(SESSION, NewMessage("x")), "message", SESSION)

    @pytest.mark.parametrize(
        ("newest", "words"),
        [
            ({"id": "r", "status": "running", "kind": "approve"}, "on this machine and on the server"),
            (None, "could not be reached"),
        ],
    )
    def test_ctrl_c_in_a_call_stops_the_sessions_run(self, context, canned, newest, words):
        if newest:
            canned.on("GET /api/runs", {"items": [newest]}).on("POST /api/runs/r/cancel", {})
        with pytest.raises(Stopped, match=words), context.stoppable_approval(SESSION):
            raise KeyboardInterrupt

    def test_a_second_ctrl_c_does_not_wait_for_the_server(self, context, canned):
        canned.on("GET /api/runs", KeyboardInterrupt())
        with pytest.raises(Stopped, match="may not have received"), context.stoppable_approval(SESSION):
            raise KeyboardInterrupt


def interrupt(*_):
    raise KeyboardInterrupt


def test_the_display_is_that_of_who_looks_on(make_context):
    assert type(make_context()._display()) is NoDisplay
    assert type(make_context(terminal=True)._display()) is LiveDisplay
    assert type(make_context(terminal=True, as_json=True)._display()) is NoDisplay
    piped = make_context(terminal=True)
    piped.out = make_context().out
    assert type(piped._display()) is LineDisplay


def test_what_is_shown_on_stderr_belongs_to_a_failure(context):
    with context.on_stderr():
        context.show("inside")
    context.show("outside\x1b[1m")
    assert (context.noted, context.said) == ("inside\n", "outside\n")


class Grouped(WithDefault):
    default = "print"


def commands():
    group = Grouped("doc", commands=[click.Command("print", callback=lambda: click.echo("printed"))])
    group.add_command(click.Command("diff", callback=lambda: click.echo("diffed")))
    return group


@pytest.mark.parametrize(("words", "said"), [([], "printed"), (["print"], "printed"), (["diff"], "diffed")])
def test_a_group_means_its_default_where_no_command_is_named(words, said):
    assert CliRunner().invoke(commands(), words).output.strip() == said
    assert "Commands:" in CliRunner().invoke(commands(), ["--help"]).output


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (RequestRefused("No\x1b[2J."), RequestRefused("").code, "No."),
        (KeyboardInterrupt(), Stopped("").code, "Stopped."),
        (click.Abort(), Stopped("").code, "Stopped."),
        (
            OSError(28, "No space left on device", "/x/tokens"),
            1,
            "/x/tokens cannot be read or written: No space left on device.",
        ),
        (OSError("odd"), 1, "A file cannot be read or written: odd."),
    ],
)
def test_a_command_ends_as_its_failure_says(run, connection, monkeypatch, error, code, words):
    closed = []
    monkeypatch.setattr(connection, "close", lambda: closed.append(True))

    @click.command()
    @client_command
    def fail(context):
        raise error

    result = run(fail)
    assert (result.exit_code, result.stderr.strip(), result.stdout) == (code, words, "")
    assert closed == [True]


def test_a_command_takes_the_server_and_json(monkeypatch, api):
    seen = []
    monkeypatch.setattr("backend.client.context.open_context", lambda *given: seen.append(given))
    result = CliRunner().invoke(
        click.command()(client_command(lambda context: None)), ["--server", "http://a.example", "--json"]
    )
    assert (result.exit_code, seen) == (0, [("http://a.example", True, False)])


def test_a_context_is_of_the_server_named_else_of_the_one_chosen(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    named = open_context("http://named.example/")
    named.choices.choose_server("http://chosen.example")
    chosen = open_context(None, as_json=True, stream=True)
    assert (named.api.server, chosen.api.server) == ("http://named.example", "http://chosen.example")
    assert (chosen.as_json, chosen.stream, named.as_json) == (True, True, False)
    for each in (named, chosen):
        each.api.connection.close()
