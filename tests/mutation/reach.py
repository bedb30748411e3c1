"""Which tests reach which function: a mutant is tried only on the tests that come by it.

A recorder notes each call of a function of `backend/` while the unchanged tests of a room run once. What runs while
something is set up for many tests belongs to no single test and counts for all of them.
"""

from __future__ import annotations

import json
import math
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from tests.mutation.mutants import Mutant
from tests.mutation.patching import enclosing, first_line

#: Under these names stands what no single test has called.
EVERY, IMPORT = "", "import"
Function = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Reach:
    """For each test of a room, in their order: the CPU seconds it took and the functions it called."""

    seconds: dict[str, float]
    calls: dict[str, frozenset[Function]]

    def tests_of(self, mutant: Mutant, source: bytes, most: float = math.inf) -> list[str]:
        """The tests that can notice the mutant: those of its module's own files, then the others, the quickest first.

        Where that can't be known, as of a constant, those come before the others that call any function of the module.
        Of the others as many as take `most` seconds together: a mutant that only a slower one kills counts as survived.
        """
        folder, _, name = mutant.path.rpartition("/")
        own = (f"tests/{folder}/test_{name}::", f"tests/{folder}/{name.removesuffix('.py')}/")
        if self.is_early(mutant, source):
            near = {test for test in self.seconds if any(path == mutant.path for path, _ in self.calls[test])}
            found = list(self.seconds)
        else:
            function = (mutant.path, first_line(enclosing(source, mutant.start)[-1]))
            shared = function in self.calls[EVERY]
            near = {test for test in self.seconds if shared or function in self.calls[test]}
            found = [test for test in self.seconds if test in near or test.startswith(own)]  # it may start a process
        found.sort(key=lambda test: (not test.startswith(own), test not in near, self.seconds[test]))
        left = most
        for place, test in enumerate(found):
            if not test.startswith(own):
                left -= self.seconds[test]
                if left < 0:
                    return found[:place]
        return found

    def is_early(self, mutant: Mutant, source: bytes) -> bool:
        """Say whether the mutant may have run before the first test: at an import, or for a result that is kept."""
        around = enclosing(source, mutant.start)
        if not around or any("cache" in ast_text for each in around for ast_text in _decorators(each)):
            return True
        return any((mutant.path, first_line(each)) in self.calls[IMPORT] for each in around)


def _decorators(function: Any) -> list[str]:
    return [name for each in function.decorator_list for name in _names(each)]


def _names(node: Any) -> list[str]:
    """The dotted name of a decorator, called or not, in parts."""
    node = getattr(node, "func", node)
    return [getattr(node, "id", ""), getattr(node, "attr", "")]


def read_reach(file: Path) -> Reach:
    record = json.loads(file.read_text(encoding="utf-8"))
    calls = {test: frozenset((path, line) for path, line in functions) for test, functions in record["calls"].items()}
    return Reach(record["seconds"], defaultdict(frozenset, calls))


class Recorder:
    """A plugin of pytest that notes what is called from `start` to `stop`."""

    def __init__(self, backend: Path) -> None:
        self._prefix = f"{backend}/"
        #: by their ids, since codes of different files can be equal
        self._calls: defaultdict[str, dict[int, CodeType]] = defaultdict(dict)
        self._seconds: dict[str, float] = {}
        self._test = IMPORT

    def start(self, test: str = IMPORT) -> None:
        self._test = test
        threading.settrace(self._note)
        sys.settrace(self._note)

    def stop(self) -> None:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]

    def write(self, file: Path) -> None:
        calls = {test: sorted(self._functions(codes.values())) for test, codes in self._calls.items()}
        file.write_text(json.dumps({"seconds": self._seconds, "calls": calls}), encoding="utf-8")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        begun = time.process_time()
        self.start(item.nodeid)  # for each test anew, since a test may have ended the tracing
        try:
            return (yield)
        finally:
            self._seconds[item.nodeid] = time.process_time() - begun
            self._test = EVERY

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        before = self._test
        if fixturedef.scope != "function":
            self._test = EVERY
        try:
            return (yield)
        finally:
            self._test = before

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            print(f"\n{report.nodeid} fails unchanged:\n{report.longreprtext}", flush=True)

    def _note(self, frame: FrameType, _event: str, _arg: object) -> None:
        code = frame.f_code  # every call of a test comes by here: whose it was is asked at the end
        self._calls[self._test][id(code)] = code

    def _functions(self, codes: Iterable[CodeType]) -> set[Function]:
        return {
            (code.co_filename[len(self._prefix) :], code.co_firstlineno)
            for code in codes
            if code.co_filename.startswith(self._prefix) and code.co_name != "<module>"
        }
