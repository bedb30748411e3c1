"""Measure what each part of retrieval contributes on kinds of text that were not used to choose it, in one table.

    python -m tests.bench.retrieval_ablation [--data DIR …] [--every N]

Each variant is measured on every corpus of the retrieval yardstick, and on folders of the same form that `--data` adds.
The columns are means over the kinds of text; `worst` is the largest loss of recall at 5 to plain BM25 on a corpus.
Below the table each kind of text is shown with the simplest variant within `NOISE` of the best on all the other kinds.

Parts that were removed because they brought less than half a point live on here, so that the choice can be repeated.
"""

from __future__ import annotations

import argparse
import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import numpy as np

from backend.document import chunks
from backend.document.chunks import Chunk, chunk, pieces
from backend.providers.wordllama import WordLlamaEmbedder
from backend.ranking import retrieval
from backend.ranking.bm25 import Postings
from backend.ranking.retrieval import Index, Run, Whole
from backend.ranking.terms import language_of, stop_terms, term_of, words_of
from backend.ranking.windows import REACHES, Windows, around

SHARED = Path(__file__).resolve().parents[3] / "shared"
#: Characters of a passage where it has a size, and of all that is shown.
SIZE, ROOM = 1000, 5000
#: Points of the mean within which variants are taken as equal: half of the difference that a question set of this size
#: shows between two halves of itself.
NOISE = 0.005
#: Of word relatives, as they were: the cosine from which words are related, and how many relatives a word has.
RELATED, RELATIVES = 0.45, 5

Span = tuple[int, int]
Searcher = Callable[[str, int], list[Span]]
Adapter = Callable[[str], Searcher]

_embedder = WordLlamaEmbedder()


def _spans(passages: Sequence[retrieval.Passage]) -> list[Span]:
    return [(each.chunk.start, each.chunk.end) for each in passages]


def built(text: str) -> Searcher:
    """As production answers."""
    index = Index(pieces(text, SIZE), whole=Whole(text, ROOM))
    return lambda query, k: _spans(index.rank(query, limit=k))


def plain(overlap: int) -> Adapter:
    """BM25 over windows of characters."""

    def adapter(text: str) -> Searcher:
        step = SIZE - overlap
        spans = [(at, min(at + SIZE, len(text))) for at in range(0, max(1, len(text) - overlap), step)]
        postings = Postings([text[start:end] for start, end in spans])
        return lambda query, k: [spans[i] for i in np.argsort(-postings.score(query), kind="stable")[:k]]

    return adapter


def packed(size: int, overlap: int, shares: Sequence[float] = ()) -> Adapter:
    """BM25 over packed sentences, each chunk with shares of the scores one, two … chunks away."""

    def adapter(text: str) -> Searcher:
        cut = chunk(text, size, overlap)
        postings = Postings([_titled(each) for each in cut])

        def search(query: str, k: int) -> list[Span]:
            score = postings.score(query)
            spread = score.copy()
            for away, share in enumerate(shares, start=1):
                spread[away:] += share * score[:-away]
                spread[:-away] += share * score[away:]
            return [(cut[i].start, cut[i].end) for i in np.argsort(-spread, kind="stable")[:k]]

        return search

    return adapter


def reaching(reaches: Sequence[int], parts: int = chunks.PARTS) -> Adapter:
    """As built, with other windows, and pieces of another size."""

    def adapter(text: str) -> Searcher:
        windows: Callable[[Sequence[Span]], tuple[Windows, ...]] = lambda spans: around(spans, reaches)  # noqa: E731
        with mock.patch.object(retrieval, "around", windows), mock.patch.object(chunks, "PARTS", parts):
            return built(text)

    return adapter


def roomy(room: int) -> Adapter:
    """As built, with the pieces joined that another room holds."""

    def adapter(text: str) -> Searcher:
        index = Index(pieces(text, SIZE), whole=Whole(text, room))
        return lambda query, k: _spans(index.rank(query, limit=k))

    return adapter


