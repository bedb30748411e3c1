"""Passages of the user's library as a model and a reader see them: under the line by which their work is cited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from backend.drafting.briefing import LibraryPassage
from backend.drafting.history import defuse
from backend.exchange import Excerpt
from backend.sources import Source, canonical_title, source_id

#: Authors that a line names; more are "et al.".
NAMED_AUTHORS = 3


def line(source: Source) -> str:
    """A work in one line, which `matching.match` knows again: authors, year, title."""
    authors = ", ".join(source.authors[:NAMED_AUTHORS]) + (" et al." if len(source.authors) > NAMED_AUTHORS else "")
    lead = " ".join(part for part in (authors, f"({source.year})" if source.year else "") if part)
    title = " ".join(source.title.split())
    return f"{lead.rstrip('.')}. {title}" if lead else title


def lines(passages: Sequence[LibraryPassage]) -> dict[str, str]:
    """The lines of the works by their ids. Works of one title are told apart by the id behind the line."""
    works = {source_id(each.source): each.source for each in passages}
    titles = Counter(canonical_title(each.title) for each in works.values())
    return {
        id_: line(each) + (f" [{id_}]" if titles[canonical_title(each.title)] > 1 else "")
        for id_, each in works.items()
    }


def shown(passages: Sequence[LibraryPassage]) -> list[dict[str, Any]]:
    """The passages for the prompt: works in the order of their best passage, passages in the order given."""
    named = lines(passages)
    works: dict[str, list[LibraryPassage]] = {}
    for each in passages:
        works.setdefault(source_id(each.source), []).append(each)
    return [
        {
            "line": defuse(named[id_]),
            "passages": [{"page": each.page, "text": defuse(each.text.strip())} for each in group],
        }
        for id_, group in works.items()
    ]


def excerpts(passages: Sequence[LibraryPassage]) -> list[Excerpt]:
    """The same for a writer that reads facts, each with its work's line and the page, as `sources` name it."""
    named = lines(passages)
    origins = (
        named[source_id(each.source)] + (f", p. {each.page}" if each.page is not None else "") for each in passages
    )
    return [Excerpt(each.text, "library", origin) for each, origin in zip(passages, origins, strict=True)]
