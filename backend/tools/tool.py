"""Define the interface that every tool implements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from backend.kernel.search_requests import Failure
from backend.kernel.tool_calls import ToolResult, ToolSpec, ToolUse


class Fetched(Protocol):
    """A web page that was fetched, as text."""

    @property
    def text(self) -> str: ...


#: A function that fetches a page of the public web within some seconds. Returns the page, or a Failure; the Failure's
#: reason is the end of a sentence whose subject is the page.
Fetch = Callable[[str, float], Fetched | Failure]


class Tool(Protocol):
    """The interface of a tool; tools/__init__.py describes it. The arguments of `call` were checked by
    `arguments.checked`.
    """

    spec: ToolSpec

    def is_ready(self, use: ToolUse) -> bool: ...

    def call(self, arguments: Mapping[str, Any], use: ToolUse) -> ToolResult: ...


def takes(required: Mapping[str, str], optional: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the JSON schema of a tool's arguments, all strings, from their names and descriptions."""
    told = {**required, **(optional or {})}
    return {
        "type": "object",
        "properties": {name: {"type": "string", "description": about} for name, about in told.items()},
        "required": list(required),
        "additionalProperties": False,
    }
