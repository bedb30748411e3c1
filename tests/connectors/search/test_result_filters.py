"""Which results of a service satisfy the filters of a search."""

from __future__ import annotations

from datetime import date

import pytest

from backend.connectors.search import admitted
from backend.kernel.search_requests import Filters
from backend.kernel.works import Source

PAGE = Source(url="https://www.blog.example.org/a", published_at="2024-05-06", year=2024)
WORK = Source(url="https://journal.example.com/x", doi="10.1000/x", year=2024)
UNDATED = Source(url="https://example.org/")


@pytest.mark.parametrize(
    ("source", "filters", "kept"),
    [
        (PAGE, Filters(), True),
        (PAGE, Filters(domains=("example.org",)), True),
        (PAGE, Filters(domains=("WWW.Example.org.",)), True),
        (PAGE, Filters(domains=("ample.org",)), False),
        (PAGE, Filters(domains=("org",)), True),
        (PAGE, Filters(domains=("",)), False),
        (PAGE, Filters(excluded_domains=("blog.example.org",)), False),
        (PAGE, Filters(excluded_domains=("other.org",)), True),
        (WORK, Filters(domains=("doi.org",)), True),
        (WORK, Filters(excluded_domains=("doi.org",)), True),
        (Source(doi="10.1000/x"), Filters(excluded_domains=("doi.org",)), False),
        (Source(title="nowhere"), Filters(domains=("example.org",)), False),
        (PAGE, Filters(after=date(2024, 5, 6), before=date(2024, 5, 6)), True),
        (PAGE, Filters(after=date(2024, 5, 7)), False),
        (PAGE, Filters(before=date(2024, 5, 5)), False),
        (WORK, Filters(after=date(2024, 12, 31)), True),
        (WORK, Filters(after=date(2025, 1, 1)), False),
        (WORK, Filters(before=date(2023, 12, 31)), False),
        (Source(url="https://[bad"), Filters(domains=("example.org",)), False),
    ],
)
def test_admitted(source, filters, kept):
    assert admitted(source, filters) is kept


@pytest.mark.parametrize(
    ("dates", "filters", "kept"),
    [
        ("range", Filters(after=date(2024, 1, 1), before=date(2024, 2, 1)), True),
        ("recency", Filters(after=date(2024, 1, 1), recency="month"), True),
        ("recency", Filters(after=date(2004, 1, 1)), False),
        ("recency", Filters(after=date(2024, 1, 1), before=date(2024, 2, 1), recency="month"), False),
        ("none", Filters(after=date(2024, 1, 1)), False),
        ("none", Filters(), True),
    ],
)
def test_an_unknown_date_is_believed_of_who_obeys_the_filter(dates, filters, kept):
    assert admitted(UNDATED, filters, dates) is kept
