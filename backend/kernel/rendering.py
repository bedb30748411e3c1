"""Define the values of an export: the manuscript to convert, its pictures, and the resulting file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the document: the path by which the text refers to it, its bytes and its media type
    (`image/png`).
    """

    name: str
    content: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class RenderJob:
    """A manuscript to convert into one format.

    `text` is Markdown without front matter. `metadata` are Pandoc's variables (title, author, abstract …). `references`
    are CSL-JSON items, and `style` is the text of a CSL style. `notes` maps a citation key to a sentence for
    co-authors, which is shown at that citation. If `comments` is True, co-authors' comments in the text become Word
    comments. `words` are the words for figure, table, equation, section and listing in the document's language.
    """

    format: str
    text: str
    style: str
    made_at: datetime
    words: Mapping[str, str]
    metadata: Mapping[str, Any] = field(default_factory=dict)
    references: Sequence[Mapping[str, Any]] = ()
    pictures: Sequence[Picture] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    comments: bool = False


@dataclass(frozen=True, slots=True)
class Rendered:
    """The bytes of the resulting file, and a warning for each part that looks different from what the author wrote."""

    content: bytes
    warnings: tuple[str, ...]
