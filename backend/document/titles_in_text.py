"""Select the headings of a document whose titles occur in a text, so that slower patterns need to search for only
these.
"""

from __future__ import annotations

import re
from array import array
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
    words = {hash(word) for word in ("", *_WORD.findall(folded))}
    known = tuple(dict.fromkeys(titles))  # a document may have the same title very often
    begun = (title for first, title in zip(_first_words(known), known, strict=True) if first in words)
    found = {normal for title in begun if (normal := " ".join(title.split())) and normal.casefold() in folded}
    return sorted(found, key=lambda title: (-len(title), title))


@lru_cache(maxsize=4)
def _first_words(titles: tuple[str, ...]) -> array[int]:
    """Return the hash of the first word of each title, in lower case. Hashes take a tenth of the memory of words."""
    words = (_WORD.search(title.casefold()) for title in titles)
    return array("q", (hash(word[0] if word else "") for word in words))
