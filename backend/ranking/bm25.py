"""Index the words of many texts, and score each text for a question with BM25 over word stems.

A text may be scored in several windows, each of which is the text together with texts around it (windows.py). The
text's score is the sum of the scores of its windows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from backend.ranking.terms import language_of, stop_terms, term_of, words_of
from backend.ranking.windows import Windows, alone

#: BM25's constants k1 and b. On held-out corpora, values from 0.5 to 1.2 for k1 and from 0.4 to 0.75 for b change the
#: recall by at most 0.3 points (`python -m tests.bench.retrieval_ablation`), so the constants are not tuned any
#: further.
SATURATION, LENGTH = 0.9, 0.75
#: Number of a question's terms that are counted at the same time. A limit saves memory.
_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class Corpus:
    """Counts from a whole collection of texts, for BM25: the number of texts (`size`), and how many of them contain
    each term of the question (`counts`).

    Use these counts if only some texts of the collection are indexed. Texts that were selected for a question all
    contain its rare words, so counts from the selection alone would give these words no weight.
    """

    size: int
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    """One set of windows (`window` has one for each text), with what BM25 needs: the length norm of each window
    (`norm`), and the mean number of texts in a window (`width`).
    """

    window: Windows
    norm: np.ndarray
    width: float


class Postings:
    """An immutable index of texts by terms. If `corpus` contains a term, the term's rarity is computed from its counts.

    A window is a text together with texts around it. Each item of `windows` defines one window for every text; the
    score of a text is the sum of the scores of its windows. Without `windows`, each text is scored alone.
    """

    __slots__ = ("_corpus", "_counts", "_docs", "_ids", "_language", "_lengths", "_offsets", "_size", "_windows")

    def __init__(
        self, texts: Sequence[str], windows: Sequence[Windows] | None = None, corpus: Corpus | None = None
    ) -> None:
        self._language = language_of(" ".join(texts[:40]))
        self._size = len(texts)
        self._corpus = corpus
        columns = _Columns(self._language)
        self._post([[columns[word] for word in words_of(text)] for text in texts], columns.terms)
        self._windows = tuple(map(self._judged, windows or (alone(self._size),)))

    def _judged(self, window: Windows) -> _Judged:
        lengths = np.concatenate([[0], np.cumsum(self._lengths)])
        length = lengths[window.stop] - lengths[window.first]
        mean = float(length.mean()) if len(length) else 0.0
        norm = SATURATION * (1 - LENGTH + LENGTH * length / max(mean, 1.0))
        # windows overlap: as many of them stand side by side as hold the texts together
        width = float((window.stop - window.first).mean()) if len(length) else 1.0
        return _Judged(window, norm.astype(np.float32)[:, None], width)

    def _post(self, columns: list[list[int]], terms: dict[str, int]) -> None:
        """Store which texts contain each term, and how often. `terms` maps each term to its number. `columns` has a
        list for each text: the numbers of its terms, one for each word.

        For term i, `_docs[_offsets[i]:_offsets[i + 1]]` are the numbers of the texts, and the same range of `_counts`
        has the numbers of occurrences.
        """
        self._ids = terms
        self._lengths = np.array([len(each) for each in columns], np.int64)
        words = np.fromiter(chain.from_iterable(columns), np.int64, count=int(self._lengths.sum()))
        rows = np.repeat(np.arange(self._size), self._lengths)
        pairs, counts = np.unique(words * max(self._size, 1) + rows, return_counts=True)
        of, docs = np.divmod(pairs, max(self._size, 1))
        self._docs, self._counts = docs.astype(np.int32), counts.astype(np.float32)
        self._offsets = np.concatenate([[0], np.cumsum(np.bincount(of, minlength=len(terms)))])

    def score(self, query: str) -> np.ndarray:
        """Return how well each text fits `query`, as an array of float32 with one score per text.

        A score is 0 if no term of the query is in the text or in the texts around it (its windows).
        """
        score = np.zeros(self._size, dtype=np.float32)
        found = [term for term in self._asked(query) if term in self._ids]
        for start in range(0, len(found), _AT_ONCE):
            some = found[start : start + _AT_ONCE]
            before = self._counted(some)
            for judged in self._windows:
                score += self._gain(some, before, judged)
        return score

    def _counted(self, terms: list[str]) -> np.ndarray:
        """Return cumulative counts as an array. Row i has the counts of each term in all texts before text i, so that
        the difference of two rows is the count in a window.
        """
        counts = np.zeros((self._size + 1, len(terms)), dtype=np.float32)
        for column, term in enumerate(terms):
            span = self._span(term)
            counts[self._docs[span] + 1, column] = self._counts[span]
        return np.cumsum(counts, axis=0, out=counts)

    def _gain(self, terms: list[str], before: np.ndarray, judged: _Judged) -> np.ndarray:
        window, width = judged.window, judged.width
        times = before[window.stop] - before[window.first]
        rarity = self._rarity(terms, np.count_nonzero(times, axis=0) / width, self._size / width)
        gains = times * np.float32(SATURATION + 1) / (times + judged.norm)
        found: np.ndarray = np.einsum("ij,j->i", gains, rarity)
        return found

    def _rarity(self, terms: list[str], found: np.ndarray, size: float) -> np.ndarray:
        rarity = np.log(1 + np.maximum(size - found + 0.5, 0.5) / (found + 0.5))
        known = self._corpus
        if known is not None:
            for column, term in enumerate(terms):
                if (count := known.counts.get(term)) is not None:
                    rarity[column] = np.log(1 + max(known.size - count + 0.5, 0.5) / (count + 0.5))
        return rarity.astype(np.float32)

    def shared(self, query: str, runs: Sequence[tuple[int, int]]) -> list[tuple[str, ...]]:
        """Return, for each run of adjacent texts, the terms of the question that occur in the run, without function
        words. A run is a pair: its first text, and the index after its last.
        """
        stop_words = stop_terms(self._language)
        shared: list[list[str]] = [[] for _ in runs]
        firsts, stops = np.array(runs, dtype=np.int64).reshape(-1, 2).T
        for term in self._asked(query):
            if term in stop_words or term not in self._ids:
                continue
            rows = self._docs[self._span(term)]
            has_it = np.searchsorted(rows, firsts) < np.searchsorted(rows, stops)
            for place in np.flatnonzero(has_it).tolist():
                shared[place].append(term)
        return [tuple(found) for found in shared]

    def _asked(self, query: str) -> list[str]:
        """Return the question's terms without function words. If the question has only function words, return them."""
        asked = dict.fromkeys(term_of(word, self._language) for word in words_of(query))
        stop = stop_terms(self._language)
        return [term for term in asked if term not in stop] or list(asked)

    def _span(self, term: str) -> slice:
        number = self._ids[term]
        return slice(int(self._offsets[number]), int(self._offsets[number + 1]))


class _Columns(dict[str, int]):
    """Maps each word to the number of its term. Terms are numbered in the order of their first use."""

    def __init__(self, language: str) -> None:
        self._language = language
        self.terms: dict[str, int] = {}

    def __missing__(self, word: str) -> int:
        column = self[word] = self.terms.setdefault(term_of(word, self._language), len(self.terms))
        return column
