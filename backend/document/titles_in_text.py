"""Select the headings of a document whose titles occur in a text, so that slower patterns need to search for only
these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_WORD = re.compile(r"\w+")


def titles_in(text: str, titles: Iterable[str]) -> list[str]:
    """Return the different titles that occur in `text`, the longest first. Case and the amount of white space are
    ignored.

    A document may have tens of thousands of headings, and a message names few of them. For speed, a title is skipped if
    its first word is not in the text.
    """
    folded = " ".join(text.casefold().split())
    words = {"", *_WORD.findall(folded)}
    found = set()
    for first, title in _begun(tuple(titles)):
        if first in words:
            normal = " ".join(title.split())
            if normal and normal.casefold() in folded:
                found.add(normal)
    return sorted(found, key=lambda title: (-len(title), title))


@lru_cache(maxsize=4)
def _begun(titles: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return each title as a pair: its first word in lower case, and the title."""
    found = ((_WORD.search(title.casefold()), title) for title in dict.fromkeys(titles))
    return tuple((first.group() if first else "", title) for first, title in found)
