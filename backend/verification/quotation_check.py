"""Check whether a quotation stands word for word in a source. Case, punctuation and spaces are ignored."""

from __future__ import annotations

import re


def is_quoted(quotation: str, source: str) -> bool:
    """Return True if the source contains a quotation word for word. Dots in the quotation stand for words that were
    left out.
    """
    parts = [" ".join(bare_words(each)) for each in re.split(r"\[?(?:\.\.\.|…)\]?", quotation)]
    text, at = f" {' '.join(bare_words(source))} ", 0
    for part in filter(None, parts):
        found = text.find(f" {part} ", at)
        if found < 0:
            return False
        at = found + len(part)
    return any(parts)


def bare_words(text: str) -> list[str]:
    """Return the words of a text in lower case, without punctuation."""
    return [each.casefold() for each in re.findall(r"[^\W_]+", text)]
