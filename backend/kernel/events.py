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
    """A step of a run that is reported to clients: its name, one of `EVENT_NAMES`, and its facts, as JSON data."""

    name: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.name not in EVENT_NAMES:
            raise ValueError(f"{self.name!r} is not a name in EVENT_NAMES")


#: The last event of every run is one of these.
TERMINAL = frozenset({"final_answer", "error"})


@dataclass(frozen=True, slots=True)
class Numbered:
    """An event of a run as the database stores it; a run's events are numbered from 1."""

    number: int
    name: str
    data: Mapping[str, Any]

    @property
    def terminal(self) -> bool:
        return self.name in TERMINAL


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a text that is being written, such as a model's answer. (In orders, a token is a word of the message.)

    `channel` names the text. The piece begins at character `offset` of the text and replaces everything after it. The
    database stores the text, not its tokens.
    """

    channel: str
    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class SessionEvent:
    """A change of a session: `name` is the kind of thing that changed.

    A client that connects again sends the last `id` that it received, and gets the changes since then.
    """

    id: str
    name: Literal["draft", "revision", "run", "citations", "reference"]
    data: Mapping[str, Any]


Emit = Callable[[Event], None]
"""The function by which a service or a provider reports an event; any thread may call it."""


def silent(event: Event) -> None:
    """Ignore an event. Callers that need no events pass this function where an `Emit` is expected."""
