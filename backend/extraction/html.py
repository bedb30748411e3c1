"""The readable text of a web page: what its author wrote, without menus, banners and footers."""

from __future__ import annotations


def text_of(content: str) -> str:
    """Paragraphs, lists and tables as plain Markdown; "" where the page has no text of its own."""
    import trafilatura

    found = trafilatura.extract(
        content, output_format="markdown", include_comments=False, include_tables=True, favor_precision=True
    )
    return found or trafilatura.extract(content, output_format="markdown", favor_recall=True) or ""
