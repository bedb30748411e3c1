"""Define a revision: an immutable version of a document, and its cause."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

#: Maximum size of a document in bytes (contract, section 1).
MAX_DOCUMENT_BYTES = 5_000_000

#: The causes of a revision. `imported`: a text was put into an empty document; `external`: somebody edited doc.md by
#: hand.
Cause = Literal["created", "placed", "edited", "imported", "external", "restored", "moved"]


@dataclass(frozen=True, slots=True)
class Revision:
    """Version `number` of a session's document; number 0 is the empty document.

    `sha256` is the digest of the text. `placement` says where an approved draft was placed; None if no draft was placed
    or moved. `content` is the text; it is None if only the list of revisions was requested.
    """

    number: int
    cause: Cause
    created_at: datetime
    sha256: str
    placement: Mapping[str, Any] | None = None
    content: str | None = None

    @property
    def text(self) -> str:
        """Return the text of this version. Raises ValueError if only the list of revisions was requested."""
        if self.content is None:
            raise ValueError(f"Revision {self.number} was loaded without its text. Load it with its text first.")
        return self.content


def digest(text: str) -> str:
    """Return the SHA-256 of the text's UTF-8 bytes as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
