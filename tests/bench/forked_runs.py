"""Run each shape of a benchmark in a fork of one prepared application, so that all begin with the same warm caches."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from backend.bootstrap import create_app, prepare
from backend.ports import Ports
from backend.server import collect_seldom
from backend.services import accounts
from backend.storage.db import db


@contextmanager
def prepared(warm: Callable[[Ports, str], object]) -> Iterator[tuple[Ports, str]]:
    """Yield the ports of an application with an empty data folder, and its user's id, after `warm` has used them."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(environ={"COSCRIBE_DATA_DIR": folder, "COSCRIBE_LOG_LEVEL": "CRITICAL"})
        prepare(app)
        with app.app_context():
            ports = app.extensions["coscribe"]
            user = accounts.register(ports, "a@example.org", "a quiet long phrase").id
            warm(ports, user)
            db.engine.dispose()
            collect_seldom()  # as a worker of the server does
            yield ports, user


def in_fork(name: str, work: Callable[[], bool]) -> bool:
    """Do `work` in a fork and return its result. If the fork is killed or fails, say so and return False."""
    pid = os.fork()
    if not pid:
        try:
            os._exit(int(not work()))
        finally:
            os._exit(2)
    failed = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if failed not in (0, 1):
        print(f"! {name:34} GAVE UP", flush=True)
    return not failed
