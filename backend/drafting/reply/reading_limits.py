"""Limit how much of a model's answer is parsed and kept, so that no answer takes much time or memory."""

from __future__ import annotations

import re
from itertools import islice

#: Maximum number of characters of an answer that are parsed: twice the largest document.
LONGEST = 10_000_000
#: The number of characters that are always parsed; and the maximum number of JSON's structural characters in a longer
#: answer. 300,000 of these take about 2 s if nearly every one opens a member, a tag or an object. A whole book as one
#: JSON string has fewer.
SHORT, MOST_MARKS = 1_000_000, 300_000
_MARK = re.compile(r"[\"'“”{}\[\]<\n]")
#: The most commas and backslashes: 400,000 of them take about 2 s if each is behind a number or before a wrong letter.
MOST_SEPARATORS = 400_000
_SEPARATOR = re.compile(r"[,\\]")
#: Maximum number of sources of an answer; each is compared with the works that the model was shown.
MOST_SOURCES = 2_000
#: Maximum number of characters of an answer's message and of its content. A model's longest output has fewer.
LONGEST_TEXT = 500_000


def readable(text: str) -> int:
    """Return how many characters of an answer are parsed: all of them, unless the answer is too long or has too many
    brackets, quotes, commas or backslashes.
    """
    room = min(len(text), LONGEST)
    if room <= SHORT:
        return room
    for signs, most in ((_MARK, MOST_MARKS), (_SEPARATOR, MOST_SEPARATORS)):
        if last := next(islice(signs.finditer(text, 0, room), most, None), None):
            room = max(SHORT, last.start())
    return room


def cut_places(message: str, content: str, sources: int) -> str:
    """Return words for a warning that say which parts of an answer are too long and where they are cut; "" if nothing
    is too long. `sources` is the number of the answer's sources.
    """
    texts = (("message", message), ("content", content))
    cut = [f"the {name} after {LONGEST_TEXT:,} characters" for name, text in texts if len(text) > LONGEST_TEXT]
    cut += [f"the list of sources after {MOST_SOURCES:,} entries"] * (sources > MOST_SOURCES)
    return told(" and ".join(cut)) if cut else ""


def told(place: str) -> str:
    """Return the words for a warning that an answer was cut at a place such as "the content after 500,000
    characters".
    """
    return f"Coscribe cut off {place}, because the model's answer was too long"
