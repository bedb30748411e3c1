"""The command line against a real server: what a researcher types, what is printed, and how it ends."""

import json
import re
import signal
import stat
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from click.testing import CliRunner

from backend.bootstrap import create_app
from backend.cli import main
from backend.client.preferences import Choices
from backend.client.private_files import Store
from backend.client.tokens import Tokens
from backend.storage.db import db
from tests.live import serving
from tests.searxng_stand_in import SearxngStandIn, found
from tests.shell import ACCOUNT, ANSWER, CONTENT, PAPER, Held, Shell, Terminal, signed_in
from tests.sonar_stand_in import Answer, Fails, SonarStandIn, Streamed
from tests.waiting import PATIENCE


@pytest.fixture
def database_url(sqlite_url):
    """What the databases promise is tested with them; here it is about the client."""
    return sqlite_url


@pytest.fixture
def sonar():
    with SonarStandIn() as server:
        server.answer = ANSWER
        yield server


@pytest.fixture
def searxng():
    with SearxngStandIn() as web:
        yield web


@pytest.fixture
def writer(request):
    return getattr(request, "param", "perplexity")


@pytest.fixture
def environ(environ, sonar, searxng, writer):
    if writer == "research":  # by ourselves, without a model
        return environ | {"COSCRIBE_WRITER": writer, "COSCRIBE_SEARXNG_URL": searxng.url}
    return environ | {
        "COSCRIBE_SEARXNG_URL": searxng.url,
        "COSCRIBE_WRITER": "perplexity",
        "COSCRIBE_WRITER_BASE_URL": sonar.url,
        "PERPLEXITY_API_KEY": sonar.key,
        "COSCRIBE_WRITER_TIMEOUT": "300",
        "COSCRIBE_SECRET_KEY": "k" * 40,
    }


@pytest.fixture
def server(app):
    with serving(app) as url:
        yield url


@pytest.fixture
def stranger(server, tmp_path):
    return Shell(server, tmp_path / "config")


@pytest.fixture
def shell(stranger):
    return signed_in(stranger)


# --- signing in -----------------------------------------------------------------------------------


def test_a_token_is_kept_for_the_user_alone(stranger):
    told = stranger.run("login", "--register", "--password-stdin", ACCOUNT[0], input=f"{ACCOUNT[1]}\n")
    assert f"Signed in at {stranger.server} as {ACCOUNT[0]}." in told.stdout
    assert stat.S_IMODE(stranger.config.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in stranger.config.iterdir()} == {0o600}
    assert ACCOUNT[1] not in "".join(path.read_text() for path in stranger.config.iterdir())
    # from now on the server needs no naming
    del stranger.env["COSCRIBE_SERVER"]
    assert stranger.json("sessions", code=0)["items"] == []
    stranger.run("logout")
    assert not list(stranger.config.glob("tokens-*.json"))
    assert "coscribe login" in stranger.run("sessions", code=3).stderr


def test_a_config_folder_that_can_not_be_written_is_said(stranger):
    stranger.home.write_text("a file where the folder should be")
    told = stranger.run("login", "--register", "--password-stdin", ACCOUNT[0], code=1, input=f"{ACCOUNT[1]}\n")
    assert str(stranger.home) in told.stderr and told.stdout == ""


def test_wrong_passwords_and_closed_doors_are_said(stranger):
    told = stranger.run("login", "--password-stdin", ACCOUNT[0], code=3, input="not the password\n")
    assert "wrong" in told.stderr and told.stdout == ""
    told = stranger.run("login", "--register", "--password-stdin", "nobody", code=7, input="short\n")
    assert "email:" in told.stderr and "password:" in told.stderr
    assert "--password-stdin" in stranger.run("login", ACCOUNT[0], code=2).stderr


def test_a_token_near_its_end_is_renewed_by_one_of_many_processes(shell):
    kept = json.loads(shell.token_file.read_text())
    shell.token_file.write_text(json.dumps(kept | {"got_at": kept["got_at"] - 11 * 60}))  # of fifteen minutes
    running = [shell.start("sessions", "--json", stdout=subprocess.PIPE) for _ in range(3)]
    assert all(json.loads(each.communicate(timeout=PATIENCE)[0])["items"] for each in running)
    renewed = json.loads(shell.token_file.read_text())
    assert renewed["refresh_token"] != kept["refresh_token"] and renewed["got_at"] >= kept["got_at"]
    shell.json("sessions")
    assert json.loads(shell.token_file.read_text()) == renewed, "a fresh one is used as it is"


def test_a_refused_token_is_renewed_and_a_dead_family_removed(shell, app):
    kept = json.loads(shell.token_file.read_text())
    shell.token_file.write_text(json.dumps(kept | {"access_token": "nonsense"}))
    shell.json("sessions")
    assert json.loads(shell.token_file.read_text())["access_token"] != "nonsense"
    token = json.loads(shell.token_file.read_text())["access_token"]
    app.test_client().post("/api/auth/logout", headers={"Authorization": f"Bearer {token}"})
    told = shell.run("sessions", code=3)
    assert "not signed in" in told.stderr and "coscribe login" in told.stderr
    assert not list(shell.config.glob("tokens-*.json"))


# --- sessions and documents -----------------------------------------------------------------------


def test_sessions_are_made_chosen_renamed_and_deleted(shell):
    first = shell.json("sessions")["items"][0]
    other = shell.json("sessions", "new", "Another")
    found = shell.json("sessions")
    assert [each["title"] for each in found["items"]] == ["Another", "Street trees"]
    assert found["current"] == other["id"]
    assert "Chosen" in shell.run("sessions", "use", first["id"][:8]).stdout
    assert shell.json("sessions", "rename", "Trees")["title"] == "Trees"
    lines = [line.split("\t") for line in shell.run("sessions").stdout.splitlines()]
    assert [(line[0], line[3]) for line in lines] == [("", "Another"), ("*", "Trees")]
    assert "--yes" in shell.run("sessions", "delete", "Another", code=2).stderr
    shell.run("sessions", "delete", "Another", "--yes")
    shell.run("sessions", "delete", "Trees", "--yes")
    assert "no sessions" in shell.run("sessions", code=6).stderr
    assert "No session is chosen" in shell.run("pending", code=6).stderr
    assert "You have no session" in shell.run("sessions", "use", "Trees", code=7).stderr
    shell.run("sessions", "new", "A title of thirty-six characters, no")
    assert "Chosen" in shell.run("sessions", "use", "A title of thirty-six characters, no").stdout


def test_who_is_not_signed_in_hears_of_that_first(stranger):
    for words in (["pending"], ["document"], ["preview"], ["approve", "--yes"], ["reject"], ["rewrite"]):
        assert "coscribe login" in stranger.run(*words, code=3).stderr


def test_nothing_pending_is_nothing_there_for_every_decision(shell):
    for words in (["pending"], ["preview"], ["approve", "--yes"], ["reject"], ["rewrite", "shorter"]):
        told = shell.run(*words, code=6)
        assert re.search("Nothing is pending|no pending or rejected content", told.stderr) and told.stdout == ""


def test_what_a_terminal_can_not_write_is_escaped(shell):
    shell.run("sessions", "new", "Über → 🌳")
    shell.env["PYTHONIOENCODING"] = "latin-1"
    process = shell.start("sessions", stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="latin-1")
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0 and "Über \\u2192 \\U0001f333" in out and err == ""
    process = shell.start("sessions", "--json", stdout=subprocess.PIPE, encoding="latin-1")
    assert json.loads(process.communicate(timeout=PATIENCE)[0])["items"][0]["title"] == "Über → 🌳"


def test_a_document_goes_out_and_comes_in_byte_for_byte(shell, tmp_path):
    assert shell.run("document").stdout_bytes == PAPER.encode()
    file = tmp_path / "out.md"
    shell.run("document", "export", str(file))
    assert file.read_bytes() == PAPER.encode()
    file.write_bytes(PAPER.encode() + b"More.\r\n")
    assert "differs" in shell.run("document", "export", str(file), code=7).stderr
    assert shell.json("document", "import", str(file))["revision"] == 2
    assert shell.json("document", "show", "1")["content"] == PAPER
    assert "+More." in shell.run("document", "diff", "2").stdout
    assert [each["revision"] for each in shell.json("document", "history")["items"]] == [2, 1, 0]
    shell.run("document", "restore", "1")
    assert shell.run("document").stdout_bytes == PAPER.encode()
    assert "Methods" in shell.run("document", "structure").stdout


def test_an_import_over_what_was_not_seen_is_refused(shell, app, tmp_path):
    session = shell.json("sessions")["items"][0]["id"]
    token = json.loads(shell.token_file.read_text())["access_token"]
    elsewhere = app.test_client().put(
        f"/api/sessions/{session}/document",
        json={"content": "# Elsewhere\n"},
        headers={"Authorization": f"Bearer {token}", "If-Match": '"1"'},
    )
    assert elsewhere.status_code == 200
    file = tmp_path / "mine.md"
    file.write_text("# Mine\n")
    assert "revision 2" in shell.run("document", "import", str(file), code=7).stderr
    assert shell.run("document", "show", "2").stdout == "# Elsewhere\n"
    assert shell.json("document", "import", str(file), "--force")["content"] == "# Mine\n"
    file.write_bytes(b"\xff\xfe")
    assert "UTF-8" in shell.run("document", "import", str(file), code=2).stderr


