"""Something that happened while a request was worked on, and the closed list of names (contract, section 5)."""

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
    """A named step of a run; `data` is ready for JSON."""

    name: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.name not in EVENT_NAMES:
            raise ValueError(f"unknown event {self.name!r}")


#: The last event of every run is one of these.
TERMINAL = frozenset({"final_answer", "error"})


@dataclass(frozen=True, slots=True)
class Numbered:
    """An event of a run as it is stored: the run's events are numbered from 1 on."""

    number: int
    name: str
    data: Mapping[str, Any]

    @property
    def terminal(self) -> bool:
        return self.name in TERMINAL


@dataclass(frozen=True, slots=True)
class Token:
    """Text of one channel from `offset` (characters) on. An offset below what came before replaces the text from there.

    It is not stored as an event: what is stored is the text.
    """

    channel: str
    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class SessionEvent:
    """Something that happened to a session, whoever caused it. `id` says up to where its follower has heard."""

    id: str
    name: Literal["draft", "revision", "run", "citations", "reference"]
    data: Mapping[str, Any]


Emit = Callable[[Event], None]
"""How a service or a provider tells what it is doing; it may be called from any thread."""


def silent(event: Event) -> None:
    """The emit of a caller that does not listen."""
