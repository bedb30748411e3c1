"""The syntax trees of sources: several tests look at all of them, and parsing them takes longer than looking."""

from __future__ import annotations

import ast
from functools import cache


@cache
def tree_of(source: str) -> ast.Module:
    return ast.parse(source)
