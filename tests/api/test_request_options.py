"""The options of one request, out of its body."""

from __future__ import annotations

import pytest
from marshmallow import ValidationError

from backend.api.request_options import MAX_MODEL, MAX_PLACE, MAX_PROFILE, Options, SearchOptionsIn, wanted_of
from backend.kernel.search_requests import AS_SET_UP, SearchOptions
from backend.kernel.wanted import NOTHING_SAID, Wanted


def test_what_is_left_out_is_as_the_operator_has_set_it():
    assert wanted_of(Options().load({})) == NOTHING_SAID


def test_choices_are_taken_out_of_the_body_and_blanks_off_the_reader():
    body = Options().load(
        {"models": {"chat": "a", "system": "b"}, "user_location": " Graz,\n Austria ", "user_profile": " a\nb "}
    ) | {"query": "x"}
    assert wanted_of(body) == Wanted(chat_model="a", system_model="b", location="Graz, Austria", profile="a\nb")
    assert body == {"query": "x"}


@pytest.mark.parametrize(
    "body",
    [
        {"user_location": "x" * (MAX_PLACE + 1)},
        {"user_profile": "x" * (MAX_PROFILE + 1)},
        {"models": {"chat": "x" * (MAX_MODEL + 1)}},
        {"models": {"chat": ""}},
        {"models": {"writer": "x"}},
        {"models": None},
    ],
)
def test_what_is_too_long_or_unknown_is_refused(body):
    with pytest.raises(ValidationError):
        Options().load(body)


def test_how_to_search():
    assert SearchOptionsIn().load({}) == AS_SET_UP
    given = {
        "mode": "academic",
        "domains": ["https://www.Nature.com/", "pnas.org"],
        "recency": "year",
        "context": "low",
    }
    assert SearchOptionsIn().load(given) == SearchOptions("academic", ("nature.com", "pnas.org"), "year", "low")
    assert SearchOptionsIn().load(dict.fromkeys(given)) == AS_SET_UP


def test_every_bad_field_of_a_search_is_named_at_once():
    with pytest.raises(ValidationError) as caught:
        SearchOptionsIn().load({"mode": "images", "domains": ["a b"], "recency": "decade", "context": 3, "depth": 1})
    assert set(caught.value.messages) == {"mode", "domains", "recency", "context", "depth"}
    for domains in (["a.org", "-b.org"], ["a.org"] * 21, "a.org"):
        with pytest.raises(ValidationError) as caught:
            SearchOptionsIn().load({"domains": domains})
        assert set(caught.value.messages) == {"domains"}
