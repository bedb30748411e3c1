"""Find the passages that answer a question: by BM25 over word stems and, if there is an embedding model, by the cosine
of embeddings.

Each chunk is scored alone and together with the chunks around it (windows.py), because the question's words are often
in the sentence before the answer. BM25 and cosine are each standardized over the chunks, and then added with weights.
An `Index` ranks the chunks of a document or of the library; `rank_texts` ranks any other texts, such as search results.

Of a document, only a limited number of characters can be put into a prompt. The best chunks that fit are taken, and
adjacent ones are joined. Another method was tried: passages of one size, extended around the best chunks. It found 2
points fewer answers within 5,000 characters (6 kinds of text, one left out at a time), because these passages also
contained neighbors that answered nothing.

Figures: `python -m tests.bench.retrieval_ablation`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np

from backend.document.chunks import Chunk, joined, shortenings
from backend.ranking.bm25 import Corpus, Postings
from backend.ranking.windows import around

#: Weight of the embeddings (0 to 1), if the operator has configured an embedding model or the caller passes vectors.
#: The small local model is not used: with weights of 0.1 and 0.3 it changed recall at 5 by 0.6 and 0.2 points, and
#: recall within 5,000 characters by -0.1 and -0.3 points, for twice the time (`python -m
#: tests.bench.retrieval_ablation`).
DENSE_SHARE = 0.3
#: Minimum cosine of a relevant passage that shares no word with the question. With WordLlama on development corpora,
#: the passage that answers a question has 0.27 or more for 90 % of the questions (median 0.48). The best passage of an
#: unrelated text has under 0.25 for 95 % (25 papers) and under 0.32 (the other corpora); small talk never has over
#: 0.20.
RELEVANT_COSINE = 0.3

#: The index of a run's first piece, and the index after its last.
Run = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk that was retrieved for a question, or several adjacent chunks joined into one.

    `score` combines words and embeddings, and is comparable within one ranking only. `cosine` compares the embeddings;
    it is None if there are none. `shared_stems` are the question's terms that the chunk contains, without function
    words.
    """

    chunk: Chunk
    score: float
    cosine: float | None
    shared_stems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """The `text` from which an index's chunks were cut, and how many characters of it may be returned for a question
    (`room`).
    """

    text: str
    room: int


class Index:
    """Chunks prepared for ranking. An index is immutable, so threads may share it.

    `vectors` has one unit row per chunk (zero for a text without known words), or is None. Chunks are neighbors if one
    follows the other in the same text; pass `neighbours=False` if the order of the chunks means nothing. Pass `corpus`
    (the counts of terms in the whole collection) if `chunks` is only a selection from it.

    If `whole` is given, passages are longer: the best chunks that fit into its limit are taken, and adjacent ones are
    joined. Indexing a megabyte of English takes about 0.5 s of one core.
    """

    __slots__ = ("_postings", "_vectors", "_whole", "chunks")

    def __init__(
        self,
        chunks: Sequence[Chunk],
        vectors: np.ndarray | None = None,
        *,
        neighbours: bool = True,
        corpus: Corpus | None = None,
        whole: Whole | None = None,
    ) -> None:
        self.chunks = tuple(chunks)
        self._vectors = None if vectors is None else _prepared(vectors, len(self.chunks))
        self._whole = whole
        windows = around([(chunk.start, chunk.end) for chunk in self.chunks]) if neighbours else None
        self._postings = Postings([_context(chunk) for chunk in self.chunks], windows, corpus)

    def __len__(self) -> int:
        return len(self.chunks)

    def rank(self, query: str, query_vector: np.ndarray | None = None, limit: int | None = None) -> list[Passage]:
        """Return at most `limit` passages (None: all), best first; of equal scores, the earlier passage comes first.
        For an empty question the passages keep their order. Without a `query_vector`, the embedding of the question,
        only words are compared.
        """
        if not self.chunks:
            return []
        score = _standard(self._postings.score(query))
        cosine = self._dense(query_vector)
        if cosine is not None:
            score = (1 - DENSE_SHARE) * score + DENSE_SHARE * _standard(cosine)
        runs = self._runs(score, limit)
        shared = self._postings.shared(query, runs)
        return [
            Passage(self._joined(first, stop), float(score[first:stop].max()), _largest(cosine, first, stop), stems)
            for (first, stop), stems in zip(runs, shared, strict=True)
        ]

    def _runs(self, score: np.ndarray, limit: int | None) -> list[Run]:
        if self._whole is not None:
            return join_best(score, [(chunk.start, chunk.end) for chunk in self.chunks], self._whole.room, limit)
        return [(place, place + 1) for place in np.argsort(-score, kind="stable")[:limit].tolist()]

    def _joined(self, first: int, stop: int) -> Chunk:
        if self._whole is None or stop - first == 1:
            return self.chunks[first]
        return joined(self._whole.text, self.chunks[first:stop])

    def _dense(self, query_vector: np.ndarray | None) -> np.ndarray | None:
        if self._vectors is None or query_vector is None:
            return None
        return products(self._vectors, _prepared(np.reshape(query_vector, (1, -1)), 1)[0])


