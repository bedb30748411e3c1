"""Find numbers, addresses and DOIs in a written answer that no source confirms.

A model gets its sources with ids, not with numbers. So a citation mark with a number that it writes itself, such as
"[3]", refers to no source. An address is confirmed if a source or its text contains it, or if the user wrote it. The
answer is not changed; a warning is returned for each kind of doubt.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from backend.kernel.works import Source
from backend.research.inquiry import Inquiry, Report
from backend.sources.identifiers import identifiers, mentions

#: Maximum number of things that a warning names, and of characters of each.
_NAMED, _CHARACTERS = 10, 200
_DIGITS = r"\d{1,3}(?: ?[,;–-] ?\d{1,3}){0,19}"
#: The first characters of all these forms. Looking for them first takes a twentieth of the time.
_FIRST = r"[\[【^(<¹²³⁰⁴-⁹]"
_ANY_FIRST = re.compile(_FIRST)
#: A number in brackets, as chat models write marks, or a raised number after a word. After a number or a single-letter
#: variable, a raised number is a power.
_NUMBER = re.compile(
    rf"(?={_FIRST})(?:[\[【]\^?{_DIGITS}[\]】](?!\()|[\[【]\d{{1,3}}(?::\d{{1,3}})?†[^\]】\n]{{0,80}}[\]】]"
    rf"|(?<=[^\W\d_]{{3}})\^\d{{1,3}}\^|\((?:see )?(?:refs?\.|sources?|results?) ?{_DIGITS}\)"
    rf"|\[[A-Z][A-Za-z]{{1,3}}\+?\d\d[a-z]?\](?!\()"
    rf"|(?<=[^\W\d_]{{3}})<sup>{_DIGITS}</sup>|(?<=[^\W\d_]{{3}}[.,;])(?:<sup>{_DIGITS}</sup>|[¹²³⁰⁴-⁹]{{1,3}}))"
)


def doubts(answer: str, inquiry: Inquiry, sources: Sequence[Source], reports: Sequence[Report] = ()) -> tuple[str, ...]:
    """Return warnings about the numbers, addresses and DOIs in `answer` that nothing confirms. `answer` is the model's
    own text, before its marks were corrected.
    """
    texts = [answer] if inquiry.schema is None else _strings(answer)
    asked = inquiry.turns[-1].content
    heard = [turn.content for turn in inquiry.turns if turn.role == "user"]
    known = [*heard, inquiry.rules, inquiry.persona, *(each.text for each in reports)]
    numbers = [each for each in own_marks(texts) if each not in asked]
    return (*about_marks(numbers), *about_addresses(texts, sources, lambda: known))


def own_marks(texts: Iterable[str]) -> list[str]:
    """Return the numbers in texts that look like citation marks, in any form in which models write them, such as
    "[3]".
    """
    marked = (_without_code(text) for text in texts if _ANY_FIRST.search(text))
    return list(dict.fromkeys(mark for text in marked for mark in _NUMBER.findall(text)))


def about_marks(marks: Sequence[str]) -> Iterator[str]:
    """Yield one warning that names citation marks which refer to no source. Yield nothing if there are none."""
    if marks:
        yield f"These citation marks in the answer have no source: {_listed(marks)}. Check the sentences with them."


def about_addresses(
    texts: Iterable[str], sources: Sequence[Source], shown: Callable[[], Iterable[str]]
) -> Iterator[str]:
    """Yield one warning that names the addresses and DOIs in `texts` that no source contains. `shown` returns other
    texts whose addresses count as known, such as the user's messages.
    """
    written = dict(each for text in texts for each in mentions(text))
    if not written:
        return
    known = _known(sources, shown())
    if links := [each for each, keys in written.items() if known.isdisjoint(keys)]:
        yield f"No source contains these addresses given in the answer: {_listed(links)}. They may be invented."


def _known(sources: Sequence[Source], texts: Iterable[str]) -> set[str]:
    """Return the keys (normalized forms) of all addresses and DOIs in the sources and in `texts`, the other texts that
    the model got.
    """
    own = (" ".join(part for part in (each.url, each.doi, *each.metadata.get("also", ())) if part) for each in sources)
    keys = {key for text in own for key in identifiers(text)}
    shown = (text for each in sources for text in (each.title, each.content))
    return keys | {key for text in (*shown, *texts) for _, found in mentions(text) for key in found}


def _strings(said: str) -> list[str]:
    """Return the strings in an answer (`said`) that is JSON, or the whole answer as the only string."""
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
    """Return the text without what is between backticks, because a number in brackets may be an index there."""
    return " ".join(re.split("`+", text)[::2]) if "`" in text else text


def _listed(found: Iterable[str]) -> str:
    every = [each[:_CHARACTERS] for each in found]
    more = f" and {len(every) - _NAMED} more" if len(every) > _NAMED else ""
    return ", ".join(every[:_NAMED]) + more
