"""Read an object that obeys JSON's grammar, whatever is wrong inside its strings.

Where the brackets, commas and quotes all fit, there is nothing to guess about structure: every string ends at its
first bare quote. What a string means is still decided by `escapes`, since TeX with single backslashes, and raw line
breaks, fit the grammar too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from json.decoder import JSONObject  # type: ignore[attr-defined]
from json.scanner import py_make_scanner  # type: ignore[attr-defined]
from typing import Any

from backend.drafting.escapes import decode
from backend.drafting.patterns import FLAGS, WHOLE_ANCHOR

#: what may follow an answer: more brackets, a fence, a tag, words
_END = re.compile(r"[\s\]})]*(?:\Z|[`~<(*\w-])")
_KEY = re.compile(WHOLE_ANCHOR, FLAGS)
_STRING = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)


@dataclass(slots=True)
class Grammatical:
    """An object's members in order, its end, and what had to be done to its strings."""

    members: list[tuple[str, Any]]
    end: int
    repairs: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)


class _Decoder(json.JSONDecoder):
    """The standard decoder with strings read by `escapes`; `reached` is how far it came."""

    def __init__(self) -> None:
        super().__init__(object_pairs_hook=_Members, parse_constant=lambda _: None)
        self.repairs: set[str] = set()
        self.unsure: set[str] = set()
        self.reached = 0
        self.parse_string: Callable[[str, int, bool], tuple[str, int]] = self._string
        self.scan_once = py_make_scanner(self)

    def _string(self, text: str, at: int, _strict: bool) -> tuple[str, int]:
        found = _STRING.match(text, at)
        end = found.end() if found else at
        self.reached = end
        if text[end : end + 1] != '"':
            raise json.JSONDecodeError("string without an end", text, end)
        body = text[at:end]
        if "\n" in body:
            self.repairs.add("newlines")
        decoded = decode(body)
        self.repairs |= decoded.repairs
        if decoded.unsure:
            self.unsure.add(decoded.text)
        return decoded.text, end + 1


class _Skipper(json.JSONDecoder):
    """The standard decoder, which only looks where strings end."""

    def __init__(self) -> None:
        super().__init__(strict=False)
        self.reached = 0
        self.parse_string: Callable[[str, int, bool], tuple[str, int]] = self._string
        self.scan_once = py_make_scanner(self)

    def _string(self, text: str, at: int, _strict: bool) -> tuple[str, int]:
        found = _STRING.match(text, at)
        end = found.end() if found else at
        self.reached = end
        if text[end : end + 1] != '"':
            raise json.JSONDecodeError("string without an end", text, end)
        return "", end + 1


class _Members(dict[str, Any]):
    """An object that remembers keys that came twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs


def read_object(text: str, at: int) -> Grammatical | int:
    """The object that begins at `at`, or the position up to which the text was looked at in vain."""
    decoder = _Decoder()
    try:
        value, end = decoder.raw_decode(text, at)
    except RecursionError:
        return len(text)
    except ValueError as error:
        return max(decoder.reached, getattr(error, "pos", at))
    members = [(key, _plain(member)) for key, member in value.pairs]
    return Grammatical(members, end, decoder.repairs, decoder.unsure)


def ends_answer(text: str, at: int) -> tuple[bool, int]:
    """Whether members of an object, from `at` on, obey the grammar up to its brace and nothing but prose follows.

    Also gives the position up to which the text was looked at.
    """
    decoder = _Skipper()
    try:
        _, end = JSONObject((text, at), False, decoder.scan_once, None, None)
    except RecursionError:
        return False, len(text)
    except (StopIteration, ValueError) as error:
        return False, max(decoder.reached, getattr(error, "pos", at))
    rest = text[end : end + 5000]
    return _END.match(rest) is not None and _KEY.search(rest) is None, end


def _plain(value: Any) -> Any:
    if isinstance(value, _Members):
        return {key: _plain(member) for key, member in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value
