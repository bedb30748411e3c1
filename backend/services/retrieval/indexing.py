"""Build the search index of a document when it is needed. Indexes are cached by the text of the document. The vector of
each passage is stored, so that it is computed only once.
"""

from __future__ import annotations

import numpy as np

from backend.document.chunks import Chunk, pieces
from backend.document.revision import Revision
from backend.kernel.cache import Cache
from backend.ports import Embedder, Ports
from backend.ranking.retrieval import Index, Whole
from backend.storage import chunk_vectors
from backend.storage.db import reading, transaction

#: Maximum number of characters of document text whose indexes this process keeps in memory; an index takes some ten
#: bytes for each.
KEPT_CHARACTERS = 8_000_000


#: What identifies an index: the digest of the text, the embedder, and the sizes of the pieces.
Key = tuple[object, ...]


_cache: Cache[Key, Index] = Cache(KEPT_CHARACTERS)


def index(ports: Ports, revision: Revision) -> Index:
    """Return the search index of a revision's text.

    If there is an embedding model, it is asked for the vectors that are not stored yet; this may raise a ProviderError.
    """
    text, budgets = revision.text, ports.budgets
    key = (revision.sha256, ports.embedder.key if ports.embedder is not None else "", budgets.chunk_size, budgets.shown)
    found = _cache.find(key)
    if found is None:
        cut = pieces(text, budgets.chunk_size)
        vectors = _vectors(ports, ports.embedder, cut) if ports.embedder is not None else None
        found = Index(cut, vectors, whole=Whole(text, budgets.shown))
        _cache.keep(key, found, len(text))
    return found


def _vectors(ports: Ports, embedder: Embedder, cut: tuple[Chunk, ...]) -> np.ndarray | None:
    """Return the embedding vectors of the passages, one row each; None if there are no passages. Vectors that are not
    stored are computed and stored.
    """
    if not cut:
        return None
    digests = [piece.digest for piece in cut]
    with reading():
        known = chunk_vectors.known(embedder.key, digests)
    new = {piece.digest: piece.text for piece in cut if piece.digest not in known}
    if new:
        made = dict(zip(new, embedder.embed(list(new.values())), strict=True))
        with transaction():
            chunk_vectors.keep(embedder.key, made, ports.clock())
        known |= made
    return np.stack([known[each] for each in digests])


def lexical(ports: Ports, revision: Revision) -> Index:
    """Return a search index that compares words only, for when the embedding model fails."""
    text = revision.text
    return Index(pieces(text, ports.budgets.chunk_size), whole=Whole(text, ports.budgets.shown))
