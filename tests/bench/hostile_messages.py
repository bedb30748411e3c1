"""Measure what hostile messages of 20,000 characters cost: the CPU seconds of POST /api/chat/message, keyless, for an
ordinary document.

    python -m tests.bench.hostile_messages [--size 20000] [--only WORDS]

Each shape runs in a process of its own. The target is 2 CPU seconds.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from pathlib import Path

from backend import demo
from backend.bootstrap import create_app, prepare
from backend.errors import CoscribeError
from backend.server import collect_seldom
from backend.services import accounts, documents, drafting, sessions
from backend.services.drafting import SendMessage
from backend.storage.db import db
from backend.storage.sessions import OwnedSession
from tests.bench.message_shapes import MESSAGES

PAPER = (Path(demo.__file__).parent / "paper.md").read_text(encoding="utf-8")
#: After this many CPU seconds a shape is given up.
MOST_SECONDS = 30


def seconds(ports, user: str, text: str) -> float:
    session = sessions.create(ports, user).id
    documents.put(ports, OwnedSession(user, session), "*", PAPER)
    began = time.process_time()
    try:
        drafting.send(ports, user, SendMessage(session, text))
    except CoscribeError as error:
        print(f"refused: {error}")
    return time.process_time() - began


def run(ports, user: str, name: str, size: int) -> bool:
    """Print what a shape costs, from a fork. Returns True if it keeps to the target."""
    pid = os.fork()
    if not pid:
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + MOST_SECONDS, -1))
            took = seconds(ports, user, MESSAGES[name](size))
            print(f"{'  ' if took <= 2 else '! '}{name:34}{took:7.2f} s", flush=True)
            os._exit(int(took > 2))
        finally:
            os._exit(2)
    failed = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if failed not in (0, 1):
        print(f"! {name:34} GAVE UP", flush=True)
    return not failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=20_000)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(environ={"COSCRIBE_DATA_DIR": folder, "COSCRIBE_LOG_LEVEL": "CRITICAL"})
        prepare(app)
        with app.app_context():
            ports = app.extensions["coscribe"]
            user = accounts.register(ports, "a@example.org", "a quiet long phrase").id
            seconds(ports, user, 'Replace "trees" with "crowns" in Methods, and delete the last sentence.')
            db.engine.dispose()
            collect_seldom()  # as a worker of the server does
            missed = sum(not run(ports, user, name, given.size) for name in MESSAGES if given.only in name)
    print(f"{missed} shapes miss the target")
    return 0


if __name__ == "__main__":
    sys.exit(main())
