"""The lexical half of retrieval: BM25 over stems, in which a near synonym counts as the word in part.

Words are taken as related by the cosine of their vectors. A relative of a question's word scores as the word itself
would, times that cosine, and never more than the word's own rarity is worth; of a word and its relatives only the
best counts. On the development corpora of the retrieval yardstick this raised recall@5 from 96.3 to 96.8, and with
the questions' common words replaced by synonyms from 77.9 to 84.4 (means over six chunkings of 940 to 1,000 characters,
as are all figures in this file and in retrieval.py): `../shared/bench/retrieval.py --adapter
tests.bench.adapters:index`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from backend.ranking.similarity import table
from backend.ranking.terms import language_of, stop_terms, term_of, words_of

WordVectors = Callable[[Sequence[str]], np.ndarray]
"""Words to float32 vectors of unit length (zero: unknown), few dimensions and fast: it is given a whole vocabulary."""

# Recall of these two by `../shared/bench/retrieval.py --adapter tests.bench.adapters:index`.
#: BM25's k1 and b. Repeating a word proves little in chunks of one size; 0.6 to 1.6 differ by 0.3 points of recall.
SATURATION, LENGTH = 0.9, 0.75
#: Cosine from which on two words are taken as related (64 dimensions of WordLlama: "car" and "vehicle" have 0.78, "war"
#: and "conflict" 0.55), and how many relatives a word may have. At 0.4
#: questions in synonyms gain another 1.8 points, and the questions as they are lose 0.5.
RELATED, RELATIVES = 0.45, 5


@dataclass(frozen=True, slots=True)
class Corpus:
    """What texts were taken from: how many there are, and how many of them have a term, for the terms that matter.

    Among the few that a question has brought together its rare words are common ones, and would count for nothing.
    """

    size: int
    counts: Mapping[str, int]


class Postings:
    """Texts by their terms; immutable. How rare a term is, is measured in `corpus` where it is known there."""

    __slots__ = (
        "_docs",
        "_ids",
        "_language",
        "_nearness",
        "_offsets",
        "_rarity",
        "_size",
        "_terms",
        "_vectors",
        "_weights",
    )

    def __init__(
        self, texts: Sequence[str], word_vectors: WordVectors | None = None, corpus: Corpus | None = None
    ) -> None:
        self._language = language_of(" ".join(texts[:40]))
        self._size = len(texts)
        columns = _Columns(self._language)
        words = [words_of(text) for text in texts]
        self._post([[columns[word] for word in each] for each in words], columns.terms, corpus)
        # word vectors are English-centred, and two languages' words would be compared by their spelling
        self._nearness = word_vectors if self._language == "english" else None
        self._vectors = self._embed(columns.spellings)

    def _post(self, columns: list[list[int]], terms: dict[str, int], corpus: Corpus | None) -> None:
        """For term i the rows `_docs[_offsets[i]:_offsets[i + 1]]`, with their BM25 weights ready."""
        self._ids, self._terms = terms, tuple(terms)
        lengths = np.array([len(each) for each in columns], np.int64)
        words = np.fromiter(chain.from_iterable(columns), np.int64, count=int(lengths.sum()))
        rows = np.repeat(np.arange(self._size), lengths)
        pairs, counts = np.unique(words * max(self._size, 1) + rows, return_counts=True)
        of, docs = np.divmod(pairs, max(self._size, 1))
        self._docs = docs.astype(np.int32)
        found = np.bincount(of, minlength=len(terms))
        self._offsets = np.concatenate([[0], np.cumsum(found)])
        self._rarity = np.log(1 + (self._size - found + 0.5) / (found + 0.5))
        if corpus is not None:
            for term in corpus.counts.keys() & self._ids.keys():
                count = corpus.counts[term]
                self._rarity[self._ids[term]] = np.log(1 + max(corpus.size - count + 0.5, 0.5) / (count + 0.5))
        mean = max(float(lengths.mean()), 1.0) if self._size else 1.0
        norm = SATURATION * (1 - LENGTH + LENGTH * lengths[self._docs] / mean)
        weights = np.repeat(self._rarity, found) * counts * (SATURATION + 1) / (counts + norm)
        self._weights = weights.astype(np.float32)

    def _embed(self, spellings: list[str]) -> np.ndarray | None:
        """One vector a term, zero for function words, numbers, and words of under three letters or not in ASCII."""
        if self._nearness is None or not spellings:
            return None
        stop = stop_terms(self._language)
        vectors = np.array(self._nearness(spellings), dtype=np.float32)
        mute = [
            i
            for i, (term, word) in enumerate(zip(self._terms, spellings, strict=True))
            if term in stop or not _comparable(word)
        ]
        vectors[mute] = 0
        return np.nan_to_num(vectors, nan=0.0, posinf=0.0, neginf=0.0)

    def score(self, query: str) -> np.ndarray:
        """float32, one score a text; 0 where nothing of the question is in it."""
        asked = self._asked(query)
        score = np.zeros(self._size, dtype=np.float32)
        for (term, _), relatives in zip(asked.items(), self._relatives(list(asked.values())), strict=True):
            own = self._ids.get(term)
            gain = np.zeros(self._size, dtype=np.float32)
            if own is not None:
                gain[self._rows(own)] = self._weights[self._span(own)]
            for other, nearness in relatives:
                if other != own:
                    worth = nearness * self._worth(own, other)
                    rows = self._rows(other)
                    gain[rows] = np.maximum(gain[rows], worth * self._weights[self._span(other)])
            score += gain
        return score

    def shared(self, query: str, rows: np.ndarray) -> list[tuple[str, ...]]:
        """For each of these rows the question's terms found there, function words aside."""
        stop = stop_terms(self._language)
        places = np.full(self._size, -1)
        places[rows] = np.arange(len(rows))
        shared: list[list[str]] = [[] for _ in rows]
        for term in self._asked(query):
            if term in stop or term not in self._ids:
                continue
            for place in places[self._rows(self._ids[term])].tolist():
                if place >= 0:
                    shared[place].append(term)
        return [tuple(found) for found in shared]

    def _asked(self, query: str) -> dict[str, str]:
        """The question's terms, each with its first spelling; function words only where there is nothing else."""
        asked: dict[str, str] = {}
        for word in words_of(query):
            asked.setdefault(term_of(word, self._language), word)
        stop = stop_terms(self._language)
        return {term: word for term, word in asked.items() if term not in stop} or asked

    def _relatives(self, words: list[str]) -> list[list[tuple[int, float]]]:
        """For each word the terms nearest to it with their cosine, the word itself among them."""
        if self._nearness is None or self._vectors is None or not words:
            return [[] for _ in words]
        near = table(self._vectors, np.asarray(self._nearness(words), dtype=np.float32))
        relatives = []
        for column, word in enumerate(words):
            cosines = near[:, column]
            terms = np.flatnonzero(cosines >= RELATED) if _comparable(word) else np.array([], dtype=np.int64)
            best = terms[np.argsort(-cosines[terms], kind="stable")[: RELATIVES + 1]]
            relatives.append([(int(term), float(cosines[term])) for term in best])
        return relatives

    def _worth(self, own: int | None, other: int) -> float:
        if own is None:
            return 1.0
        return min(1.0, float(self._rarity[own]) / max(float(self._rarity[other]), 1e-6))

    def _span(self, term: int) -> slice:
        return slice(int(self._offsets[term]), int(self._offsets[term + 1]))

    def _rows(self, term: int) -> np.ndarray:
        rows: np.ndarray = self._docs[self._span(term)]
        return rows


class _Columns(dict[str, int]):
    """Of each word the number of its term: terms are numbered, and their first spellings kept, as words are met."""

    def __init__(self, language: str) -> None:
        self._language = language
        self.terms: dict[str, int] = {}
        self.spellings: list[str] = []

    def __missing__(self, word: str) -> int:
        column = self.terms.setdefault(term_of(word, self._language), len(self.terms))
        if column == len(self.spellings):
            self.spellings.append(word)
        self[word] = column
        return column


def _comparable(word: str) -> bool:
    return len(word) >= 3 and word.isascii() and word.isalpha()
