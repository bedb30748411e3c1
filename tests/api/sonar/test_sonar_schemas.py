"""What Sonar's clients may send."""

from __future__ import annotations

from datetime import date

import pytest
from marshmallow import ValidationError

from backend.api.sonar.sonar_schemas import SonarRequest

ASKED = {"model": "sonar", "messages": [{"role": "user", "content": "Why?"}]}


def load(**more):
    return SonarRequest().load(ASKED | more)


def refused(**more):
    with pytest.raises(ValidationError) as raised:
        load(**more)
    return list(raised.value.messages)


def test_unknown_fields_are_ignored_at_every_depth():
    made = load(
        top_k=3, messages=[{"role": "user", "content": "Why?", "name": "x"}],
        web_search_options={"search_context_size": "low", "x": 1, "user_location": {"city": "Graz", "y": 2}},
    )  # fmt: skip
    assert made["messages"] == [{"role": "user", "content": "Why?"}] and "top_k" not in made
    assert made["web_search_options"] == {"search_context_size": "low", "user_location": {"city": "Graz"}}


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("a", "a"),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "a\n\nb"),
        ([], ""),
        ([{"type": "image_url", "image_url": {}}], None),
        ([{"type": "text"}], None),
        (["a"], None),
        (3, None),
        (None, None),
    ],
)
def test_a_messages_words(content, text):
    messages = [{"role": "user", "content": content}]
    if text is None:
        assert refused(messages=messages) == ["messages"]
    else:
        assert load(messages=messages)["messages"][0]["content"] == text


def test_domains_are_all_allowed_or_all_denied_and_at_most_twenty():
    assert refused(search_domain_filter=["a.org", "-b.org"]) == ["search_domain_filter"]
    assert load(search_domain_filter=["-a.org", "-b.org"])
    assert load(search_domain_filter=["a.org"] * 20) and refused(search_domain_filter=["a.org"] * 21)


@pytest.mark.parametrize(("given", "day"), [("03/04/2024", date(2024, 3, 4)), ("2024-03-04", None), (3, None)])
def test_a_day_as_sonar_writes_it(given, day):
    if day is None:
        assert refused(search_after_date_filter=given) == ["search_after_date_filter"]
    else:
        assert load(search_after_date_filter=given)["search_after_date_filter"] == day


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("model", ""), ("messages", []), ("messages", [{"role": "robot", "content": "x"}]), ("stream", "yes"),
        ("stream_mode", "half"), ("max_tokens", 0), ("temperature", 2.1), ("reasoning_effort", "most"),
        ("search_mode", "x"), ("search_language_filter", ["eng"]), ("search_recency_filter", "decade"),
        ("response_format", {"type": "yaml"}), ("response_format", {"type": "json_schema"}),
        ("web_search_options", {"search_context_size": "huge"}),
    ],
)  # fmt: skip
def test_what_is_refused_is_named(field, value):
    assert refused(**{field: value}) == [field]


def test_null_is_as_good_as_nothing():
    names = ["stream", "max_tokens", "temperature", "response_format", "search_domain_filter", "web_search_options"]
    assert all(load(**dict.fromkeys(names))[name] is None for name in names)
