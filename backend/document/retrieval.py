"""Which passages answer a question: a lexical and a dense score fused, and spread over neighbouring chunks.

The lexical half is BM25 over stems, the dense half the cosine of embeddings; both are standardised over the chunks
of the index, question by question, and added with weights. A chunk then takes a share of its neighbours' scores:
an answer seldom stands alone, and the words of the question are often in the sentence before it. One ranker
serves a document's chunks (`Index`) and any other texts (`rank_texts`: highlights, search results).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from backend.document.chunks import Chunk
from backend.document.sentences import sentences
from backend.document.words import language_of, stop_terms, terms

Similarity = Literal["cosine", "dot"]

DENSE_SHARE = 0.3
NEAR, FAR = 0.3, 0.12
SATURATION, LENGTH = 1.2, 0.75
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

    `vectors` has one row a chunk (unit rows; a zero row is a text nothing is known of) or is None. Chunks are taken
    as neighbours where one follows the other in the same text; `neighbours=False` is for texts without an order.
    """

    __slots__ = (
        "_breaks", "_docs", "_ids", "_language", "_neighbours", "_offsets", "_similarity", "_vectors", "_weights", "chunks",
    )  # fmt: skip

    def __init__(
        self,
        chunks: Sequence[Chunk],
        vectors: np.ndarray | None = None,
        *,
        similarity: Similarity = "cosine",
        neighbours: bool = True,
    ) -> None:
        self.chunks = tuple(chunks)
        self._language = language_of(" ".join(chunk.text for chunk in self.chunks[:40]))
        self._similarity = similarity
        self._vectors = _prepared(vectors, len(self.chunks), similarity)
        self._neighbours = neighbours
        starts = np.array([chunk.start for chunk in self.chunks], dtype=np.int64)
        self._breaks = np.diff(starts) <= 0  # a chunk that starts before the one in front of it is of another text
        self._ids: dict[str, int] = {}
        self._post([terms(_context(chunk), self._language) for chunk in self.chunks])

    def __len__(self) -> int:
        return len(self.chunks)

    def _post(self, words: list[list[str]]) -> None:
        """Postings with ready BM25 weights: for term i the documents `_docs[_offsets[i]:_offsets[i + 1]]`."""
        ids = self._ids
        rows: list[int] = []
        columns: list[int] = []
        counts: list[int] = []
        for row, document in enumerate(words):
            for word, count in Counter(document).items():
                rows.append(row)
                columns.append(ids.setdefault(word, len(ids)))
                counts.append(count)
        order = np.argsort(np.array(columns, dtype=np.int64), kind="stable")
        found = np.bincount(np.array(columns, dtype=np.int64), minlength=len(ids))
        self._offsets = np.concatenate([[0], np.cumsum(found)])
        self._docs = np.array(rows, dtype=np.int32)[order]
        lengths = np.array([len(document) for document in words], dtype=np.float64)
        frequency = np.array(counts, dtype=np.float64)[order]
        norm = (
            SATURATION * (1 - LENGTH + LENGTH * lengths[self._docs] / max(float(lengths.mean()), 1.0)) if words else 0.0
        )
        idf = np.log(1 + (len(words) - found + 0.5) / (found + 0.5))
        self._weights = (np.repeat(idf, found) * frequency * (SATURATION + 1) / (frequency + norm)).astype(np.float32)

    def rank(self, query: str, query_vector: np.ndarray | None = None, limit: int | None = None) -> list[Passage]:
        """The chunks, best first, at most `limit`; earlier chunks win ties. An empty question ranks by position."""
        if not self.chunks:
            return []
        asked = self._asked(query)
        score = (1 - DENSE_SHARE) * _standard(self._lexical(asked))
        cosine = self._dense(query_vector)
        if cosine is not None:
            score = score + DENSE_SHARE * _standard(cosine)
        if self._neighbours:
            score = self._spread(score)
        best = _best(score, limit)
        shared = self._shared(asked, best)
        return [
            Passage(self.chunks[i], float(score[i]), None if cosine is None else float(cosine[i]), stems)
            for i, stems in zip(best.tolist(), shared, strict=True)
        ]

    def _asked(self, query: str) -> list[str]:
        """The question's known terms, function words left out unless there is nothing else."""
        known = [term for term in dict.fromkeys(terms(query, self._language)) if term in self._ids]
        stop = stop_terms(self._language)
        return [term for term in known if term not in stop] or known

    def _posting(self, term: str) -> slice:
        i = self._ids[term]
        return slice(int(self._offsets[i]), int(self._offsets[i + 1]))

    def _lexical(self, asked: list[str]) -> np.ndarray:
        score = np.zeros(len(self.chunks), dtype=np.float32)
        for term in asked:
            posting = self._posting(term)
            score[self._docs[posting]] += self._weights[posting]
        return score

    def _dense(self, query_vector: np.ndarray | None) -> np.ndarray | None:
        if self._vectors is None or query_vector is None:
            return None
        vector = _prepared(np.asarray(query_vector, dtype=np.float32).reshape(1, -1), 1, self._similarity)
        assert vector is not None
        return self._vectors @ vector[0]

    def _spread(self, score: np.ndarray) -> np.ndarray:
        spread = score.copy()
        for distance, share in ((1, NEAR), (2, FAR)):
            if len(score) <= distance:
                break
            joined = np.ones(len(score) - distance, dtype=bool)
            for step in range(distance):
                joined &= ~self._breaks[step : step + len(joined)]
            spread[distance:] += share * score[:-distance] * joined
            spread[:-distance] += share * score[distance:] * joined
        return spread

    def _shared(self, asked: list[str], best: np.ndarray) -> list[tuple[str, ...]]:
        stop = stop_terms(self._language)
        shared: list[list[str]] = [[] for _ in best]
        places = np.full(len(self.chunks), -1)
        places[best] = np.arange(len(best))
        for term in asked:
            if term in stop:
                continue
            for place in places[self._docs[self._posting(term)]].tolist():
                if place >= 0:
                    shared[place].append(term)
        return [tuple(stems) for stems in shared]


