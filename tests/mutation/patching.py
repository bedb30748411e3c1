"""A mutant put into a process that has everything imported: the code of one function is exchanged where it lives."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from types import CodeType, FunctionType

from tests.mutation.mutants import Mutant

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def position(source: bytes, offset: int) -> tuple[int, int]:
    """The line and the column of an offset, as syntax trees count them."""
    return source.count(b"\n", 0, offset) + 1, offset - (source.rfind(b"\n", 0, offset) + 1)


def enclosing(source: bytes, offset: int) -> list[_Function]:
    """The functions whose bodies hold the offset, from the outside in; a default is no part of a body."""
    place = position(source, offset)
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, _Function):
            first, last = node.body[0], node.body[-1]
            if (first.lineno, first.col_offset) <= place < (last.end_lineno or 0, last.end_col_offset or 0):
                found.append(node)
    return found


def first_line(function: _Function) -> int:
    """The line that a code object gives as its first."""
    return min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])


def patch(mutant: Mutant, source: bytes, file: str) -> bool:
    """Exchange the code of the function that holds the mutant; False, with nothing changed, where that can't be done.

    `file` is the path that the module was imported from.
    """
    around = enclosing(source, mutant.start)
    if not around:
        return False
    line = first_line(around[0])
    old = [code for code in _codes(compile(source, file, "exec")) if code.co_firstlineno == line]
    names = {code.co_qualname for code in old if code.co_name == around[0].name}
    mutated = compile(mutant.applied(source), file, "exec")
    new = [code for code in _codes(mutated) if code.co_qualname in names]
    gc.unfreeze()  # the collector does not list what is frozen
    alive = [function for function in gc.get_objects() if _is_from(function, file, line, names)]
    gc.freeze()
    if len(new) != 1 or not alive or any(x.__code__.co_freevars != new[0].co_freevars for x in alive):
        return False
    for function in alive:
        function.__code__ = new[0]
    return True


def _is_from(found: object, file: str, line: int, names: set[str]) -> bool:
    if type(found) is not FunctionType:
        return False
    code = found.__code__
    return code.co_filename == file and code.co_firstlineno == line and code.co_qualname in names


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)
