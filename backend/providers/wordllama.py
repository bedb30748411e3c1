"""Compute embeddings without a key or a network, with the 256-dimensional vectors in the package WordLlama.

The vector of a text is the mean of the vectors of its tokens. Weighting tokens by rarity changed recall@5 only by +0.1,
−0.3 and −0.1 points on three development corpora, so all tokens have the same weight. Rare tokens have longer vectors
anyway.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from backend.kernel.cache import Cache

#: Number of dimensions of a vector of the shipped model.
DIMENSIONS = 256
#: number of texts that are processed at once: a batch of chunks takes some 16 MB
BATCH = 64
#: Maximum characters of a text whose vector is cached, and maximum number of cached vectors (1 kB each). They are
#: cached because every question is compared with the same sentences of the document.
KEPT_CHARACTERS, KEPT = 600, 4_000
#: Maximum number of texts that are tokenized on the calling thread; waking the library's own threads for so few costs
#: more on a busy machine
FEW = 16


class WordLlamaEmbedder:
    """An `Embedder` (ports.py). The model (16 MB of weights, some 120 MB in memory) is loaded when the first text is
    embedded. Any thread may use it. The model was trained on English; texts in other scripts can only be found by their
    words.
    """

    key = f"wordllama-l2-supercat-{DIMENSIONS}"

    def __init__(self) -> None:
        self._model: tuple[Any, np.ndarray] | None = None
        self._loading = threading.Lock()
        self._kept: Cache[str, np.ndarray] = Cache(KEPT)

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """Return an array of float32 with one row for each text, shape (len(texts), 256). Rows have length 1. The row
        of a text without known tokens is zero.
        """
        vectors = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        missing = []
        for place, text in enumerate(texts):
            kept = self._kept.find(text) if len(text) <= KEPT_CHARACTERS else None
            if kept is None:
                missing.append(place)
            else:
                vectors[place] = kept
        if missing:
            new = self._embed([texts[place] for place in missing])
            vectors[missing] = new
            for place, row in zip(missing, new, strict=True):
                if len(texts[place]) <= KEPT_CHARACTERS:
                    self._kept.keep(texts[place], row.copy())
        return vectors

    def _embed(self, texts: Sequence[str]) -> np.ndarray:
        vectors = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        tokenizer, weights = self._loaded()
        for first in range(0, len(texts), BATCH):
            batch = [_encodable(text) for text in texts[first : first + BATCH]]
            for row, ids in enumerate(_tokens(tokenizer, batch), first):
                if ids:  # text by text, because all at once take five times as long
                    weights[ids].sum(axis=0, out=vectors[row])
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors / np.where(lengths > 0, lengths, 1)

    def _loaded(self) -> tuple[Any, np.ndarray]:
        with self._loading:
            if self._model is None:
                import wordllama

                # only this call finds the weights in the wheel and never asks the network
                model = wordllama.WordLlama.load(
                    dim=DIMENSIONS, cache_dir=Path(wordllama.__file__).parent, disable_download=True
                )
                # the pooling is done here without padding; the library pads every text of a batch to the length of the
                # longest
                model.tokenizer.no_padding()
                self._model = (model.tokenizer, model.embedding)
            return self._model


def _tokens(tokenizer: Any, texts: list[str]) -> list[list[int]]:
    if len(texts) <= FEW:
        return [tokenizer.encode(text, add_special_tokens=False).ids for text in texts]
    return [encoding.ids for encoding in tokenizer.encode_batch_fast(texts, add_special_tokens=False)]


def _encodable(text: str) -> str:
    """Return the text without lone surrogates, which the tokenizer refuses."""
    return text.encode("utf-8", "replace").decode("utf-8")
