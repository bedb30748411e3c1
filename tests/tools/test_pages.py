import pytest

from backend.errors import NotFound, ProviderMisanswered, Refused
from backend.kernel.tool_calls import ToolCall, ToolUse
from backend.tools import Tools
from backend.tools.pages import PageTool
from tests.canned import CannedPages, research_ports

URL = "https://a.example/tides"
USE = ToolUse("How often do tides flood mangroves?", 5)
DULL = "Nothing of interest is said in this sentence about the weather." * 5
PAGE = "\n\n".join(["Tides and mangroves", *[DULL] * 20, "Mangroves are flooded by tides twice a day."])


@pytest.fixture
def tools() -> Tools:
    parts = research_ports(pages=CannedPages({URL: PAGE}))
    return Tools((PageTool(parts, "url_summarization"), PageTool(parts, "pdf_loader")))


@pytest.mark.parametrize("name", ["url_summarization", "pdf_loader"])
def test_the_passages_that_answer(tools: Tools, name: str) -> None:
    found = tools.call(ToolCall(name, {"url": URL}), USE)
    (source,) = found.sources
    assert (source.title, source.url, source.connector) == ("Tides and mangroves", URL, name)
    assert "flooded by tides twice a day" in found.text


@pytest.mark.parametrize("url", ["tides", "file:///etc/passwd", "ftp://a.example/x", "https://"])
def test_what_is_no_address_is_refused(tools: Tools, url: str) -> None:
    with pytest.raises(Refused):
        tools.call(ToolCall("url_summarization", {"url": url}), USE)


def test_a_page_that_cannot_be_read_is_said_to_be_so(tools: Tools) -> None:
    with pytest.raises(ProviderMisanswered, match="was not there"):
        tools.call(ToolCall("url_summarization", {"url": "https://a.example/other"}), USE)


def test_where_pages_are_never_read_there_is_no_such_tool() -> None:
    tools = Tools((PageTool(research_ports(), "pdf_loader"),))
    assert tools.specs({"pdf_loader"}, USE) == ()
    with pytest.raises(NotFound):
        tools.call(ToolCall("pdf_loader", {"url": URL}), USE)
