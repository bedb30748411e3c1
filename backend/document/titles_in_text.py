"""Select the titles of a document that a text may name, before slower patterns locate them."""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"\w+")


def titles_in(text: str, titles: Iterable[str]) -> list[str]:
    """Return the distinct titles that occur in `text`, ignoring case and blanks, the longest first.

    A document may have tens of thousands of headings, and a message names few of them: comparing a title's first word
    excludes nearly all.
    """
    folded = " ".join(text.casefold().split())
    words = set(_WORD.findall(folded))
    found = set()
    for title in dict.fromkeys(titles):
        first = _WORD.search(title.casefold())
        if first is not None and first.group() not in words:
            continue
        normal = " ".join(title.split())
        if normal and normal.casefold() in folded:
            found.add(normal)
    return sorted(found, key=lambda title: (-len(title), title))
