"""How deep each effort goes, and what it all cost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.kernel.exchange import Usage
from backend.research.inquiry import DEPTHS, total

COUNTS = st.none() | st.integers(0, 10**6)
USAGES = st.lists(st.builds(Usage, COUNTS, COUNTS, st.none() | st.integers(0, 100).map(float)), max_size=5)


def test_each_effort_takes_more_sources_and_reads_more_pages() -> None:
    assert [(each.sources, each.pages) for each in map(DEPTHS.__getitem__, ("low", "medium", "high"))] == [
        (5, 0),
        (10, 3),
        (20, 8),
    ]


@given(USAGES, USAGES)
def test_what_nobody_counted_is_unknown_and_the_rest_adds_up(some: list[Usage], more: list[Usage]) -> None:
    made = total(*some, *more)
    assert made == total(total(*some), total(*more))
    for name in ("prompt_tokens", "completion_tokens", "cost"):
        known = [value for each in (*some, *more) if (value := getattr(each, name)) is not None]
        assert getattr(made, name) == (sum(known) if known else None)
