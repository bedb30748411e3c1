"""How many examples a law is tried on: few, always the same, under `make test`; many, always new, under `make fuzz`."""

from __future__ import annotations

import os

#: `make fuzz` is run for the examples' sake, and nobody waits for it.
MORE = 10


def examples(count: int) -> int:
    """`count` under `make test`, MORE times as many under `make fuzz`."""
    return count * MORE if os.environ.get("HYPOTHESIS_PROFILE") == "random" else count
