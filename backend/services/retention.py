"""What is kept only for so many days, where the operator says so: events of runs, raw answers, closed drafts.

Vectors of documents are kept by content, with no owner: those that no passage of a library has go after a month, and
are made again where a document still needs them.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from backend.ports import Ports
from backend.storage import chunk_vectors, retention
from backend.storage.db import reading, transaction

#: Days that a vector is kept at least.
VECTOR_DAYS = 30
#: Rows that one transaction removes.
BATCH = 200


def forget_old(ports: Ports) -> Iterator[None]:
    """Remove what is older than it may be; yields after each short transaction."""
    now, kept = ports.clock(), ports.policy.retention
    for days, remove in (
        (kept.events, retention.remove_events),
        (kept.raw, retention.remove_raw_answers),
        (kept.drafts, retention.remove_closed_drafts),
    ):
        more = days > 0
        while more:
            with transaction():
                more = remove(now - timedelta(days=days), BATCH)
            yield
    with reading():
        unused = chunk_vectors.unused(now - timedelta(days=VECTOR_DAYS))
    for start in range(0, len(unused), BATCH):
        with transaction():
            chunk_vectors.remove(unused[start : start + BATCH])
        yield
