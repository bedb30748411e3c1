"""The sentences of search results that answer a question: what the research engine says without a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from backend.exchange import Excerpt
from backend.providers.answering import BESIDE, FEWEST, Vectors, find, shown
from backend.providers.intent import read_intent
from backend.providers.quotation import units
from backend.sources import Source

#: Kinds of blocks that say something on a line of their own.
_READABLE = frozenset({"paragraph", "list", "table", "quote", "caption"})


def quote(
    question: str, sources: Sequence[Source], limit: int, vectors: Vectors | None = None
) -> list[tuple[int, str]]:
    """At most `limit` sentences, best first, each with its source's place; no source has more than half of them.

    They were searched for with this very question, so the nearest are quoted even where it is not sure that they
    answer it. A question without a topic of its own gets each source's first sentence.
    """
    excerpts = [Excerpt(each.content, "section", each.title) for each in sources]
    candidates = [unit for unit in units(excerpts, ("section",)) if unit.kind in _READABLE]
    intent = read_intent(question, " ".join(each.text for each in excerpts)[:20_000])
    found = find(candidates, intent, vectors)
    enough = BESIDE * found.scores[0] if found.scores else 0.0
    strong = sum(score >= enough for score in found.scores)
    ranked = list(found.units[: max(strong, FEWEST)])
    if not ranked:
        ranked = list({unit.number: unit for unit in reversed(candidates)}.values())[::-1]
    most = max(1, (limit + 1) // 2)
    taken: Counter[int] = Counter()
    quoted: list[tuple[int, str]] = []
    for unit in ranked:
        if taken[unit.number] < most and len(quoted) < limit:
            taken[unit.number] += 1
            quoted.append((unit.number, shown(unit, intent)))
    return quoted
