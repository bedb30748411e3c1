"""Define the tools that agents may call: one interface, one registry.

A tool is a class with a `spec`, `is_ready(use)` (whether this request can use it) and `call(arguments, use)`, which
returns a ToolResult or raises a CoscribeError with a message for the model. No tool can change a document: text only
gets there as a draft that a person approves.
"""

from __future__ import annotations

from collections.abc import Collection

from backend.errors import NotFound
from backend.kernel.tool_calls import ToolCall, ToolResult, ToolSpec, ToolUse
from backend.ports import Files, ResearchPorts
from backend.tools.arguments import checked
from backend.tools.files import FileSearchTool
from backend.tools.pages import PageTool
from backend.tools.scratch import ReadTool, WriteTool
from backend.tools.searches import MediaSearch, WebSearch
from backend.tools.tool import Fetch, Tool
from backend.tools.transcripts import TranscriptTool


class Tools:
    """The registry (ports.Toolbox). Threads may share it."""

    def __init__(self, tools: Collection[Tool]) -> None:
        self._tools = {each.spec.name: each for each in tools}

    def specs(self, names: Collection[str], use: ToolUse) -> tuple[ToolSpec, ...]:
        """Return those of the named tools that this request can use."""
        return tuple(tool.spec for name, tool in self._tools.items() if name in names and tool.is_ready(use))

    def call(self, call: ToolCall, use: ToolUse) -> ToolResult:
        """Carry out a call. Raises NotFound for an unknown tool, Refused for bad arguments, which it names, and the
        tool's own errors.
        """
        tool = self._tools.get(call.tool)
        if tool is None or not tool.is_ready(use):
            raise NotFound(f"There is no tool {call.tool[:40]!r} for this request.")
        return tool.call(checked(tool.spec, call.arguments), use)


def tools(parts: ResearchPorts, fetch: Fetch, files: Files) -> Tools:
    """Return the registry of all tools."""
    return Tools(
        (
            WebSearch(parts),
            MediaSearch(parts, "images"),
            MediaSearch(parts, "videos"),
            PageTool(parts, "url_summarization"),
            PageTool(parts, "pdf_loader"),
            TranscriptTool(fetch),
            FileSearchTool(),
            ReadTool(files),
            WriteTool(files),
        )
    )
