"""A docstring says when an error is raised, so that a caller need not read the code."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.house.trees import tree_of

BACKEND = Path(__file__).parents[2] / "backend"
#: "Raises Refused." and "Raises Refused or Busy.", without a condition.
_UNCONDITIONAL = re.compile(r"Raises? (?:an? )?[A-Z]\w+(?:(?:,| or| and)+ (?:an? )?[A-Z]\w+)*\.(?=\s|$)")


def test_each_error_of_a_docstring_has_its_condition() -> None:
    found = []
    for path in sorted(BACKEND.rglob("*.py")):
        for node in ast.walk(tree_of(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                words = " ".join((ast.get_docstring(node) or "").split())
                found += [f"{path.relative_to(BACKEND)}: {each}" for each in _UNCONDITIONAL.findall(words)]
    assert found == []


def test_each_room_says_where_its_files_are_and_names_only_files_that_exist() -> None:
    missing = []
    for package in sorted(BACKEND.rglob("__init__.py")):
        words = ast.get_docstring(tree_of(package.read_text(encoding="utf-8")))
        assert words, f"{package.parent.name} has no docstring"
        for name in re.findall(r"(?<![\w./])(?:\w+/)*\w+(?:\.py|/)(?!\w)", words):
            if not any((base / name).exists() for base in (package.parent, package.parents[1], BACKEND)):
                missing.append(f"{package.parent.name}: {name}")
    assert missing == []
