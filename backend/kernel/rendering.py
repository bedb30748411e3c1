"""Define the values of an export: the manuscript to render, its pictures, and the resulting file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the document: the name under which it is shown, its bytes and its media type (`image/png`)."""

    name: str
    content: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class RenderJob:
    """A manuscript for one format.

    `text` is Markdown without front matter. `metadata` are Pandoc's variables (title, author, abstract …).
    `references` are CSL-JSON items, `style` is the text of a CSL style. `notes` maps a citation key to a sentence that
    co-authors shall see at that citation. With `comments`, co-authors' comments in the text become comments of Word.
    `words` names figures, tables, equations, sections and listings in the document's language.
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
    """The file's bytes, and a warning for each thing that the file does not show as written."""

    content: bytes
    warnings: tuple[str, ...]
