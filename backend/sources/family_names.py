"""Find the family name in an author's name, which may be written “Anil Kumar”, “Kumar, Anil” or “Kumar A”."""

from __future__ import annotations

import re

_LETTER = re.compile(r"[^\W\d_]")


def family_name(author: str) -> str:
    """Return the family name in an author's name: the part before the comma ("Curie, Marie"). If there is no comma,
    return the last word that is not an initial.
    """
    before, comma, _ = author.partition(",")
    if comma:
        return before.strip()
    words = before.split()
    return next((each for each in reversed(words) if len(_LETTER.findall(each)) > 1), "".join(words[-1:]))
