"""Search Wikipedia or another MediaWiki: `GET /w/api.php?action=query&list=search`.

The answer contains the site's address; the addresses of the found pages are built from it.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from backend.connectors.connector import Parsed, Service
from backend.connectors.services.payload import (
    day,
    json_object,
    link,
    plain,
    results,
    text,
    whole,
    within,
    without_empty,
)
from backend.errors import ProviderMisanswered
from backend.kernel.search_requests import Filters
from backend.kernel.works import Source
from backend.net.request import Request

BASE_URL = "https://{language}.wikipedia.org"


def request(service: Service, query: str, filters: Filters) -> Request:
    """Build the request for the Wikipedia in the requested language. If the operator has set an address, the wiki at
    this address is used for all languages.
    """
    language = filters.language if re.fullmatch(r"[a-z]{2,3}", filters.language) else "en"
    params = (
        ("action", "query"),
        ("list", "search"),
        ("srsearch", query[:300]),
        ("srlimit", str(min(filters.limit, 50))),
        ("srprop", "snippet|timestamp|wordcount"),
        ("meta", "siteinfo"),
        ("siprop", "general"),
        ("format", "json"),
        ("formatversion", "2"),
    )
    return Request(service.at(BASE_URL.format(language=language), "/w/api.php"), params)


def parse(body: bytes) -> Parsed:
    """Parse the answer. Raises ProviderMisanswered if the answer reports an error, which MediaWiki sends with status
    200.
    """
    answer = json_object(body)
    problem = text(within(answer, "error", "code"), 60)
    if problem:
        raise ProviderMisanswered(f"answered with the error {problem}")
    site = within(answer, "query", "general")
    found = (_source(each, site) for each in results(body, "query", "search") if text(each.get("title")))
    return Parsed(tuple(each for each in found if each.url))


def _source(page: dict[str, Any], site: Any) -> Source:
    title = text(page.get("title"), 500)
    server = re.sub(r"^//", "https://", text(within(site, "server")))
    path = (text(within(site, "articlepath")) or "/wiki/$1").replace(
        "$1", quote(title.replace(" ", "_"), safe="/:@!$'()*,;-._~")
    )
    return Source(
        title=title,
        url=link(server + path),
        content=plain(page.get("snippet")),
        metadata=without_empty(
            site=text(within(site, "sitename")),
            language=text(within(site, "lang"), 20),
            changed=day(page.get("timestamp")),
            words=whole(page.get("wordcount")),
            type="encyclopedia",
        ),
    )
