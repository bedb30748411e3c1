"""gunicorn's configuration: as measured, and with nothing that tells on people."""

from __future__ import annotations

import pytest

from backend.server import THREADS, configuration
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
