"""Recognize citations, and find the citation or reference that a message orders to be placed: "add [@lee] after “the
gauge”", "add to the references: Lee, J. (2015). Gauges. Tides, 3, 1-9."
"""

from __future__ import annotations

import re
from itertools import islice

from backend.document.insertion_orders import SENTENCE_END
from backend.document.order_words import COURTESIES, ORDERING, is_a, words_in

#: "[@lee; @ada, p. 3]", "\\citep[p. 3]{lee}".
_CITATION = re.compile(r"\[[^\[\]\n]*(?<!\w)@\w[^\[\]\n]*\]|\\cite\w*\*?(?:\[[^\]\n]*\])*\{[^{}\n]+\}")
#: Words that may stand between the verb and the citation: "add the reference [@lee]".
_BETWEEN = frozenset(
    """
    the a citation reference das die den zitat la le cita il citazione de het
    """.split()
)


def given_citation(message: str, masked: str) -> tuple[int, int, str] | None:
    """Return (start, end, text) of the only citation in a message that orders to insert it: "add [@lee] after “the
    gauge”". The end is excluded. If there is no citation, return what `given_reference` returns.

    Returns None for several citations, and for an order to insert something else: "add a sentence that cites [@lee]".
    `masked` is the message with placeholders over the names of parts, at the same positions.
    """
    found = list(_CITATION.finditer(message))
    if len(found) != 1:
        return given_reference(message, masked) if not found else None
    clause = SENTENCE_END.split(masked[: found[0].start()])[-1]
    leading = [word for word in words_in(clause) if word not in _BETWEEN]
    return (*found[0].span(), found[0].group()) if leading and is_a(leading[-1], "placing") else None


def given_reference(message: str, masked: str) -> tuple[int, int, str] | None:
    """Return (start, end, text) of a reference that follows a colon in a message; None if there is none. It begins with
    a surname with initials, and a year is not far from them. `masked` has the same positions as the message.

    The reference extends to the end of the message, or to sentences there that say what to do with it: "Please sort it
    in."
    """
    for colon in islice(re.finditer(r"[:：]\s+", masked), _MOST_COLONS):
        found = _REFERENCE.match(message, colon.end())
        if found is not None and found[0][0].isupper():
            text = message[colon.end() :].rstrip()
            while len(sentences := list(SENTENCE_END.finditer(text))) and _is_order(text[sentences[-1].end() :]):
                text = text[: sentences[-1].start()]
            return colon.end(), colon.end() + len(text), text
    return None


def _is_order(sentence: str) -> bool:
    """Return True if a sentence after a reference says what to do with the reference, as in "Please sort it in.", and
    is not part of it.

    The sentence has no digit, and no capital letter after the first character. It begins with a pronoun or a verb,
    contains a courtesy, or mentions the alphabet.
    """
    words = words_in(sentence)
    prose = not any(each.isdecimal() for each in sentence) and sentence[1:] == sentence[1:].lower()
    orders = COURTESIES.intersection(words) or any(is_a(each, "pronoun", *ORDERING) for each in words[:1])
    return prose and bool(orders or any(each.startswith(("alphab", "alfab")) for each in words))


#: "Berg, A. (2019)", "van den Berg, A., & Lee, J. 2019".
_REFERENCE = re.compile(
    r"(?:[^\W\d_][\w'’-]{0,40} ){0,3}[^\W\d_][\w'’-]{0,40},? (?:[^\W\d_]\.[ -]?){1,4}.{0,300}?\b(?:19|20)\d\d[a-z]?\b"
)
_MOST_COLONS = 10


def is_citation(text: str) -> bool:
    """Return True if a text is a citation and nothing else."""
    return _CITATION.fullmatch(text.strip()) is not None
