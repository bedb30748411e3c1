"""Implement the tools `url_summarization` and `pdf_loader`, which read a web page or a PDF on the web.

They return the passages that answer the question, word for word and in the page's order, so that the passages may be
quoted and cited.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from backend.errors import ProviderMisanswered, Refused
from backend.kernel import cancellation
from backend.kernel.search_requests import Failure
from backend.kernel.tool_calls import ToolResult, ToolSpec, ToolUse
from backend.kernel.works import Source
from backend.ports import ResearchPorts
from backend.research.page_choice import with_page
from backend.research.synthesis import listed
from backend.sources.identifiers import canonical_doi, canonical_url
from backend.tools.tool import takes

#: Maximum seconds of reading; fewer if the request has less time left.
PATIENCE = 15.0
#: Maximum characters of a page and of a PDF that are returned.
CHARACTERS = {"url_summarization": 4_000, "pdf_loader": 8_000}
_ABOUT = {
    "url_summarization": "Read the passages of a web page that answer the question.",
    "pdf_loader": "Read the passages of a PDF on the web, such as a paper, that answer the question.",
}


class PageTool:
    """The tool called `name`: `url_summarization` reads web pages; `pdf_loader` reads PDFs and returns more text."""

    def __init__(self, parts: ResearchPorts, name: Literal["url_summarization", "pdf_loader"]) -> None:
        self._parts, self._characters = parts, CHARACTERS[name]
        optional = {"question": "what to look for on the page; by default, the whole question"}
        self.spec = ToolSpec(name, _ABOUT[name], takes({"url": "address, with https://"}, optional), about="url")

    def is_ready(self, use: ToolUse) -> bool:
        return self._parts.pages is not None

    def call(self, arguments: Mapping[str, Any], use: ToolUse) -> ToolResult:
        """Read a page. Raises Refused for an invalid address, and ProviderMisanswered if the page cannot be read."""
        url = arguments["url"]
        if self._parts.pages is None or canonical_url(url) is None:
            raise Refused(
                f"{url[:100]!r} is not the address of a page. Give one that begins with https://.",
                errors={"url": ["not an address"]},
            )
        page = self._parts.pages.read([url], seconds=min(PATIENCE, use.seconds))[url]
        cancellation.check()
        if isinstance(page, Failure):
            raise ProviderMisanswered(page.reason)
        source = Source(title=_title(page, url), url=url, doi=canonical_doi(url), connector=self.spec.name)
        question = arguments["question"] or use.question
        read = with_page(source, page, question, self._characters)
        if not read.content.strip():
            raise ProviderMisanswered(f"{url[:200]} has no readable text")
        return ToolResult(listed((read,), self._characters), (read,), 1)


def _title(page: str, url: str) -> str:
    """Return the page's first line if it looks like a title, else the page's address."""
    first = next((line.strip("# \t") for line in page.splitlines() if line.strip()), "")
    return first if 8 <= len(first) <= 150 and not first.endswith((".", ",", ":")) else url
