"""Where probes stand, and that the code around them stays what it is."""

from __future__ import annotations

import builtins

import pytest

from tests.mutation.mutants import mutants_of
from tests.mutation.probes import NOTE, NOTE_CALLS, compile_with_probes, note_calls, probes_of, user_number

SOURCE = b"""
import functools
WORDS = {"one": 1}
_TWICE = [each * 2 for each in WORDS]

def sign(number):
    '''A sign.'''
    if number > 0:
        return "plus"
    elif number < 0:
        return "minus"
    return ""

def counted(word):
    '''A number.'''
    return WORDS.get(word)

def doubled(word):
    return word in _TWICE

@functools.cache
def halved(number):
    return number / 2
"""
OTHER = b"from backend.a import WORDS\n\ndef names():\n    return list(WORDS)\n\ndef others():\n    return _TWICE\n"
SOURCES = {"a.py": SOURCE, "b.py": OTHER}


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    noted: set[int] = set()
    monkeypatch.setattr(builtins, NOTE, noted.add, raising=False)
    monkeypatch.setattr(builtins, NOTE_CALLS, note_calls, raising=False)
    return noted


def run(probes, path="a.py"):
    names: dict = {"WORDS": {}, "_TWICE": []} if path == "b.py" else {}
    source = SOURCES[path].replace(b"from backend.a import WORDS", b"")
    exec(compile_with_probes(source, path, probes[path]), names)
    return names


def test_a_probe_is_passed_only_on_the_way_to_its_statement(passed):
    mutants = [each for each in mutants_of("a.py", SOURCE) if each.text in ("'XXminusXX'", "'XXplusXX'")]
    module = run(probes_of(mutants, SOURCES))
    assert module["sign"](-1) == "minus" and passed == {1}
    assert module["sign"](1) == "plus" and passed == {0, 1}
    assert module["sign"].__doc__ == "A sign." and module["sign"].__code__.co_firstlineno == 6


def test_a_call_that_a_cache_answers_passes_the_probe_too(passed):
    mutants = [each for each in mutants_of("a.py", SOURCE) if "number * 2" in each.text]
    halved = run(probes_of(mutants, SOURCES))["halved"]
    for _ in range(2):
        passed.clear()
        assert halved(4) == 2 and passed == {0}
    assert halved.cache_info().hits == 1


def test_users_of_a_constant_are_found_in_all_modules_and_through_what_is_made_of_it(passed):
    mutants = [each for each in mutants_of("a.py", SOURCE) if each.text == "'XXoneXX'"]
    probes = probes_of(mutants, SOURCES)
    calls = (("a.py", "counted", "one", True), ("a.py", "doubled", "one", True), ("a.py", "sign", 1, False))
    for path, name, argument, uses in calls:
        passed.clear()
        module = run(probes, path)
        module[name](argument)
        assert module["counted"].__doc__ == "A number."
        assert passed == ({user_number(0)} if uses else set()), name
    passed.clear()
    other = run(probes, "b.py")
    other["others"]()  # a name with an underscore is its own module's
    assert not passed
    other["names"]()
    assert passed == {user_number(0)}
