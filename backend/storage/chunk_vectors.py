"""Store the vectors of texts, by text and embedding model. Each model embeds a text only once, even if many documents
contain it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

import numpy as np
import sqlalchemy as sa

from backend.storage import library_tables as lt
from backend.storage import tables as t
from backend.storage.db import execute, new_rows

#: Maximum number of digests in one query; both databases accept more.
_AT_ONCE = 1000


def known(key: str, digests: Iterable[str]) -> dict[str, np.ndarray]:
    """Return the stored vectors of the texts with these digests, by digest, as read-only arrays of float32. `key` names
    the embedding model.
    """
    wanted = list(dict.fromkeys(digests))
    v = t.vectors.c
    found: dict[str, np.ndarray] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        for digest, vector in execute(sa.select(v.digest, v.vector).where(v.embedder == key, v.digest.in_(some))):
            found[digest] = np.frombuffer(vector, dtype="<f4")
    return found


def keep(key: str, vectors: Mapping[str, np.ndarray], now: datetime) -> None:
    """Store vectors, each by the digest of its text. `key` names the embedding model. A vector that is already stored
    is not replaced.
    """
    rows = [
        {"embedder": key, "digest": digest, "created_at": now, "vector": np.asarray(vector, dtype="<f4").tobytes()}
        for digest, vector in vectors.items()
    ]
    if rows:
        execute(new_rows(t.vectors).on_conflict_do_nothing(), rows)


def remove(digests: Iterable[str]) -> None:
    """Delete the vectors of the texts with these digests. If another document contains the same text, its vector is
    computed again when it is needed.
    """
    wanted = list(dict.fromkeys(digests))
    for start in range(0, len(wanted), _AT_ONCE):
        execute(t.vectors.delete().where(t.vectors.c.digest.in_(wanted[start : start + _AT_ONCE])))


def unused(kept_before: datetime) -> list[str]:
    """Return the digests of the vectors that were stored before `kept_before` and that no passage of a library uses."""
    v, p = t.vectors.c, lt.passages.c
    query = sa.select(v.digest).where(v.created_at < kept_before, v.digest.not_in(sa.select(p.digest)))
    return list(execute(query.distinct()).scalars())
