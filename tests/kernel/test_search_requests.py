"""Filters, both as dates and as a recency."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from backend.kernel.search_requests import Filters, SearchOptions

TODAY = date(2026, 11, 20)


@pytest.mark.parametrize(
    ("given", "days", "recency"),
    [
        (Filters(), None, None),
        (Filters(recency="hour"), 1, "day"),
        (Filters(recency="week"), 7, "week"),
        (Filters(after=TODAY - timedelta(days=10)), 10, "month"),
        (Filters(after=TODAY - timedelta(days=3), recency="year"), 3, "week"),
        (Filters(after=date(1999, 1, 1), recency="month"), 31, "month"),
        (Filters(after=TODAY - timedelta(days=800)), 800, None),
        (Filters(after=TODAY + timedelta(days=1)), -1, "day"),
    ],
)
def test_dated(given, days, recency):
    dated = given.dated(TODAY)
    assert dated.after == (None if days is None else TODAY - timedelta(days=days))
    assert dated.recency == recency
    assert dated.dated(TODAY) == dated


@pytest.mark.parametrize(
    ("options", "filters"),
    [
        (SearchOptions(), Filters()),
        (SearchOptions("academic", recency="year"), Filters(mode="academic", recency="year")),
        (SearchOptions("both", context="high"), Filters(mode="both", thorough=True)),
        (SearchOptions(after=date(2024, 1, 2)), Filters(after=date(2024, 1, 2))),
        (SearchOptions(domains=("a.org", "b.org")), Filters(domains=("a.org", "b.org"))),
        (SearchOptions(domains=("-a.org",)), Filters(excluded_domains=("a.org",))),
        (SearchOptions("sec"), Filters(domains=("sec.gov",))),
        (SearchOptions("sec", ("a.org",)), Filters(domains=("a.org",))),
    ],
)
def test_the_wishes_of_a_chat_as_filters_of_our_own_search(options, filters):
    assert options.filters() == filters
