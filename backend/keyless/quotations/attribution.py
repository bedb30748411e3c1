"""Name the sources of quotations, and say how much is quoted, for answers and messages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.kernel.exchange import Excerpt
from backend.kernel.works import Source
from backend.keyless.quotations.layout import is_said
from backend.keyless.quotations.quotation import Unit, standing
from backend.sources.identifiers import described

#: Maximum number of sources that a message names; further sources are only counted.
NAMED_SOURCES = 6

_ATTRIBUTES = re.compile(r"\{[^{}]*\}")


def label(unit: Unit) -> str:
    """Return the name of a quoted sentence's source, in the form of an answer's `sources`: "Berg 2021, p. 4". If the
    source is the document, the name includes the heading: "This document: Methods".
    """
    excerpt = unit.source
    if excerpt.kind == "passage":
        heading = " ".join(_ATTRIBUTES.sub("", standing(unit)).split()).rstrip(".")
        return f"This document: {heading}" if heading else "This document"
    return " ".join(excerpt.origin.split()) or f"Attached {excerpt.kind} {unit.number + 1}"


def sources_left(sources: Sequence[str], quotable: Sequence[Unit], before: str, after: str) -> tuple[str, ...]:
    """Return those of a text's `sources` that are still quoted after a change. A source is left out if the text
    `before` the change quotes a sentence from it, and the text `after` the change quotes none. `quotable` are all
    sentences that could be quoted.
    """
    had = {label(unit) for unit in quotable if is_said(unit, before)}
    has = {label(unit) for unit in quotable if is_said(unit, after)}
    return tuple(each for each in sources if each in has or each not in had)


def count(chosen: Sequence[Unit]) -> str:
    """Return how much is quoted, in words: "3 sentences and 1 block"."""
    prose = sum(unit.kind in ("paragraph", "list") for unit in chosen)
    whole = len(chosen) - prose
    parts = [
        f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in ((prose, "sentence"), (whole, "block")) if count
    ]
    return " and ".join(parts)


def listing(chosen: Sequence[Unit]) -> str:
    """Return the names of the sources of the given units in one line. If there are several sources, each name is
    followed by the numbers of the sentences that are quoted from it.
    """
    numbers: dict[str, list[int]] = {}
    for number, unit in enumerate(chosen, start=1):
        numbers.setdefault(label(unit), []).append(number)
    if len(numbers) == 1:
        return f"“{next(iter(numbers))}”"
    told = [f"“{source}” ({_ranges(places)})" for source, places in numbers.items()]
    if len(told) > NAMED_SOURCES:
        told = [*told[: NAMED_SOURCES - 1], f"{len(told) - NAMED_SOURCES + 1} more sources"]
    return f"{', '.join(told[:-1])} and {told[-1]}"


def _ranges(numbers: Sequence[int]) -> str:
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(f"{first}" if first == last else f"{first}–{last}" for first, last in spans)


def record(source: str, used: Sequence[Unit]) -> Source:
    """Return the Source with the label `source`. Its content is the excerpt of the first of the quoted units (`used`)
    with this label, so that the quotation can be checked.
    """
    quoted: Excerpt = next(unit.source for unit in used if label(unit) == source)
    return replace(described(source, "attached"), content=quoted.text)