def grown(reaches: Sequence[int], size: int = SIZE) -> Adapter:
    """Passages of a size of their own: the best piece with its better neighbors, however badly those answer."""

    def adapter(text: str) -> Searcher:
        cut = pieces(text, SIZE)
        spans = [(each.start, each.end) for each in cut]
        postings = Postings([_titled(each) for each in cut], around(spans, reaches))
        return lambda query, k: [
            (cut[first].start, cut[stop - 1].end) for first, stop in _grow(postings.score(query), spans, size, k)
        ]

    return adapter


def _grow(score: np.ndarray, spans: Sequence[Span], size: int, limit: int) -> list[Run]:
    free = np.ones(len(spans), dtype=bool)
    found: list[Run] = []
    for best in np.argsort(-score, kind="stable").tolist():
        if free[best] and len(found) < limit:
            first, stop = best, best + 1
            while beside := [
                (start, end)
                for start, end in ((first - 1, stop), (first, stop + 1))
                if start >= 0
                and end <= len(spans)
                and free[start:end].all()
                and spans[end - 1][1] - spans[start][0] <= size
            ]:
                first, stop = max(beside, key=lambda run: score[run[0] if run[0] < first else run[1] - 1])
            free[first:stop] = False
            found.append((first, stop))
    return found


def dense(share: float) -> Adapter:
    """As built, with the vectors of the small local model."""

    def adapter(text: str) -> Searcher:
        cut = pieces(text, SIZE)
        index = Index(cut, _embedder.embed([each.text for each in cut]), whole=Whole(text, ROOM))

        def search(query: str, k: int) -> list[Span]:
            with mock.patch.object(retrieval, "DENSE_SHARE", share):
                return _spans(index.rank(query, _embedder.embed([query])[0], k))

        return search

    return adapter


def related(text: str) -> Searcher:
    """As built, with the words of the text that are nearest to a word of the question counting in part."""
    cut = pieces(text, SIZE)
    spans = [(each.start, each.end) for each in cut]
    postings = Postings([_titled(each) for each in cut], around(spans))
    vocabulary = sorted({word for word in words_of(text) if len(word) > 2 and word.isascii() and word.isalpha()})
    vectors = _embedder.embed(vocabulary)
    language = language_of(text)
    stop = stop_terms(language)

    def near(word: str) -> list[tuple[str, float]]:
        cosines = vectors @ _embedder.embed([word])[0]
        best = np.argsort(-cosines, kind="stable")[:RELATIVES]
        return [(vocabulary[i], float(cosines[i])) for i in best if cosines[i] >= RELATED]

    def search(query: str, k: int) -> list[Span]:
        score = np.zeros(len(cut), dtype=np.float32)
        for word in dict.fromkeys(words_of(query)):
            if term_of(word, language) not in stop:
                gains = [postings.score(word), *(cosine * postings.score(other) for other, cosine in near(word))]
                score += np.max(gains, axis=0)
        return [(cut[first].start, cut[last - 1].end) for first, last in retrieval.join_best(score, spans, ROOM, k)]

    return search


def _titled(piece: Chunk) -> str:
    return " ".join([*(title for title in piece.heading if title not in piece.text), piece.text])


#: Simplest first.
VARIANTS: dict[str, Adapter] = {
    "plain BM25, 1000 characters": plain(0),
    "plain BM25, overlap 100": plain(100),
    "sentences packed to 1000": packed(SIZE, 0),
    "… overlap 100": packed(SIZE, 100),
    "… 800": packed(800, 0),
    "… 500": packed(500, 0),
    "… 1000, neighbour shares": packed(SIZE, 0, (0.3, 0.12)),
    "… 1000, overlap, neighbour shares": packed(SIZE, 100, (0.3, 0.12)),
    "pieces grown to 1000, no windows": grown((0,)),
    "pieces grown to 1000, windows": grown(REACHES),
    "… to 700": grown(REACHES, 700),
    "best pieces of 5000, no windows": reaching((0,)),
    "best pieces of 5000, windows (built)": built,
    "… never joined": roomy(0),
    "… joined of 4000": roomy(4000),
    "… joined of 6000": roomy(6000),
    "… windows a tenth narrower": reaching([int(0.9 * reach) for reach in REACHES]),
    "… windows a tenth wider": reaching([int(1.1 * reach) for reach in REACHES]),
    "… quarters of a passage": reaching(REACHES, 4),
    "… fifths of a passage": reaching(REACHES, 5),
    "built + dense 0.1": dense(0.1),
    "built + dense 0.3": dense(0.3),
    "built + word relatives": related,
}
BASE, BUILT = "plain BM25, overlap 100", "best pieces of 5000, windows (built)"
KEYS = ("recall", "full", "recall_budget", "recall_1")


