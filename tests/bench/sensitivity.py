"""Measure what each number in the placement code contributes: the yardstick's score with that number halved, and raised
by half.

python -m tests.bench.sensitivity placement/fit/candidates.py … [--kinds topical] [--cases 300]

One line a number: how many of the cases become wrong and right when it is varied, and how many texts change at all.
The yardstick is `../shared/bench/placement.py --adapter tests.bench.adapters:place`; its cases are sampled by a seed.
A number that changes no text either way earns nothing on these cases and is a candidate for deletion.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import multiprocessing
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
YARDSTICK = ROOT / "../shared/bench"
#: Numbers that count or index rather than weigh.
NOT_TUNED = frozenset({0, 1, 2, -1})
#: One case's result: whether it is exact, and the text.
Result = tuple[bool, str]


@dataclass(frozen=True, slots=True)
class Number:
    """A literal of a source file."""

    path: Path
    line: int
    column: int
    value: float

    @property
    def module(self) -> str:
        return ".".join(self.path.relative_to(ROOT).with_suffix("").parts)

    def varied(self) -> Iterator[float]:
        for factor in (0.5, 1.5):
            new = self.value * factor
            yield new if isinstance(self.value, float) else round(new)


class Changed(importlib.machinery.SourceFileLoader, importlib.abc.MetaPathFinder):
    """Loads one module with one number replaced."""

    def __init__(self, number: Number, value: float) -> None:
        super().__init__(number.module, str(number.path))
        self._number, self._value = number, value

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> Any:
        return importlib.util.spec_from_loader(fullname, self) if fullname == self._number.module else None

    def get_code(self, fullname: str) -> CodeType:
        tree = ast.parse(self._number.path.read_bytes())
        place = (self._number.line, self._number.column)
        (literal,) = (
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and (node.lineno, node.col_offset, node.value) == (*place, self._number.value)
        )
        literal.value = self._value
        return compile(tree, str(self._number.path), "exec")


def numbers(path: Path) -> list[Number]:
    """The tuned literals of a file, in their order."""
    found = [
        Number(path, node.lineno, node.col_offset, node.value)
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value not in NOT_TUNED
    ]
    return sorted(found, key=lambda number: (number.line, number.column))


def run(cases: Sequence[Any], judge: Any, number: Number | None, value: float) -> list[Result]:
    """Every case's result, with one number replaced. Runs in a child process, which alone imports the placing code."""
    if number is not None:
        sys.meta_path.insert(0, Changed(number, value))
    place = importlib.import_module("tests.bench.adapters").place
    texts = [place(case.document, case.content, list(case.user_messages)) for case in cases]
    return [(judge(case, text)["exact"], text) for case, text in zip(cases, texts, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="below backend/")
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--kinds", default="", help="of cases, as the yardstick calls them: topical,append")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--templates", type=Path, default=YARDSTICK / "placement_templates.json")
    wanted = parser.parse_args()
    sys.path.insert(0, str(YARDSTICK))
    yardstick, made = importlib.import_module("placement"), importlib.import_module("placement_cases")
    papers = made.read_papers(str(YARDSTICK / "../data/papers"))
    recipes = made.generate(papers, json.loads(wanted.templates.read_text(encoding="utf-8")), wanted.seed)
    recipes = [each for each in recipes if not wanted.kinds or each["kind"] in wanted.kinds.split(",")]
    chosen = random.Random(0).sample(recipes, min(wanted.cases, len(recipes)))
    cases = [yardstick.Case(made.materialise(recipe, papers)) for recipe in chosen]
    fork = multiprocessing.get_context("fork")

    def results(number: Number | None = None, value: float = 0) -> list[Result]:
        with fork.Pool(1) as child:
            return child.apply(run, (cases, yardstick.judge, number, value))

    base = results()
    print(f"{sum(exact for exact, _ in base)} of {len(base)} exact", flush=True)
    for number in (each for name in wanted.files for each in numbers(ROOT / "backend" / name)):
        words = []
        for value in number.varied():
            after = results(number, value)
            lost = sum(old and not new for (old, _), (new, _) in zip(base, after, strict=True))
            won = sum(new and not old for (old, _), (new, _) in zip(base, after, strict=True))
            moved = sum(old != new for (_, old), (_, new) in zip(base, after, strict=True))
            words.append(f"{value:g}: −{lost} +{won}, {moved} moved")
        print(f"{number.path.relative_to(ROOT)}:{number.line} {number.value:g} → " + "; ".join(words), flush=True)


if __name__ == "__main__":
    main()
