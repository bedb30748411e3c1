"""Define the failures of the client, each with a message for the user and an exit code.

ClientFailure        1  any failure that is not listed below
├── InvalidUsage     2  invalid usage (Click's own exit code)
├── SignedOut        3  there is no token, or the server refuses it (401)
├── OverLimit        4  too many requests (429); the message says when to try again
├── Unreachable      5  there is no connection, or it was lost and could not be restored
├── NothingFound     6  nothing is pending, nothing was found, or no session is chosen
├── RequestRefused   7  the server refused the request (403, 404, 409, 412, 422 and the like)
├── ServerError      8  the server or a provider behind it failed (5xx), or sent an invalid answer
└── Stopped        130  stopped with Ctrl-C, or cancelled by another client
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any


class ClientFailure(Exception):
    """A failure of the client. `words` is its message. `problem` is the error that the server sent, as a problem
    document (RFC 9457), or {}.
    """

    code = 1

    def __init__(self, words: str, problem: Mapping[str, Any] | None = None) -> None:
        super().__init__(words)
        self.words = words
        self.problem = dict(problem or {})


class InvalidUsage(ClientFailure):
    code = 2


class SignedOut(ClientFailure):
    code = 3


class OverLimit(ClientFailure):
    code = 4


class Unreachable(ClientFailure):
    code = 5


class NothingFound(ClientFailure):
    code = 6


class RequestRefused(ClientFailure):
    code = 7


class ServerError(ClientFailure):
    code = 8


class Stopped(ClientFailure):
    code = 130


#: Advice at the end of an error that `_when` gives more precisely.
_VAGUE = re.compile(r" (?:Try again|Wait for the number of seconds)[^.]*\.$")


def from_problem(status: int, problem: Mapping[str, Any], retry_after: str | float | None = None) -> ClientFailure:
    """Convert an error of the server to a failure. `status` is the HTTP status, `problem` the server's problem
    document, and `retry_after` the value of its Retry-After header: seconds or a date.
    """
    words = _words(status, problem)
    if status == 401:
        return SignedOut(words, problem)
    if status == 409 and problem.get("title") == "Cancelled":
        return Stopped(words, problem)
    when = _when(retry_after)
    words = _VAGUE.sub("", words) if when else words
    if status == 429:
        return OverLimit(f"{words} {when}".strip(), problem)
    if status >= 500:
        return ServerError(f"{words} {when}".strip(), problem)
    return RequestRefused(words, problem)


def _words(status: int, problem: Mapping[str, Any]) -> str:
    """Return the message for the user: the problem's `detail`, followed by a line for each refused field with the
    reasons.
    """
    detail = str(
        problem.get("detail") or problem.get("error") or problem.get("title") or f"The server answered {status}."
    )
    lines = [detail]
    for field, reasons in (problem.get("errors") or {}).items():
        lines.append(f"  {field}: {' '.join(map(str, reasons)) if isinstance(reasons, list) else reasons}")
    if status == 409 and problem.get("run_id") and problem.get("title") != "Cancelled":
        lines.append(f"  run: {problem['run_id']}")
    return "\n".join(lines)


def _when(retry_after: str | float | None) -> str:
    """Return when to try again, such as "Try again in 42 s, at 14:05."; "" if the header is missing or invalid."""
    seconds = seconds_of(retry_after)
    if seconds is None:
        return ""
    at = (datetime.now(UTC) + timedelta(seconds=seconds)).astimezone()
    return f"Try again in {span(seconds)}, " + (f"at {at:%H:%M:%S}." if seconds < 86_400 else f"on {at:%Y-%m-%d}.")


def seconds_of(retry_after: str | float | None, now: datetime | None = None) -> int | None:
    """Return the value of a Retry-After header as whole seconds from now; None if it is missing or invalid."""
    if retry_after is None or retry_after == "":
        return None
    try:
        return max(0, math.ceil(float(retry_after)))
    except (ValueError, OverflowError):
        try:
            moment = parsedate_to_datetime(str(retry_after))
        except ValueError:
            return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0, math.ceil((moment - (now or datetime.now(UTC))).total_seconds()))


def span(seconds: int) -> str:
    """Format a number of seconds as `42 s`, `3 min`, `2 h` or `3 days`."""
    if seconds < 120:
        return f"{seconds} s"
    if seconds < 7200:
        return f"{math.ceil(seconds / 60)} min"
    if seconds < 172_800:
        return f"{math.ceil(seconds / 3600)} h"
    return f"{math.ceil(seconds / 86_400)} days"
