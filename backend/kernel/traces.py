"""Define the trace of one piece of work: how long each step took, and the run and the request that it belongs to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the work: its name, when it began, and when it ended. Both times are in nanoseconds since 1970."""

    name: str
    began: int
    ended: int


@dataclass(frozen=True, slots=True)
class Trace:
    """A piece of work and its steps. `began` and `ended` are in nanoseconds since 1970. `error` is the name of the
    error that ended the work; "" if there was none.
    """

    name: str
    run_id: str
    request_id: str
    steps: tuple[Step, ...]
    began: int
    ended: int
    error: str = ""
