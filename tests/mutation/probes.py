"""Where mutants stand, so that it is known which tests come by them.

A probe is a call that is put before the statement that holds a mutant. A mutant outside of all functions, as in a
constant or a default, changes what other functions use: their first statements get probes, too.
"""

from __future__ import annotations

import ast
import builtins
import functools
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from types import CodeType
from typing import Any

from tests.mutation.mutants import Mutant
from tests.mutation.patching import enclosing, position

#: The built-in function that a probe calls with its number.
NOTE = "__note_mutant__"
#: The built-in decorator that makes each call of a function pass a probe.
NOTE_CALLS = "__note_calls__"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Probe:
    """A probe before the statement at a line and a column."""

    number: int
    place: _Place


def user_number(number: int) -> int:
    """The number of the probes in functions that use what the mutant of this number may have changed at an import."""
    return -1 - number


def probes_of(mutants: list[Mutant], sources: dict[str, bytes]) -> dict[str, list[Probe]]:
    """The probes of each file. A mutant's number is its place in the list."""
    modules = {path: _Module(source) for path, source in sources.items()}
    found = defaultdict(list)
    for number, mutant in enumerate(mutants):
        place = position(sources[mutant.path], mutant.start)
        if enclosing(sources[mutant.path], mutant.start):
            found[mutant.path].append(Probe(number, place))
        for path, used in _users(modules, mutant.path, place):
            found[path].append(Probe(user_number(number), used))
    return dict(found)


def compile_with_probes(source: bytes, file: str, probes: list[Probe]) -> CodeType:
    """Compile a module with its probes; the numbers of its lines stay as they are."""
    tree = ast.parse(source)
    bodies = list(_bodies(tree))
    before: defaultdict[int, list[int]] = defaultdict(list)
    for probe in probes:
        holders = [each for body in bodies for each in body if _holds(each, probe.place)]
        kept = [each for each in holders if isinstance(each, _FUNCTIONS) and _is_cached(each)]
        if kept:
            place = kept[0].decorator_list[0]
            call = ast.Call(ast.Name(NOTE_CALLS, ast.Load()), [ast.Constant(probe.number)], [])
            kept[0].decorator_list.insert(0, ast.fix_missing_locations(ast.copy_location(call, place)))
        else:
            before[id(min(holders, key=_size))].append(probe.number)
    for body in bodies:
        body[:] = [each for old in body for each in (*(_call(number, old) for number in before[id(old)]), old)]
    return compile(tree, file, "exec")


def note_calls(number: int) -> Callable[[Any], Any]:
    """Decorate a function that keeps its results: each call passes the probe, also one that the cache answers."""

    def decorate(cached: Any) -> Any:
        @functools.wraps(cached)
        def call(*arguments: Any, **named: Any) -> Any:
            getattr(builtins, NOTE)(number)
            return cached(*arguments, **named)

        for name in ("cache_clear", "cache_info"):
            setattr(call, name, getattr(cached, name, None))
        return call

    return decorate


def _is_cached(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(name in ("cache", "lru_cache") for each in node.decorator_list for name in _mentioned(each))


def _bodies(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for _, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                yield value


def _holds(node: ast.stmt, place: _Place) -> bool:
    return (node.lineno, node.col_offset) <= place < (node.end_lineno or 0, node.end_col_offset or 0)


def _size(node: ast.stmt) -> tuple[int, int]:
    return (node.end_lineno or 0) - node.lineno, -node.col_offset


def _call(number: int, before: ast.stmt) -> ast.stmt:
    call = ast.Expr(ast.Call(ast.Name(NOTE, ast.Load()), [ast.Constant(number)], []))
    return ast.fix_missing_locations(ast.copy_location(call, before))


class _Module:
    """What the statements of a module define and mention."""

    def __init__(self, source: bytes) -> None:
        self._source = source

    @cached_property
    def words(self) -> set[bytes]:
        return set(re.findall(rb"\w+", self._source))

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self._source)

    @cached_property
    def functions(self) -> list[tuple[_Place, set[str]]]:
        """The place of the first statement of each function and method, and the names that it mentions."""
        inside = [each for node in self.tree.body if isinstance(node, ast.ClassDef) for each in node.body]
        functions = [each for each in [*self.tree.body, *inside] if isinstance(each, _FUNCTIONS)]
        firsts = [(each, each.body[ast.get_docstring(each) is not None :][:1]) for each in functions]
        return [((first.lineno, first.col_offset), _mentioned(each)) for each, found in firsts for first in found]

    @cached_property
    def definitions(self) -> list[tuple[set[str], set[str]]]:
        """The names that each assignment and class defines, and those that it mentions when it is carried out."""
        found = []
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef):
                parts = [*node.bases, *(each for each in node.body if not isinstance(each, _FUNCTIONS))]
                found.append(({node.name}, set().union(*map(_mentioned, parts))))
            elif not isinstance(node, (*_FUNCTIONS, ast.Import, ast.ImportFrom)):
                found.append((_assigned(node), _mentioned(node)))
        return found

    def defined_at(self, place: _Place) -> set[str]:
        """The names that the statement of the module at this place defines."""
        for node in self.tree.body:
            if _holds(node, place):
                return {node.name} if isinstance(node, (*_FUNCTIONS, ast.ClassDef)) else _assigned(node)
        return set()


def _mentioned(node: ast.AST) -> set[str]:
    found = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return found | {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}


def _assigned(node: ast.stmt) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def _users(modules: dict[str, _Module], path: str, place: _Place) -> Iterable[tuple[str, _Place]]:
    """The first statements of the functions that use what stands at this place, or anything that is made of it."""
    waiting = [(path, name) for name in modules[path].defined_at(place)]
    known, found = set(waiting), set()
    while waiting:
        origin, name = waiting.pop()
        others = [] if name.startswith("_") else [each for each in modules if name.encode() in modules[each].words]
        for each in dict.fromkeys([origin, *others]):
            found |= {(each, first) for first, mentioned in modules[each].functions if name in mentioned}
            made = {(each, new) for new_names, used in modules[each].definitions if name in used for new in new_names}
            waiting += made - known
            known |= made
    return found
