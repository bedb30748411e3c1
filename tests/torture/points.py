"""The server as it is started, but for one thing: it kills itself at a named point, where a file tells it to.

    TORTURE_ORDER=/some/file python -m tests.torture.points serve

The file holds the name of a point, as `runs.begin+`: the function, and whether before (`-`) or after (`+`) it; and
whom to kill, `all` (the process group) or `one` (this process). The order is taken before it is carried out.
Nothing in the package knows of this.
"""

from __future__ import annotations

import functools
import importlib
import os
import signal
import socket
from pathlib import Path

ORDER = "TORTURE_ORDER"
#: The name of the machine, so that two on one host do not know of each other's processes.
HOST = "TORTURE_HOST"

#: Where a run can be cut: each function gives two points, before and after it.
FUNCTIONS = {
    "message.begin": "backend.services.drafting:_begin_message",
    "message.store": "backend.services.drafting:_store",
    "runs.begin": "backend.services.runs:begin",
    "runs.hold": "backend.services.runs:feed_of",
    "submit": "backend.jobs.thread_executor:ThreadExecutor.submit",
    "queue": "backend.services.run_kinds:queue",
    "claim": "backend.services.run_kinds:claim",
    "perform": "backend.services.run_kinds:perform",
    "retrieve": "backend.services.gathering:retrieve",
    "mark_asked": "backend.storage.runs:mark_asked",
    "progress.store": "backend.services.run_progress:store",
    "keep_text": "backend.storage.runs:keep_texts",
    "ask": "backend.services.writing:_ask",
    "parse": "backend.services.writing:_parse",
    "commit": "backend.services.writing:_commit",
    "drafts.hold": "backend.storage.drafts:hold",
    "runs.end": "backend.storage.runs:end",
    "key.finish": "backend.services.idempotency:finish",
    "approve.choose": "backend.services.approval:_choose",
    "approve.commit": "backend.services.approval:_commit",
    "revisions.add": "backend.storage.revisions:add",
    "publish": "backend.services.documents:publish",
    "drafts.reject": "backend.storage.drafts:reject",
    "rewrite.begin": "backend.services.drafting:_begin_rewrite",
    "take_over": "backend.storage.runs:take_over",
    "interrupt": "backend.storage.runs:interrupt",
    "replace": "os:replace",
}


def install() -> None:
    """Put a look at the order before and after each function."""
    order = Path(os.environ[ORDER])
    for point, target in FUNCTIONS.items():
        module, _, path = target.partition(":")
        *holders, name = path.split(".")
        holder = functools.reduce(getattr, holders, importlib.import_module(module))
        setattr(holder, name, _watched(order, point, getattr(holder, name)))


def _watched(order: Path, point: str, function):
    @functools.wraps(function)
    def watched(*args, **more):
        _obey(order, f"{point}-")
        result = function(*args, **more)
        _obey(order, f"{point}+")
        return result

    return watched


def _obey(order: Path, here: str) -> None:
    if not order.exists():
        return
    point, _, whom = order.read_text().partition(" ")
    if point != here:
        return
    try:
        order.unlink()
    except FileNotFoundError:
        return  # another thread was quicker
    if whom == "all":
        os.killpg(0, signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    if HOST in os.environ:
        socket.gethostname = lambda: os.environ[HOST]  # read once, before anything else asks
    import wordllama  # noqa: F401

    import backend.net.model_client  # noqa: F401 - what a first call loads: once for all, since workers live for seconds
    from backend.cli import main

    install()
    main()
