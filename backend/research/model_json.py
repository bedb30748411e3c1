"""JSON objects in what a model answers, whatever stands around them, and the one chance to say it better.

Plans and reviews are small objects of short strings, so one reader serves both: thoughts and fences are left out, the
first object that has one of the wanted keys is taken, and where none obeys JSON, json-repair reads what there is.
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
from backend.kernel.exchange import ChatRequest, Turn

#: Characters that are looked at: json-repair is quadratic in bare quotes.
_MOST = 20_000
#: Characters of a refused answer that its model is shown again.
_SHOWN = 4_000
_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,6}(?:\.\d{1,6})?")


class Unreadable(ValueError):
    """An answer that says nothing of use; the words say what was wrong, and are fit to be shown to its model."""


def without_thoughts(text: str) -> str:
    """Remove a model's thoughts from its answer."""
    return _THOUGHT.sub("", text).strip()


def first(text: str, wanted: Collection[str]) -> dict[str, Any]:
    """The first object that has one of the `wanted` keys, its keys in lower case. Raises Unreadable."""
    bare = without_thoughts(text)[:_MOST]
    for found in (*_strict(bare), *_repaired(bare)):
        named = {str(key).strip().lower(): value for key, value in found.items()}
        if named.keys() & set(wanted):
            return named
    names = ", ".join(f'"{each}"' for each in wanted)
    what = "It held a JSON object without any of" if "{" in bare else "It held no JSON object with"
    raise Unreadable(f"{what} the keys {names}.")


def whole(text: str) -> str:
    """The JSON that an answer is, or that stands alone in a fence or among a few words. Raises Unreadable."""
    bare = without_thoughts(text)
    decoder = json.JSONDecoder(strict=False)
    for start in (0, *(each.start() for each in re.finditer(r"[{\[]", bare[:_MOST]))):
        try:
            value, end = decoder.raw_decode(bare, start)
        except (ValueError, RecursionError):
            continue
        if start == 0 or isinstance(value, dict | list):
            return bare[start:end]
    raise Unreadable("It is no JSON.")


def again(request: ChatRequest, answer: str, problem: str) -> ChatRequest:
    """The same request with the answer that could not be read, and what was wrong with it."""
    shown = answer.strip()[:_SHOWN] or "(nothing)"
    words = prompts.render("again", problem=problem)
    return replace(request, turns=(*request.turns, Turn("assistant", shown), Turn("user", words)))


def words(value: Any, most: int) -> str:
    """A value as one line of at most so many characters; "" for what is no text."""
    if not isinstance(value, str):
        return ""
    line = " ".join("".join(c if c.isprintable() else " " for c in value).split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def lines(value: Any, most: int) -> tuple[str, ...]:
    """A list of texts, or one text, as different lines of at most so many characters."""
    given = value if isinstance(value, list) else [value]
    return tuple(dict.fromkeys(line for each in given if (line := words(each, most))))


def percent(value: object) -> int | None:
    """A confidence as 0 to 100, written as 80, "80 %", 0.8 or "0.8"; None where it is no number."""
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
    """Every object that obeys JSON, outer ones before those within them."""
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
    """Objects inside an object: some models wrap what is asked for, as in {"plan": {…}}."""
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
        return  # the library promises never to raise; a text that breaks the promise is no answer
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, dict):
            yield each
            yield from _within(each)
