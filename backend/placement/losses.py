"""Find what a change removes although other text may need it: citations, cross-references, labels, notes, images,
tables.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

_CITATIONS = (
    re.compile(r"(?<![\w@])@\{?\w(?:[\w:.#$%&+?<>~/-]*\w)?"),  # [@key], @key
    re.compile(r"\\(?:[a-zA-Z]*cite[a-zA-Z]*)\*?(?:\[[^\]]*\])*\{[^}]*\}"),
    re.compile(r"\[\^[^\]\s]+\](?!:)"),
    re.compile(r"(?<!\w)\[\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*\](?![(:\[])"),
)
_OTHERS = (
    re.compile(r"\\(?:ref|eqref|cref|Cref|autoref|label|pageref)\{[^}]*\}"),
    re.compile(r"\{#[\w:.-]+[^}]*\}"),
    re.compile(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])"),
    re.compile(r"<img\b[^>]*>", re.IGNORECASE),
    re.compile(r"^\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*:?-*:?\s*$", re.MULTILINE),
)
#: Maximum number of losses that a warning names; it counts the others.
_NAMED = 6


@dataclass(frozen=True, slots=True)
class Losses:
    """The citations, and the labels, references, images and tables (`others`), that a change removed, in the order of
    the text.
    """

    citations: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    def sentences(self) -> Iterator[str]:
        """Yield a warning for each kind of loss, for a change of the document."""
        yield from self._told("Approving this removes {what} of the document: {lost}.")

    def of_version(self) -> Iterator[str]:
        """Yield a warning for each kind of loss, for a new version of a draft."""
        yield from self._told("The earlier version had {what}, which this one lacks: {lost}.")

    def _told(self, sentence: str) -> Iterator[str]:
        for what, lost in (
            ("these citations", self.citations),
            ("these labels, references, images or tables", self.others),
        ):
            if lost:
                more = f" and {len(lost) - _NAMED} more" if len(lost) > _NAMED else ""
                yield sentence.format(what=what, lost=f"{', '.join(lost[:_NAMED])}{more}")


NONE = Losses()


def of_version(before: str, after: str) -> Losses:
    """Return what an earlier version of a draft contains and the later version does not contain at all."""
    return Losses(
        tuple(each for each in _gone(_CITATIONS, before, after) if each not in after),
        tuple(each for each in _gone(_OTHERS, before, after) if each not in after),
    )


def of(before: str, after: str) -> Losses:
    """Return what occurs more often in `before` than in `after`."""
    return Losses(_gone(_CITATIONS, before, after), _gone(_OTHERS, before, after))


def _gone(patterns: tuple[re.Pattern[str], ...], before: str, after: str) -> tuple[str, ...]:
    found = [" ".join(match[0].split()) for pattern in patterns for match in pattern.finditer(before)]
    left = Counter(found) - Counter(
        " ".join(match[0].split()) for pattern in patterns for match in pattern.finditer(after)
    )
    return tuple(dict.fromkeys(each for each in found if each in left))
