"""From Sonar's request to an inquiry: what each field means, and every refusal."""

from __future__ import annotations

from datetime import date

import pytest

from backend.api.sonar.sonar_requests import ALTERNATION, LAST, inquiry_of, models
from backend.errors import Refused
from backend.kernel.exchange import AnswerSchema, Turn

ASKED = [{"role": "user", "content": "Why is ice thin?"}]


def inquiry(allowed=(), **more):
    return inquiry_of({"model": "sonar", "messages": ASKED} | more, allowed)


def roles(*names):
    return [{"role": name, "content": f"{name} {number}"} for number, name in enumerate(names)]


def test_what_is_asked_where_nothing_more_is_said():
    made = inquiry()
    assert (made.turns, made.rules, made.effort, made.search) == ((Turn("user", "Why is ice thin?"),), "", "low", True)
    assert (made.numbered, made.related, made.chat_model, made.max_tokens, made.schema) == (
        True,
        False,
        None,
        None,
        None,
    )
    assert (made.filters.mode, made.filters.domains, made.filters.language) == ("web", (), "")


@pytest.mark.parametrize(
    ("model", "more", "effort"),
    [
        ("sonar", {}, "low"),
        ("sonar-pro", {}, "medium"),
        ("perplexity/Sonar-Pro", {}, "medium"),
        ("sonar-reasoning", {}, "medium"),
        ("sonar-deep-research", {}, "high"),
        ("sonar-deep-research", {"reasoning_effort": "minimal"}, "low"),
        ("sonar-deep-research", {"reasoning_effort": "medium"}, "medium"),
        ("sonar", {"reasoning_effort": "high"}, "low"),
        ("sonar", {"web_search_options": {"search_context_size": "high"}}, "high"),
        ("sonar", {"web_search_options": {"search_context_size": None}}, "low"),
    ],
)
def test_how_deep_to_look(model, more, effort):
    assert inquiry(model=model, **more).effort == effort


def test_a_model_of_the_operators_own_answers_by_its_name_and_any_other_is_refused():
    assert inquiry(("big",), model="big").chat_model == "big"
    assert inquiry(("big",)).chat_model is None
    with pytest.raises(Refused, match=r"'gpt'.*sonar-pro.*big") as raised:
        inquiry(("big",), model="gpt")
    assert list(raised.value.errors) == ["model"]
    assert models({"zeta", "alpha", "sonar"}) == [
        "sonar", "sonar-pro", "sonar-reasoning-pro", "sonar-deep-research", "alpha", "zeta",
    ]  # fmt: skip


def test_leading_rules_are_joined_and_the_rest_alternates():
    made = inquiry(messages=[{"role": "developer", "content": " "}, *roles("system", "user", "assistant", "tool")])
    assert made.rules == "system 0"
    assert [(turn.role, turn.content) for turn in made.turns] == [
        ("user", "user 1"), ("assistant", "assistant 2"), ("user", "tool 3"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("assistant",), ALTERNATION),
        (("user", "user"), ALTERNATION),
        (("user", "system", "user"), ALTERNATION),
        (("user", "assistant"), LAST),
        (("system",), LAST),
    ],
)
def test_turns_that_do_not_alternate_are_refused_in_sonars_words(names, words):
    with pytest.raises(Refused) as raised:
        inquiry(messages=roles(*names))
    assert raised.value.errors == {"messages": [words]}


def test_an_empty_question_is_refused():
    with pytest.raises(Refused, match="empty"):
        inquiry(messages=[{"role": "user", "content": " "}])


def test_filters():
    made = inquiry(
        search_mode="academic",
        search_domain_filter=["a.org", "-b.org"],
        search_language_filter=["DE", "fr"],
        search_recency_filter="week",
        search_after_date_filter=date(2024, 1, 1),
        last_updated_after_filter=date(2024, 6, 1),
        search_before_date_filter=date(2025, 1, 1),
        last_updated_before_filter=date(2024, 12, 1),
    ).filters
    assert (made.mode, made.domains, made.excluded_domains) == ("academic", ("a.org",), ("b.org",))
    assert (made.after, made.before) == (date(2024, 6, 1), date(2024, 12, 1)), "the stricter of two bounds"
    assert (made.language, made.recency) == ("de", "week")


def test_the_sec_is_a_domain():
    assert inquiry(search_mode="sec").filters.domains == ("sec.gov",)
    assert inquiry(search_mode="sec", search_domain_filter=["a.org"]).filters.domains == ("a.org",)
    assert inquiry(search_mode="sec").filters.mode == "web"


def test_whether_to_search():
    assert inquiry(disable_search=True).search is False
    thanks = [{"role": "user", "content": "Thanks!"}]
    assert inquiry(messages=thanks).search is True
    assert inquiry(messages=thanks, enable_search_classifier=True).search is False
    assert inquiry(enable_search_classifier=True).search is True


def test_place_form_and_limits():
    place = {"city": " New  York ", "region": None, "country": "US"}
    made = inquiry(
        web_search_options={"user_location": place}, max_completion_tokens=7, temperature=0.1,
        return_related_questions=True,
        response_format={"type": "json_schema", "json_schema": {"schema": {"a": 1}, "name": None}},
    )  # fmt: skip
    assert (made.reader.location, made.max_tokens, made.temperature) == ("New York, US", 7, 0.1)
    assert (made.related, made.schema) == (True, AnswerSchema("answer", {"a": 1}))
    assert inquiry(max_tokens=3, max_completion_tokens=7).max_tokens == 3
    assert inquiry(response_format={"type": "text"}).schema is None
