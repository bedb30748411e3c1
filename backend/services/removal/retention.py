"""Delete rows that are kept only for a limited number of days: events of runs, raw answers of models, closed drafts,
and unused embedding vectors.

Vectors are stored by the digest of their text and have no owner. A vector that no library passage uses is deleted
after a month, and computed again if a document needs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from backend.ports import Ports
from backend.storage import chunk_vectors, removal
from backend.storage.db import reading, transaction

#: Minimum number of days that a vector is kept.
VECTOR_DAYS = 30
#: Number of rows that one transaction removes.
BATCH = 200


def forget_old(ports: Ports) -> Iterator[None]:
    """Delete the rows that are older than the settings allow, and old embedding vectors that no library passage uses.
    Yields None after each short transaction.
    """
    now, kept = ports.clock(), ports.policy.retention
    for days, remove in (
        (kept.events, removal.remove_events),
        (kept.raw, removal.remove_raw_answers),
        (kept.drafts, removal.remove_closed_drafts),
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
