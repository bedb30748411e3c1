"""Embed the library's passages when a work is read, or later if the embedding model failed then.

Until a search has embedded it, such a work is found only by its words, and its `warnings` say so.
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
    """A user's work that is not embedded yet."""

    user_id: str
    work: int


def vectors_of(ports: Ports, passages: Sequence[StoredPassage]) -> np.ndarray | None:
    """Return one vector per passage as the rows of an array, each text embedded once; None if there is no embedding
    model or the model fails.
    """
    if not passages or ports.embedder is None:
        return None
    try:
        known = _known(ports.embedder, passages)
        missing = _missing(passages, known)
        for start in range(0, len(missing), AT_ONCE):
            known |= _made(ports.embedder, missing[start : start + AT_ONCE])
            check()
    except ProviderError as error:
        log.warning("a work of the library is searched by words alone for now: %s", error.detail)
        return None
    return _rows(passages, known)


def embed_waiting(ports: Ports, user_id: str, only: Collection[str] | None) -> int:
    """Embed passages that have no vectors yet, of all the user's works, or of the works with the ids in `only`.

    Returns how many works still lack vectors: those beyond the limit of one search, or all if the model fails.
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
    """Return True if the current embedding model has not embedded the work, so that it is found only by its words."""
    if ports.embedder is None:
        return False
    return work.status == "ready" and work.passages > 0 and work.embedded_by != ports.embedder.key


def _embed(ports: Ports, embedder: Embedder, waiting: Waiting, most: int) -> int:
    """Embed up to `most` passages of a work. Once all have vectors, the work can be found by meaning, too. Returns how
    many passages lacked a vector before.
    """
    with reading():
        passages = library_passages.of_work(waiting.user_id, waiting.work)
    if not passages:
        return 0
    known = _known(embedder, passages)
    missing = _missing(passages, known)
    made = _made(embedder, missing[:most])
    complete = len(missing) <= most
    with transaction():
        chunk_vectors.keep(embedder.key, made, ports.clock())
        if complete:
            bits = lexicon.signs(_rows(passages, known | made))
            library_passages.sign(waiting.user_id, waiting.work, embedder.key, bits)
    return len(missing)


def _known(embedder: Embedder, passages: Sequence[StoredPassage]) -> dict[str, np.ndarray]:
    with reading():
        return chunk_vectors.known(embedder.key, [each.digest for each in passages])


def _missing(passages: Sequence[StoredPassage], known: Collection[str]) -> list[tuple[str, str]]:
    return list({each.digest: each.text for each in passages if each.digest not in known}.items())


def _made(embedder: Embedder, texts: Sequence[tuple[str, str]]) -> dict[str, np.ndarray]:
    """Compute the vectors of texts, given as pairs of digest and text. Returns the vectors by digest."""
    if not texts:
        return {}
    rows = embedder.embed([text for _, text in texts])
    return {digest: row for (digest, _), row in zip(texts, rows, strict=True)}


def _rows(passages: Sequence[StoredPassage], known: dict[str, np.ndarray]) -> np.ndarray:
    return np.stack([known[each.digest] for each in passages])
