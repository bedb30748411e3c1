"""Replace what Pandoc would lose of an ODT file: its comments by tokens, and the lists in its notes by paragraphs."""

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


@dataclass(frozen=True, slots=True)
class Marked:
    """An ODT file with tokens in place of its comments. `comments` maps each comment's number to the comment, and
    `notes_with_lists` is the number of notes that had lists.

    A comment is a dict with author, date and text.
    """

    content: bytes
    comments: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    notes_with_lists: int = 0


def with_marks(content: bytes, token: str) -> Marked:
    """Return the file with tokens around the text of each comment: `{token}b1x` before and `{token}e1x` after the text
    of comment 1, and so on.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        if _TEXT not in package.namelist():
            return Marked(content)
        text = package.read(_TEXT).decode("utf-8", "replace")
        with_words, comments = _with_words(text, token)
        marked, notes = _without_lists(with_words)
        if marked == text:
            return Marked(content)
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target:
            for each in package.infolist():
                target.writestr(each, marked.encode() if each.filename == _TEXT else package.read(each))
    return Marked(buffer.getvalue(), comments, notes)


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
