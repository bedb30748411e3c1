"""Compare whether two sentences say that something must, may or must not be done, and whether it is certain or
possible.
"""

from __future__ import annotations

import re

#: Two scales, each with its steps: duty, permission and ban; certainty and possibility.
_SCALES = (
    (
        r"must(?! not)|ha(?:ve|s|d) to|(?:is|are|was|were) to|required?|oblig\w+|mandatory|compulsory",
        r"(?-i:may)(?! not)|allow(?:s|ed)|permit(?:s|ted)|optional(?:ly)?|voluntar(?:y|ily)|free to",
        r"forb[aio]d\w*|prohibit\w*|banned|(?:must|may) not",
    ),
    (
        r"proven?|proves|proof|certain(?:ly)?|undoubtedly|definitely|demonstrat\w+|inevitabl[ey]",
        r"(?-i:may)|might|could|possibl[ey]|perhaps|uncertain|unclear|doubtful|suspected|hypothesi[sz]ed",
    ),
)
_STEPS = tuple(tuple(re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for words in scale) for scale in _SCALES)


def other_modality(one: str, other: str) -> tuple[str, str] | None:
    """Return two words, one from each sentence, that name different degrees of duty or certainty, such as “must” and
    “may”. Returns None if there are none, or if one of the sentences has both.
    """
    for scale in _STEPS:
        mine, theirs = ([step.search(text) for step in scale] for text in (one, other))
        here, there = [each for each in mine if each], [each for each in theirs if each]
        if here and there and not any(a and b for a, b in zip(mine, theirs, strict=True)):
            return here[0][0], there[0][0]
    return None
