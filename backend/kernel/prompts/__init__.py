"""Render every prompt from the Markdown templates beside this file.

A template's name is its file name without `.md`. Files that begin with `_` are parts of other templates. The caller
must pass exactly the values that the template uses: a missing or additional value raises TypeError.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, meta

FOLDER = Path(__file__).parent
# No autoescape: the words go to a model, not into HTML.
_templates = Environment(
    loader=FileSystemLoader(FOLDER),
    undefined=StrictUndefined,
    autoescape=False,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


def render(name: str, **values: Any) -> str:
    """Return the template's text with `values` filled in, without surrounding white space."""
    used = variables(name)
    if used != values.keys():
        wrong = ", ".join(sorted(used ^ values.keys()))
        raise TypeError(f"prompt {name!r} and its caller disagree about: {wrong}")
    return _templates.get_template(f"{name}.md").render(values).strip()


@lru_cache(maxsize=64)
def version(*names: str) -> str:
    """Return twelve hex digits that identify the text of the named templates and of their parts. Any change of a word
    changes them.
    """
    files = sorted({file for name in names for file in _with_parts(f"{name}.md")})
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file}\0{_read(file)}\0".encode())
    return digest.hexdigest()[:12]


@lru_cache(maxsize=64)
def variables(name: str) -> frozenset[str]:
    """Return the names of the values that a template and its parts use."""
    used: set[str] = set()
    for file in _with_parts(f"{name}.md"):
        used |= meta.find_undeclared_variables(_templates.parse(_read(file)))
    return frozenset(used)


def names() -> tuple[str, ...]:
    """Return the names of all templates, including parts, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.md")))


def _with_parts(file: str) -> set[str]:
    """Return the file names of a template and of all files that it includes or imports, directly or indirectly. `file`
    is the template's file name.
    """
    found, waiting = set(), [file]
    while waiting:
        each = waiting.pop()
        found.add(each)
        parts = meta.find_referenced_templates(_templates.parse(_read(each)))
        waiting += [part for part in parts if part is not None and part not in found]
    return found


@lru_cache(maxsize=64)
def _read(file: str) -> str:
    return (FOLDER / file).read_text(encoding="utf-8")
