"""Format passages of the user's library for a model and for the user, each with a line that describes its work."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from backend.drafting.briefing import LibraryPassage
from backend.drafting.markers import defuse, fenced
from backend.kernel.exchange import Excerpt
from backend.kernel.works import Source
from backend.sources.identifiers import canonical_title, source_id
from backend.sources.withdrawn_titles import marked

#: Maximum number of authors that a line names; "et al." stands for the others.
NAMED_AUTHORS = 3
#: Maximum number of words of a title that is cited in place of unknown authors.
TITLE_WORDS = 8


def line(source: Source) -> str:
    """Return a description of a work in one line: authors, year, title. If a model repeats this line, `matching.match`
    recognizes the work.
    """
    authors = ", ".join(source.authors[:NAMED_AUTHORS]) + (" et al." if len(source.authors) > NAMED_AUTHORS else "")
    lead = " ".join(part for part in (authors, f"({source.year})" if source.year else "") if part)
    title = marked(source.title) if source.is_retracted else " ".join(source.title.split())
    return f"{lead.rstrip('.')}. {title}" if lead else title


def lines(passages: Sequence[LibraryPassage]) -> dict[str, str]:
    """Return a dict that maps the id of each work to a line that describes it: authors, year, title. If two works have
    the same title, the lines contain their ids, too.
    """
    works = {source_id(each.source): each.source for each in passages}
    titles = Counter(canonical_title(each.title) for each in works.values())
    return {
        id_: line(each) + (f" [{id_}]" if titles[canonical_title(each.title)] > 1 else "")
        for id_, each in works.items()
    }


def cite(passage: LibraryPassage) -> str:
    """Return the citation of a passage: the authors' family names, the year and the page. A work without authors is
    cited by the beginning of its title.

    If the work has a citation key (`key` in its metadata), the result is Pandoc's citation without brackets, such as
    `@berg2021street, p. 3`.
    """
    source = passage.source
    if key := source.metadata.get("key"):
        return f"@{key}{_page(passage)}" + (", retracted" if source.is_retracted else "")
    names = [name for name in map(_family_name, source.authors) if name]
    if len(names) > 2:
        who = f"{names[0]} et al."
    else:
        who = " & ".join(names) or f"“{_title_begins(source.title)}”"
    year = f" {source.year}" if source.year else ""
    return who + year + _page(passage) + (", retracted" if source.is_retracted else "")


def shown(passages: Sequence[LibraryPassage]) -> list[dict[str, Any]]:
    """Return the passages for the prompt, grouped by work. The first work is the one with the best passage.

    Each work is `{line, retracted, key, passages: [{page, text}]}`; `line` names the work, and `key` is its citation
    key.
    """
    named = lines(passages)
    works: dict[str, list[LibraryPassage]] = {}
    for each in passages:
        works.setdefault(source_id(each.source), []).append(each)
    return [
        {
            "line": defuse(named[id_]),
            "retracted": group[0].source.is_retracted,
            "key": group[0].source.metadata.get("key"),
            "passages": [{"page": each.page, "text": fenced(each.text.strip())} for each in group],
        }
        for id_, group in works.items()
    ]


def _page(passage: LibraryPassage) -> str:
    return f", p. {passage.page}" if passage.page is not None else ""


def _family_name(author: str) -> str:
    """Return the family name of an author written as "Berg, A. van den", "A. van den Berg" or "Berg"."""
    if "," in author:
        return " ".join(author.partition(",")[0].split())
    words = author.split()
    first = next((place for place, word in enumerate(words) if word.islower()), len(words) - 1)
    return " ".join(words[max(first, 0) :])


def _title_begins(title: str) -> str:
    """Return a title up to its first full stop, shortened to `TITLE_WORDS` words."""
    words = re.split(r"[:.?!]\s", title, maxsplit=1)[0].split()
    return " ".join(words[:TITLE_WORDS]).rstrip(".:?!") + ("…" if len(words) > TITLE_WORDS else "")


def excerpts(passages: Sequence[LibraryPassage]) -> list[Excerpt]:
    """Return the passages for a writer without a model, each with the line that describes its work,
    its page and its citation.
    """
    named = lines(passages)
    return [
        Excerpt(each.text, "library", named[source_id(each.source)] + _page(each), cite=cite(each)) for each in passages
    ]
