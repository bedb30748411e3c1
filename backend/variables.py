"""Parse environment variables into values with types. Errors are collected by the variable's name."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

PREFIX = "COSCRIBE_"
#: Variables that are also read without the prefix, because other programs use these names.
SHARED_KEYS = ("PERPLEXITY_API_KEY", "OPENAI_API_KEY", "TAVILY_API_KEY", "LINKUP_API_KEY")

_RATE = re.compile(r"\d+\s*(/|per)\s*(\d+\s*)?(second|minute|hour|day|month|year)s?", re.IGNORECASE)
_YES = ("1", "true", "yes", "on")


class Variables:
    """Reads variables one by one. If a value is invalid, the reason is added to `problems` under the variable's
    name.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.problems: dict[str, str] = {}

    def problem(self, name: str, reason: str) -> None:
        self.problems.setdefault(PREFIX + name, reason)

    def text(self, name: str, default: str = "") -> str:
        """Return a variable's text without white space at its ends; `default` if the variable is empty or not set."""
        found = self._environ.get(PREFIX + name, "").strip()
        if not found and name in SHARED_KEYS:
            found = self._environ.get(name, "").strip()
        return found or default

    def choice(self, name: str, allowed: tuple[str, ...], default: str) -> str:
        given = self.text(name)
        found = next((each for each in allowed if each.lower() == given.lower()), "")
        if given and not found:
            self.problem(name, f"{given!r} is not one of {', '.join(allowed)}")
        return found or default

    def whole(self, name: str, default: int, least: int, most: int) -> int:
        return int(self._number(name, default, (least, most), whole=True))

    def number(self, name: str, default: float, least: float, most: float) -> float:
        return self._number(name, default, (least, most), whole=False)

    def _number(self, name: str, default: float, bounds: tuple[float, float], whole: bool) -> float:
        least, most = bounds
        given = self.text(name)
        if not given:
            return default
        try:
            found = int(given) if whole else float(given)
        except ValueError:
            found = math.nan
        if least <= found <= most:
            return found
        kind = "whole number" if whole else "number"
        self.problem(name, f"{given!r} is not a {kind} between {least} and {most}")
        return default

    def flag(self, name: str, default: str = "off") -> bool:
        return self.choice(name, (*_YES, "0", "false", "no", "off"), default) in _YES

    def words(self, name: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(re.split(r"[\s,]+", given))) if (given := self.text(name)) else ()

    def matching(self, name: str, pattern: re.Pattern[str], complaint: str) -> str:
        given = self.text(name)
        if given and not pattern.fullmatch(given):
            self.problem(name, complaint)
        return given

    def url(self, name: str) -> str:
        """Return the value of a variable: an http or https address, or a word for a known service, such as "groq".
        Returns "" if the variable is not set. For any other value, a reason is added to `problems`.
        """
        given = self.text(name)
        if given and not re.fullmatch(r"https?://[^\s/]+\S*|[A-Za-z][A-Za-z0-9 ._-]*", given):
            self.problem(name, f"{given!r} is not an http:// or https:// address")
        return given

    def rate(self, name: str, default: str) -> str | None:
        given = self.text(name, default)
        if given.lower() == "off":
            return None
        if not all(_RATE.fullmatch(part.strip()) for part in re.split(r"[;,|]", given)):
            self.problem(name, f"{given!r} is neither a rate such as 600/minute nor off")
        return given
