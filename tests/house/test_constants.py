"""Each number that somebody chose says where it comes from: in a comment above it or beside it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from tests.house.trees import tree_of

BACKEND = Path(__file__).resolve().parents[2] / "backend"


def silent(source: str) -> Iterator[str]:
    """The module-level constants made of plain numbers that have no comment beside them, nor above their group."""
    lines = source.splitlines()
    for node in tree_of(source).body:
        if isinstance(node, ast.Assign) and _is_number(node.value):
            group = list(takewhile(str.strip, reversed(lines[: node.lineno])))
            if "  # " not in group[0] and not any(line.startswith("#") for line in group):
                yield group[0]


def _is_number(value: ast.expr) -> bool:
    if isinstance(value, ast.Tuple):
        return bool(value.elts) and all(isinstance(each, ast.Constant) and _is_number(each) for each in value.elts)
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)


def test_a_number_without_a_comment_is_found_and_one_with_a_comment_is_not():
    source = "A = 1\n\n#: Why.\nB = 2.5\nI = 6\n\nC, D = 3, 4\nE = 5  # why\nF = 'text'\nG = True\nH = ()"
    assert list(silent(source)) == ["A = 1", "C, D = 3, 4"]


def test_every_number_says_where_it_comes_from():
    found = [
        f"{path.relative_to(BACKEND)}: {line}"
        for path in sorted(BACKEND.rglob("*.py"))
        for line in silent(path.read_text(encoding="utf-8"))
    ]
    assert found == []
