"""The options of a request: what was said counts, what was not is filled from an earlier request."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from backend.kernel.exchange import Reader
from backend.kernel.search_requests import AS_SET_UP, SearchOptions
from backend.kernel.wanted import NOTHING_SAID, Wanted

OPTIONS = st.builds(
    Wanted,
    chat_model=st.none() | st.text(max_size=5),
    fast=st.none() | st.booleans(),
    focus=st.none() | st.sampled_from(["web", "local", "chat"]),
    library=st.none() | st.just("all") | st.lists(st.text(max_size=3), max_size=3).map(tuple),
    location=st.none() | st.text(max_size=5),
    search=st.none()
    | st.builds(
        SearchOptions,
        mode=st.sampled_from([None, "web", "academic", "sec"]),
        domains=st.lists(st.text(max_size=3), max_size=3).map(tuple),
        recency=st.sampled_from([None, "day", "year"]),
        after=st.none() | st.dates(),
        before=st.none() | st.dates(),
    ),
)


@given(OPTIONS)
def test_options_come_back_from_the_database(wanted: Wanted) -> None:
    assert Wanted.from_json(json.loads(json.dumps(wanted.to_json()))) == wanted


@given(OPTIONS, OPTIONS)
def test_what_is_said_now_counts_and_the_rest_is_kept(now: Wanted, earlier: Wanted) -> None:
    both = now.over(earlier)
    assert both.focus == (now.focus if now.focus is not None else earlier.focus)
    assert both.fast == (now.fast if now.fast is not None else earlier.fast)
    assert now.over(NOTHING_SAID) == now and NOTHING_SAID.over(now) == now


def test_unknown_names_of_a_later_version_are_left_out() -> None:
    assert Wanted.from_json({"focus": "chat", "voice": "loud"}) == Wanted(focus="chat")
    assert Wanted.from_json(None) == NOTHING_SAID


def test_a_search_without_options_is_as_set_up() -> None:
    assert NOTHING_SAID.search_options == AS_SET_UP
    assert Wanted(search=SearchOptions("sec")).search_options == SearchOptions("sec")
    assert Wanted.from_json({"search": {"mode": "sec", "depth": 3}}).search_options == SearchOptions("sec")


def test_the_reader_and_the_focus_in_force() -> None:
    assert Wanted(location="Oslo").reader == Reader("Oslo", "")
    assert NOTHING_SAID.draws_on == "web" and Wanted(focus="local").draws_on == "local"
