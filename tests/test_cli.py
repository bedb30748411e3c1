"""The `coscribe` command, run as people run it."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from backend import server
from backend.administration.prepared_app import FAILED, MISCONFIGURED
from backend.providers import chat_model
from backend.services import first_use
from tests.command_line import environment, run
from tests.connectors.web import Reply
from tests.ports import free_port
from tests.searxng_stand_in import SearxngStandIn
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[1]


class LogRecords(logging.Handler):
    """What Python would print of the log on a terminal."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.told = []

    def emit(self, record):
        self.told.append(record.getMessage())


@pytest.fixture
def environ(tmp_path):
    return environment(tmp_path / "data")


def test_help_and_version(environ):
    told = run(environ, "--help").output
    assert all(word in told for word in ("serve", "demo", "doctor", "check", "users", "keys"))
    assert run(environ, "--version").output.startswith("coscribe ")


@pytest.mark.parametrize("group", ["", "users", "keys", "document", "library", "sessions", "personas", "zotero"])
def test_the_help_lists_each_command_with_a_whole_sentence(environ, group):
    words = run(environ, *filter(None, [group]), "--help").output.partition("Commands:\n")[2]
    assert words and all(line.endswith(".") and not line.endswith("...") for line in words.splitlines())


def test_doctor_tells_how_things_stand_by_its_exit_code(environ, tmp_path):
    fine = run(environ, "doctor")
    assert fine.exit_code == 0 and "extractive" in fine.output and not (tmp_path / "data").exists()
    assert run(environ | {"COSCRIBE_DATABASE_URL": "mysql://h/d"}, "doctor").exit_code == FAILED


@pytest.mark.parametrize("command", ["serve", "doctor", "check"])
def test_bad_settings_are_named_and_nothing_starts(environ, tmp_path, command):
    told = run(environ | {"COSCRIBE_PORT": "x", "COSCRIBE_SECRET_KEY": "short"}, command)
    assert told.exit_code == MISCONFIGURED and not (tmp_path / "data").exists()
    assert (
        "COSCRIBE_PORT" in told.output
        and "COSCRIBE_SECRET_KEY" in told.output
        and "short" not in told.output.split("shorter")[0]
    )


def test_what_a_first_message_needs_is_loaded_before_the_workers_are_forked(environ, monkeypatch):
    done = []
    monkeypatch.setattr(first_use, "load", lambda ports: done.append(ports.writer))
    monkeypatch.setattr(server, "serve", lambda settings, calls: done.append("serve"))
    assert run(environ | {"COSCRIBE_PORT": str(free_port())}, "serve").exit_code == 0
    assert len(done) == 2 and done[1] == "serve"


def test_check_calls_what_can_be_called(environ, monkeypatch):
    logged = LogRecords()
    for logger in (logging.getLogger(), logging.getLogger("backend")):
        monkeypatch.setattr(logger, "handlers", [])  # as in a terminal; pytest has handlers of its own
    monkeypatch.setattr(logging, "lastResort", logged)
    assert "Nothing was called" in run(environ, "check").output
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        dead = f"http://127.0.0.1:{nobody.getsockname()[1]}/v1"
        told = run(environ | {"COSCRIBE_PLACER_BASE_URL": dead, "COSCRIBE_PLACER_TIMEOUT": "5"}, "check")
    assert told.exit_code == FAILED and f"failed placer: The server at {dead[7:-3]}" in told.output
    assert logged.told == [], "a failure is printed once, in words"
    assert chat_model("extractive").name == "extractive", "which check takes for a writer that needs no call"


def test_check_asks_each_search_service(environ):
    with SearxngStandIn() as searxng:
        asking = environ | {"COSCRIBE_SEARXNG_URL": searxng.url}
        told = run(asking, "check")
        assert told.exit_code == 0 and "searxng answered with 3 results" in told.output, told.output
        searxng.on("/search", Reply(b"<html>403</html>", 403, "text/html"))
        told = run(asking, "check")
    assert told.exit_code == FAILED and "add json to search.formats" in told.output


def test_references_of_a_file_are_checked_without_a_session(environ, tmp_path):
    paper = tmp_path / "paper.md"
    paper.write_text("# A\n\n## References\n\n1. Meier, A. (2014). Drought and grasses.\n")
    told = run(environ, "check-references", str(paper))
    assert told.exit_code == 0, "what could not be asked is no fault"
    assert told.stdout.startswith("unchecked   1  Meier, A. (2014)") and "CONTACT_EMAIL" in told.stdout
    (found,) = json.loads(run(environ, "check-references", "--json", str(paper)).stdout)["references"]
    assert found["status"] == "unchecked" and found["key"] == "1"
    paper.write_text("# Nothing\n")
    empty = run(environ, "check-references", str(paper))
    assert empty.exit_code == FAILED and "paper.md" in empty.output