def rank_texts(
    query: str,
    texts: Sequence[str],
    vectors: np.ndarray | None = None,
    query_vector: np.ndarray | None = None,
    limit: int | None = None,
) -> list[Passage]:
    """Any texts by the same measure, without neighbours; `chunk.start` is the place of the text in `texts`."""
    chunks = [Chunk(i, i + len(text), text, (), "") for i, text in enumerate(texts)]
    return Index(chunks, vectors, neighbours=False).rank(query, query_vector, limit)


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
    chunk = passage.chunk
    for _, end in reversed(sentences(chunk.text)):
        text = chunk.text[:end]
        part = replace(chunk, end=chunk.start + end, text=text)
        if end < len(chunk.text) and _new(part, spans) <= room:
            return replace(passage, chunk=part)
    return None


def _context(chunk: Chunk) -> str:
    """The chunk with the titles it stands under, but for those that it repeats itself."""
    titles = [title for title in chunk.heading if title not in chunk.text]
    return " ".join([*titles, chunk.text])


def _prepared(vectors: np.ndarray | None, rows: int, similarity: Similarity) -> np.ndarray | None:
    """float32, finite, and of unit length where the cosine is wanted."""
    if vectors is None:
        return None
    matrix = np.nan_to_num(np.asarray(vectors, dtype=np.float32), nan=0.0, posinf=0.0, neginf=0.0)
    if matrix.ndim != 2 or len(matrix) != rows:
        raise ValueError(f"{rows} chunks need as many vectors, not an array of shape {matrix.shape}")
    if similarity == "dot":
        return matrix
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    return matrix / np.where(lengths > 0, lengths, 1)


def _standard(values: np.ndarray) -> np.ndarray:
    """z-scores over the chunks; all equal values say nothing and become 0."""
    deviation = float(values.std())
    return (values - values.mean()) / deviation if deviation > 1e-6 else np.zeros_like(values)


def _best(score: np.ndarray, limit: int | None) -> np.ndarray:
    return np.argsort(-score, kind="stable")[:limit]
