"""Which passages answer a question: a lexical and a dense score fused, and spread over neighbouring chunks.

The lexical half is BM25 over stems, the dense half the cosine of embeddings; both are standardised over the chunks
of the index, question by question, and added with weights. A chunk then takes a share of its neighbours' scores:
an answer seldom stands alone, and the words of the question are often in the sentence before it. One ranker
serves a document's chunks (`Index`) and any other texts (`rank_texts`: highlights, search results).

Figures: `../shared/bench/retrieval.py --adapter tests.bench.adapters:index`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Literal

import numpy as np

from backend.document.chunks import Chunk, shortenings
from backend.ranking.postings import Corpus, Postings, WordVectors
from backend.ranking.similarity import products

Similarity = Literal["cosine", "dot"]

# Recall of these three by `../shared/bench/retrieval.py --adapter tests.bench.adapters:index`.
#: Weight of the dense half, of 1. Without it recall@5 falls from 96.8 to 96.3 (from 84.4 to 82.3 where the words of
#: the questions are replaced by synonyms); from 0.2 to 0.4 it differs by 0.1.
DENSE_SHARE = 0.3
#: The share that a chunk takes of the scores one and two chunks away. The largest single gain (94.0 to 96.8, with
#: one chunk 96.1), flat from (0.25, 0.1) to (0.4, 0.2).
NEAR, FAR = 0.3, 0.12
#: Cosine from which on a passage is relevant without a shared word. WordLlama, development corpora: the passage that
#: answers a question has 0.27 or more for 90 % of the questions (median 0.48); the best passage of a text about
#: something else under 0.25 for 95 % (25 papers) and under 0.32 (the other corpora); small talk never over 0.20.
RELEVANT_COSINE = 0.3


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk retrieved for a question: its fused score (comparable within one ranking only), the raw similarity of
    the embeddings (None where there were none), and the question's terms, function words aside, found in it."""

    chunk: Chunk
    score: float
    cosine: float | None
    shared_stems: tuple[str, ...]


class Index:
    """Chunks made ready for questions; immutable, so threads may share it.

    `vectors` has one row a chunk (unit rows; a zero row is a text nothing is known of) or is None; `word_vectors` lets
    synonyms count (postings.py). Chunks are taken as neighbours where one follows the other in the same text;
    `neighbours=False` is for texts without an order, `corpus` for chunks chosen from many more. A megabyte of text
    takes some 1 s of one core to make, embedding included, and 8 MB to keep (vectors 1, word vectors 3 to 4, postings
    2, the chunks 1); a question 0.8 ms.
    """

    __slots__ = ("_neighbours", "_postings", "_similarity", "_torn", "_vectors", "chunks")

    def __init__(
        self,
        chunks: Sequence[Chunk],
        vectors: np.ndarray | None = None,
        *,
        word_vectors: WordVectors | None = None,
        similarity: Similarity = "cosine",
        neighbours: bool = True,
        corpus: Corpus | None = None,
    ) -> None:
        self.chunks = tuple(chunks)
        self._similarity = similarity
        self._vectors = None if vectors is None else _prepared(vectors, len(self.chunks), similarity)
        self._neighbours = neighbours
        starts = np.array([chunk.start for chunk in self.chunks], dtype=np.int64)
        self._torn = np.diff(starts) <= 0  # a chunk that starts before the one in front of it is of another text
        self._postings = Postings([_context(chunk) for chunk in self.chunks], word_vectors, corpus)

    def __len__(self) -> int:
        return len(self.chunks)

    def rank(self, query: str, query_vector: np.ndarray | None = None, limit: int | None = None) -> list[Passage]:
        """The chunks, best first, at most `limit`; earlier chunks win ties. An empty question ranks by position."""
        if not self.chunks:
            return []
        score = (1 - DENSE_SHARE) * _standard(self._postings.score(query))
        cosine = self._dense(query_vector)
        if cosine is not None:
            score = score + DENSE_SHARE * _standard(cosine)
        if self._neighbours:
            score = self._spread(score)
        best = np.argsort(-score, kind="stable")[:limit]
        shared = self._postings.shared(query, best)
        return [
            Passage(self.chunks[i], float(score[i]), None if cosine is None else float(cosine[i]), stems)
            for i, stems in zip(best.tolist(), shared, strict=True)
        ]

    def _dense(self, query_vector: np.ndarray | None) -> np.ndarray | None:
        if self._vectors is None or query_vector is None:
            return None
        vector = _prepared(np.reshape(query_vector, (1, -1)), 1, self._similarity)[0]
        return products(self._vectors, vector)

    def _spread(self, score: np.ndarray) -> np.ndarray:
        """Each score with a share of those one and two chunks away in the same text."""
        spread = score.copy()
        if len(score) > 1:
            joined = ~self._torn
            spread[1:] += NEAR * score[:-1] * joined
            spread[:-1] += NEAR * score[1:] * joined
        if len(score) > 2:
            joined = ~(self._torn[1:] | self._torn[:-1])
            spread[2:] += FAR * score[:-2] * joined
            spread[:-2] += FAR * score[2:] * joined
        return spread


