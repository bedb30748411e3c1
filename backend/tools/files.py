"""Implement the tool `file_search`, which searches the user's own library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from backend.errors import NotFound
from backend.kernel.tool_calls import ToolResult, ToolSpec, ToolUse
from backend.research.synthesis import listed
from backend.tools.tool import takes

#: Maximum number of passages of one search, and of characters of each that the model sees.
PASSAGES, CHARACTERS = 8, 1_200


class FileSearchTool:
    """Searches the library works that the user has selected for this request. The model cannot select others."""

    spec = ToolSpec(
        "file_search",
        "Search the researcher's own library of papers for passages. Technical terms find more than sentences.",
        takes({"query": "what the passages should be about"}),
        about="query",
    )

    def is_ready(self, use: ToolUse) -> bool:
        return use.files is not None

    def call(self, arguments: Mapping[str, Any], use: ToolUse) -> ToolResult:
        if use.files is None:
            raise NotFound("This request may not search the library: the user has selected no works for it.")
        found = tuple(use.files(arguments["query"], PASSAGES))
        return ToolResult(listed(found, CHARACTERS) if found else "Nothing was found.", found, len(found))
