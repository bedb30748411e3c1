"""Remove the characters that PostgreSQL refuses: NUL, and halves of surrogate pairs that stand alone."""

from __future__ import annotations

import re
from typing import Any

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def storable(text: str) -> str:
    """Return a text without NUL and lone surrogates. A pair of surrogates becomes the one character that it encodes."""
    if (text.isascii() and "\0" not in text) or not _UNSTORABLE.search(text):
        return text
    return text.replace("\x00", "").encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")


def storable_value(value: Any) -> Any:
    """Return a value in which every text is storable, also those in dictionaries, lists and tuples."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {storable_value(key): storable_value(each) for key, each in value.items()}
    return type(value)(map(storable_value, value)) if isinstance(value, (list, tuple)) else value
