"""Define the values of an import: the file to convert, and the Markdown that Pandoc makes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from backend.kernel.rendering import Picture

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
