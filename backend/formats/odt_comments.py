"""Replace the parts of an ODT file that Pandoc would lose: comments and formulas become tokens, and lists in notes
become paragraphs.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape

_TEXT = "content.xml"
_COMMENT = re.compile(r"<office:annotation(?=[\s>])([^<>]*)(?<!/)>(.*?)</office:annotation>", re.DOTALL)
_END = re.compile(r"<office:annotation-end\b([^<>]*)/>(?:\s*</office:annotation-end>)?")
_NAME = re.compile(r'office:name="([^"]*)"')
_ABOUT = re.compile(r"<(dc:creator|dc:date|meta:[\w-]+|loext:[\w-]+)\b[^<>]*>(.*?)</\1>", re.DOTALL)
_NOTE = re.compile(r"<text:note-body\b[^<>]*>.*?</text:note-body>", re.DOTALL)
_LIST = re.compile(r"</?text:(?:list|list-item|list-header)(?=[\s>/])[^<>]*>")
#: The most comments of a file, and the longest comment in characters. Bounds, not tuned.
MOST_COMMENTS, MOST_LENGTH = 5_000, 20_000

#: A frame that shows an embedded object such as a formula; frames with pictures have no `draw:object`.
_FRAME = re.compile(r"<draw:frame\b[^<>]*>\s*<draw:object\b[^<>]*?xlink:href=\"([^\"<>]+)\"[^<>]*?(?:/>|>)")
_FRAME_END = "</draw:frame>"
_MATH = re.compile(r"<(?:math:)?math\b.*</(?:math:)?math>", re.DOTALL)
#: The most formulas of a file, and the longest formula in characters. Bounds, not tuned.
MOST_FORMULAS, MOST_FORMULA_LENGTH = 5_000, 100_000


@dataclass(frozen=True, slots=True)
class Marked:
    """An ODT file (`content`) with tokens around the words that have comments. `comments` maps each comment's number to
    the comment, a dict with author, date and text. `notes_with_lists` is the number of notes that had lists.
    """

    content: bytes
    comments: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    notes_with_lists: int = 0


def with_marks(content: bytes, token: str) -> Marked:
    """Return the ODT file with tokens around the words of each comment: `{token}b1x` before and `{token}e1x` after the
    words of comment 1, and so on. `token` is a random word that the file does not contain. Lists in notes become
    paragraphs.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        if _TEXT not in package.namelist():
            return Marked(content)
        text = package.read(_TEXT).decode("utf-8", "replace")
        with_words, comments = _with_words(text, token)
        marked, notes = _without_lists(with_words)
        if marked == text:
            return Marked(content)
        return Marked(_rewritten(package, marked), comments, notes)


def _with_words(text: str, token: str) -> tuple[str, dict[str, dict[str, str]]]:
    ended = {found[1] for end in _END.finditer(text) if (found := _NAME.search(end[1]))}
    numbers: dict[str, str] = {}
    comments: dict[str, dict[str, str]] = {}

    def begin(found: re.Match[str]) -> str:
        if len(comments) >= MOST_COMMENTS:
            return ""
        number = str(len(comments) + 1)
        comments[number] = _comment(found[2][:MOST_LENGTH])
        name = _NAME.search(found[1])
        if name is None or name[1] not in ended:
            return f"{token}b{number}x{token}e{number}x"
        numbers[name[1]] = number
        return f"{token}b{number}x"

    def end(found: re.Match[str]) -> str:
        name = _NAME.search(found[1])
        number = numbers.get(name[1]) if name else None
        return f"{token}e{number}x" if number else ""

    return _END.sub(end, _COMMENT.sub(begin, text)), comments


def _comment(held: str) -> dict[str, str]:
    about = {name: _words(value) for name, value in _ABOUT.findall(held)}
    return {
        "author": about.get("dc:creator", ""),
        "date": about.get("dc:date", ""),
        "text": _words(_ABOUT.sub("", held)),
    }


def _words(held: str) -> str:
    return " ".join(unescape(re.sub(r"<[^<>]*>", " ", held)).split())


def _without_lists(text: str) -> tuple[str, int]:
    notes = sum(_LIST.search(note) is not None for note in _NOTE.findall(text))
    return _NOTE.sub(lambda note: _LIST.sub("", note[0]), text), notes


def with_words(content: bytes, token: str) -> tuple[bytes, dict[str, str]]:
    """Return the ODT file with a word in place of each formula, `{token}f1x` for the first, and a dict that maps each
    such word to the formula as MathML. `token` is a random word that the file does not contain.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        names = set(package.namelist())
        if _TEXT not in names:
            return content, {}
        text = package.read(_TEXT).decode("utf-8", "replace")
        formulas: dict[str, str] = {}
        pieces, at = [], 0
        for frame in _FRAME.finditer(text):
            end = text.find(_FRAME_END, frame.end())
            formula = _formula(package, names, frame[1]) if end >= 0 and frame.start() >= at else ""
            if formula and len(formulas) < MOST_FORMULAS:
                word = f"{token}f{len(formulas) + 1}x"
                formulas[word] = formula
                pieces += [text[at : frame.start()], word]
                at = end + len(_FRAME_END)
        if not formulas:
            return content, {}
        return _rewritten(package, "".join((*pieces, text[at:]))), formulas


def _formula(package: zipfile.ZipFile, names: set[str], href: str) -> str:
    """Return the MathML of the object at the path `href` in the file; "" if the object is not a formula, or is too
    long. `names` are the paths of all parts of the file.
    """
    name = f"{href.removeprefix('./').rstrip('/')}/{_TEXT}"
    if name not in names or package.getinfo(name).file_size > MOST_FORMULA_LENGTH:
        return ""
    found = _MATH.search(package.read(name).decode("utf-8", "replace"))
    return re.sub(r"(</?)math:", r"\1", found[0]) if found else ""


def _rewritten(package: zipfile.ZipFile, text: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for each in package.infolist():
            made.writestr(each, text.encode() if each.filename == _TEXT else package.read(each))
    return buffer.getvalue()
