"""Define the events of a run, with the complete list of their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

EVENT_NAMES = frozenset(
    {
        "phase", "token", "sources", "citations", "plan_thought", "exec_action", "review", "final_answer", "error",
        "tool_call_started", "tool_call_success", "tool_call_error",
        "subagent_started", "subagent_data", "subagent_completed", "subagent_error",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Event:
    """A named step of a run; `data` is JSON data."""

    name: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.name not in EVENT_NAMES:
            raise ValueError(f"unknown event {self.name!r}")


#: The last event of every run is one of these.
TERMINAL = frozenset({"final_answer", "error"})


@dataclass(frozen=True, slots=True)
class Numbered:
    """A stored event of a run, numbered from 1."""

    number: int
    name: str
    data: Mapping[str, Any]

    @property
    def terminal(self) -> bool:
        return self.name in TERMINAL


@dataclass(frozen=True, slots=True)
class Token:
    """Text of one channel at `offset` (characters). If the offset is inside the earlier text, the text from there is
    replaced.

    It is not stored as an event; the text itself is.
    """

    channel: str
    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class SessionEvent:
    """A change of a session. `id` tells how much of the session's changes its follower has received."""

    id: str
    name: Literal["draft", "revision", "run", "citations", "reference"]
    data: Mapping[str, Any]


Emit = Callable[[Event], None]
"""How a service or a provider tells what it is doing; it may be called from any thread."""


def silent(event: Event) -> None:
    """Ignore an event, for callers that do not listen."""
