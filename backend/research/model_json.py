"""Parse the JSON object in a model's answer, whatever text is around it. If that fails, the model is asked once more.

Two kinds of answers are parsed here: the search plan, and the review after each round of searches (research/deep). Both
are small objects of short strings, so one parser is enough. It ignores reasoning and code fences, and takes the first
object with one of the wanted keys. If no object is valid JSON, json-repair is used.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

import json_repair

from backend.kernel import prompts
from backend.kernel.exchange import ChatRequest, Turn, without_thoughts

#: Maximum number of characters that are parsed, because json-repair takes quadratic time for unescaped quotes.
_MOST = 20_000
#: Maximum number of characters of an unreadable answer that its model is shown again.
_SHOWN = 4_000
_NUMBER = re.compile(r"\d{1,6}(?:\.\d{1,6})?")


class Unreadable(ValueError):
    """Raised if an answer has no usable data. The message can be sent to the model."""


def first(text: str, wanted: Collection[str]) -> dict[str, Any]:
    """Return the first JSON object that has one of the `wanted` keys, with all its keys in lower case. Raises
    Unreadable if there is none.
    """
    bare = without_thoughts(text)[:_MOST]
    for found in (*_strict(bare), *_repaired(bare)):
        named = {str(key).strip().lower(): value for key, value in found.items()}
        if named.keys() & set(wanted):
            return named
    names = ", ".join(f'"{each}"' for each in wanted)
    what = "It contained a JSON object without any of" if "{" in bare else "It contained no JSON object with"
    raise Unreadable(f"{what} the keys {names}.")


def whole(text: str) -> str:
    """Return the JSON text of an answer. The answer may also have a code fence or words around it. Raises Unreadable if
    there is no JSON in it.
    """
    bare = without_thoughts(text)
    decoder = json.JSONDecoder(strict=False)
    for start in (0, *(each.start() for each in re.finditer(r"[{\[]", bare[:_MOST]))):
        try:
            value, end = decoder.raw_decode(bare, start)
        except (ValueError, RecursionError):
            continue
        if start == 0 or isinstance(value, dict | list):
            return bare[start:end]
    raise Unreadable("The answer is not JSON.")


def again(request: ChatRequest, answer: str, problem: str) -> ChatRequest:
    """Return the request with two more turns: the answer that could not be parsed, and a sentence that says what is
    wrong with it (`problem`).
    """
    shown = answer.strip()[:_SHOWN] or "(nothing)"
    words = prompts.render("again", problem=problem)
    return replace(request, turns=(*request.turns, Turn("assistant", shown), Turn("user", words)))


def words(value: Any, most: int) -> str:
    """Return the text of `value` on one line, at most `most` characters long; "" if `value` is not text."""
    if not isinstance(value, str):
        return ""
    line = " ".join("".join(c if c.isprintable() else " " for c in value).split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def lines(value: Any, most: int) -> tuple[str, ...]:
    """Return the different strings of a list, each on one line and at most `most` characters long. A single string is
    treated as a list of one string.
    """
    given = value if isinstance(value, list) else [value]
    return tuple(dict.fromkeys(line for each in given if (line := words(each, most))))


def percent(value: object) -> int | None:
    """Convert a confidence such as 80, "80 %", 0.8 or "0.8" to an integer from 0 to 100; None if it is not a number."""
    if isinstance(value, str):
        found = _NUMBER.search(value)
        if found is None:
            return None
        value = float(found[0]) if "." in found[0] and "%" not in value else round(float(found[0]))
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    if isinstance(value, float) and 0 < value <= 1:
        value *= 100
    return round(min(100, max(0, value)))


def _strict(text: str) -> Iterator[Mapping[str, Any]]:
    """Yield every valid JSON object in a text. An object comes before those that it contains."""
    decoder = json.JSONDecoder(strict=False)
    start = text.find("{")
    while start >= 0:
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            start = text.find("{", start + 1)
            continue
        yield value
        yield from _within(value)
        start = text.find("{", end)


def _within(value: Any, depth: int = 3) -> Iterator[Mapping[str, Any]]:
    """Yield the objects inside an object, up to `depth` levels deep, because some models wrap their answer: {"plan":
    {…}}.
    """
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in members:
        if isinstance(each, dict):
            yield each
        if depth:
            yield from _within(each, depth - 1)


def _repaired(text: str) -> Iterator[Mapping[str, Any]]:
    start = text.find("{")
    if start < 0:
        return
    try:
        value: Any = json_repair.loads(text[start:])
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return  # json-repair should never raise; a text for which it does is no answer
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, dict):
            yield each
            yield from _within(each)
