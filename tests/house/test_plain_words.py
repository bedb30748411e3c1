"""Docstrings describe parameters and fields that their names do not explain, and use verbs in their everyday sense."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from tests.house.trees import tree_of

BACKEND = Path(__file__).resolve().parents[2] / "backend"
#: Parameters and fields of these types say nothing by their type.
_BARE = re.compile(
    r"(?:str|int|bool|float|(?:tuple|list|Sequence|Collection|Iterable)\[(?:str|int|bool)[^\]]*\])(?: \| None)?"
)
#: Names that say enough by themselves.
_PLAIN = frozenset(
    """
    self cls text message words at start end stop name url seconds user_id session_id run_id draft_id content title
    value key path source number index email password language id filename query question one other delta method
    request_id request_key message_id location depth order sentence passage
    """.split()
)
#: A class whose fields are described elsewhere.
_ELSEWHERE = re.compile(r"docs/\w+\.md|--help")
#: Verbs in a sense of their own: "counts a paragraph" for "names it by its number".
_OWN_SENSE = re.compile(r"\b(?:(?:message|words|name)s? that (?:only )?counts?|do(?:es)? not count(?! as))\b")
#: The end of a sentence, and a line that continues in lower case.
_LEFT = re.compile(r"[a-z]{3}\.#: [a-z]+ [a-z]")
#: A description that needs its neighbors to be understood.
_NO_SUBJECT = re.compile(r"Who \w+ it\b|The same\b|As [A-Z]|Return |(?:When|What) it ")


def undescribed(source: str) -> Iterator[tuple[str, list[str]]]:
    """Yield public functions with the parameters that their docstring does not mention, and dataclasses with the fields
    that neither the docstring nor a comment above them mentions.
    """
    lines = source.splitlines()
    for node in ast.walk(tree_of(source)):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef) or node.name.startswith("_"):
            continue
        words = ast.get_docstring(node)
        decorators = " ".join(map(ast.unparse, node.decorator_list))
        if not words or re.search("blueprint|command|option", decorators):
            continue
        if isinstance(node, ast.FunctionDef):
            given = [each for each in (*node.args.args, *node.args.kwonlyargs) if each.annotation]
            missing = [each.arg for each in given if _is_bare(each.arg, each.annotation) and not _says(words, each.arg)]
            if missing:
                yield node.name, missing
        elif "dataclass" in decorators and not _ELSEWHERE.search(words):
            fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
            names = [ast.unparse(each.target) for each in fields if _is_bare(ast.unparse(each.target), each.annotation)]
            noted = {ast.unparse(each.target) for each in fields if _has_comment(lines, each)}
            missing = [each for each in names if not _says(words, each) and each not in noted]
            if len(missing) > 1:
                yield node.name, missing


def _is_bare(name: str, annotation: ast.expr | None) -> bool:
    return (
        not (name in _PLAIN or name.startswith("_"))
        and annotation is not None
        and _BARE.fullmatch(ast.unparse(annotation)) is not None
    )


def _has_comment(lines: list[str], field: ast.AnnAssign) -> bool:
    """Return True if a comment is above a field or beside it."""
    return lines[field.lineno - 2].strip().startswith("#") or "  # " in lines[field.lineno - 1]


def _says(words: str, name: str) -> bool:
    """Return True if a docstring has the name in backticks, or the beginning of each of its words."""
    parts = [each for each in name.lower().rstrip("s").split("_") if len(each) > 2]
    said = bool(parts) and all(each.rstrip("s")[:6] in words.lower() for each in parts)
    return f"`{name}`" in words or said


def _docstrings() -> Iterator[tuple[str, str]]:
    for path in sorted(BACKEND.rglob("*.py")):
        for node in ast.walk(tree_of(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                yield str(path.relative_to(BACKEND)), " ".join((ast.get_docstring(node) or "").split())


def test_a_parameter_is_described_by_its_name_or_by_its_words():
    source = "def f(base_revision: str, sha256: str, text: str): 'Store the base revision.'"
    assert list(undescribed(source)) == [("f", ["sha256"])]
    source = "@dataclass\nclass A:\n    'Values.'\n    one_a: int\n    two_b: int\n    #: three\n    three_c: int"
    assert list(undescribed(source)) == [("A", ["one_a", "two_b"])]


def test_no_parameter_or_field_is_without_words() -> None:
    found = [
        f"{path.relative_to(BACKEND)}: {name} does not describe {', '.join(missing)}"
        for path in sorted(BACKEND.rglob("*.py"))
        for name, missing in undescribed(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_a_comment_has_no_line_left_over_from_an_earlier_one() -> None:
    found = []
    for path in sorted(BACKEND.rglob("*.py")):
        lines = [each.strip() for each in path.read_text(encoding="utf-8").splitlines()]
        pairs = pairwise(lines)
        found += [
            (path, each) for before, each in pairs if before[:2] == "#:" == each[:2] and _LEFT.search(before + each)
        ]
    assert found == []


def test_descriptions_of_fields_name_their_subject_and_unit() -> None:
    fields = tomllib.loads((BACKEND / "api/description/fields.toml").read_text(encoding="utf-8"))
    texts = [text for group in fields.values() for text in group.values()]
    assert [each for each in texts if _NO_SUBJECT.match(each)] == []
    assert [each for each in texts if re.search(r"\boffset\b", each) and "code points" not in each] == []


def test_verbs_have_their_everyday_sense():
    assert [each for each in _docstrings() if _OWN_SENSE.search(each[1])] == []
