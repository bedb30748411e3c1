"""Measure what hostile files cost until they are refused or read: seconds and megabytes of the child process.

python -m tests.bench.hostile
"""

from __future__ import annotations

import time

from backend.extraction.extractor import SECONDS
from backend.extraction.sandbox import Sandbox, Unreadable
from tests.extraction.hostile import QUICK, SLOW


def report() -> None:
    for name, make in (QUICK | SLOW).items():
        content = make()
        start = time.perf_counter()
        with Sandbox(ready=False) as sandbox:
            try:
                said = f"{len(sandbox.works(content, name, SECONDS, lambda done, total: None))} works"
            except Unreadable as error:
                said = error.detail
            took, cost = time.perf_counter() - start, sandbox.cost
        print(f"{name:32}{len(content) / 1e6:6.1f} MB {took:6.1f} s {cost.get('megabytes', '?'):>5} MB  {said[:90]}")


if __name__ == "__main__":
    report()
