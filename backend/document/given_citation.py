"""Recognize citations, and find the citation that a message orders to be placed: "add [@lee] after “the gauge”"."""

from __future__ import annotations

import re

from backend.document.insertion_orders import SENTENCE_END
from backend.document.order_words import is_a, words_in

#: "[@lee; @ada, p. 3]", "\\citep[p. 3]{lee}".
_CITATION = re.compile(r"\[[^\[\]\n]*(?<!\w)@\w[^\[\]\n]*\]|\\cite\w*\*?(?:\[[^\]\n]*\])*\{[^{}\n]+\}")
#: Words that may stand between the verb and the citation: "add the reference [@lee]".
_BETWEEN = frozenset(
    """
    the a citation reference das die den zitat la le cita il citazione de het
    """.split()
)


def given_citation(message: str, masked: str) -> tuple[int, int, str] | None:
    """Return (start, end, text) of the only citation in a message, with the end excluded, if the message orders to
    insert it: "add [@lee] after “the gauge”". Returns None for any other message: "add a sentence that cites [@lee]"
    orders a sentence.

    `masked` is the message with placeholders over the names of document parts; all positions are the same.
    """
    found = list(_CITATION.finditer(message))
    if len(found) != 1:
        return None
    clause = SENTENCE_END.split(masked[: found[0].start()])[-1]
    leading = [word for word in words_in(clause) if word not in _BETWEEN]
    return (*found[0].span(), found[0].group()) if leading and is_a(leading[-1], "placing") else None


def is_citation(text: str) -> bool:
    """Return True if a text is a citation and nothing else."""
    return _CITATION.fullmatch(text.strip()) is not None
