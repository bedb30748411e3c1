"""Find numbers, addresses and DOIs in a written answer that no source confirms.

A model sees sources by id, never by number, so a number that it writes as a mark means nothing here. An address is
known if a source or its text has it, or the user mentioned it. The answer is not changed; each doubt becomes a warning.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from backend.kernel.works import Source
from backend.research.inquiry import Inquiry, Report
from backend.sources.identifiers import identifiers, mentions

#: What a warning names, and characters of each.
_NAMED, _CHARACTERS = 10, 200
_DIGITS = r"\d{1,3}(?: ?[,;–-] ?\d{1,3}){0,19}"
#: In brackets, as chat models write it, or raised behind a word (a power stands behind a number or a bare variable).
_NUMBER = re.compile(
    rf"[\[【]\^?{_DIGITS}[\]】](?!\()|[\[【]\d{{1,3}}(?::\d{{1,3}})?†[^\]】\n]{{0,80}}[\]】]"
    rf"|(?<=[^\W\d_]{{3}})<sup>{_DIGITS}</sup>|(?<=[^\W\d_]{{3}}[.,;])(?:<sup>{_DIGITS}</sup>|[¹²³⁰⁴-⁹]{{1,3}})"
)


def doubts(said: str, inquiry: Inquiry, sources: Sequence[Source], reports: Sequence[Report] = ()) -> tuple[str, ...]:
    """Return warnings about `said`, a model's own text before its marks were corrected."""
    texts = [said] if inquiry.schema is None else _strings(said)
    asked = inquiry.turns[-1].content
    numbers = dict.fromkeys(
        mark for text in texts for mark in _NUMBER.findall(_without_code(text)) if mark not in asked
    )
    heard = [turn.content for turn in inquiry.turns if turn.role == "user"]
    known = _known(sources, [*heard, inquiry.rules, inquiry.persona, *(each.text for each in reports)])
    links = dict.fromkeys(written for text in texts for written, keys in mentions(text) if known.isdisjoint(keys))
    found = []
    if numbers:
        found.append(f"These citation marks in the answer have no source: {_listed(numbers)}.")
    if links:
        found.append(f"No source contains these addresses of the answer: {_listed(links)}.")
    return tuple(found)


def _known(sources: Sequence[Source], texts: Iterable[str]) -> set[str]:
    """Return the keys of all addresses and DOIs that the model was shown."""
    own = (" ".join(part for part in (each.url, each.doi, *each.metadata.get("also", ())) if part) for each in sources)
    keys = {key for text in own for key in identifiers(text)}
    shown = (text for each in sources for text in (each.title, each.content))
    return keys | {key for text in (*shown, *texts) for _, found in mentions(text) for key in found}


def _strings(said: str) -> list[str]:
    """Return the strings of an answer in JSON, or the whole text if it is not JSON."""
    try:
        value = json.loads(said)
    except ValueError:
        return [said]
    found: list[str] = []
    waiting: list[Any] = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            found.append(each)
        elif isinstance(each, list | dict):
            waiting += reversed(list(each.values()) if isinstance(each, dict) else each)
    return found


def _without_code(text: str) -> str:
    """Remove text between backticks, where a number in brackets may be an index."""
    return " ".join(re.split("`+", text)[::2])


def _listed(found: Iterable[str]) -> str:
    every = [each[:_CHARACTERS] for each in found]
    more = f" and {len(every) - _NAMED} more" if len(every) > _NAMED else ""
    return ", ".join(every[:_NAMED]) + more
