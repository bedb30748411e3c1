import pytest

from backend.errors import NotFound, ProviderUnreachable
from backend.kernel.search_requests import Failure
from backend.kernel.tool_calls import ToolCall, ToolUse
from backend.kernel.works import Source
from backend.sources.identifiers import source_id
from backend.tools import Tools
from backend.tools.searches import FileSearchTool, MediaSearch, WebSearch
from tests.canned import CannedServices, research_ports

USE = ToolUse("What do tides do to mangroves?", 5)
PAGE = Source("Tides and mangroves", "https://a.example/tides", content="Tides flood mangroves twice a day.")
PAPER = Source("Mangrove roots", "https://b.example/roots", doi="10.1000/roots", content="Roots breathe at low tide.")


def test_web_search_fuses_what_all_services_find() -> None:
    services = CannedServices(searxng=[PAGE, PAPER], crossref=[PAPER])
    tools = Tools((WebSearch(research_ports(services)),))
    found = tools.call(ToolCall("web_search", {"query": "tides mangroves"}), USE)
    assert {each.url for each in found.sources} == {PAGE.url, PAPER.url}
    assert all(f"[{source_id(each)}] {each.title}" in found.text for each in (PAGE, PAPER))
    assert found.count == 2
    assert services.asked[0][0] == "tides mangroves"


def test_what_fails_is_said_beside_what_is_found() -> None:
    services = CannedServices(searxng=[PAGE], crossref=Failure("crossref", "did not answer"))
    found = Tools((WebSearch(research_ports(services)),)).call(ToolCall("web_search", {"query": "tides"}), USE)
    assert "crossref did not answer." in found.text
    with pytest.raises(ProviderUnreachable, match="crossref did not answer"):
        down = CannedServices(crossref=Failure("crossref", "did not answer"))
        Tools((WebSearch(research_ports(down)),)).call(ToolCall("web_search", {"query": "tides"}), USE)


def test_nothing_found_is_no_failure() -> None:
    tools = Tools((WebSearch(research_ports(CannedServices(searxng=[]))),))
    assert tools.call(ToolCall("web_search", {"query": "tides"}), USE).text == "Nothing was found."


@pytest.mark.parametrize("kind", ["images", "videos"])
def test_media(kind) -> None:
    services = CannedServices(searxng=[PAGE])
    tool = MediaSearch(research_ports(services), kind)
    found = Tools((tool,)).call(ToolCall(tool.spec.name, {"query": "roots"}), USE)
    assert [each.title for each in found.sources] == [PAGE.title]
    assert services.asked[0][1].mode == kind


def test_without_services_there_is_no_search() -> None:
    parts = research_ports(CannedServices())
    tools = Tools((WebSearch(parts), MediaSearch(parts, "images")))
    assert tools.specs({"web_search", "image_search"}, USE) == ()


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
