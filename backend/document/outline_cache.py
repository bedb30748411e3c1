"""The outline of a document, kept for as long as the same few requests ask for it again and again."""

from __future__ import annotations

from functools import lru_cache

from backend.document.blocks import Document
from backend.document.outline import Outline, outline


@lru_cache(maxsize=4)
def outlined(document: Document) -> Outline:
    """`outline(document)`, remembered for the latest documents (equal texts are one document)."""
    return outline(document)
