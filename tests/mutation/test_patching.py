"""That a mutant put into a living process is the mutant written into the file, and where that can't be had."""

from __future__ import annotations

import gc
import importlib.util
import sys
from pathlib import Path

import pytest

from tests.mutation.mutants import Mutant, mutants_of
from tests.mutation.patching import enclosing, patch

SOURCE = '''
"""Sums."""
LEAST = 3

def is_enough(number, least=5):
    def bound():
        return number + 1
    return bound() > least and [each for each in (number,) if each > LEAST] != []

class Sum:
    def __init__(self, start):
        self.value = start

    @property
    def double(self):
        return self.value * 2
'''


@pytest.fixture
def module(tmp_path: Path):
    file = tmp_path / "sums_to_mutate.py"
    file.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("sums_to_mutate", file)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules["sums_to_mutate"] = made
    spec.loader.exec_module(made)
    yield made
    del sys.modules["sums_to_mutate"]


def mutant(gone: str, come: str) -> Mutant:
    (found,) = [
        each for each in mutants_of("x.py", SOURCE.encode()) if each.changed_lines(SOURCE.encode()) == ([gone], [come])
    ]
    return found


def test_who_has_the_function_already_meets_the_mutant(module):
    is_enough, value = module.is_enough, module.Sum(4)
    assert is_enough(5) and value.double == 8
    assert patch(mutant("return number + 1", "return (number - 1)"), SOURCE.encode(), module.__file__)
    assert patch(mutant("return self.value * 2", "return (self.value / 2)"), SOURCE.encode(), module.__file__)
    assert not is_enough(5) and value.double == 2


def test_what_the_collector_does_not_look_at_any_more_is_exchanged_too(module):
    gc.freeze()
    assert patch(mutant("return number + 1", "return (number - 1)"), SOURCE.encode(), module.__file__)
    assert not module.is_enough(5)


def test_what_has_run_already_is_not_exchanged(module):
    early = [each for each in mutants_of("x.py", SOURCE.encode()) if not enclosing(SOURCE.encode(), each.start)]
    assert {each.changed_lines(SOURCE.encode())[0][0] for each in early} == {
        "LEAST = 3",
        "def is_enough(number, least=5):",
    }
    assert not any(patch(each, SOURCE.encode(), module.__file__) for each in early)


def test_a_function_that_was_never_imported_is_not_exchanged(tmp_path: Path):
    change = mutant("return number + 1", "return (number - 1)")
    assert not patch(change, SOURCE.encode(), str(tmp_path / "elsewhere.py"))
