"""Which tests come by which mutant: it is tried only on those.

A recorder notes each probe that the unchanged tests pass while they run once. What runs while something is set up for
many tests counts for all of them.
"""

from __future__ import annotations

import json
import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.mutation.mutants import Mutant
from tests.mutation.patching import enclosing
from tests.mutation.probes import user_number

#: Under this name stands what was passed before the first test.
IMPORT = "import"


@dataclass(frozen=True, slots=True)
class Reach:
    """The CPU seconds of each test, in the order of the tests, and where each probe was passed.

    This is a test, a file or a folder of tests ("" for all of them), or `IMPORT`.
    """

    seconds: dict[str, float]
    passed: dict[int, frozenset[str]]

    def tests_of(self, number: int, mutant: Mutant, source: bytes, most: float = math.inf) -> list[str]:
        """The tests that can notice the mutant: those of its module's own files, then the others, the quickest first.

        Of the others as many as take `most` seconds together: a mutant that only a slower one kills counts as survived.
        """
        folder, _, name = mutant.path.rpartition("/")
        own = (f"tests/{folder}/test_{name}::", f"tests/{folder}/{name.removesuffix('.py')}/")
        places = self.passed[number] - {IMPORT}
        early = self.is_early(number, mutant, source)
        if early:
            places |= self.passed[user_number(number)] - {IMPORT}
        near = self._tests_at(places)
        # The tests of its own module may start a process. Where nobody is seen to use it, any test may.
        found = [test for test in self.seconds if test in near or test.startswith(own) or (early and not near)]
        found.sort(key=lambda test: (not test.startswith(own), test not in near, self.seconds[test]))
        left = most
        for place, test in enumerate(found):
            if not test.startswith(own):
                left -= self.seconds[test]
                if left < 0:
                    return found[:place]
        return found

    def is_early(self, number: int, mutant: Mutant, source: bytes) -> bool:
        """Say whether the mutant may have run before the first test, at an import."""
        return IMPORT in self.passed[number] or not enclosing(source, mutant.start)

    def _tests_at(self, places: frozenset[str]) -> set[str]:
        shared = tuple(place for place in places if place not in self.seconds)
        return {test for test in self.seconds if test in places or test.startswith(shared)}


def read_reach(file: Path) -> Reach:
    record = json.loads(file.read_text(encoding="utf-8"))
    passed: defaultdict[int, frozenset[str]] = defaultdict(frozenset)
    for number, places in record["passed"]:
        passed[number] = frozenset(places)
    return Reach(record["seconds"], passed)


class Recorder:
    """A plugin of pytest that notes which probes each test passes, and names the tests that fail to `complain`.

    What failed is in no record: on a changed tree, too, its failure would show nothing.
    """

    def __init__(self, complain: Callable[[str], None]) -> None:
        self._passed: defaultdict[int, set[str]] = defaultdict(set)
        self._seconds: dict[str, float] = {}
        self._failed: set[str] = set()
        self._place = IMPORT
        self._complain = complain

    def note(self, number: int) -> None:
        self._passed[number].add(self._place)

    def write(self, file: Path) -> None:
        passed = [(number, sorted(places)) for number, places in self._passed.items()]
        seconds = {test: each for test, each in self._seconds.items() if test not in self._failed}
        file.write_text(json.dumps({"seconds": seconds, "passed": passed}), encoding="utf-8")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        begun = time.process_time()
        self._place = item.nodeid
        try:
            return (yield)
        finally:
            self._seconds[item.nodeid] = time.process_time() - begun
            self._place = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
    ) -> Iterator[None]:
        before = self._place
        if fixturedef.scope != "function":
            self._place = request.node.nodeid
        try:
            return (yield)
        finally:
            self._place = before

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and report.nodeid not in self._failed:
            self._failed.add(report.nodeid)
            print(f"\n{report.nodeid} fails unchanged:\n{report.longreprtext}", flush=True)
            self._complain(report.nodeid)
