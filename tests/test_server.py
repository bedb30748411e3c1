"""gunicorn's configuration: as measured, and with nothing that tells on people."""

from __future__ import annotations

import gc
import multiprocessing
import socket
import tempfile
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask

import backend.server
from backend.api.edge import Edge
from backend.edge_worker import EdgeWorker
from backend.server import (
    COLLECT,
    COUNTS,
    GRACE,
    SPARE,
    Calls,
    Server,
    collect_seldom,
    configuration,
    counts_folder,
    why_not_listen,
)
from backend.settings import Settings
from tests.waiting import PATIENCE


@pytest.mark.parametrize(
    ("host", "bind"), [("127.0.0.1", "127.0.0.1:8000"), ("::1", "[::1]:8000"), ("0.0.0.0", "0.0.0.0:8000")]
)
def test_where_it_listens(host, bind):
    assert configuration(Settings.from_env({"COSCRIBE_HOST": host}))["bind"] == bind


def test_threads_and_connections_are_the_same_number_and_the_access_log_is_off():
    found = configuration(Settings.from_env({}))
    assert (
        found["worker_class"] == "backend.thread_worker.ClosingWorker"
        and found["threads"] == found["worker_connections"] == 224 + SPARE
    )
    assert found["logger_class"].access(None) is None and found["control_socket_disable"] is True


def test_the_edge_is_the_same_application_behind_another_worker(tmp_path):
    settings = Settings.from_env({"COSCRIBE_EDGE": "on", "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)})
    assert configuration(settings)["worker_class"] == "backend.edge_worker.EdgeWorker"
    made = Flask(__name__)
    server = Server(settings, Calls(lambda given: made, lambda: None, lambda app: None, lambda app: None))
    assert isinstance(server.load(), Edge)
    assert server.cfg.worker_class is EdgeWorker


def test_a_chat_may_end_before_the_server_does():
    assert configuration(Settings.from_env({}))["graceful_timeout"] > 90
    assert configuration(Settings.from_env({"COSCRIBE_WRITER_TIMEOUT": "1"}))["graceful_timeout"] == GRACE


def test_the_collector_leaves_what_was_loaded_alone():
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    try:
        collect_seldom()
        assert gc.get_threshold() == COLLECT and gc.get_freeze_count() > frozen
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def test_the_first_worker_alone_warms_up_and_only_if_asked(monkeypatch):
    made, tended, settled = [], [], []

    def begun(age, **variables):
        called = threading.Event()
        calls = Calls(lambda settings: made, lambda: None, lambda app: called.set(), tended.append)
        server = Server(Settings.from_env(variables), calls)
        server.callable = server.load()
        monkeypatch.setattr(backend.server, "collect_seldom", lambda: settled.append(age))
        server.cfg.post_worker_init(SimpleNamespace(age=age))
        assert tended.pop() is made, "every worker looks after runs"
        return called.wait(0.2 if age > 1 or not variables else 10)

    assert begun(1, COSCRIBE_WARM_UP="1")
    assert not begun(2, COSCRIBE_WARM_UP="1")
    assert not begun(1)
    assert settled == [1, 2, 1], "in every worker"


def _makes_its_folder(told):
    """Make a server's folder, tell where it is, and wait to be killed."""
    told.send(counts_folder())
    told.recv()


def test_counts_of_servers_that_were_killed_are_cleared_away_and_of_no_other(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name in (f"{COUNTS}elsewhere:b.1:1:1-abcd", f"{COUNTS}abcd", "else"):
        (tmp_path / name).mkdir()
    fork = multiprocessing.get_context("fork")
    pipes = [fork.Pipe() for _ in range(2)]
    servers = [fork.Process(target=_makes_its_folder, args=(theirs,)) for _, theirs in pipes]
    for each in servers:
        each.start()
    try:
        assert all(ours.poll(PATIENCE) for ours, _ in pipes)
        killed, living = (Path(ours.recv()) for ours, _ in pipes)
        (killed / "counter_1.db").write_bytes(b"x")
        servers[0].kill()
        servers[0].join()
        before = set(tmp_path.iterdir())
        assert killed.is_dir() and living.is_dir()
        made = Path(counts_folder())
        assert set(tmp_path.iterdir()) == before - {killed} | {made} and made.stat().st_mode & 0o777 == 0o700
    finally:
        for each in servers:
            each.kill()
            each.join()


def test_a_taken_port_is_said_so_with_the_setting_that_changes_it():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert why_not_listen("127.0.0.1", port) == (
            f"Another program uses port {port}. Choose another port, as in COSCRIBE_PORT={port + 1}."
        )
    assert why_not_listen("127.0.0.1", port) == ""
    assert "COSCRIBE_HOST" in why_not_listen("192.0.2.1", port)


def test_a_port_whose_server_is_just_ending_is_waited_for():
    other = socket.socket()
    other.bind(("127.0.0.1", 0))
    other.listen()
    port = other.getsockname()[1]
    ending = threading.Timer(0.2, other.close)
    ending.start()
    assert why_not_listen("127.0.0.1", port) == ""
    ending.join()
