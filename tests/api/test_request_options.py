"""Choices of one request, as a command has them."""

from __future__ import annotations

import pytest
from marshmallow import ValidationError

from backend.api.request_options import MAX_MODEL, MAX_PLACE, MAX_PROFILE, Choices, chosen
from backend.kernel.exchange import NOBODY, Reader


def test_what_is_left_out_is_as_the_operator_has_set_it():
    assert chosen(Choices().load({})) == {"chat_model": None, "system_model": None, "reader": NOBODY}


def test_choices_are_taken_out_of_the_body_and_blanks_off_the_reader():
    body = Choices().load(
        {"models": {"chat": "a", "system": "b"}, "user_location": " Graz,\n Austria ", "user_profile": " a\nb "}
    ) | {"query": "x"}
    assert chosen(body) == {"chat_model": "a", "system_model": "b", "reader": Reader("Graz, Austria", "a\nb")}
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
        Choices().load(body)
