"""The small faults that a module could have: each one replaces one expression or statement of its source.

A mutant is an edit of the source text by byte offsets, so that its diff shows the one line that changed. Left out are
docstrings, annotations, decorators and the words of an error, in which a change is no fault of behavior.
"""

from __future__ import annotations

import ast
import copy
import difflib
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
#: Next to a bound of a score lies nothing to notice, since sums of fractions hardly ever meet it: that it is used at
#: all shows when it decides the other way.
_OF_SCORES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt,
}  # fmt: skip
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


#: Functions that give the same for their first two arguments in either order.
_SYMMETRIC = ("max", "min", "is_one", "shared_pairs")
#: Blanks in a string from which on it is a sentence for people to read. Of a list of words the code looks up the parts,
#: and signs before its first or behind its last are no likely fault either.
_PROSE = 3


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: the bytes start..end of a file replaced by `text`."""

    path: str
    start: int
    end: int
    text: str
    operator: str

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]

    def compiles(self, source: bytes) -> bool:
        try:
            ast.parse(self.applied(source))
        except SyntaxError:
            return False
        return True

    def changed_lines(self, source: bytes) -> tuple[list[str], list[str]]:
        """The lines that go and the lines that come, without their indentation."""
        before, after = source.decode().splitlines(), self.applied(source).decode().splitlines()
        lines = list(difflib.ndiff(before, after))
        return [x[2:].strip() for x in lines if x[0] == "-"], [x[2:].strip() for x in lines if x[0] == "+"]

    def diff(self, source: bytes) -> str:
        before, after = source.decode().splitlines(), self.applied(source).decode().splitlines()
        return "\n".join(difflib.unified_diff(before, after, self.path, self.operator, n=0, lineterm=""))


def mutants_of(path: str, source: bytes) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    tree = ast.parse(source)
    for node, text, operator in _edits(tree, _fractions(tree)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        if text.startswith("(") and source[start - 1 : start] + source[end : end + 1] == b"()":
            text = text[1:-1]  # a test, a sum or a negation in parentheses of its own
        found.append(Mutant(path, start, end, text, operator))
    return sorted(set(found), key=lambda mutant: (mutant.start, mutant.end, mutant.text))


_Edit = tuple[ast.expr | ast.stmt, str, str]


def _fractions(tree: ast.Module) -> set[str]:
    """The names that the module itself gives to numbers with a point."""
    found = set()
    for node in tree.body:
        if isinstance(node, ast.Assign):
            (target, *_), value = node.targets, node.value
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs = list(zip(target.elts, value.elts, strict=False))
            found |= {name.id for name, number in pairs if isinstance(name, ast.Name) and _is_fraction(number, set())}
    return found


def _is_fraction(node: ast.expr, names: set[str]) -> bool:
    return (isinstance(node, ast.Constant) and isinstance(node.value, float)) or (
        isinstance(node, ast.Name) and node.id in names
    )


def _edits(tree: ast.Module, fractions: set[str]) -> Iterator[_Edit]:
    for node in _mutable_nodes(tree):
        if isinstance(node, ast.Compare):
            yield from _comparison_edits(node, fractions)
        elif isinstance(node, ast.expr):
            yield from _expression_edits(node)
        elif isinstance(node, ast.stmt):
            yield from _statement_edits(node)


def _mutable_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes in which a change is a fault; f-strings are taken whole, as their parts have no place of their own."""
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return  # of `zip`, which then passes what is no fault of the caller
    yield node
    if isinstance(node, (ast.JoinedStr, ast.Raise)) or _is_type(node):
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        children = value if isinstance(value, list) else [value]
        for child in children:
            if isinstance(child, ast.AST) and not _is_docstring(child):
                yield from _mutable_nodes(child)


