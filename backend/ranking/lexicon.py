"""Store the words of many texts as database rows, and make a fast first ranking from these rows.

The ranker (retrieval.py) reads every text that it ranks, and a library has too many texts for this. Here only the rows
of the question's words are read to find the best passages. The score is the ranker's BM25 with two differences: the
lengths of passages are ignored, and each passage gets a share of the scores of its neighbors.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from backend.ranking.bm25 import SATURATION
from backend.ranking.terms import Terms, stop_terms, term_of, words_of

#: How often a word occurs in a passage: the passage's number, and the count.
_PLACE = np.dtype([("passage", "<u2"), ("count", "u1")])
_pack = struct.Struct("<HB").pack
#: Maximum number of passages of one work.
MOST_PASSAGES = 0xFFFF
#: Maximum number of a question's words that are looked up. With more words the results get worse, and each word costs
#: one database row per work.
MOST_TERMS = 48
#: A passage's key is one integer: the number of the work, shifted by this many bits, plus the number of the passage.
_SHIFT = 16


#: The share that a passage gets of the score of a passage next to it, and of one two places away. On held-out corpora
#: these shares added 1.7 points of recall; values from (0.25, 0.1) to (0.3, 0.2) are as good.
NEAR, FAR = 0.3, 0.12
#: Scores are rounded to whole multiples of 1 / `_STEPS`, so that their sum does not depend on the order of the rows.
_STEPS = float(1 << 32)
#: Maximum number of rows that one question may read. In a large library, a very common word has one row per work. The
#: limit keeps a search short (`python -m tests.bench.library`) and does not lower recall.
MOST_ROWS = 2_500
#: Number of passages with a word that each work is assumed to have, if only the works with this word were counted.
_IN_A_WORK = 3

#: An occurrence of a term in a work: (term, work, positions as packed by `lexicon`).
TermOccurrence = tuple[str, int, bytes]


@dataclass(frozen=True, slots=True)
class Scored:
    """The best passages as pairs (number of the work, number of the passage), best first. `counts` has, for each term,
    the number of passages that contain the term.
    """

    passages: tuple[tuple[int, int], ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)


def lexicon(texts: Iterable[str], language: str) -> dict[str, bytes]:
    """Return, for every term except function words, the passages that contain it, packed as bytes: the number of each
    passage, and how often the term occurs there (at most 255). `texts` are the passages of one work.
    """
    stop = stop_terms(language)
    terms = Terms(language)
    found: dict[str, bytearray] = {}
    for number, text in enumerate(texts):
        for term, count in Counter(map(terms.__getitem__, words_of(text))).items():
            if term not in stop:
                found.setdefault(term, bytearray()).extend(_pack(number, min(count, 255)))
    return {term: bytes(places) for term, places in found.items()}


def asked(query: str, languages: Collection[str]) -> tuple[str, ...]:
    """Return the terms of a question without function words. Each word gives one term for each of `languages`, in which
    it is stemmed.
    """
    found: dict[str, None] = {}
    words = list(dict.fromkeys(words_of(query)))
    for language in sorted(languages):
        stop = stop_terms(language)
        terms = (term_of(word, language) for word in words)
        found |= dict.fromkeys([term for term in dict.fromkeys(terms) if term not in stop][:MOST_TERMS])
    return tuple(found)


def rarest(works: Mapping[str, int]) -> tuple[str, ...]:
    """Return the rarest terms of a question, rarest first. `works` has the number of works that contain each term.

    Terms are added as long as the sum of these numbers is at most MOST_ROWS; at least one term is returned if there is
    any.
    """
    chosen: list[str] = []
    rows = 0
    for term in sorted(works, key=lambda term: (works[term], term)):
        rows += works[term]
        if chosen and rows > MOST_ROWS:
            break
        chosen.append(term)
    return tuple(chosen)


def score(
    term_occurrences: Sequence[TermOccurrence], size: int, most: int, works: Mapping[str, int] | None = None
) -> Scored:
    """Return the passages that answer a question best, at most `most`. `term_occurrences` says which passages contain
    each term of the question, and `size` is the number of all passages, also of those without the terms.

    `works` has the number of works that contain each term. If the passages of a term were not looked up, their number
    is estimated from it.
    """
    counts = {term: min(size, _IN_A_WORK * number) for term, number in (works or {}).items()}
    if not term_occurrences:
        return Scored(counts=counts)
    ids: dict[str, int] = {}
    names, numbers, packed = zip(*term_occurrences, strict=True)
    terms = np.array([ids.setdefault(name, len(ids)) for name in names])
    works_of = np.array(numbers, dtype=np.int64)
    lengths = np.fromiter(map(len, packed), dtype=np.int64, count=len(packed)) // _PLACE.itemsize
    places = np.frombuffer(b"".join(packed), dtype=_PLACE)
    term = np.repeat(terms, lengths)
    found = np.bincount(term, minlength=len(ids))
    rarity = np.log(1 + np.maximum(size - found + 0.5, 0.5) / (found + 0.5))
    times = places["count"].astype(np.float64)
    gains = np.rint(_STEPS * rarity[term] * times * (SATURATION + 1) / (times + SATURATION))
    keys = (np.repeat(works_of, lengths) << _SHIFT) + places["passage"]
    distinct, inverse = np.unique(keys, return_inverse=True)
    scores = _spread(distinct, np.bincount(inverse, weights=gains))
    best = _largest(scores, most)
    chosen = tuple((int(key) >> _SHIFT, int(key) & MOST_PASSAGES) for key in distinct[best])
    return Scored(chosen, counts | {name: int(found[place]) for name, place in ids.items()})


def signs(vectors: np.ndarray) -> bytes:
    """Return the signs of unit vectors (one row each) as bytes for `nearest`: one bit per dimension, row by row."""
    return np.packbits(vectors > 0, axis=1).tobytes()


def nearest(bits: Mapping[int, bytes], vector: np.ndarray, most: int) -> tuple[tuple[int, int], ...]:
    """Return the passages whose vectors share the most signs with a question's vector, best first, as pairs (work,
    number of the passage). At most `most` are returned.

    `bits` maps the number of each work to the `signs` of its passages.
    """
    wanted = np.frombuffer(signs(vector.reshape(1, -1)), dtype=np.uint8)
    works = [work for work, packed in bits.items() if packed and len(packed) % len(wanted) == 0]
    if not works or not vector.any():
        return ()
    rows = np.frombuffer(b"".join(bits[work] for work in works), dtype=np.uint8).reshape(-1, len(wanted))
    lengths = [len(bits[work]) // len(wanted) for work in works]
    differing = np.bitwise_count(_wide(rows) ^ _wide(wanted.reshape(1, -1)))
    apart = np.zeros(len(rows), dtype=np.int32)
    for column in differing.T:  # a tenth of the time of a sum along such short rows
        apart += column
    best = _largest(-apart, most)
    ends = np.cumsum(lengths)
    of = np.searchsorted(ends, best, side="right")
    numbers = best - (ends - np.array(lengths))[of]
    return tuple((works[place], int(number)) for place, number in zip(of.tolist(), numbers, strict=True))


def _wide(rows: np.ndarray) -> np.ndarray:
    """Return the bytes of `rows` as 64-bit integers, in which counting bits is eight times faster. If the length of a
    row is not a multiple of 8 bytes, return `rows` unchanged.
    """
    return np.ascontiguousarray(rows).view(np.uint64) if rows.shape[1] % 8 == 0 else rows


def _spread(keys: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Return new scores: each passage's score, plus a share of the scores of the passages one and two places away in
    the same work. `keys` are the passages in ascending order: the number of the work, shifted by `_SHIFT` bits, plus
    the number of the passage in the work.
    """
    spread = scores.copy()
    for away, share in ((1, NEAR), (2, FAR)):
        for step in (away, -away):
            at = np.searchsorted(keys, keys + step)
            at[at == len(keys)] = 0
            there = (keys[at] == keys + step) & (keys[at] >> _SHIFT == keys >> _SHIFT)
            spread += np.where(there, share * scores[at], 0.0)
    return spread


def _largest(values: np.ndarray, most: int) -> np.ndarray:
    """Return the indices of the `most` largest values, largest first; of equal values, the earlier comes first."""
    if len(values) > most:
        edge = np.partition(values, -most)[-most]
        above, on = np.flatnonzero(values > edge), np.flatnonzero(values == edge)
        places = np.concatenate([above, on[: most - len(above)]])
    else:
        places = np.arange(len(values))
    return places[np.lexsort((places, -values[places]))]
