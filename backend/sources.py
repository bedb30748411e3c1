"""Sources and citations, and the canonical keys by which two spellings of one work are known to be one.

Canonical forms serve matching only; what the model or the user wrote is never replaced by them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Source:
    """A work or page that somebody other than the model vouches for (contract, section 6)."""

    title: str = ""
    url: str | None = None
    doi: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    content: str = ""
    score: float | None = None
    connector: str = ""
    published_at: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)


CitationStatus = Literal["resolved", "unresolved", "mismatch", "retracted", "unchecked"]


@dataclass(frozen=True, slots=True)
class Citation:
    """One of the model's source strings, and what it turned out to point to."""

    id: str
    title: str
    url: str | None
    doi: str | None
    status: CitationStatus