def _is_type(node: ast.AST) -> bool:
    """Whether only a type checker reads it: a `Literal[...]` that is given a name, a cast's first argument."""
    return isinstance(node, ast.Subscript) and ast.unparse(node.value) in ("Literal", "Callable", "Mapping", "Sequence")


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _comparison_edits(node: ast.Compare, fractions: set[str]) -> Iterator[_Edit]:
    for place, op in enumerate(node.ops):
        left = node.comparators[place - 1] if place else node.left
        of_scores = any(_is_fraction(each, fractions) for each in (left, node.comparators[place]))
        other = (_COMPARISONS | _OF_SCORES if of_scores else _COMPARISONS).get(type(op))
        if other is not None:
            changed = copy.deepcopy(node)
            changed.ops[place] = other()
            yield node, _source(changed), "comparison"


def _expression_edits(node: ast.expr) -> Iterator[_Edit]:
    if isinstance(node, ast.BoolOp):
        changed_op = copy.deepcopy(node)
        changed_op.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield node, _source(changed_op), "and/or"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, _source(node.operand), "negation"
    elif isinstance(node, ast.IfExp):
        yield node.test, _negated(node.test), "negation"
    elif isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC and not _joins_text(node):
        changed_sum = copy.deepcopy(node)
        changed_sum.op = _ARITHMETIC[type(node.op)]()
        yield node, _source(changed_sum), "arithmetic"
    elif isinstance(node, ast.Constant):
        yield from _constant_edits(node)
    elif isinstance(node, ast.Call):
        yield from _call_edits(node)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        yield from _slice_edits(node.slice)
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
        for test in (test for part in node.generators for test in part.ifs):
            yield test, _negated(test), "negation"


def _joins_text(node: ast.BinOp) -> bool:
    """Whether `-` instead of `+` could only raise: a mutant that any test kills tells nothing."""
    text = (ast.JoinedStr, ast.List, ast.Tuple)
    return any(
        isinstance(x, text) or (isinstance(x, ast.Constant) and isinstance(x.value, (str, bytes)))
        for x in (node.left, node.right)
    )


def _constant_edits(node: ast.Constant) -> Iterator[_Edit]:
    value = node.value
    if isinstance(value, bool):
        yield node, str(not value), "constant"
    elif isinstance(value, (int, float)):
        # next to a large bound lies nothing to notice: that it is used at all shows at its double
        yield node, repr(value * 2 if abs(value) >= 100 else value + 1), "constant"
    elif isinstance(value, str) and value.count(" ") < _PROSE:
        yield node, _source(ast.Constant(f"XX{value}XX" if value else "XX")), "constant"


def _call_edits(node: ast.Call) -> Iterator[_Edit]:
    symmetric = isinstance(node.func, ast.Name) and node.func.id in _SYMMETRIC
    if len(node.args) >= 2 and not symmetric and not any(isinstance(x, ast.Starred) for x in node.args[:2]):
        changed = copy.deepcopy(node)
        changed.args[:2] = reversed(changed.args[:2])
        if _source(changed) != _source(node):
            yield node, _source(changed), "swapped arguments"


def _slice_edits(node: ast.Slice) -> Iterator[_Edit]:
    for bound in (node.lower, node.upper):
        if bound is not None and not isinstance(bound, ast.Constant):  # a constant's edit does it already
            yield bound, f"{_source(bound)} + 1", "slice"


def _statement_edits(node: ast.stmt) -> Iterator[_Edit]:
    if isinstance(node, (ast.If, ast.While)):
        yield node.test, _negated(node.test), "negation"
    elif isinstance(node, ast.Return) and node.value is not None:
        if not (isinstance(node.value, ast.Constant) and node.value.value in (None, True, False)):  # flipped anyway
            yield node, "return None", "returned value"
    elif isinstance(node, (ast.Expr, ast.AugAssign, ast.Raise, ast.Delete)):
        yield node, "pass", "removed statement"
    elif isinstance(node, ast.Continue):
        yield node, "break", "loop"
    elif isinstance(node, ast.Break):
        yield node, "continue", "loop"


def _negated(test: ast.expr) -> str:
    return f"(not {_source(test)})"


def _source(node: ast.expr) -> str:
    """The node as source that can stand anywhere; only simple ones need no parentheses."""
    text = ast.unparse(node)
    return text if isinstance(node, (ast.Constant, ast.Name, ast.Call, ast.Attribute, ast.Subscript)) else f"({text})"
