"""gunicorn's configuration: as measured, and with nothing that tells on people."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest

from backend.server import THREADS, Calls, Server, configuration
from backend.settings import Settings


@pytest.mark.parametrize(
    ("host", "bind"), [("127.0.0.1", "127.0.0.1:8000"), ("::1", "[::1]:8000"), ("0.0.0.0", "0.0.0.0:8000")]
)
def test_where_it_listens(host, bind):
    assert configuration(Settings.from_env({"COSCRIBE_HOST": host}))["bind"] == bind


def test_threads_and_connections_are_the_same_number_and_the_access_log_is_off():
    found = configuration(Settings.from_env({}))
    assert found["worker_class"] == "gthread" and found["threads"] == found["worker_connections"] == THREADS
    assert found["accesslog"] is None and found["control_socket_disable"] is True


def test_the_first_worker_alone_warms_up_and_only_if_asked():
    made, tended = [], []

    def begun(age, **variables):
        called = threading.Event()
        calls = Calls(lambda settings: made, lambda: None, lambda app: called.set(), tended.append)
        server = Server(Settings.from_env(variables), calls)
        server.callable = server.load()
        server.cfg.post_worker_init(SimpleNamespace(age=age))
        assert tended.pop() is made, "every worker looks after runs"
        return called.wait(0.2 if age > 1 or not variables else 10)

    assert begun(1, COSCRIBE_WARM_UP="1")
    assert not begun(2, COSCRIBE_WARM_UP="1")
    assert not begun(1)
