"""Structured logs that say what happened and nothing that was said."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from pathlib import Path

from backend.api.structured_logs import JsonLines, TerminalLines
from backend.kernel.log_context import working_on
from tests.waiting import PATIENCE


def lines(caplog, app):
    formatter = JsonLines()
    return [json.loads(formatter.format(record)) for record in caplog.records]


def test_a_request_is_one_line_with_route_status_and_id(somebody, caplog):
    session = somebody.session()
    with caplog.at_level(logging.INFO, "backend"):
        somebody.call("GET", f"/api/sessions/{session}", headers={"X-Request-Id": "mine"})
    told = lines(caplog, somebody.app)[-1]
    assert (told["method"], told["route"], told["status"]) == ("GET", "/api/sessions/<session_id>", 200)
    assert told["took_ms"] >= 0 and told["level"] == "INFO"


def test_no_secret_prompt_or_body_is_logged(somebody, caplog):
    session = somebody.session()
    with caplog.at_level(logging.DEBUG, "backend"):
        somebody.call("POST", "/api/chat/message", {"session_id": session, "message": "A private thought."})
        somebody.call(
            "POST", "/api/auth/password", {"password": "wrong-pass-phrase", "new_password": "new-pass-phrase"}
        )
        somebody.http.post("/api/auth/login", json={"email": "who@example.org", "password": "third-pass-phrase"})
        somebody.call("GET", "/api/sessions?cursor=private-cursor")
    told = json.dumps(lines(caplog, somebody.app))
    for secret in ("private", "phrase", "who@example.org", somebody.access, somebody.email, session):
        assert secret not in told


def test_the_request_id_is_on_lines_written_while_it_is_worked_on(app):
    record = logging.LogRecord("backend.x", logging.INFO, __file__, 1, "hello", None, None)
    with app.test_request_context("/healthz", headers={"X-Request-Id": "abc"}):
        app.preprocess_request()
        assert json.loads(JsonLines().format(record))["request_id"] == "abc"
    assert "request_id" not in json.loads(JsonLines().format(record))


def test_what_hangs_on_a_record_stays_out_unless_it_is_known(app):
    record = logging.LogRecord("backend.x", logging.INFO, __file__, 1, "hello", None, None)
    record.prompt, record.stage = "secret words", "stage1"
    told = json.loads(JsonLines().format(record))
    assert told["stage"] == "stage1" and "secret words" not in json.dumps(told)


LIBRARY = """
import logging
from backend.api.structured_logs import configure_logs
for _ in range(2):
    configure_logs("INFO")
logging.basicConfig(level=logging.INFO)
logging.getLogger("some.library").info("GET http://host/secret")
logging.getLogger("some.library").warning("careful")
logging.getLogger("backend.x").info("ours")
"""


def test_each_line_comes_once_and_a_library_that_sets_up_logging_changes_nothing():
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", LIBRARY], cwd=root, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    told = [json.loads(line) for line in done.stderr.splitlines()]
    assert [(line["logger"], line["message"]) for line in told] == [("some.library", "careful"), ("backend.x", "ours")]


def test_a_line_inside_a_run_names_the_run_and_its_request(caplog):
    log = logging.getLogger("backend.services.runs")
    with caplog.at_level(logging.INFO, "backend"), working_on("r1", "q1"):
        log.warning("something")
        told = json.loads(JsonLines().format(caplog.records[-1]))
    assert (told["run_id"], told["request_id"]) == ("r1", "q1")


def test_an_exception_has_its_frames_and_no_value(caplog):
    def fail(secret):
        raise ValueError(secret)

    try:
        fail("a private thought")
    except ValueError as error:
        with caplog.at_level(logging.ERROR, "backend"):
            logging.getLogger("backend").error("a run ended in ValueError", exc_info=error)
    told = json.loads(JsonLines().format(caplog.records[-1]))
    assert told["error"] == "ValueError" and any("in fail" in line for line in told["trace"])
    assert "private" not in told["message"] and told["trace"][0] == "ValueError", "the error by its name, not its words"


def test_at_a_terminal_a_line_is_for_a_person(app):
    record = logging.LogRecord("backend.x", logging.WARNING, __file__, 1, "request", None, None)
    record.status, record.trace = 500, ["ValueError", "File x, line 1"]
    first, *frames = TerminalLines().format(record).splitlines()
    assert first.split(" ", 1)[1] == "WARNING request status=500"
    assert frames == ["  ValueError", "  File x, line 1"]