def yardstick() -> ModuleType:
    """The retrieval yardstick beside the project. SystemExit where it is not there."""
    path = SHARED / "bench" / "retrieval.py"
    if not path.is_file():
        raise SystemExit(f"the yardstick {path.name} is not beside the project")
    spec = importlib.util.spec_from_file_location("retrieval_yardstick", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def left_out(kinds: dict[str, dict[str, dict[str, float]]]) -> dict[str, tuple[str, dict[str, float]]]:
    """For each kind of text the variant that the other kinds choose, and its figures on that kind.

    `kinds` has figures by variant (simplest first), kind and measure.
    """
    chosen = {}
    for kind in next(iter(kinds.values())):
        worth = {
            name: float(np.mean([f[key] for other, f in found.items() if other != kind for key in KEYS[:3]]))
            for name, found in kinds.items()
        }
        name = next(name for name in kinds if worth[name] >= max(worth.values()) - NOISE)
        chosen[kind] = (name, kinds[name][kind])
    return chosen


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.retrieval_ablation")
    parser.add_argument("--data", type=Path, nargs="*", default=[], help="more folders of corpora")
    parser.add_argument("--every", type=int, default=1, help="of each corpus every N-th question")
    parser.add_argument("--only", default="", help="variants whose name has this")
    given = parser.parse_args()
    measure = yardstick()
    folders = [SHARED / "data" / "retrieval", SHARED / "data" / "retrieval2", *given.data]
    data = {name: (text, asked[:: given.every]) for name, (text, asked) in measure.load_all(folders).items()}
    names = [name for name in VARIANTS if given.only in name or name in (BASE, BUILT)]
    found: dict[str, dict[str, Any]] = {}
    print(f"{'':36}{'recall@5':>9}{'full':>7}{'R@5000c':>9}{'recall@1':>9}{'s/MB':>6}{'ms':>6}{'worst':>7}")
    for name in names:
        found[name] = measure.measure(data, VARIANTS[name])
        print(_line(name, found), flush=True)
    print("\neach kind of text by what the others choose:")
    chosen = left_out({name: each["kinds"] for name, each in found.items()})
    for kind, (name, figures) in chosen.items():
        print(f"  {kind:20}" + "".join(f"{100 * figures[key]:7.1f}" for key in KEYS) + f"   {name}")
    means = [np.mean([figures[key] for _, figures in chosen.values()]) for key in KEYS]
    print(f"  {'mean left out':20}" + "".join(f"{100 * mean:7.1f}" for mean in means))


def _line(name: str, found: dict[str, dict[str, Any]]) -> str:
    means, total = found[name]["mean_of_kinds"], found[name]["total"]
    worst = min(
        (found[name]["sets"][each]["recall"] - found[BASE]["sets"][each]["recall"] for each in found[name]["sets"])
        if BASE in found
        else [0.0]
    )
    shown = "".join(f"{100 * means[key]:{width}.1f}" for key, width in zip(KEYS, (9, 7, 9, 9), strict=True))
    return f"{name:36}{shown}{total['index_s_per_mb']:6.2f}{total['query_ms_median']:6.2f}{100 * worst:7.1f}"


if __name__ == "__main__":
    main()
