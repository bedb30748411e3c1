"""Format the verdicts on sentences that cite a source as the API returns them, in the field `support_of`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from backend.verification.support import Support

#: Maximum characters of a stored sentence and a stored passage, and maximum number of sentences stored for one source.
KEPT, MOST = 600, 40
#: The verdicts, from the least favorable on. The verdict on a source is the least favorable of the verdicts on the
#: sentences that cite it.
_ORDER = {"contradicted": 0, "not found": 1, "partly": 2, "supported": 3}


def entry(sentence: str, result: Support) -> dict[str, Any]:
    """Return a sentence with its verdict, as `{sentence, score, verdict, passage, reason}`."""
    return {
        "sentence": sentence[:KEPT],
        "score": round(min(1.0, result.score), 2),
        "verdict": result.verdict,
        "passage": result.passage[:KEPT],
        "reason": result.reason,
    }


def rank(verdict: Mapping[str, Any]) -> tuple[int, float]:
    """Return a sort key for verdicts on one sentence and one source. The verdict with the greatest key is kept."""
    return {"supported": 3, "contradicted": 2, "partly": 1, "not found": 0}[verdict["verdict"]], verdict["score"]


def least(entries: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return the least favorable of the verdicts about one source, as `{score, verdict, passage}`; None if there are
    none.
    """
    worst = min(entries, key=lambda each: (_ORDER[each["verdict"]], each["score"]), default=None)
    return {name: worst[name] for name in ("score", "verdict", "passage")} if worst else None
