"""Define the tools that models may call, such as a web search.

A tool is a class with `spec`, its description for the model; `is_ready(use)`, which returns True if this request can
use it; and `call(arguments, use)`, which returns a ToolResult, or raises a CoscribeError with a message for the model.
No tool can change a document: text only gets there as a draft that a person approves.
"""

from __future__ import annotations

from collections.abc import Collection

from backend.errors import NotFound
from backend.kernel.tool_calls import ToolCall, ToolResult, ToolSpec, ToolUse
from backend.ports import Files, ResearchPorts
from backend.tools.pages import PageTool
from backend.tools.scratch import ReadTool, WriteTool
from backend.tools.searches import FileSearchTool, MediaSearch, WebSearch
from backend.tools.tool import Fetch, Tool, checked
from backend.tools.transcripts import TranscriptTool


class Tools:
    """All tools by name. Several threads may use it at the same time."""

    def __init__(self, tools: Collection[Tool]) -> None:
        self._tools = {each.spec.name: each for each in tools}

    def specs(self, names: Collection[str], use: ToolUse) -> tuple[ToolSpec, ...]:
        """Return the descriptions of those tools in `names` that can be used in the context `use`."""
        return tuple(tool.spec for name, tool in self._tools.items() if name in names and tool.is_ready(use))

    def call(self, call: ToolCall, use: ToolUse) -> ToolResult:
        """Carry out a call in the context `use`, and return its result. Raises NotFound if there is no such tool,
        Refused for invalid arguments, and the tool's own errors.
        """
        tool = self._tools.get(call.tool)
        if tool is None or not tool.is_ready(use):
            raise NotFound(f"There is no tool {call.tool[:40]!r} for this request.")
        return tool.call(checked(tool.spec, call.arguments), use)


def tools(parts: ResearchPorts, fetch: Fetch, files: Files) -> Tools:
    """Return all tools. `parts` are the adapters that search and read pages, `fetch` loads one page, and `files` is the
    store of the sessions' notes.
    """
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
