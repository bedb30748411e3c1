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
            raise ValueError(f"{self.name!r} is not a name in EVENT_NAMES")


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
    """A piece of a channel's text, which begins at `offset` (in characters). It replaces all earlier text after the
    offset.

    A token is not stored as an event; the database stores the text.
    """

    channel: str
    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class SessionEvent:
    """A change of a session. A client that reconnects sends the last `id` that it received, and gets the changes since
    then.
    """

    id: str
    name: Literal["draft", "revision", "run", "citations", "reference"]
    data: Mapping[str, Any]


Emit = Callable[[Event], None]
"""The function by which a service or a provider reports an event; any thread may call it."""


def silent(event: Event) -> None:
    """Ignore an event: the `Emit` of callers that need no events."""
