"""Sonar as the strict stand-in has it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from backend import errors
from backend.drafting.reply_parser import ANSWER_SCHEMA
from backend.kernel.events import silent
from backend.kernel.exchange import Turn, Usage
from backend.kernel.search_requests import SearchOptions
from tests.providers.asking import GOOD, REQUEST, SCHEMA, perplexity
from tests.sonar_stand_in import Answer, Fails, OnlyForms, SonarStandIn


def test_request_and_reply(sonar: SonarStandIn) -> None:
    sonar.answer = Answer(GOOD)
    reply = perplexity(sonar).complete(REQUEST, silent)
    assert not sonar.violations
    body = sonar.requests[0].body
    assert (body["model"], body["temperature"]) == ("sonar-pro", 0.7)
    assert body["response_format"] == {"type": "json_schema", "json_schema": {"name": "reply", "schema": SCHEMA.schema}}
    assert "disable_search" not in body
    assert reply.text == GOOD
    assert (reply.provider, reply.model, reply.rung, reply.finish_reason) == (
        "perplexity",
        "sonar-pro",
        "json_schema",
        "stop",
    )
    assert reply.usage == Usage(11, 7, 0.0061)
    first, second = reply.results
    assert (first.title, first.url, first.content) == (
        "A Survey of Things",
        "https://example.org/survey",
        "Things vary.",
    )
    assert (first.published_at, first.year, first.doi) == ("2024-05-01", 2024, None)
    assert second.doi == "10.1000/other"


def test_the_answer_schema_is_one_that_sonar_takes(sonar: SonarStandIn) -> None:
    perplexity(sonar).complete(replace(REQUEST, schema=ANSWER_SCHEMA), silent)
    assert not sonar.violations


def test_the_field_that_turns_the_search_off_is_at_the_root(sonar: SonarStandIn) -> None:
    model = perplexity(sonar)
    model.complete(replace(REQUEST, search=False), silent)
    model.complete(replace(REQUEST, search=True), silent)
    assert not sonar.violations
    first, second = (request.body for request in sonar.requests)
    assert first["disable_search"] is True
    assert "disable_search" not in second


def test_the_search_options_of_a_request_are_sent(sonar: SonarStandIn) -> None:
    wanted = SearchOptions("academic", ("nature.com", "pnas.org"), "year", "high")
    model = perplexity(sonar)
    model.complete(replace(REQUEST, search_options=wanted), silent)
    model.complete(replace(REQUEST, search_options=SearchOptions(domains=("-pinterest.com",))), silent)
    assert not sonar.violations
    first, second = (request.body for request in sonar.requests)
    assert (first["search_mode"], first["search_domain_filter"]) == ("academic", ["nature.com", "pnas.org"])
    assert first["search_recency_filter"] == "year"
    assert first["web_search_options"] == {"search_context_size": "high"}
    assert second["search_domain_filter"] == ["-pinterest.com"]
    assert not {"search_mode", "search_recency_filter", "web_search_options"} & second.keys()


def test_days_go_in_sonars_spelling_and_both_is_what_it_searches_anyway(sonar: SonarStandIn) -> None:
    wanted = SearchOptions("both", after=date(2024, 1, 31), before=date(2025, 2, 1))
    perplexity(sonar).complete(replace(REQUEST, search_options=wanted), silent)
    body = sonar.requests[0].body
    assert (body["search_mode"], body["search_after_date_filter"]) == ("web", "01/31/2024")
    assert body["search_before_date_filter"] == "02/01/2025" and not sonar.violations


def test_a_failure_that_names_no_form_does_not_turn_the_schema_off(sonar: SonarStandIn) -> None:
    sonar.answer = Answer(GOOD)
    sonar.script(Fails(500, "internal error"))
    model = perplexity(sonar)
    assert [model.complete(REQUEST, silent).rung for _ in range(3)] == ["prompt", "json_schema", "json_schema"]


def test_fast_is_another_model_name(sonar: SonarStandIn) -> None:
    assert perplexity(sonar).complete(replace(REQUEST, model="sonar"), silent).model == "sonar"


def test_the_ladder_leaves_json_object_out(sonar: SonarStandIn) -> None:
    sonar.answer = OnlyForms((None,), otherwise=Answer(GOOD))
    assert perplexity(sonar).complete(REQUEST, silent).rung == "prompt"
    assert not sonar.violations


def test_the_stand_in_is_strict(sonar: SonarStandIn) -> None:
    broken = [
        (Turn("assistant", "hello"), Turn("user", "now")),
        (Turn("user", "one"), Turn("user", "two")),
        (Turn("user", "one"), Turn("assistant", "two")),
    ]
    for turns in broken:
        with pytest.raises(errors.ProviderDeclined):
            perplexity(sonar).complete(replace(REQUEST, turns=turns, schema=None), silent)
    with pytest.raises(errors.ProviderKeyRefused):
        perplexity(sonar, api_key="wrong").complete(REQUEST, silent)
    open_object = replace(SCHEMA, schema={"type": "object", "properties": {"metadata": {"type": "object"}}})
    perplexity(sonar).complete(replace(REQUEST, schema=open_object), silent)
    assert len(sonar.violations) == 5


def url(name: str) -> str:
    return f"https://example.org/{name}"


@pytest.mark.parametrize(
    ("extra", "urls", "titles"),
    [
        ({"citations": [url("a"), url("b")], "search_results": None}, [url("a"), url("b")], ["", ""]),
        (
            {"citations": [url("b"), url("a"), url("b")], "search_results": [{"url": url("a"), "title": "A"}]},
            [url("b"), url("a"), url("b")],
            ["", "A", ""],
        ),
        (
            {
                "citations": [url("b")],
                "search_results": [{"url": url("a"), "title": "A"}, {"url": url("b"), "title": "B"}],
            },
            [url("b"), url("a")],
            ["B", "A"],
        ),
        ({"citations": "x", "search_results": [7, {"title": None, "url": 3}]}, [None], [""]),
        ({"citations": None, "search_results": None}, [], []),
    ],
)
def test_citations_count_the_marks(sonar: SonarStandIn, extra: Any, urls: list[str], titles: list[str]) -> None:
    sonar.answer = Answer(GOOD, extra=extra)
    results = perplexity(sonar).complete(REQUEST, silent).results
    assert [source.url for source in results] == urls
    assert [source.title for source in results] == titles
