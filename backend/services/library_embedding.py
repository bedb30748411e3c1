"""The vectors of a library's passages: made when a work is read, and made up for when the embedding model failed then.

A work without them is found by its words alone, and says so (`warnings`) until a search has embedded it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence

import numpy as np

from backend.errors import ProviderError
from backend.kernel.cancellation import check
from backend.ports import Ports
from backend.ranking import lexicon
from backend.storage import chunk_vectors, library_passages
from backend.storage.db import reading, transaction
from backend.storage.library_passages import StoredPassage
from backend.storage.library_works import StoredWork

log = logging.getLogger(__name__)

#: Passages that are embedded between two looks at whether the run shall stop.
AT_ONCE = 512
#: Passages and works that one search embeds on the way: some 0.3 s with the local model (FACTS: 1,800 chunks a second).
PASSAGES_A_SEARCH, WORKS_A_SEARCH = 512, 8


def vectors_of(ports: Ports, passages: Sequence[StoredPassage]) -> np.ndarray | None:
    """One row a passage, each text embedded once; None where the embedding model fails: words alone will do then."""
    if not passages:
        return None
    try:
        known = _known(ports, passages)
        missing = _missing(passages, known)
        for start in range(0, len(missing), AT_ONCE):
            known |= _made(ports, missing[start : start + AT_ONCE])
            check()
    except ProviderError as error:
        log.warning("a work of the library is searched by words alone for now: %s", error.detail)
        return None
    return _rows(passages, known)


def embed_waiting(ports: Ports, user_id: str, only: Collection[str] | None) -> int:
    """Embed some passages of the user's works, or of `only` these, that have no vectors yet.

    Returns how many works are still without: those beyond what one search may embed, and all if the model fails.
    """
    with reading():
        waiting = library_passages.without_signature(user_id, only, ports.embedder.key)
    left, done = PASSAGES_A_SEARCH, 0
    try:
        for work in waiting[:WORKS_A_SEARCH]:
            check()
            cost = _embed(ports, user_id, work, left)
            if cost > left:
                break
            left, done = left - cost, done + 1
    except ProviderError as error:
        log.warning("works of the library are still searched by words alone: %s", error.detail)
    return len(waiting) - done


def lacks_vectors(ports: Ports, work: StoredWork) -> bool:
    """Whether the work is found by its words alone, since the embedding model in use has not embedded it."""
    return work.status == "ready" and work.passages > 0 and work.embedded_by != ports.embedder.key


def _embed(ports: Ports, user_id: str, work: int, most: int) -> int:
    """Embed at most so many passages of a work, and return how many it lacked. Complete, it is found by meaning."""
    with reading():
        passages = library_passages.of_work(user_id, work)
    if not passages:
        return 0
    known = _known(ports, passages)
    missing = _missing(passages, known)
    made = _made(ports, missing[:most])
    complete = len(missing) <= most
    with transaction():
        chunk_vectors.keep(ports.embedder.key, made, ports.clock())
        if complete:
            bits = lexicon.signs(_rows(passages, known | made))
            library_passages.sign(user_id, work, ports.embedder.key, bits)
    return len(missing)


def _known(ports: Ports, passages: Sequence[StoredPassage]) -> dict[str, np.ndarray]:
    with reading():
        return chunk_vectors.known(ports.embedder.key, [each.digest for each in passages])


def _missing(passages: Sequence[StoredPassage], known: Collection[str]) -> list[tuple[str, str]]:
    return list({each.digest: each.text for each in passages if each.digest not in known}.items())


def _made(ports: Ports, texts: Sequence[tuple[str, str]]) -> dict[str, np.ndarray]:
    """Vectors of texts by their digests."""
    if not texts:
        return {}
    rows = ports.embedder.embed([text for _, text in texts])
    return {digest: row for (digest, _), row in zip(texts, rows, strict=True)}


def _rows(passages: Sequence[StoredPassage], known: dict[str, np.ndarray]) -> np.ndarray:
    return np.stack([known[each.digest] for each in passages])