def test_a_reason_that_references_share_is_printed_once(environ, tmp_path):
    listed = tmp_path / "refs.bib"
    listed.write_text("@book{a, title={On trees}, author={Berg, Ana}}\n@book{b, title={On elms}, author={Berg, Ana}}\n")
    first, second, reason = run(environ, "check-references", str(listed)).stdout.splitlines()
    assert first == "unchecked   a  On trees" and second == "unchecked   b  On elms"
    assert reason.startswith("unchecked: ") and "CONTACT_EMAIL" in reason


def test_the_file_of_references_beside_a_paper_is_checked(environ, tmp_path):
    paper = tmp_path / "paper.md"
    paper.write_text("---\nbibliography: refs.bib\n---\n\nText [@a].\n")
    assert "refs.bib" in run(environ, "check-references", str(paper)).output
    (tmp_path / "refs.bib").write_text("@book{a, title={On trees}, author={Berg, Ana}}")
    told = run(environ, "check-references", str(paper))
    assert told.exit_code == 0 and told.stdout.startswith("unchecked   a  On trees")


def test_a_recheck_says_that_no_registry_is_asked(environ):
    told = run(environ, "recheck")
    assert told.exit_code == FAILED and "CONTACT_EMAIL" in told.output


def ask(url, body=None, token=None):
    """Status, headers and JSON or text."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url, json.dumps(body).encode() if body is not None else None, headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            status, headers, text = answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            status, headers, text = error.code, error.headers, error.read().decode()
    return status, headers, json.loads(text) if "json" in headers.get("Content-Type", "") else text


@contextlib.contextmanager
def served(environ):
    """A real `coscribe serve` on a free port; yields its address and the process."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "backend.cli", "serve"],
        cwd=ROOT,
        env=environ | {"COSCRIBE_PORT": str(port), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert f"127.0.0.1:{port}" in line, line + process.communicate(timeout=PATIENCE)[1]
        yield f"http://127.0.0.1:{port}", process
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)


def test_serve_migrates_listens_with_two_workers_counts_together_and_leaves_nothing(environ, tmp_path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    environ = environ | {"TMPDIR": str(scratch), "COSCRIBE_AUTH_RATE_LIMIT": "20/minute"}
    with served(environ) as (url, process):
        assert ask(f"{url}/readyz")[0] == 200, "migrated before it listened"
        status, _, made = ask(f"{url}/api/auth/register", {"email": "a@b.org", "password": "0123456789"})
        assert status == 201
        token = made["access_token"]
        with ThreadPoolExecutor(16) as pool:
            answers = list(pool.map(lambda _: ask(f"{url}/api/sessions", None, token)[0], range(64)))
            guesses = Counter(
                pool.map(lambda _: ask(f"{url}/api/auth/login", {"email": "x", "password": "y"})[0], range(30))
            )
        assert set(answers) == {200}
        assert guesses == {401: 19, 429: 11}, "both workers count in one place"
        told = ask(f"{url}/metrics")[2]
        line = next(each for each in told.splitlines() if 'route="/api/sessions",status="200"' in each)
        assert float(line.split()[-1]) == 64, "the metrics are over all workers"
        limits = [each.split() for each in told.splitlines() if each.startswith("coscribe_requests_in_flight")]
        assert limits == [["coscribe_requests_in_flight", "0.0"], ["coscribe_requests_in_flight_most", "448.0"]]
        workers = children(process.pid)
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE
        while len(children(process.pid)) < 2 or workers[0] in children(process.pid):
            assert time.monotonic() < deadline, "a new worker takes the place of a dead one"
            time.sleep(0.05)
        assert ask(f"{url}/api/auth/me", None, token)[0] == 200, "and knows the same secret"
    assert process.returncode == 0
    assert list(scratch.iterdir()) == []


def children(pid):
    """The processes that `pid` has started and that still run."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it may end while we look
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[1]) == pid and fields[0] != "Z":
                found.append(int(stat.parent.name))
    return found


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_a_script_that_asks_for_completions(environ, shell):
    told = run(environ, "completion", shell).output
    assert f"_COSCRIBE_COMPLETE={shell}_complete" in told and "coscribe" in told


@pytest.mark.parametrize(
    ("words", "expected"),
    [("coscribe lib", ["library"]), ("coscribe library a", ["add"]), ("coscribe personas ", ["add", "change", "list"])],
)
def test_bash_completes_commands_and_subcommands(tmp_path, words, expected):
    program = tmp_path / "coscribe"
    program.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -c "from backend.cli import main; main(prog_name=\'coscribe\')" "$@"\n'
    )
    program.chmod(0o755)
    script = f"""
        eval "$(coscribe completion bash)"
        COMP_WORDS=({words} {'""' if words.endswith(" ") else ""}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
        _coscribe_completion coscribe
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    path = f"{tmp_path}:{os.environ['PATH']}"
    env = os.environ | {"PATH": path, "PYTHONPATH": str(Path(__file__).resolve().parents[1])}
    done = subprocess.run(["bash", "-c", script], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[: len(expected)] == expected, done.stderr
