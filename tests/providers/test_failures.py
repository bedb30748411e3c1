"""Bodies and statuses of failed answers."""

from __future__ import annotations

from typing import Any

import pytest

from backend import errors
from backend.providers.failures import answer_object, from_status


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"error": {"code": "invalid_model", "message": "secret"}}, "(HTTP 400, invalid_model)"),
        ({"error": {"code": None, "type": "invalid_request_error"}}, "(HTTP 400, invalid_request_error)"),
        ({"type": "bad_request"}, "(HTTP 400, bad_request)"),
        ({"error": {"code": "secret sentence with a key"}}, ""),
        ("secret", ""),
        (None, ""),
    ],
)
def test_only_the_short_code_is_told(body: Any, told: str) -> None:
    detail = from_status(400, {}, body, "sonar").detail
    assert told in detail
    assert "secret" not in detail


@pytest.mark.parametrize("content", [b"", b"<html>", b"\xff", b"[" * 100_000, b'"text"', b'{"error": {"code": "429"}}'])
def test_no_answer_object(content: bytes) -> None:
    with pytest.raises(errors.ProviderError):
        answer_object(content, "sonar")
