"""Filter search results by domain and date, because services do not always apply these filters themselves."""

from __future__ import annotations

from urllib.parse import urlsplit

from backend.kernel.search_requests import Filters
from backend.kernel.works import Source


def admitted(source: Source, filters: Filters, dates: str = "none") -> bool:
    """Return True if a result matches the filters. `dates` says which limits on dates its service has applied (see
    `Connector.dates`).

    A known date must be in the range. An unknown date is accepted only if the service has applied every requested
    limit.
    """
    return _in_domains(source, filters) and _in_range(source, filters, dates)


def _in_domains(source: Source, filters: Filters) -> bool:
    if not filters.domains and not filters.excluded_domains:
        return True
    hosts = [_host(source.url)] if source.url else []
    if source.doi:
        hosts.append("doi.org")
    if any(_under(host, domain) for host in hosts[:1] for domain in filters.excluded_domains):
        return False
    return not filters.domains or any(_under(host, domain) for host in hosts for domain in filters.domains)


def _in_range(source: Source, filters: Filters, dates: str) -> bool:
    after, before = filters.after, filters.before
    if after is None and before is None:
        return True
    if source.published_at:
        day = source.published_at[:10]
        return (after is None or day >= after.isoformat()) and (before is None or day <= before.isoformat())
    if source.year is not None:
        return (after is None or source.year >= after.year) and (before is None or source.year <= before.year)
    return dates == "range" or (dates == "recency" and filters.recency is not None and before is None)


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return ""


def _under(host: str, domain: str) -> bool:
    bare = domain.lower().strip().strip(".").removeprefix("www.")
    return bool(bare) and (host == bare or host.endswith("." + bare))
