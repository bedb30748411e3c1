import pytest

from backend.errors import NotFound
from backend.kernel.tool_calls import ToolCall, ToolUse
from backend.kernel.works import Source
from backend.tools import Tools
from backend.tools.files import FileSearchTool


def test_only_what_the_request_may_use_is_searched() -> None:
    asked: list[tuple[str, int]] = []

    def files(query: str, most: int) -> list[Source]:
        asked.append((query, most))
        return [Source("My paper", content="Roots breathe.", metadata={"page": 3})]

    tools = Tools((FileSearchTool(),))
    use = ToolUse("question", 5, files=files)
    found = tools.call(ToolCall("file_search", {"query": "roots"}), use)
    assert asked == [("roots", 8)]
    assert "My paper" in found.text and "Roots breathe." in found.text
    assert found.sources[0].metadata["page"] == 3


def test_without_a_library_there_is_no_such_tool() -> None:
    tools = Tools((FileSearchTool(),))
    assert tools.specs({"file_search"}, ToolUse("question", 5)) == ()
    with pytest.raises(NotFound):
        tools.call(ToolCall("file_search", {"query": "x"}), ToolUse("question", 5))
