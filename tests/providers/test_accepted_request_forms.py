"""What is learned about an endpoint, and for how long."""

from __future__ import annotations

from typing import Any

import pytest

from backend.providers.accepted_request_forms import Dialect, Dialects, fits


def test_memory_is_per_endpoint_and_ends() -> None:
    now = [0.0]
    dialects = Dialects(lambda: now[0])
    dialects.learn("http://a", "m", Dialect(rung=1), seconds=10)
    dialects.learn("http://a", "m", Dialect(temperature=False, token_field="max_completion_tokens"), seconds=10)
    assert dialects.recall("http://a", "m") == Dialect(1, False, "max_completion_tokens")
    assert dialects.recall("http://a", "n") == dialects.recall("http://b", "m") == Dialect()
    now[0] = 10
    assert dialects.recall("http://a", "m") == Dialect()


@pytest.mark.parametrize(
    ("value", "schema", "expected"),
    [
        ("x", {"type": "string"}, True),
        (1, {"type": "string"}, False),
        (True, {"type": "integer"}, False),
        (True, {"type": "boolean"}, True),
        (1, {"type": "number"}, True),
        (None, {"type": ["string", "null"]}, True),
        (None, {"anyOf": [{"type": "string"}, {"type": "null"}]}, True),
        (2, {"anyOf": [{"type": "string"}, {"type": "null"}]}, False),
        ("b", {"enum": ["a"]}, False),
        ([1, "x"], {"type": "array", "items": {"type": "integer"}}, False),
        ({}, {"type": "object", "required": ["a"]}, False),
        ({"a": 1}, {"type": "object", "properties": {"a": {"type": "string"}}}, False),
        ({"a": 1}, {}, True),
    ],
)
def test_fits(value: Any, schema: dict[str, Any], expected: bool) -> None:
    assert fits(value, schema) is expected
