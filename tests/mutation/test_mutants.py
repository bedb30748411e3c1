"""Which faults are made, and that each changes only its own place."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutation.equivalents import FILE, key_of, read_equivalents
from tests.mutation.mutants import mutants_of

BACKEND = Path(__file__).resolve().parents[2] / "backend"


def texts(source: str) -> set[str]:
    return {mutant.applied(source.encode()).decode().strip() for mutant in mutants_of("x.py", source.encode())}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", {"(a <= b)", "pass"}),
        ("x = a and b", {"x = (a or b)"}),
        ("x = a >= 0.5", {"x = (a < 0.5)", "x = a >= 1.5"}),
        ("x = not a", {"x = a"}),
        ("x = a + b", {"x = (a - b)"}),
        ("x = 'é' + b", {"x = 'XXéXX' + b"}),
        ("x = 3", {"x = 4"}),
        ("x = True", {"x = False"}),
        ("x = zip(a, b, strict=True)", {"x = zip(b, a, strict=True)"}),
        ("x = f(a, b)", {"x = f(b, a)"}),
        ("x = max(f(a), n)", set()),
        ("x = a[n:m]", {"x = a[n + 1:m]", "x = a[n:m + 1]"}),
        ("f()", {"pass"}),
        ("raise ValueError('no')", {"pass"}),
        ("x = a if b else c", {"x = a if (not b) else c"}),
        ("x = a or (b and c)", {"x = (a and (b and c))", "x = a or (b or c)"}),
        ("x = (a + b) * c", {"x = (a - b) * c", "x = ((a + b) / c)"}),
        ("x = [a for a in b if a]", {"x = [a for a in b if (not a)]"}),
    ],
)
def test_the_faults_of_one_statement(source: str, expected: set[str]):
    assert texts(source) == expected


def test_a_bound_of_a_score_is_known_by_its_name():
    found = texts("LEAST, MOST = 0.5, 3\nx = LEAST < a <= MOST")
    assert {each.splitlines()[1] for each in found} == {
        "x = LEAST < a <= MOST", "x = (LEAST >= a <= MOST)", "x = (LEAST < a < MOST)"
    }  # fmt: skip


def test_docstrings_annotations_decorators_and_the_words_of_errors_stay():
    source = '"""Say."""\n@cache(4)\ndef f(x: Literal["a"]) -> Literal["b"]:\n    """Do."""\n    raise E("no", 3)\n'
    assert [mutant.text for mutant in mutants_of("x.py", source.encode())] == ["pass"]


def test_a_mutant_changes_only_its_own_bytes_behind_letters_of_several_bytes():
    source = "name = 'ё'; x = y == 'я'\n".encode()
    changed = [mutant.applied(source).decode() for mutant in mutants_of("x.py", source) if mutant.operator[0] == "c"]
    assert "name = 'ё'; x = (y != 'я')\n" in changed


def test_every_module_of_the_project_can_be_mutated():
    for name in ("placement/carrying_out/apply.py", "placement/rules.py", "drafting/reply/coercion.py"):
        source = (BACKEND / name).read_bytes()
        mutants = mutants_of(name, source)
        assert len(mutants) > 20
        for mutant in mutants[::25]:
            assert ast.dump(ast.parse(mutant.applied(source))) != ast.dump(ast.parse(source)), mutant.diff(source)


def test_an_equivalent_mutant_is_known_by_its_lines_and_needs_a_reason():
    source = b"def f():\n    return 1 < 2\n"
    mutant = next(m for m in mutants_of("x.py", source) if m.operator == "comparison")
    assert key_of(mutant, source) == ("x.py", "return 1 < 2", "return (1 <= 2)")
    entry = '[[mutant]]\nfile="x.py"\nbefore="return 1 < 2"\nafter="return (1 <= 2)"\nwhy="both hold"\n'
    assert read_equivalents(entry) == {key_of(mutant, source): "both hold"}


def test_every_equivalent_that_is_listed_is_still_a_line_of_its_file():
    for (path, before, _), why in read_equivalents(FILE.read_text(encoding="utf-8")).items():
        source = (BACKEND / path).read_text(encoding="utf-8")
        joined = " ".join(line.strip() for line in source.splitlines())
        assert before in joined, f"{path} has no line {before!r} any more"
        assert len(why) > 10
