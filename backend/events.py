"""Something that happened while a request was worked on, and the closed list of names (contract, section 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

EVENT_NAMES = frozenset(
    {
        "phase", "token", "sources", "plan_thought", "exec_action", "review", "final_answer", "error",
        "tool_call_started", "tool_call_success", "tool_call_error",
        "subagent_started", "subagent_data", "subagent_completed", "subagent_error",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Event:
    """One step, named; `data` is JSON-ready."""

    name: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.name not in EVENT_NAMES:
            raise ValueError(f"unknown event {self.name!r}")


Emit = Callable[[Event], None]
"""How a service or a provider tells what it is doing; it may be called from any thread."""


def silent(event: Event) -> None:
    """The emit of a caller that does not listen."""
