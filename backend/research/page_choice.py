"""Choose the results whose pages are read, and the passages of these pages that go into a prompt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.document.chunks import pieces
from backend.kernel.works import Source
from backend.ranking.retrieval import Index, Whole, fill, relevant
from backend.sources.identifiers import canonical_url

#: Maximum number of characters of a page that are read, and the size of the pieces that it is split into.
MOST_TEXT, PASSAGE = 200_000, 800


def address_of(source: Source) -> str | None:
    """Return the address of a source's full text: the address of the PDF in its record or, if there is none, of its
    page. None if it has neither.
    """
    pdf = source.metadata.get("pdf_url")
    found = pdf if isinstance(pdf, str) and pdf.startswith(("http://", "https://")) else _as_found(source)
    return found if found and found.startswith(("http://", "https://")) else None


def _as_found(source: Source) -> str | None:
    """Return the address of a source as the search service gave it; None if it has none. It may differ from the
    canonical form, which a server may not accept.
    """
    if source.url is None:
        return None
    same = canonical_url(source.url)
    others = (each for each in source.metadata.get("also", ()) if canonical_url(each) == same)
    return next(others, source.url)


def chosen(sources: Sequence[Source], pages: int) -> dict[int, str]:
    """Choose the best sources that have a page, at most `pages`. Returns a dict from their indices to the addresses of
    their pages. Works of the user's library are left out, because their text is already known.
    """
    unread = ((place, each) for place, each in enumerate(sources) if not each.metadata.get("read"))
    places = {place: address for place, each in unread if (address := address_of(each))}
    return dict(list(places.items())[:pages])


def with_page(source: Source, text: str, question: str, characters: int) -> Source:
    """Return the source with the passages of its page that answer the question, in the page's order.

    The passages have at most `characters` characters together. If no passage answers the question, the beginning of the
    page is used. If the page has less text than the source already has, the source is returned unchanged.
    """
    page = text[:MOST_TEXT].strip()
    if len(page) <= len(source.content):
        return source
    if len(page) > characters:
        ranked = Index(pieces(page, PASSAGE), whole=Whole(page, characters)).rank(question)
        passages = fill(relevant(ranked) or sorted(ranked, key=lambda each: each.chunk.start), characters)
        spans = sorted((each.chunk.start, each.chunk.end) for each in passages)
        page = "\n[…]\n".join(page[start:end] for start, end in _joined(page, spans))
    return replace(source, content=page, metadata={**source.metadata, "read": True})


def _joined(page: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join neighboring spans of a page if there is only white space between them."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and not page[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined
