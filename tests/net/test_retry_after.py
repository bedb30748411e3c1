"""How long the headers of an answer say to wait."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from backend.net.retry_after import retry_after


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7),
        ({"retry-after": "0"}, 0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after-ms": "x", "retry-after": "9"}, 9),
        *(({"retry-after": said}, None) for said in ("", "soon", "-1", "1e9", "nan", "Mon, 99 Foo 2024")),
    ],
)
def test_a_number_of_seconds(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


@pytest.mark.parametrize(("ahead", "low", "high"), [(1, 3000, 3600), (-1, 0, 0)])
def test_a_date(ahead: int, low: int, high: int) -> None:
    said = format_datetime(datetime.now(UTC) + timedelta(hours=ahead), usegmt=True)
    seconds = retry_after({"retry-after": said})
    assert seconds is not None and low <= seconds <= high
