"""Sort merged results by how well they answer the question, by words and by meaning.

Merging uses only the ranks that the services gave. The ranker (`ranking/retrieval.py`: BM25 over word stems, and the
cosine of embeddings) compares the text of a result with the question. Neither order is reliable alone: services prefer
famous pages, and snippets differ in length. So the two are combined by reciprocal ranks, for which their scores need no
common scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.kernel.works import Source
from backend.ranking.retrieval import WORDS_ALONE, Meaning, rank_texts
from backend.research.fusion import Fused, K

#: The weight (0 to 1) of the rank by text. The weights are equal, because no measurement prefers one of the two ranks.
TEXT_SHARE = 0.5
#: Maximum number of characters of a result's content that are compared: more than any abstract, less than a page.
MOST_TEXT = 4_000


def text_of(source: Source) -> str:
    """Return the text by which a source is ranked and embedded: its title and the beginning of its content."""
    return f"{source.title}\n{source.content[:MOST_TEXT]}".strip()


def rerank(
    query: str, fused: Sequence[Fused], meaning: Meaning = WORDS_ALONE, *, text_share: float = TEXT_SHARE
) -> list[Fused]:
    """Return the results `fused` in a new order, best first. Their new scores can be compared only with each other.

    `meaning.texts` has the embedding of each result's `text_of` as a row, shape (len(fused), dimensions); without it,
    only words are compared. `text_share` (0 to 1) is the weight of the comparison with the query; the old order has the
    remaining weight. Results with equal scores keep their order.
    """
    ranked = rank_texts(query, [text_of(each.source) for each in fused], meaning)
    scores = [(1 - text_share) / (K + rank) for rank in range(1, len(fused) + 1)]
    for rank, (place, _) in enumerate(ranked, start=1):
        scores[place] += text_share / (K + rank)
    order = sorted(range(len(fused)), key=lambda place: -scores[place])
    return [replace(fused[place], source=replace(fused[place].source, score=scores[place])) for place in order]
