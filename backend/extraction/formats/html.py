"""Extract the readable text of a web page, without menus, banners and footers, and the page's metadata."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Any

from backend.extraction.formats.people import names, turned
from backend.extraction.refusal import UnsuitableFile
from backend.sources.identifiers import canonical_doi, urls

#: The names of metadata in the head of a page, the most reliable first.
_FIELDS = {
    "title": ("citation_title", "dc.title", "og:title"),
    "people": ("citation_author", "dc.creator"),
    "authors": ("author", "article:author"),
    "date": ("citation_publication_date", "citation_date", "dc.date", "article:published_time", "date"),
    "doi": ("citation_doi", "dc.identifier", "prism.doi"),
    "url": ("citation_public_url", "og:url"),
}
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")


def text_of(content: str) -> str:
    """Return the text of a web page as simple Markdown with lists and tables; "" if the page has no text."""
    import trafilatura

    found = trafilatura.extract(
        content, output_format="markdown", include_comments=False, include_tables=True, favor_precision=True
    )
    return found or trafilatura.extract(content, output_format="markdown", favor_recall=True) or ""


def work_of(content: str, filename: str) -> dict[str, Any]:
    """Return the work on a web page as a dict with the fields of `kernel.works.Work`. Without a title, it is called
    `filename`. Raises UnsuitableFile if the page has no text.
    """
    from lxml import html

    text = text_of(content)
    if not text.strip():
        raise UnsuitableFile("has no readable text: open the page in a browser, and save it as PDF")
    # As bytes, because lxml refuses a text that declares an encoding.
    root = html.document_fromstring(content.encode("utf-8", "replace"), html.HTMLParser(encoding="utf-8"))
    said = _head_metadata(root)
    heads = [
        " ".join(each.text_content().split()) for each in (*root.xpath("//h1")[:1], *root.xpath("//head/title")[:1])
    ]
    title = next(filter(None, (*said["title"], *heads)), "")
    authors = [turned(each) for each in said["people"]] or [name for each in said["authors"] for name in names(each)]
    year = _YEAR.search(" ".join(said["date"])[:200])
    return {
        "kind": "html",
        "title": title[:300] or PurePath(filename).stem,
        "authors": authors[:100],
        "year": int(year[1]) if year else None,
        "doi": next((doi for each in said["doi"] if (doi := canonical_doi(each))), None),
        "url": next(iter(urls(" ".join([*said["url"], *root.xpath("//link[@rel='canonical']/@href")]))), None),
        "pages": [(None, text)],
        "metadata": {},
    }


def _head_metadata(root: Any) -> dict[str, list[str]]:
    """Return the metadata in the head of the page: for each field, such as "title", a list of values. If several names
    of metadata mean the same field, only the values of the most reliable name are used.
    """
    found: dict[str, list[str]] = {}
    for meta in root.iter("meta"):
        name = (meta.get("name") or meta.get("property") or "").lower()
        value = " ".join((meta.get("content") or "").split())
        if value:
            found.setdefault(name, []).append(value)
    return {field: next((found[name] for name in named if name in found), []) for field, named in _FIELDS.items()}
