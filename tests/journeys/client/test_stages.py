"""The command line: the two stages, and failures."""

import json
import re
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
from tests.searxng_stand_in import found
from tests.shell import ACCOUNT, ANSWER, CONTENT, PAPER
from tests.sonar_stand_in import Answer, Fails, Streamed


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
    assert "No draft waits" in shell.run("approve", "--yes", code=6).stderr
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
    assert "No draft waits" in shell.run("pending", code=6).stderr
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
    assert "Check that the address leads to a Coscribe server" in told.stderr and told.stdout == ""


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