@dataclass(frozen=True, slots=True, eq=False)
class Meaning:
    """Embeddings of texts, a row each, and of the query, and the vectors of words; what is None does not count."""

    texts: np.ndarray | None = None
    query: np.ndarray | None = None
    words: WordVectors | None = None


#: Texts are compared by their words alone.
WORDS_ALONE = Meaning()


def rank_texts(query: str, texts: Sequence[str], meaning: Meaning = WORDS_ALONE) -> list[tuple[int, Passage]]:
    """Any texts by the same measure, without neighbours: each text's place in `texts` and its passage, best first."""
    at = [0, *accumulate(len(text) + 1 for text in texts)]
    chunks = [Chunk(start, start + len(text), text, (), "") for start, text in zip(at, texts, strict=False)]
    index = Index(chunks, meaning.texts, word_vectors=meaning.words, neighbours=False)
    places = {chunk.start: place for place, chunk in enumerate(chunks)}
    return [(places[passage.chunk.start], passage) for passage in index.rank(query, meaning.query)]


def relevant(passages: Iterable[Passage]) -> list[Passage]:
    """Those that share a term with the question, or whose similarity is at least `RELEVANT_COSINE`."""
    return [p for p in passages if p.shared_stems or (p.cosine is not None and p.cosine >= RELEVANT_COSINE)]


def fill(passages: Iterable[Passage], characters: int) -> list[Passage]:
    """The best passages within a budget of characters, in rank order.

    Text that a better passage has brought already isn't charged again. The first passage that doesn't fit is
    shortened to its leading whole sentences, and ends the list.
    """
    taken: list[Passage] = []
    spans: list[tuple[int, int]] = []
    room = characters
    for passage in passages:
        cost = _new(passage.chunk, spans)
        if cost > room:
            shortened = _shortened(passage, spans, room)
            return [*taken, shortened] if shortened else taken
        taken.append(passage)
        spans.append((passage.chunk.start, passage.chunk.end))
        room -= cost
    return taken


def _new(chunk: Chunk, spans: list[tuple[int, int]]) -> int:
    """Characters of the chunk that no span has."""
    at, new = chunk.start, 0
    for start, end in sorted(spans):
        if end > at and start < chunk.end:
            new += max(0, start - at)
            at = max(at, end)
    return new + max(0, chunk.end - at)


def _shortened(passage: Passage, spans: list[tuple[int, int]], room: int) -> Passage | None:
    fitting = (part for part in shortenings(passage.chunk) if 0 < _new(part, spans) <= room)
    part = next(fitting, None)
    return None if part is None else replace(passage, chunk=part)


def _context(chunk: Chunk) -> str:
    """The chunk with the titles it stands under, but for those that it repeats itself."""
    titles = [title for title in chunk.heading if title not in chunk.text]
    return " ".join([*titles, chunk.text])


def _prepared(vectors: np.ndarray, rows: int, similarity: Similarity) -> np.ndarray:
    """float32, finite, and of unit length where the cosine is wanted. ValueError where the rows are not `rows`."""
    matrix = np.nan_to_num(np.asarray(vectors, dtype=np.float32), nan=0.0, posinf=0.0, neginf=0.0)
    if matrix.ndim != 2 or len(matrix) != rows:
        raise ValueError(f"{rows} chunks need as many vectors, not an array of shape {matrix.shape}")
    if similarity == "dot":
        return matrix
    tiny = np.float32(1e-30)
    largest = np.abs(matrix).max(axis=1, keepdims=True, initial=0)  # first, or the squares might overflow
    scaled: np.ndarray = matrix / np.maximum(largest, tiny)
    unit: np.ndarray = scaled / np.maximum(np.linalg.norm(scaled, axis=1, keepdims=True), tiny)
    return unit


def _standard(values: np.ndarray) -> np.ndarray:
    """z-scores over the chunks; all equal values say nothing and become 0."""
    deviation = float(values.std())
    return (values - values.mean()) / deviation if deviation > 1e-6 else np.zeros_like(values)
