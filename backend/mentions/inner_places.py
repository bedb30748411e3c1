"""Find the small part of a text that a message names as a place: a sentence, a list, a list item, a table row, or an
edge of a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from backend.document.order_classes import AFTER, BEFORE, INDEFINITE
from backend.document.order_words import is_a, ordinal_of
from backend.mentions import closed_words
from backend.mentions.closed_words import is_article, noun
from backend.mentions.lexicon import Token, tokens

#: Words between the content and the part that it should become: "as the first paragraph", "this should be the first
#: paragraph".
BECOMING = frozenset("as be become becomes als werden sei comme soit devienne como sea come sia diventi seja".split())
#: Signs before a place that is a phrase of its own: "(first sentence, please)".
_PARTING = re.compile(r"[(:;,–—]|\s-\s")
#: The kinds of small parts.
KINDS = frozenset({"sentence", "item", "step", "row", "list"})
#: Maximum number of words between an article or ordinal and its noun: "the short bulleted list".
_ADJECTIVES = 2


@dataclass(frozen=True, slots=True)
class InnerPlace:
    """A small part of a text that a message names as a place.

    - `kind`: one of `KINDS`, or "paragraph"
    - `number`: the ordinal before the noun; -1 for "last", 0 for none
    - `becomes`: True if the content becomes this part: "make it the first sentence"
    - `in_paragraph`: True if the message names a paragraph after this part
    """

    kind: str
    number: int
    becomes: bool
    in_paragraph: bool


def inner_places(message: str) -> Iterator[InnerPlace]:
    """Yield the small parts that a message names as places: "before the sentence about ice", "at the end of the list".

    A noun is a place if a word such as "after", "in" or "as", or a pronoun ("make it …"), precedes its article or
    ordinal. A noun after "a" is not a place but a new text ("as a list"). A paragraph is yielded only if its edge is
    the place ("at the start of that paragraph").
    """
    words = [word for word in tokens(message) if word.word]
    for at in range(len(words)):
        kinds, stop = noun(words, at)
        if not kinds or words[at].quote or noun(words, stop)[0]:
            continue
        first, number = _first(words, at)
        within = first > 0 and words[first - 1].norm in _INSIDE
        if kinds == ("paragraph",) and first < at and (within or _is_edge(words, first)):
            yield InnerPlace("paragraph", number, becomes=False, in_paragraph=True)
        if not KINDS.issuperset(kinds):
            continue
        before = words[first - 1].norm if first else ""
        between = message[words[first - 1].end if first else 0 : words[first].start]
        after = message[words[stop - 1].end : words[stop].start if stop < len(words) else None]
        ends = stop == len(words) or _PARTING.search(after) is not None  # "The last sentence can go" is no place
        alone = number != 0 and ends and (not first or _PARTING.search(between) is not None)  # "Results: last sentence"
        becomes = alone or before in BECOMING or is_a(before, "pronoun")
        new = words[first].norm in INDEFINITE  # "as a second sentence"
        if first < at and (becomes or (not new and _leads_to_a_place(words, first))):
            inside = any("paragraph" in noun(words, index)[0] for index in range(stop, len(words)))
            yield InnerPlace(kinds[0], number, becomes, inside)


def _leads_to_a_place(words: list[Token], first: int) -> bool:
    """Return True if a word such as "after" or "to", or an edge ("at the end of"), is before the token `first`."""
    before = [word.norm for word in words[max(0, first - 2) : first]]
    if before and (before[-1] in AFTER | BEFORE or is_a(before[-1], "place", "edge")):
        return True
    return _is_edge(words, first)


def _is_edge(words: list[Token], first: int) -> bool:
    """Return True if words such as "end of" or "first in" are directly before the token `first`. The "of" may be
    missing, as in German.
    """
    inside = first > 1 and words[first - 1].norm in _INSIDE
    at = first - 2 if inside or (first > 1 and closed_words.is_a(words[first - 1], "of")) else first - 1
    return at >= 0 and (is_a(words[at].norm, "edge") or (inside and ordinal_of(words[at].norm) is not None))


#: Words for a place inside something.
_INSIDE = frozenset("in inside within im dans en nel nello em no binnen".split())


def _first(words: list[Token], at: int) -> tuple[int, int]:
    """Return the index of the article or ordinal with which a phrase such as "the last sentence" begins, and its
    ordinal (0 if there is none). The phrase's noun is at token `at`. If the phrase begins with "a", or has no article
    or ordinal, the index is `at`.
    """
    first, number = at, 0
    for index in range(at - 1, max(-1, at - 2 - _ADJECTIVES), -1):
        word = words[index].norm
        if (count := ordinal_of(word)) is not None:
            first, number = index, count
        elif is_article(word) and word not in BECOMING:  # "as" is also an article
            return (at if word in INDEFINITE and not number else index), number
        elif is_a(word, "place", "pronoun") or word in AFTER | BEFORE | BECOMING:
            return (index + 1 if number else at), number
    return first, number