# --- the two stages -------------------------------------------------------------------------------


def test_a_message_is_drafted_previewed_and_approved(shell, sonar, tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("Gusts above 5 m/s on four days.")
    told = shell.run(
        "chat", "Add a sentence on gusts to the end of Limitations.", "--highlight", "Gusts!", "--source", "Notebook",
        "--section", str(notes),
    ).stdout  # fmt: skip
    assert told.index("Here is a sentence on gusts.") < told.index("--- pending ---") < told.index(CONTENT)
    assert "[1] https://example.org/survey" in told and "A Survey of Things" in told
    assert "[2] https://example.org/invented\n    unchecked" in told
    asked = json.dumps(sonar.requests[-1].body["messages"])
    assert all(each in asked for each in ("Gusts!", "Notebook", "Gusts above 5 m/s", "notes.txt"))
    assert CONTENT in shell.run("pending").stdout
    assert shell.json("pending")["document_content"] == CONTENT
    seen = shell.run("preview").stdout
    assert "at the end of" in seen and "Limitations" in seen and f"+{CONTENT}" in seen
    assert shell.run("document").stdout_bytes == PAPER.encode()
    assert "--yes" in shell.run("approve", code=2).stderr
    placed = shell.run("approve", "--yes").stdout
    assert "Placed, as revision 2" in placed and f"+{CONTENT}" in placed
    assert CONTENT in shell.run("document").stdout
    assert "Nothing is pending" in shell.run("approve", "--yes", code=6).stderr
    assert "Coscribe, " in shell.run("sessions", "read").stdout


def test_json_is_one_value_or_a_line_for_each_event(shell, sonar):
    answer = shell.json("chat", "Add a sentence on gusts.")
    assert answer["status"] == "pending_approval" and answer["document_content"] == CONTENT
    lines = shell.run("rewrite", "Shorter.", "--json", "--stream").stdout.splitlines()
    events = [json.loads(line) for line in lines]
    assert events[0]["event"] == "phase" and events[-1]["event"] == "final_answer"
    assert "token" in {each["event"] for each in events}
    assert [each["id"] for each in events if each["id"]] == list(range(1, events[-1]["id"] + 1))
    assert shell.json("reject", "--reason", "No.")["status"] == "rejected"
    assert "Nothing is pending" in shell.run("pending", code=6).stderr
    sonar.answer = Answer(json.dumps({"message": "Again.", "document_content": "Gusts were strong."}))
    assert shell.json("rewrite")["status"] == "pending_approval"
    assert shell.json("chat", "Add a sentence on gusts to the end of Limitations.")
    assert shell.json("approve", "--yes")["revision"] == 2


def test_a_place_that_is_not_clear_is_chosen_by_its_number(shell):
    shell.run("chat", "Replace it.")
    unclear = shell.run("approve", "--yes", code=7)
    assert "1  instead of" in unclear.stderr and "--candidate" in unclear.stderr and unclear.stdout == ""
    assert "The content could go" in shell.run("preview").stdout
    assert "Option 99 does not exist" in shell.run("approve", "--yes", "--candidate", "99", code=2).stderr
    assert shell.json("approve", "--yes", "--candidate", "1")["placement"]["operation"] == "replace"


def test_content_is_edited_before_it_is_placed(shell, tmp_path):
    editor = tmp_path / "editor.sh"
    editor.write_text('#!/bin/sh\nsed -i s/frequent/rare/ "$1"\n')
    editor.chmod(0o755)
    shell.env["EDITOR"] = str(editor)
    shell.run("chat", "-", input="Add a sentence on gusts to the end of Limitations.")
    shell.run("approve", "--yes", "--edit")
    assert "Gusts were rare." in shell.run("document").stdout


@pytest.mark.parametrize("writer", ["research"], indirect=True)
def test_a_question_is_answered_with_sources(shell, searxng):
    told = shell.run("ask", "What causes coral bleaching?", "--limit", "2").stdout
    answer, sources, meta = re.split(r"^## (?:Answer|Sources|Meta)$", told, flags=re.MULTILINE)[1:]
    assert "[1]" in answer and "sx_" not in answer
    lines = sources.strip().splitlines()
    assert lines[0] == "3 sources" and lines[2].startswith("[1] ") and lines[3].startswith("    http://10.0.0.")
    assert "[2] " in sources and "[3] " not in sources and "--limit 3" in lines[-1]
    assert "- effort: low" in meta and "- queries: causes coral bleaching" in meta
    made = shell.json("ask", "-", input="What causes coral bleaching?")
    assert made["meta"]["effort"] == "low" and set(made["citations"]) <= {each["id"] for each in made["sources"]}


@pytest.mark.parametrize("writer", ["research"], indirect=True)
def test_nothing_found_is_said_with_its_reasons(shell, searxng):
    searxng.on("/search", found(unresponsive=[["google", "access denied"]]))
    told = shell.run("ask", "What causes coral bleaching?", code=6)
    assert "The search found no source" in told.stderr and "access denied" in told.stderr


def test_failures_have_codes_of_their_own(shell, sonar, server):
    assert "The message is missing" in shell.run("chat", code=2, input="").stderr
    sonar.script(Fails(401))
    told = shell.run("chat", "Add it.", code=8)
    assert "key" in told.stderr and told.stdout == ""
    assert shell.run("chat", "--json", "x" * 20_001, code=7).stdout == ""
    assert "message:" in shell.run("chat", "x" * 20_001, code=7).stderr


def test_a_server_that_is_away_is_said(shell):
    kept = json.loads(shell.token_file.read_text())
    nowhere = "http://127.0.0.1:9"
    Tokens(Store(shell.config), nowhere).keep(kept["access_token"], kept["refresh_token"], "x")
    for words in (["sessions"], ["chat", "Hello.", "--session", "0" * 36]):
        told = shell.run(*words, "--server", nowhere, code=5)
        assert "cannot be reached" in told.stderr and told.stdout == ""


def test_an_answer_that_breaks_off_is_shown_as_far_as_it_came(shell, sonar):
    whole = Streamed(ANSWER, size=9)
    upto = sum(map(len, whole.frames("concise", "sonar-pro"))) * 2 // 3
    for words in (["chat", "Add it."], ["chat", "Add it.", "--json"]):
        sonar.script(Streamed(ANSWER, size=9, upto=upto, then="cut"))
        told = shell.run(*words, code=8)
        assert told.stdout == "" and re.search(r"so far: see `partial` of GET \S+/api/runs/[0-9a-f-]{36}", told.stderr)
        shown = "--- answer, cut off ---\nHere is a sentence on gusts. …\n--- content, not pending, cut off ---\nGu"
        assert (shown in told.stderr) is ("--json" not in words)
    assert shell.json("pending", code=6) == {"pending": None}


@pytest.mark.parametrize("words", [["sessions"], ["pending"], ["document"], ["ask", "Why?"], ["preview"]])
def test_an_answer_of_another_kind_is_no_answer(shell, words):
    class Other(BaseHTTPRequestHandler):
        def do_GET(self):
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(200)
            self.send_header("Content-Length", "9")
            self.end_headers()
            self.wfile.write(b'{"foo":1}')

        do_POST = do_GET

        def log_message(self, *_):
            """Not said."""

    kept = json.loads(shell.token_file.read_text())
    session = shell.json("sessions")["current"]
    with HTTPServer(("127.0.0.1", 0), Other) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{other.server_port}"
        Tokens(Store(shell.config), url).keep(kept["access_token"], kept["refresh_token"], "x")
        Choices(Store(shell.config)).choose_session(url, session)
        told = shell.run(*words, "--server", url, code=8)
        other.shutdown()
    assert "Check that the address is that of a Coscribe server" in told.stderr and told.stdout == ""


def test_a_limit_is_said_with_when_to_try_again(shell, environ):
    limited = create_app(environ=environ | {"COSCRIBE_RATE_LIMIT": "2/hour"})
    with serving(limited) as url:
        shell.env["COSCRIBE_SERVER"] = url
        shell.run("login", "--password-stdin", ACCOUNT[0], input=f"{ACCOUNT[1]}\n")
        for _ in range(3):
            told = CliRunner().invoke(main, ["sessions"], env=shell.env)
    assert told.exit_code == 4 and re.search(r"Try again in \d+ min, at \d\d:\d\d:\d\d\.", told.stderr)
    with limited.app_context():
        db.engine.dispose()


# --- watching and stopping ------------------------------------------------------------------------


def test_ctrl_c_stops_the_run_down_to_the_provider(shell, sonar):
    held = Held()
    sonar.script(held)
    process = shell.start("chat", "Add a sentence on gusts.", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert held.reached.wait(PATIENCE)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and out == "" and "Stopped" in err and "Traceback" not in err
    assert held.gone.wait(PATIENCE), "the provider's request is cut"
    shell.json("chat", "Once more.")


def test_a_stop_that_the_server_did_not_hear_of_is_said(shell, app, sonar, monkeypatch):
    held = Held()
    sonar.script(held)
    process = shell.start("chat", "Add a sentence on gusts.", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert held.reached.wait(PATIENCE)
    monkeypatch.setitem(app.view_functions, "runs.cancel", lambda **_: ("down", 503))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    held.go.set()
    assert process.returncode == 130 and out == "" and "could not be reached" in err and "on the server." not in err
    assert re.search(r"may continue (?:there|on the server): run [0-9a-f-]{36}\.", err)


@pytest.fixture
def placer():
    with SonarStandIn(strict=False) as server:
        yield server


def test_ctrl_c_stops_an_approval_too(shell, environ, placer):
    """The call gives no id of its run while it goes on: it is found as the session's."""
    reached, gone = threading.Event(), threading.Event()

    def hang(handler):
        reached.set()
        handler.raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
        while handler.raw(b" "):
            if placer.released.wait(0.05):
                return
        gone.set()

    placer.script(hang)
    model = {"COSCRIBE_PLACER": "openai", "COSCRIBE_PLACER_BASE_URL": placer.url, "COSCRIBE_PLACER_MODEL": "p"}
    placing = create_app(environ=environ | model)
    session = shell.json("sessions")["items"][0]["id"]
    shell.run("chat", "Add a sentence on gusts.")
    with serving(placing) as url:
        shell.env["COSCRIBE_SERVER"] = url
        shell.run("login", "--password-stdin", ACCOUNT[0], input=f"{ACCOUNT[1]}\n")
        words = ("approve", "--yes", "--session", session)
        process = shell.start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert reached.wait(PATIENCE)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130 and out == "" and "Stopped" in err
        assert gone.wait(PATIENCE), "the placer's request is cut"
        assert shell.json("pending", "--session", session), "and the content still waits"
    with placing.app_context():
        db.engine.dispose()


def test_a_conversation_at_a_terminal(shell, sonar):
    talk = Terminal(shell, "chat")
    talk.hear("› ").type("/highlight Gusts!\n").hear("next message: 1").hear("› ")
    talk.type("Add a sentence on gusts to the end of Limitations.\n").hear(CONTENT).hear("/approve").hear("› ")
    assert "Gusts!" in json.dumps(sonar.requests[-1].body["messages"])
    talk.type("/approve\n").hear("[Y/n]").type("n\n").hear("Nothing was changed").hear("› ")
    talk.type("/approve\n").hear("[Y/n]").type("\n").hear("Placed, as revision 2").hear("› ")
    held = Held()
    sonar.script(held)
    talk.type("And one more.\n")
    assert held.reached.wait(PATIENCE)
    talk.type("\x03").hear("Stopped").hear("› ").type("/nothing\n").hear("The command /nothing does not exist").hear(
        "› "
    )
    assert held.gone.wait(PATIENCE)
    assert talk.type("\x04").leave() == 0
    assert CONTENT in shell.run("document").stdout


def test_a_lost_connection_is_taken_up_again(shell, app, sonar, monkeypatch):
    """The stream is cut in the middle; the client follows the same run from where it was."""
    cut = threading.Event()
    through = app.wsgi_app

    def fragile(environ, start_response):
        answer = through(environ, start_response)
        if environ["PATH_INFO"] != "/api/chat/message":
            return answer
        return broken_off(answer, cut)

    monkeypatch.setattr(app, "wsgi_app", fragile)
    held = Held()
    sonar.script(held)
    process = shell.start(
        "chat", "Add a sentence on gusts.", "--json", "--stream", stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert held.reached.wait(PATIENCE)
    cut.set()
    seen = []
    for line in process.stdout:
        seen.append(json.loads(line))
        if seen[-1]["event"] == "connection_lost":
            held.go.set()
    assert process.wait(PATIENCE) == 0, process.stderr.read()
    process.stdout.close()
    process.stderr.close()
    ids = [each["id"] for each in seen if each["id"]]
    assert ids == list(range(1, len(ids) + 1)) and seen[-1]["event"] == "final_answer"
    assert "connection_lost" in {each["event"] for each in seen}
    assert len(sonar.requests) == 1


def broken_off(answer, cut):
    """An answer's pieces until `cut`; then the connection breaks."""
    try:
        for piece in answer:
            yield piece
            if cut.is_set():
                raise ConnectionResetError("the cable is out")
    finally:
        answer.close()


def test_agents_need_the_extra(shell, monkeypatch):
    monkeypatch.setitem(sys.modules, "backend.client.mcp", None)
    assert ".[mcp]" in shell.run("mcp", code=2).stderr
