"""Join the files of a LaTeX project to one text: the main file, with the content of the files that it includes."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from backend.formats.latex_words import BODY

#: The limits of a project: how deeply included files may include others, the number of included files, and the
#: characters of the joined text. They are not tuned: a thesis has three levels, about a hundred files and two million
#: characters.
DEEPEST, MOST_INPUTS, MOST_CHARACTERS = 12, 2_000, 25_000_000
_CLASS = re.compile(r"^[^%\n]*\\document(?:class|style)\b", re.MULTILINE)
_INPUT = re.compile(
    r"\\(?:(?P<both>subimport|import)\*?\s*\{(?P<folder>[^{}]*)\}\s*\{(?P<inside>[^{}]*)\}"
    r"|(?:input|include|subfile|subfileinclude)\s*\{(?P<name>[^{}]*)\}"
    r"|input\s+(?P<bare>[^\s{}\\%]+))"
)
_LISTS = re.compile(r"\\(?:bibliography|addbibresource(?:\[[^\]]*\])?)\s*\{([^{}]*)\}")
#: The usual names of the main file, for projects with several complete documents.
_USUAL = ("main", "paper", "manuscript", "article", "thesis", "ms", "root")


@dataclass(frozen=True, slots=True)
class Project:
    """A LaTeX project as one `text`. `main` is the path of its main file, and `lists` are the paths of its .bib files.
    `warnings` are for the user.
    """

    text: str
    main: str
    lists: tuple[str, ...]
    warnings: tuple[str, ...]


def joined(texts: Mapping[str, str], others: frozenset[str]) -> Project | None:
    """Join the files of a project to one text. Returns None if no file is a complete document.

    `texts` are the .tex files by their paths; `others` are the paths of all files in the project.
    """
    whole = sorted((each for each in texts if _CLASS.search(texts[each])), key=lambda each: _rank(each, texts))
    if not whole:
        return None
    main = whole[0]
    joining = _Joining(texts, posixpath.dirname(main))
    text = joining.file(main, 0)
    rivals = sum(not _is_part(texts[each]) for each in whole)
    told = (
        [
            f"{rivals} files are complete LaTeX documents. Only “{main[:100]}” was imported. "
            "Import the others separately."
        ]
        if rivals > 1
        else []
    )
    missing = list(dict.fromkeys(joining.missing))
    if missing:
        named = ", ".join(each[:60] for each in missing[:10])
        told.append(
            "The LaTeX text includes files that are missing from the project, are not LaTeX, or make it too long, so "
            f"the document lacks their text: {named}. Add what is missing, and import the project again."
        )
    return Project(text, main, _lists(text, main, others), tuple(told))


def _rank(path: str, texts: Mapping[str, str]) -> tuple[bool, int, int, int, str]:
    """Return a sort key for choosing the main file: complete documents come first, then files near the top folder, then
    usual names such as main.tex, then the longest file.
    """
    stem = posixpath.splitext(posixpath.basename(path))[0].lower()
    usual = _USUAL.index(stem) if stem in _USUAL else len(_USUAL)
    return _is_part(texts[path]), path.count("/"), usual, -len(texts[path]), path


def _is_part(text: str) -> bool:
    return bool(re.search(r"\\documentclass\s*(?:\[[^\]]*\])?\s*\{(?:subfiles|standalone)\}", text))


def _lists(text: str, main: str, others: frozenset[str]) -> tuple[str, ...]:
    """Return the paths of the .bib files that the text names. If the project has none of these, return all of its .bib
    files. `main` is the path of the main file, and `others` are the paths of all files in the project.
    """
    there = sorted(each for each in others if each.lower().endswith(".bib"))
    folder = posixpath.dirname(main)
    named = [name.strip() for found in _LISTS.finditer(text) for name in found[1].split(",")]
    wanted = {_path(folder, name if name.lower().endswith(".bib") else f"{name}.bib") for name in named if name}
    return tuple([each for each in there if each in wanted] or there)


def _path(folder: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(folder, name.strip().strip('"')))


@dataclass(slots=True)
class _Joining:
    """Joins the files of a project. `folder` is the main file's folder, in which LaTeX looks for included files.
    `missing` collects the names of files that could not be included. `open` are the paths of the files that are being
    joined at the moment, so that no file includes itself.
    """

    texts: Mapping[str, str]
    folder: str
    missing: list[str] = field(default_factory=list)
    length: int = 0
    inputs: int = 0
    open: list[str] = field(default_factory=list)

    def file(self, path: str, depth: int) -> str:
        text = self.texts[path]
        if depth:
            whole = BODY.search(text) if _CLASS.search(text) else None
            text = whole[1] if whole else text
        self.length += len(text)
        self.open.append(path)
        made = "\n".join(self._line(line, path, depth) for line in text.split("\n"))
        self.open.pop()
        return made

    def _line(self, line: str, path: str, depth: int) -> str:
        if "\\" not in line:
            return line
        code, percent, comment = _divided(line)
        return _INPUT.sub(lambda found: self._input(found, path, depth), code) + percent + comment

    def _input(self, found: re.Match[str], path: str, depth: int) -> str:
        here = posixpath.dirname(path)
        if found["both"]:
            start = here if found["both"] == "subimport" else self.folder
            name, folders = found["inside"], [_path(start, found["folder"])]
        else:
            name, folders = found["name"] or found["bare"], [self.folder, here]
        wanted = [_path(folder, each) for folder in folders for each in (f"{name}.tex", name)]
        known = next((each for each in wanted if each in self.texts), None)
        too_much = depth >= DEEPEST or self.inputs >= MOST_INPUTS or self.length > MOST_CHARACTERS
        if known is None or known in self.open or too_much:
            self.missing.append(name)
            return ""
        self.inputs += 1
        return f"{self.file(known, depth + 1)}\n"


def _divided(line: str) -> tuple[str, str, str]:
    """Split a line into its code, the sign `%`, and the comment after this sign. Without a comment, the last two are
    "".
    """
    at = -1
    while (at := line.find("%", at + 1)) >= 0:
        backslashes = len(line[:at]) - len(line[:at].rstrip("\\"))
        if backslashes % 2 == 0:
            return line[:at], "%", line[at + 1 :]
    return line, "", ""
