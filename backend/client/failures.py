"""Failures of the client, each with words for a person and an exit code.

ClientFailure        1  anything else
├── Misused          2  the command can't be meant so (Click's own code for that)
├── SignedOut        3  no token, or one that the server doesn't take any more (401)
├── OverLimit        4  too many requests (429); the words say when to try again
├── Unreachable      5  no connection, or one that was lost and could not be had again
├── NothingThere     6  the answer is empty: nothing pending, nothing found, no session
├── Declined         7  refused as things stand (403, 404, 409, 412, 422 and the like)
├── ServerFailed     8  the server or a provider behind it failed (5xx), or answered with what is no answer
└── Stopped        130  stopped with Ctrl-C, or cancelled by somebody
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any


class ClientFailure(Exception):
    """`problem` is the server's own account (RFC 9457), where it gave one."""

    code = 1

    def __init__(self, words: str, problem: Mapping[str, Any] | None = None) -> None:
        super().__init__(words)
        self.words = words
        self.problem = dict(problem or {})


class Misused(ClientFailure):
    code = 2


class SignedOut(ClientFailure):
    code = 3


class OverLimit(ClientFailure):
    code = 4


class Unreachable(ClientFailure):
    code = 5


class NothingThere(ClientFailure):
    code = 6


class Declined(ClientFailure):
    code = 7


class ServerFailed(ClientFailure):
    code = 8


class Stopped(ClientFailure):
    code = 130


def from_problem(status: int, problem: Mapping[str, Any], retry_after: str | float | None = None) -> ClientFailure:
    """The failure that a problem document means. `retry_after` as the header has it: seconds, or a date."""
    words = _words(status, problem)
    if status == 401:
        return SignedOut(words, problem)
    if status == 409 and problem.get("title") == "Cancelled":
        return Stopped(words, problem)
    when = _when(retry_after)
    if status == 429:
        return OverLimit(f"{words} {when}".strip(), problem)
    if status >= 500:
        return ServerFailed(f"{words} {when}".strip(), problem)
    return Declined(words, problem)


def _words(status: int, problem: Mapping[str, Any]) -> str:
    """`detail`, then every refused field on a line of its own."""
    detail = str(problem.get("detail") or problem.get("error") or problem.get("title") or f"The server said {status}.")
    lines = [detail]
    for field, reasons in (problem.get("errors") or {}).items():
        lines.append(f"  {field}: {' '.join(map(str, reasons)) if isinstance(reasons, list) else reasons}")
    if status == 409 and problem.get("run_id") and problem.get("title") != "Cancelled":
        lines.append(f"  run: {problem['run_id']}")
    return "\n".join(lines)


def _when(retry_after: str | float | None, now: datetime | None = None) -> str:
    """Return when to try again, as a time span and as the local time of day."""
    seconds = seconds_of(retry_after, now)
    if seconds is None:
        return ""
    at = ((now or datetime.now(UTC)) + timedelta(seconds=seconds)).astimezone()
    return f"Try again in {span(seconds)}, at {at:%H:%M:%S}."


def seconds_of(retry_after: str | float | None, now: datetime | None = None) -> int | None:
    """Return a Retry-After in whole seconds from now; None if it says nothing."""
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
    """`42 s`, `3 min`, `2 h`."""
    if seconds < 120:
        return f"{seconds} s"
    if seconds < 7200:
        return f"{math.ceil(seconds / 60)} min"
    return f"{math.ceil(seconds / 3600)} h"
