"""Warn about the sources of an answer that are in doubt."""

from __future__ import annotations

from collections.abc import Sequence

from backend.kernel.works import Citation
from backend.sources.matching import unconfirmed

#: Statuses of sources that a person must accept before content that cites them is placed.
DOUBTED = frozenset({"mismatch", "retracted"})
#: Maximum number of characters of a source string that a warning repeats.
_SAID = 200


def warnings_of(citations: Sequence[Citation]) -> list[str]:
    """Return a warning for each source that was retracted, does not match its description, was not found, or could not
    be checked.
    """
    return [
        f"{name_of(each)} was retracted."
        if each.status == "retracted"
        else f"{name_of(each)}: {each.metadata.get('reason') or each.status}"
        for each in citations
        if (each.status in DOUBTED and {"checked_at", "reason"} & set(each.metadata)) or is_told(each)
    ]


def unsettled(warnings: Sequence[str], before: Sequence[Citation], now: Sequence[Citation]) -> list[str]:
    """Return those of the `warnings` that are still true after the registries were asked. `before` are the citations
    without the registries' verdicts; `now` are the same citations with them.
    """
    settled = {
        unconfirmed(old.title)
        for old, new in zip(before, now, strict=True)
        if (new.status in ("resolved", *DOUBTED) and new.status != old.status) or is_told(new)
    }
    return [each for each in warnings if each not in settled]


def is_told(citation: Citation) -> bool:
    """Return True if registries were asked about a source and did not confirm it, and if the citation says why."""
    about = citation.metadata
    return citation.status in ("unresolved", "unchecked") and bool(about.get("checked_at") and about.get("reason"))


def name_of(citation: Citation) -> str:
    """Return the title of a cited work, in the form in which warnings write it."""
    return f"“{citation.title[:_SAID]}”"
