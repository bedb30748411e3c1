"""Wait until another thread or process has done something, without assuming how long that takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
#: Seconds: only a failing test waits for so long.
PATIENCE = 300.0
#: Seconds of a time-out that a test gives the product and that is not to be what ends the wait.
NEVER = 100 * PATIENCE


def until(look: Callable[[], T | None]) -> T:
    """What `look` gives, as soon as it gives anything."""
    expires = time.monotonic() + PATIENCE
    while (found := look()) is None:
        assert time.monotonic() < expires, "it did not happen"
        time.sleep(0.01)
    return found
