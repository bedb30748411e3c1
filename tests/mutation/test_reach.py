"""Which tests a mutant meets, and in which order."""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from types import SimpleNamespace

from tests.mutation.mutants import mutants_of
from tests.mutation.reach import Reach, Recorder

SOURCE = b"def f():\n    return 1\n"
SECONDS = {
    "tests/room/test_other.py::test_slow": 9.0,
    "tests/room/test_other.py::test_quick": 1.0,
    "tests/room/test_other.py::test_of_something_else": 0.1,
    "tests/room/test_x.py::test_own": 5.0,
}
OTHER, ELSE, OWN = (
    "tests/room/test_other.py::",
    "tests/room/test_other.py::test_of_something_else",
    "tests/room/test_x.py",
)
REACH = Reach(
    SECONDS, defaultdict(frozenset, {test: frozenset({("room/x.py", 1)}) for test in SECONDS if test != ELSE})
)
(MUTANT, *_) = mutants_of("room/x.py", SOURCE)


def test_the_tests_of_its_own_module_come_first_and_then_the_quickest_that_reach_it():
    assert REACH.tests_of(MUTANT, SOURCE) == [f"{OWN}::test_own", f"{OTHER}test_quick", f"{OTHER}test_slow"]


def test_only_its_own_module_s_tests_are_never_too_slow():
    assert REACH.tests_of(MUTANT, SOURCE, 3.0) == [f"{OWN}::test_own", f"{OTHER}test_quick"]
    assert REACH.tests_of(MUTANT, SOURCE, 0.5) == [f"{OWN}::test_own"]


def test_a_test_that_ends_the_tracing_hides_no_later_one():
    recorder, test = Recorder(Path("backend")), SimpleNamespace(nodeid="tests/a.py::test_a")
    try:
        running = recorder.pytest_runtest_protocol(test)
        sys.settrace(None)
        next(running)
        assert sys.gettrace() is not None
        running.close()
    finally:
        recorder.stop()


def test_a_constant_meets_those_first_that_call_its_module():
    source = b"LIMIT = 1\n\ndef f():\n    return 1\n"
    (constant, *_) = mutants_of("room/x.py", source)
    assert REACH.tests_of(constant, source) == [f"{OWN}::test_own", f"{OTHER}test_quick", f"{OTHER}test_slow", ELSE]
