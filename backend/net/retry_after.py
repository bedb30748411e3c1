"""Read from the headers of an answer how long to wait before the next request."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_NUMBER = re.compile(r"\d{1,9}(?:\.\d+)?")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds to wait, from the header `retry-after-ms` (milliseconds) or else `retry-after` (seconds or a
    date); None if no header is valid.
    """
    if _NUMBER.fullmatch(said := headers.get("retry-after-ms", "").strip()):
        return float(said) / 1000
    if _NUMBER.fullmatch(said := headers.get("retry-after", "").strip()):
        return float(said)
    try:
        moment = parsedate_to_datetime(said)
    except (ValueError, TypeError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())
