"""Set the number of examples for property tests: few and always the same with `make test`, many and new with `make
fuzz`.
"""

from __future__ import annotations

import os

#: `make fuzz` is run for the examples' sake, and nobody waits for it.
MORE = 10


def examples(count: int) -> int:
    """`count` under `make test`, MORE times as many under `make fuzz`."""
    return count * MORE if os.environ.get("HYPOTHESIS_PROFILE") == "random" else count
