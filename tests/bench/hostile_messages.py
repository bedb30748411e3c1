"""Measure what hostile messages of 20,000 characters cost: the CPU seconds of POST /api/chat/message, keyless, for an
ordinary document.

    python -m tests.bench.hostile_messages [--size 20000] [--only WORDS]

Each shape runs in a process of its own. The target is 2 CPU seconds.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from functools import partial
from pathlib import Path

from backend import demo
from backend.errors import CoscribeError
from backend.services import documents, drafting, sessions
from backend.services.drafting import SendMessage
from backend.storage.sessions import OwnedSession
from tests.bench.forked_runs import in_fork, prepared
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


def cost(ports, user: str, name: str, size: int) -> bool:
    """Print what a shape costs. Returns True if it keeps to the target."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + MOST_SECONDS, -1))
    took = seconds(ports, user, MESSAGES[name](size))
    print(f"{'  ' if took <= 2 else '! '}{name:34}{took:7.2f} s", flush=True)
    return took <= 2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=20_000)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    warm = 'Replace "trees" with "crowns" in Methods, and delete the last sentence.'
    with prepared(lambda ports, user: seconds(ports, user, warm)) as (ports, user):
        chosen = [name for name in MESSAGES if given.only in name]
        missed = sum(not in_fork(name, partial(cost, ports, user, name, given.size)) for name in chosen)
    print(f"{missed} shapes miss the target")
    return 0


if __name__ == "__main__":
    sys.exit(main())
