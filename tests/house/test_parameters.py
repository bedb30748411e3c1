"""Four parameters, then a value: the functions that take more are counted, and the number only falls."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.trees import tree_of

BACKEND = Path(__file__).resolve().parents[2] / "backend"
#: Parameters that a function may take, without `self` and `cls`, keyword-only ones included.
MOST = 4
#: Functions that take more. Lower this number with each that is mended; never raise it.
KNOWN = 40


def functions(source: str) -> Iterator[tuple[str, int]]:
    """The functions and methods of a module with the number of their parameters."""
    for node in ast.walk(tree_of(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            names = [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
            yield node.name, len(names) - (names[:1] in (["self"], ["cls"]))


def test_keyword_only_parameters_count_and_self_does_not():
    source = "def f(a, /, b, *rest, c, d, e, **more): ...\nclass C:\n    def g(self, a): ...\n    async def h(cls): ..."
    assert sorted(functions(source)) == [("f", 5), ("g", 1), ("h", 0)]


def test_no_more_functions_take_more_than_four_parameters():
    long = [
        f"{path.relative_to(BACKEND)}: {name} takes {count}"
        for path in sorted(BACKEND.rglob("*.py"))
        for name, count in functions(path.read_text(encoding="utf-8"))
        if count > MOST
    ]
    assert len(long) <= KNOWN, "\n".join(long)
