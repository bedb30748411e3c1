"""Separate highlights from other attachments, and format them for the model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from backend.drafting.markers import HIGHLIGHTS, defuse

_PREFIX = re.compile(r"\s*highlight:\s*", re.IGNORECASE)


NO_KEYS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class AttachedSection:
    """A text attached to a message. `note` and `source` were written by the user."""

    type: str
    content: str
    title: str | None = None
    note: str | None = None
    source: str | None = None


def is_highlight(section: AttachedSection) -> bool:
    """Return True if an attachment is a highlight: its type is "highlight", or its content begins with `Highlight:`."""
    return section.type.strip().lower() == "highlight" or _PREFIX.match(section.content) is not None


def split(sections: Iterable[AttachedSection]) -> tuple[tuple[AttachedSection, ...], tuple[AttachedSection, ...]]:
    """Return the highlights and the other attachments, each in order. The prefix `Highlight:` is removed."""
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


def block(highlights: Iterable[AttachedSection], keys: Mapping[str, str] = NO_KEYS) -> str:
    """Return the part of a prompt that lists the highlights: the line `[ATTACHED_HIGHLIGHTS]`, and one line for each
    highlight. Returns "" if there are none.

    `keys` maps a source, as the user named it, to the citation key of its work.
    """
    lines = [_line(each, keys.get(each.source or "", "")) for each in highlights if each.content.strip()]
    return "\n".join([HIGHLIGHTS, *lines]) if lines else ""


def label(section: AttachedSection, keys: Mapping[str, str] = NO_KEYS) -> str:
    """Return an attachment's title, note and source in one line. If `keys` has a citation key for the source, the line
    contains it, too.
    """
    parts = [section.title, section.note and f"note: {section.note}", section.source and f"source: {section.source}"]
    key = keys.get(section.source or "")
    parts += [f"cite it as [@{key}]"] if key else []
    return "; ".join(" ".join(part.split()) for part in parts if part and part.strip())


def _line(highlight: AttachedSection, key: str) -> str:
    cited = f"[@{key}]" if key else ""
    remarks = [
        f"{label}: {_fold(value)}"
        for label, value in (
            ("Note", highlight.note),
            ("Source", highlight.source),
            ("Cite it as", cited),
        )
        if value and value.strip()
    ]
    return f"- {_fold(highlight.content)}" + (f" ({'; '.join(remarks)})" if remarks else "")


def _fold(text: str) -> str:
    return defuse(" ".join(text.split()))
