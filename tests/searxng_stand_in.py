"""Imitate SearXNG on loopback: it answers every query with the same results, or with prepared ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.connectors.web import Reply, Web

#: Pages on addresses that need no look-up and are never read: tests stay on this machine, and so do refused pages.
RESULTS: tuple[dict[str, Any], ...] = tuple(
    {"url": url, "title": title, "content": content, "engine": "loopback", "engines": ["loopback"], "score": 1.0}
    for url, title, content in (
        (
            "http://10.0.0.7/corals",
            "Coral bleaching under marine heatwaves",
            "Marine heatwaves cause coral bleaching when the water stays a degree above the summer "
            "maximum for four weeks. "
            "Bleached corals may recover if the heat ends in time.",
        ),
        (
            "http://10.0.0.8/reefs?utm_source=x",
            "Recovery of reefs after bleaching",
            "Reefs recovered from coral bleaching within ten to fifteen years where grazing fish were abundant.",
        ),
        (
            "http://10.0.0.9/symbionts",
            "Heat-tolerant symbionts",
            "Corals that host heat-tolerant symbionts showed less bleaching during marine heatwaves.",
        ),
    )
)


class SearxngStandIn(Web):
    """`queries` are the words it was asked for."""

    def __init__(self, results: Sequence[dict[str, Any]] = RESULTS) -> None:
        super().__init__()
        self.on("/search", found(*results))

    @property
    def queries(self) -> list[str]:
        return [parse_qs(urlsplit(each.path).query)["q"][0] for each in self.requests]


def found(*results: dict[str, Any], unresponsive: Sequence[Sequence[str]] = (), delay: float = 0) -> Reply:
    """What SearXNG answers with these results."""
    told = {"query": "q", "results": list(results), "answers": [], "unresponsive_engines": list(unresponsive)}
    return Reply(json.dumps(told).encode(), delay=delay)
