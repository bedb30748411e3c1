"""Passages of the user's library as a model and a reader see them: under the line by which their work is cited."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from backend.drafting.briefing import LibraryPassage
from backend.drafting.history import defuse
from backend.exchange import Excerpt
from backend.sources import Source

#: Authors that a line names; more are "et al.".
NAMED_AUTHORS = 3


def line(source: Source) -> str:
    """A work in one line, which `sources.match` knows again: authors, year, title."""
    authors = ", ".join(source.authors[:NAMED_AUTHORS]) + (" et al." if len(source.authors) > NAMED_AUTHORS else "")
    lead = " ".join(part for part in (authors, f"({source.year})" if source.year else "") if part)
    title = " ".join(source.title.split())
    return f"{lead.rstrip('.')}. {title}" if lead else title


def reference(passage: LibraryPassage) -> str:
    """The work's line with the page, as an answer's `sources` name it."""
    return line(passage.source) + (f", p. {passage.page}" if passage.page is not None else "")


def shown(passages: Sequence[LibraryPassage]) -> list[dict[str, Any]]:
    """The passages for the prompt: works in the order of their best passage, passages in the order given."""
    order = {id(each.source): place for place, each in reversed(list(enumerate(passages)))}
    ordered = sorted(passages, key=lambda each: order[id(each.source)])
    return [
        {
            "line": defuse(line(group[0].source)),
            "passages": [{"page": each.page, "text": defuse(each.text.strip())} for each in group],
        }
        for group in (list(each) for _, each in groupby(ordered, key=lambda each: id(each.source)))
    ]


def excerpts(passages: Sequence[LibraryPassage]) -> list[Excerpt]:
    """The same for a writer that reads facts."""
    return [Excerpt(each.text, "library", reference(each)) for each in passages]
