"""The command line: watching and stopping."""

import json
import re
import signal
import subprocess
import sys
import threading

import pytest

from backend.bootstrap import create_app
from backend.storage.db import db
from tests.live import serving
from tests.shell import ACCOUNT, CONTENT, Held, Terminal
from tests.sonar_stand_in import SonarStandIn
from tests.waiting import PATIENCE


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
