"""Which tests a mutant meets, and in which order."""

from __future__ import annotations

from collections import defaultdict
from types import SimpleNamespace

from tests.mutation.mutants import mutants_of
from tests.mutation.probes import user_number
from tests.mutation.reach import IMPORT, Reach, Recorder

SOURCE = b"LIMIT = 1\n\ndef f():\n    return 1\n"
SECONDS = {
    "tests/room/test_other.py::test_slow": 9.0,
    "tests/room/test_other.py::test_quick": 1.0,
    "tests/room/test_third.py::test_of_something_else": 0.1,
    "tests/room/test_x.py::test_own": 5.0,
}
SLOW, QUICK, ELSE, OWN = SECONDS
CONSTANT, MUTANT = (each for each in mutants_of("room/x.py", SOURCE) if each.operator == "constant")


def reach(**passed: set[str]) -> Reach:
    numbers = {"mutant": 0, "users": user_number(0)}
    return Reach(SECONDS, defaultdict(frozenset, {numbers[name]: frozenset(each) for name, each in passed.items()}))


def test_the_tests_of_its_own_module_come_first_and_then_the_quickest_that_reach_it():
    assert reach(mutant={SLOW, QUICK}).tests_of(0, MUTANT, SOURCE) == [OWN, QUICK, SLOW]


def test_only_its_own_module_s_tests_are_never_too_slow():
    assert reach(mutant={SLOW, QUICK}).tests_of(0, MUTANT, SOURCE, 3.0) == [OWN, QUICK]
    assert reach(mutant={SLOW, QUICK}).tests_of(0, MUTANT, SOURCE, 0.5) == [OWN]


def test_what_is_set_up_for_a_file_or_for_all_tests_counts_for_each_of_them():
    assert reach(mutant={"tests/room/test_other.py"}).tests_of(0, MUTANT, SOURCE) == [OWN, QUICK, SLOW]
    assert reach(mutant={""}).tests_of(0, MUTANT, SOURCE) == [OWN, ELSE, QUICK, SLOW]


def test_a_constant_meets_those_that_reach_its_users_and_all_where_nobody_is_seen_to_use_it():
    assert reach(users={SLOW}).tests_of(0, CONSTANT, SOURCE) == [OWN, SLOW]
    assert reach().tests_of(0, CONSTANT, SOURCE) == [OWN, ELSE, QUICK, SLOW]


def test_a_function_that_was_called_at_an_import_is_treated_as_a_constant():
    assert not reach(mutant={QUICK}).is_early(0, MUTANT, SOURCE)
    called = reach(mutant={IMPORT, QUICK}, users={SLOW})
    assert called.is_early(0, MUTANT, SOURCE) and called.tests_of(0, MUTANT, SOURCE) == [OWN, QUICK, SLOW]


def test_a_test_that_fails_on_the_unchanged_tree_is_named_at_once_and_not_recorded(tmp_path):
    named: list[str] = []
    recorder = Recorder(named.append)
    for name in ("good", "bad"):
        running = recorder.pytest_runtest_protocol(SimpleNamespace(nodeid=name))
        next(running)
        recorder.note(3)
        recorder.pytest_runtest_logreport(SimpleNamespace(nodeid=name, failed=name == "bad", longreprtext="why"))
        running.close()
    recorder.write(tmp_path / "reach")
    assert named == ["bad"] and '"seconds": {"good": ' in (tmp_path / "reach").read_text()
