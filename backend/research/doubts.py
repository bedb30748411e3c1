"""What a written answer points to that nothing vouches for: numbers, addresses and DOIs of the model's own.

Sources are shown to a model by their ids, never by numbers, so a number that it writes as a mark means nothing here. An
address is known where a source has it, where the text of a source does, or where the user said it.
The answer is left as it is; a sentence each goes with it.
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
_NUMBER = re.compile(r"[\[【]\^?\d{1,3}(?: ?[,;–-] ?\d{1,3}){0,19}[\]】](?!\()")


def doubts(said: str, inquiry: Inquiry, sources: Sequence[Source], reports: Sequence[Report] = ()) -> tuple[str, ...]:
    """Warnings about `said`, a model's own words before its marks were put right."""
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
        found.append(f"Marks in the answer that stand for no source: {_listed(numbers)}.")
    if links:
        found.append(f"Addresses in the answer that no source has: {_listed(links)}.")
    return tuple(found)


def _known(sources: Sequence[Source], texts: Iterable[str]) -> set[str]:
    """The keys of all addresses and DOIs that a model was shown."""
    own = (" ".join(part for part in (each.url, each.doi, *each.metadata.get("also", ())) if part) for each in sources)
    keys = {key for text in own for key in identifiers(text)}
    shown = (text for each in sources for text in (each.title, each.content))
    return keys | {key for text in (*shown, *texts) for _, found in mentions(text) for key in found}


def _strings(said: str) -> list[str]:
    """The strings in an answer that is JSON; the whole where it is none after all."""
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
    """Without what stands between backticks, where a number in brackets is a place in a list."""
    return " ".join(re.split("`+", text)[::2])


def _listed(found: Iterable[str]) -> str:
    every = [each[:_CHARACTERS] for each in found]
    more = f" and {len(every) - _NAMED} more" if len(every) > _NAMED else ""
    return ", ".join(every[:_NAMED]) + more
