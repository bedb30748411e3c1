"""Define the interface that every tool of an agent implements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from backend.kernel.search_requests import Failure
from backend.kernel.tool_calls import ToolResult, ToolSpec, ToolUse


class Fetched(Protocol):
    """A fetched page of the public web, as text."""

    @property
    def text(self) -> str: ...


#: Fetches a page of the public web within so many seconds. Returns the page, or a failure whose reason continues a
#: sentence.
Fetch = Callable[[str, float], Fetched | Failure]


class Tool(Protocol):
    """The interface of a tool, as the module tools/__init__.py describes it. `arguments` have passed
    `arguments.checked`.
    """

    spec: ToolSpec

    def is_ready(self, use: ToolUse) -> bool: ...

    def call(self, arguments: Mapping[str, Any], use: ToolUse) -> ToolResult: ...


def takes(required: Mapping[str, str], optional: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the JSON schema of an object whose properties are strings, from the names and descriptions of the
    properties.
    """
    told = {**required, **(optional or {})}
    return {
        "type": "object",
        "properties": {name: {"type": "string", "description": about} for name, about in told.items()},
        "required": list(required),
        "additionalProperties": False,
    }
