"""Compute the embedding vectors of library passages when a file is read. If the model fails then, they are computed at
a later search.

Until a work has vectors, it is found by its words only, and its `warnings` say so.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from backend.errors import ProviderError
from backend.kernel.cancellation import check
from backend.ports import Embedder, Ports
from backend.ranking import lexicon
from backend.storage import chunk_vectors, library_passages
from backend.storage.db import reading, transaction
from backend.storage.library_passages import StoredPassage
from backend.storage.library_works import StoredWork

log = logging.getLogger(__name__)

#: Number of passages that are embedded between two checks for a cancellation of the run.
AT_ONCE = 512
#: Maximum numbers of passages and works that one search embeds, so that its answer is not delayed for long.
PASSAGES_A_SEARCH, WORKS_A_SEARCH = 512, 8


@dataclass(frozen=True, slots=True)
class Waiting:
    """A user's work that has no embedding vectors yet."""

    user_id: str
    work: int


def vectors_of(ports: Ports, passages: Sequence[StoredPassage]) -> np.ndarray | None:
    """Return the embedding vectors of passages, one row each; None if there is no embedding model or it fails. Equal
    texts are embedded once.
    """
    if not passages or ports.embedder is None:
        return None
    try:
        known = _known(ports.embedder, passages)
        missing = _missing(passages, known)
        for start in range(0, len(missing), AT_ONCE):
            known |= _computed(ports.embedder, missing[start : start + AT_ONCE])
            check()
    except ProviderError as error:
        log.warning("a work of the library is searched by words alone for now: %s", error.detail)
        return None
    return _rows(passages, known)


def embed_waiting(ports: Ports, user_id: str, only: Collection[str] | None) -> int:
    """Embed works that have no vectors yet: all of the user's works, or those with the ids in `only`.

    One call embeds a limited number of passages. Returns how many works still have no vectors.
    """
    if ports.embedder is None:
        return 0
    with reading():
        waiting = library_passages.without_signature(user_id, only, ports.embedder.key)
    left, done = PASSAGES_A_SEARCH, 0
    try:
        for work in waiting[:WORKS_A_SEARCH]:
            check()
            cost = _embed(ports, ports.embedder, Waiting(user_id, work), left)
            if cost > left:
                break
            left, done = left - cost, done + 1
    except ProviderError as error:
        log.warning("works of the library are still searched by words alone: %s", error.detail)
    return len(waiting) - done


def lacks_vectors(ports: Ports, work: StoredWork) -> bool:
    """Return True if the present embedding model has not embedded the work, so that it is found by its words only."""
    if ports.embedder is None:
        return False
    return work.status == "ready" and work.passages > 0 and work.embedded_by != ports.embedder.key


def _embed(ports: Ports, embedder: Embedder, waiting: Waiting, most: int) -> int:
    """Embed up to `most` passages of a work. Once all of its passages have vectors, a search finds the work by its
    meaning, too. Returns how many of its passages had no vector before the call.
    """
    with reading():
        passages = library_passages.of_work(waiting.user_id, waiting.work)
    if not passages:
        return 0
    known = _known(embedder, passages)
    missing = _missing(passages, known)
    made = _computed(embedder, missing[:most])
    complete = len(missing) <= most
    with transaction():
        chunk_vectors.keep(embedder.key, made, ports.clock())
        if complete:
            bits = lexicon.signs(_rows(passages, known | made))
            library_passages.store_signs(waiting.user_id, waiting.work, embedder.key, bits)
    return len(missing)


def _known(embedder: Embedder, passages: Sequence[StoredPassage]) -> dict[str, np.ndarray]:
    with reading():
        return chunk_vectors.known(embedder.key, [each.digest for each in passages])


def _missing(passages: Sequence[StoredPassage], known: Collection[str]) -> list[tuple[str, str]]:
    return list({each.digest: each.text for each in passages if each.digest not in known}.items())


def _computed(embedder: Embedder, texts: Sequence[tuple[str, str]]) -> dict[str, np.ndarray]:
    """Return the embedding vectors of texts, by digest. `texts` are pairs of digest and text."""
    if not texts:
        return {}
    rows = embedder.embed([text for _, text in texts])
    return {digest: row for (digest, _), row in zip(texts, rows, strict=True)}


def _rows(passages: Sequence[StoredPassage], known: dict[str, np.ndarray]) -> np.ndarray:
    return np.stack([known[each.digest] for each in passages])
