"""Tavily: what it is asked and what it tells."""

import json

import pytest

from backend.connectors.services import tavily
from backend.errors import ProviderMisanswered
from backend.kernel.search_requests import Filters
from tests.connectors.recorded import asked, found


def test_tavily_takes_four_hundred_characters():
    assert asked("tavily", "word " * 200)["query"] == " ".join(["word"] * 80)
    assert len(asked("tavily", "x" * 900)["query"]) == 400


def test_the_four_hundredth_character_may_end_a_word():
    query = "x" * 195 + " " + "y" * 204
    assert asked("tavily", query)["query"] == query
    assert asked("tavily", query + "z")["query"] == "x" * 195
    assert asked("tavily", " a \n b ")["query"] == "a b"


def test_at_most_twenty_results_are_asked_for_and_no_empty_filter():
    made = asked("tavily", filters=Filters(limit=50))
    assert (made["max_results"], made["search_depth"]) == (20, "basic")
    assert not {"include_domains", "exclude_domains", "start_date", "end_date", "Authorization"} & set(made)


def test_what_tavily_knows():
    page, news = found("tavily")
    assert (page.score, page.published_at) == (0.91, None)
    assert (news.published_at, news.year) == ("2024-03-04", 2024)


def test_a_result_without_an_address_is_left_out():
    rows = [{"title": "A", "url": "ftp://x"}, {"title": "<b>B</b>", "url": "https://b.example", "content": "c &amp; d"}]
    (only,) = tavily.parse(json.dumps({"results": rows}).encode()).sources
    assert (only.title, only.url, only.content, only.metadata) == ("B", "https://b.example", "c & d", {})


def test_an_answer_without_results_is_refused():
    with pytest.raises(ProviderMisanswered, match="results"):
        tavily.parse(b'{"answer": "x"}')