@dataclass(frozen=True, slots=True, eq=False)
class Meaning:
    """The embeddings of the texts (a matrix with one row for each text) and of the query (a vector). If either is None,
    only words are compared.
    """

    texts: np.ndarray | None = None
    query: np.ndarray | None = None


#: Use this to compare texts by their words alone.
WORDS_ALONE = Meaning()


def rank_texts(query: str, texts: Sequence[str], meaning: Meaning = WORDS_ALONE) -> list[tuple[int, Passage]]:
    """Rank texts by how well they answer a query: by their words and, if `meaning` has embeddings, by these. Returns
    pairs (index of the text, passage), best first.
    """
    at = [0, *accumulate(len(text) + 1 for text in texts)]
    chunks = [Chunk(start, start + len(text), text, (), "") for start, text in zip(at, texts, strict=False)]
    index = Index(chunks, meaning.texts, neighbours=False)
    places = {chunk.start: place for place, chunk in enumerate(chunks)}
    return [(places[passage.chunk.start], passage) for passage in index.rank(query, meaning.query)]


def relevant(passages: Iterable[Passage]) -> list[Passage]:
    """Return the passages that share a term with the question, or whose embedding is near the embedding of the question
    (cosine of `RELEVANT_COSINE` or more).
    """
    return [p for p in passages if p.shared_stems or (p.cosine is not None and p.cosine >= RELEVANT_COSINE)]


def fill(passages: Iterable[Passage], characters: int) -> list[Passage]:
    """Return the first passages that fit into `characters` together. The passages are given best first.

    Text that an earlier passage contains is not counted again. The first passage that does not fit is shortened to its
    first whole sentences, and is the last of the result.
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
    """Return how many characters of the chunk are outside of the given spans."""
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
    """Return the chunk's text with the headings above it, except those that the text contains itself."""
    titles = [title for title in chunk.heading if title not in chunk.text]
    return " ".join([*titles, chunk.text])


def _largest(cosine: np.ndarray | None, first: int, stop: int) -> float | None:
    return None if cosine is None else float(cosine[first:stop].max())


def _prepared(vectors: np.ndarray, rows: int) -> np.ndarray:
    """Return the vectors as finite float32 unit rows. Raises ValueError if their number is not `rows`."""
    matrix = np.nan_to_num(np.asarray(vectors, dtype=np.float32), nan=0.0, posinf=0.0, neginf=0.0)
    if matrix.ndim != 2 or len(matrix) != rows:
        raise ValueError(f"{rows} chunks need as many vectors, not an array of shape {matrix.shape}")
    tiny = np.float32(1e-30)
    largest = np.abs(matrix).max(axis=1, keepdims=True, initial=0)  # scaled first, or the squares might overflow
    scaled: np.ndarray = matrix / np.maximum(largest, tiny)
    unit: np.ndarray = scaled / np.maximum(np.linalg.norm(scaled, axis=1, keepdims=True), tiny)
    return unit


def _standard(values: np.ndarray) -> np.ndarray:
    """Return each value as its z-score: its distance from the mean, in standard deviations. If all values are equal,
    each becomes 0.
    """
    deviation = float(values.std())
    return (values - values.mean()) / deviation if deviation > 1e-6 else np.zeros_like(values)


def products(rows: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """Return the dot product of each row of `rows`, shape (n, d), with `vector`, shape (d,), as an array of shape (n,).

    `einsum` is used because it starts no threads. The threads of the linear algebra library wait for each other on two
    busy cores: 6 instead of 0.1 ms.
    """
    result: np.ndarray = np.einsum("ij,j->i", rows, vector)
    return result


def join_best(score: np.ndarray, spans: Sequence[tuple[int, int]], room: int, limit: int | None = None) -> list[Run]:
    """Return at most `limit` runs (None: all) of adjacent pieces as pairs (first, index after the last). The run with
    the best piece comes first. No piece is in two runs.

    `score` has the score of each piece, and `spans` its start and end (excluded) in characters. The best pieces are
    taken as long as they fit into `room` characters together, and adjacent ones become one run. All other pieces
    follow, each as a separate run.
    """
    order = np.argsort(-score, kind="stable")
    lengths = np.array([end - start for start, end in spans], dtype=np.int64)
    held = order[np.cumsum(lengths[order]) <= room]
    ranks = np.empty(len(spans), dtype=np.int64)
    ranks[order] = np.arange(len(spans))
    places = np.sort(held)
    starts = np.flatnonzero(np.diff(places, prepend=-2) > 1)
    runs = [(int(run[0]), int(run[-1]) + 1) for run in np.split(places, starts[1:]) if len(run)]
    runs.sort(key=lambda run: ranks[run[0] : run[1]].min())
    return [*runs, *((place, place + 1) for place in order[len(held) :].tolist())][:limit]
