"""Errors as Sonar's clients read them."""

from __future__ import annotations

import pytest

from backend.api.sonar.sonar_errors import body_of, status_of


@pytest.mark.parametrize(("status", "told"), [(422, 400), (400, 400), (401, 401), (429, 429), (502, 502)])
def test_what_we_refuse_with_422_is_a_400_there(status, told):
    assert status_of(status) == told


@pytest.mark.parametrize(
    ("kind", "errors", "type_"),
    [
        ("unauthorized", None, "invalid_api_key"),
        ("over-limit", None, "rate_limit_exceeded"),
        ("malformed", {}, "invalid_request"),
        ("not-found", None, "not_found"),
        ("provider-key-refused", None, "provider_key_refused"),
        ("refused", {"messages.0.role": ["no"], "messages": ["no"]}, "invalid_message"),
        ("refused", {"model": ["no"]}, "invalid_model"),
        ("refused", {"model": ["no"], "messages": ["no"]}, "invalid_request"),
        ("refused", {"stream": ["no"]}, "invalid_request"),
    ],
)
def test_the_type_follows_from_what_is_wrong(kind, errors, type_):
    assert body_of(422, kind, "Bad.", errors)["error"]["type"] == type_


def test_every_bad_field_stands_in_the_message_and_the_first_in_param():
    error = body_of(422, "refused", "Bad.", {"b.0": ["one", "two"], "a": ["three"]})["error"]
    assert error == {"message": "b.0: one two; a: three", "type": "invalid_request", "code": 400, "param": "b.0"}
    assert body_of(422, "refused", "Bad.", {"a": ["Bad."]})["error"]["message"] == "Bad."
    assert body_of(404, "not-found", "Gone.", None) == {
        "error": {"message": "Gone.", "type": "not_found", "code": 404},
    }  # fmt: skip
