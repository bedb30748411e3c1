"""Define the interface that every tool implements, and check the arguments of a call. A model writes the arguments, so
they may be invalid in any way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from backend.errors import Refused
from backend.kernel.search_requests import Failure
from backend.kernel.tool_calls import ToolResult, ToolSpec, ToolUse

#: Maximum characters of an argument, and of a text that is written into a file.
MOST, MOST_TEXT = 2_000, 1_000_000


class Fetched(Protocol):
    """A web page that was fetched, as text."""

    @property
    def text(self) -> str: ...


#: A function that fetches a page of the public web within some seconds. Returns the page, or a Failure; the Failure's
#: reason is the end of a sentence whose subject is the page.
Fetch = Callable[[str, float], Fetched | Failure]


class Tool(Protocol):
    """The interface of a tool; tools/__init__.py describes it. The arguments of `call` were checked by
    `checked`.
    """

    spec: ToolSpec

    def is_ready(self, use: ToolUse) -> bool: ...

    def call(self, arguments: Mapping[str, Any], use: ToolUse) -> ToolResult: ...


def takes(required: Mapping[str, str], optional: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the JSON schema of a tool's arguments, which are all strings. `required` and `optional` map their names to
    their descriptions.
    """
    told = {**required, **(optional or {})}
    return {
        "type": "object",
        "properties": {name: {"type": "string", "description": about} for name, about in told.items()},
        "required": list(required),
        "additionalProperties": False,
    }


def checked(spec: ToolSpec, arguments: Mapping[str, Any]) -> dict[str, str]:
    """Return the value of each argument of the tool, without white space at its ends. A missing optional argument is
    "". Raises Refused with a reason for each invalid argument.
    """
    properties: Mapping[str, Any] = spec.parameters["properties"]
    wrong = {name or "arguments": ["unknown"] for name in arguments if name not in properties}
    if "" in arguments:
        wrong["arguments"] = ["not a JSON object"]
    found: dict[str, str] = {}
    for name in properties:
        value = arguments.get(name)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            value = str(value)
        most = MOST_TEXT if name == "text" else MOST
        if value is None or value == "":
            if name in spec.parameters["required"]:
                wrong[name] = ["missing"]
            found[name] = ""
        elif not isinstance(value, str):
            wrong[name] = ["not a text"]
        elif len(value) > most:
            wrong[name] = [f"longer than {most} characters"]
        else:
            found[name] = value if name == "text" else value.strip()
    if wrong:
        told = "; ".join(f"{name}: {', '.join(reasons)}" for name, reasons in wrong.items())
        raise Refused(
            f"The arguments of {spec.name} cannot be used: {told}. Call the tool again with other arguments.",
            errors=wrong,
        )
    return found
