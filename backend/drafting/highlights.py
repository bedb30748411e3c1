"""Separate highlights from other attachments, and format them for the model."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from backend.drafting.markers import HIGHLIGHTS, defuse

_PREFIX = re.compile(r"\s*highlight:\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AttachedSection:
    """A text attached to a message. `note` and `source` are the user's own words about it."""

    type: str
    content: str
    title: str | None = None
    note: str | None = None
    source: str | None = None


def is_highlight(section: AttachedSection) -> bool:
    """Return True if its type says so, or its content begins with `Highlight:`."""
    return section.type.strip().lower() == "highlight" or _PREFIX.match(section.content) is not None


def split(sections: Iterable[AttachedSection]) -> tuple[tuple[AttachedSection, ...], tuple[AttachedSection, ...]]:
    """Return (highlights, other sections), each in order; the `Highlight:` prefix is removed."""
    highlights, others = [], []
    for section in sections:
        if is_highlight(section):
            highlights.append(
                replace(
                    section,
                    content=_PREFIX.sub("", section.content, count=1)
                    if _PREFIX.match(section.content)
                    else section.content,
                )
            )
        else:
            others.append(section)
    return tuple(highlights), tuple(others)


def block(highlights: Iterable[AttachedSection]) -> str:
    """Return the `[ATTACHED_HIGHLIGHTS]` block, one line per highlight; "" if there is none."""
    lines = [_line(each) for each in highlights if each.content.strip()]
    return "\n".join([HIGHLIGHTS, *lines]) if lines else ""


def label(section: AttachedSection) -> str:
    """Return the user's description of an attachment in one line: title, note and source."""
    parts = [section.title, section.note and f"note: {section.note}", section.source and f"source: {section.source}"]
    return "; ".join(" ".join(part.split()) for part in parts if part and part.strip())


def _line(highlight: AttachedSection) -> str:
    remarks = [
        f"{label}: {_fold(value)}"
        for label, value in (("Note", highlight.note), ("Source", highlight.source))
        if value and value.strip()
    ]
    return f"- {_fold(highlight.content)}" + (f" ({'; '.join(remarks)})" if remarks else "")


def _fold(text: str) -> str:
    return defuse(" ".join(text.split()))
