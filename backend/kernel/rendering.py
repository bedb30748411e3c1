"""Define the values of conversions by Pandoc: an export makes a file of a manuscript and its pictures, and an import
makes Markdown of a file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

#: How an import treats tracked changes: "accept" takes the text with all changes, "reject" the text without them.
Changes = Literal["accept", "reject"]


@dataclass(frozen=True, slots=True)
class ImportJob:
    """A file for Pandoc to convert. `format` is Pandoc's name of the file's format.

    `pictures` are the pictures that Pandoc finds beside the file; the name of each is its path.
    """

    format: str
    content: bytes
    changes: Changes = "accept"
    pictures: Sequence[Picture] = ()


@dataclass(frozen=True, slots=True)
class ImportedText:
    """The result of an import: Markdown in which tokens replace citation keys and pictures, and a warning for each
    loss.

    `cited` are the citation keys of the file. In the text, `key_token(n)` represents the n-th key, and
    `picture_token(n)` the n-th picture, both counted from 1. `references` are the file's CSL items with the ids that
    the file uses.
    """

    text: str
    token: str
    cited: Sequence[str] = ()
    pictures: Sequence[Picture] = ()
    references: Sequence[Mapping[str, Any]] = ()
    warnings: tuple[str, ...] = ()

    def key_token(self, number: int) -> str:
        """Return the token that represents the citation key `number`, counted from 1, in the text."""
        return f"{self.token}k{number}x"

    def picture_token(self, number: int) -> str:
        """Return the token that represents the picture `number`, counted from 1, in the text."""
        return f"{self.token}p{number}x"


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
    comments. `words` translates "figure", "table", "equation", "section" and "listing" into the document's language.
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
