"""Problems in words, each kind with an exit code of its own."""

import re
from datetime import UTC, datetime

import pytest

from backend.client import failures
from backend.client.failures import ClientFailure, from_problem, seconds_of, span


@pytest.mark.parametrize(
    ("status", "code"),
    [(400, 7), (401, 3), (403, 7), (404, 7), (409, 7), (412, 7), (422, 7), (429, 4), (500, 8), (502, 8), (504, 8)],
)
def test_codes(status, code):
    assert from_problem(status, {"detail": "Words."}).code == code


def test_every_kind_has_a_code_of_its_own_that_the_docstring_tells():
    kinds = ClientFailure.__subclasses__()
    codes = [each.code for each in kinds]
    assert len(set(codes)) == len(codes) and 1 not in codes and 0 not in codes
    for each in (ClientFailure, *kinds):
        line = next(line for line in failures.__doc__.splitlines() if f"{each.__name__} " in line)
        assert f" {each.code} " in line


def test_words():
    assert from_problem(418, {}).words == "The server answered 418."
    refused = {"detail": "Refused.", "errors": {"a.0.b": ["too long", "odd"], "c": "bad"}}
    assert from_problem(422, refused).words == "Refused.\n  a.0.b: too long odd\n  c: bad"
    assert from_problem(409, {"title": "Cancelled", "detail": "x", "run_id": "r"}).code == 130
    assert from_problem(409, {"detail": "Another run is going.", "run_id": "r"}).words.endswith("\n  run: r")
    told = from_problem(429, {"detail": "Too many."}, "42").words
    assert told.startswith("Too many. Try again in 42 s, at ")
    assert "Try again in 5 s" in from_problem(503, {"detail": "Full."}, 4.2).words
    for vague in ("Try again in a moment.", "Wait for the number of seconds in the header Retry-After."):
        assert from_problem(503, {"detail": f"Full. {vague}"}, 5).words.startswith("Full. Try again in 5 s, at ")
        assert from_problem(503, {"detail": f"Full. {vague}"}).words == f"Full. {vague}"


def test_retry_after_is_seconds_or_a_date():
    now = datetime(2026, 1, 1, 0, 0, 0, tzinfo=UTC)
    assert seconds_of("Thu, 01 Jan 2026 00:01:00 GMT", now) == 60
    assert [seconds_of(each, now) for each in ("7", "1.2", "-5", "x", "", None)] == [7, 2, 0, None, None, None]
    assert [span(each) for each in (0, 119, 120, 7200, 172_801)] == ["0 s", "119 s", "2 min", "2 h", "3 days"]
    assert re.search(r"in 6 days, on \d{4}-\d\d-\d\d\.$", from_problem(429, {"detail": "Used up."}, 6 * 86_400).words)
