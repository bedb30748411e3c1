"""Delete an account: its rows in the database, its files, and the embedding vectors of its texts.

The rows are deleted in many short transactions, so that other requests wait a few milliseconds at most. If the process
dies during a deletion, another process finishes it (services/upkeep.py).
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from backend.document.chunks import pieces
from backend.ports import Ports
from backend.services.removal import file_removal
from backend.storage import chunk_vectors, library_passages, removal, revisions, runs
from backend.storage.db import reading, transaction

#: Seconds after which a transaction is ended and a new one begun, so that other writers do not wait longer.
SPAN = 0.05


def remove(ports: Ports, user_id: str) -> None:
    """Delete the user's account, with all rows and files. The deletion is complete when the function returns."""
    with transaction():
        removal.begin(user_id, ports.clock())
        going = runs.ask_all_to_stop(user_id)
    for run_id in going:
        ports.recorder.stop(run_id, "all")
    began = time.monotonic()
    for _ in finish(ports, user_id):
        time.sleep(time.monotonic() - began)
        began = time.monotonic()


def finish_all(ports: Ports) -> Iterator[None]:
    """Continue all deletions of accounts that were interrupted. Yields None after each transaction."""
    with reading():
        left = removal.unfinished()
    for user_id in left:
        yield from finish(ports, user_id)


def finish(ports: Ports, user_id: str) -> Iterator[None]:
    """Delete what is left of an account whose deletion has begun. Yields None after each transaction."""
    gone: list[str] = []
    steps = _steps(ports, user_id, gone)
    more = True
    while more:
        began = time.monotonic()
        with transaction():
            while (more := next(steps, False)) and time.monotonic() - began < SPAN:
                pass
        while gone:
            file_removal.forget_session(ports, gone.pop())
        yield
    file_removal.forget_user(ports, user_id)


def _steps(ports: Ports, user_id: str, gone: list[str]) -> Iterator[bool]:
    """Delete the user's rows step by step, in the caller's transaction. Yields True after each step.

    The ids of deleted sessions are added to `gone`, so that the caller can delete their files.
    """
    while removal.remove_runs(user_id):
        yield True
    while (session_id := removal.next_session(user_id)) is not None:
        _forget_document(ports, session_id)
        while removal.remove_from_session(session_id):
            yield True
        removal.remember(session_id, ports.clock())
        gone.append(session_id)
        yield True
    owner = library_passages.owner_of(user_id)
    while (work := removal.next_work(user_id)) is not None:
        chunk_vectors.remove(library_passages.digests_of(work[0]))
        while removal.remove_from_work(owner, work[0]):
            yield True
        yield True
    while removal.remove_user(user_id):
        yield True
    removal.remember(user_id, ports.clock())
    yield True


def _forget_document(ports: Ports, session_id: str) -> None:
    """Delete the stored embedding vectors of the session's newest text."""
    if ports.embedder is not None and (text := revisions.head(session_id).content):
        chunk_vectors.remove(piece.digest for piece in pieces(text, ports.budgets.chunk_size))
