"""Define the values of an import: the file to convert, and the Markdown that it becomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from backend.kernel.rendering import Picture

#: What becomes of tracked changes: the text as if all were accepted, or as if all were rejected.
Changes = Literal["accept", "reject"]


@dataclass(frozen=True, slots=True)
class ImportJob:
    """A file for Pandoc. `format` is Pandoc's name of its format; `pictures` are those in its folder, by path."""

    format: str
    content: bytes
    changes: Changes = "accept"
    pictures: Sequence[Picture] = ()


@dataclass(frozen=True, slots=True)
class ImportedText:
    """Markdown with tokens in place of keys and pictures, and a warning for each loss.

    `cited` are the keys in the file: the n-th, from 1, is `key_token(n)` in the text; the n-th picture is
    `picture_token(n)`. `references` are the file's CSL items by their own ids.
    """

    text: str
    token: str
    cited: Sequence[str] = ()
    pictures: Sequence[Picture] = ()
    references: Sequence[Mapping[str, Any]] = ()
    warnings: tuple[str, ...] = ()

    def key_token(self, number: int) -> str:
        return f"{self.token}k{number}x"

    def picture_token(self, number: int) -> str:
        return f"{self.token}p{number}x"
