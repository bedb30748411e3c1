"""Tests replace a module's clock, never the process's: other threads sleep and look at the time too."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
#: `setattr(time, "sleep", …)` and `setattr(documents.time, "sleep", …)`: both change the one `time` of the process.
PROCESS_CLOCK = re.compile(r'setattr\(\s*(?:\w+\.)*time,\s*"|setattr\(\s*"time\.')


def test_no_test_replaces_the_clock_of_the_process() -> None:
    found = [
        f"{path.relative_to(TESTS)}:{number}"
        for path in sorted(TESTS.rglob("*.py"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if PROCESS_CLOCK.search(line) and path != Path(__file__)
    ]
    assert not found, f"replace the name `time` in the module under test instead: {found}"
