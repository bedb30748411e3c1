"""Read a work in Markdown or plain text. Its metadata comes from the front matter, and its text is not changed."""

from __future__ import annotations

import html
import re
from datetime import date
from pathlib import PurePath
from typing import Any

from backend.document.blocks import read
from backend.extraction.formats.people import names
from backend.extraction.formats.sections import is_part
from backend.sources.identifiers import canonical_doi, urls

_FRONT = re.compile(r"---[ \t]*\n(.{0,60000}?\n)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
#: Number of characters at the start of a text in which headings are searched, and number of those in which a title
#: must begin.
_LOOKED_AT, _TITLE_BEFORE = 200_000, 4_000
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_INLINE = re.compile(
    r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?|\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])|</?[a-zA-Z][^<>]{0,300}>|\s*\{[#.][^}]*\}"
    r"|[*`]+|(?<!\w)_+(?=\S)|(?<=\S)_+(?!\w)"
)
#: The title of a plain text: its first line, if a blank line follows.
_FIRST_LINE = re.compile(r"\s*(\S[^\n]{2,150})\n\s*\n")


def work_of(kind: str, text: str, filename: str) -> dict[str, Any]:
    """Return the work in a Markdown or plain text as a dict with the fields of `kernel.works.Work`. `kind` is
    "markdown" or "text". Without a title, the work is called `filename`.
    """
    said, body = _front_matter(text) if kind == "markdown" else ({}, text)
    title = _words(said.get("title")) or (heading(body) if kind == "markdown" else _first_line(body))
    return {
        "kind": kind,
        "title": title or PurePath(filename).stem,
        "authors": _authors(said.get("author") or said.get("authors")),
        "year": _year(said.get("date") or said.get("year")),
        "doi": canonical_doi(_words(said.get("doi"))),
        "url": next(iter(urls(_words(said.get("url")))), None),
        "pages": [(None, body.strip())],
        "metadata": {},
    }


def _front_matter(text: str) -> tuple[dict[str, Any], str]:
    """Return the entries of the front matter, and the text after it. If there is no front matter, or if it is not YAML,
    return {} and the whole text.
    """
    import yaml

    found = _FRONT.match(text)
    if found is None:
        return {}, text
    try:
        said = yaml.load(found[1], getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}, text
    return (said, text[found.end() :]) if isinstance(said, dict) else ({}, text)


def _words(value: Any) -> str:
    return " ".join(str(value).split())[:300] if isinstance(value, str | int | float) else ""


def _authors(value: Any) -> list[str]:
    """Return the names of the authors in the front matter. `value` is a string, a list of strings, or a list of
    mappings with a name.
    """
    found = []
    for each in (value if isinstance(value, list) else [value])[:100]:
        if (
            isinstance(each, dict)
            and len(each) == 1
            and "name" not in each
            and isinstance(next(iter(each.values())), dict)
        ):
            each = next(iter(each))  # the key is the name, the value has facts about the person
        if isinstance(each, dict):
            each = each.get("name") or f"{_words(each.get('given'))} {_words(each.get('family'))}"
            if isinstance(each, dict):
                each = f"{_words(each.get('given'))} {_words(each.get('family'))}"
        found += names(_words(each))
    return found


def _year(value: Any) -> int | None:
    found = _YEAR.search(str(value)[:100]) if isinstance(value, str | int | date) else None
    return int(found[1]) if found else None


def heading(text: str) -> str:
    """Return the heading that is certainly the title of the work; "" if there is none.

    It is the first heading, has level 1 or 2, and does not name a part of a work such as "Abstract". Normally, all
    other headings must be on deeper levels. But headings after a title of level 1 may also have level 1 if one of them
    names a part of a work. They are then the work's sections.
    """
    headings = [block for block in read(text[:_LOOKED_AT]).blocks if block.kind == "heading"]
    if not headings or headings[0].start > _TITLE_BEFORE or headings[0].level > 2:
        return ""
    first, *others = headings
    title, beside = _bare(first.title), [_bare(each.title) for each in others if each.level <= first.level]
    ruled = not beside or (first.level == 1 and any(map(is_part, beside)))
    return title[:300] if ruled and not is_part(title) else ""


def _bare(title: str) -> str:
    """Return the text of a heading without emphasis, links, images, tags and attributes."""
    return " ".join(html.unescape(_INLINE.sub(lambda mark: mark[1] or "", title)).split())


def _first_line(text: str) -> str:
    found = _FIRST_LINE.match(text)
    line = found[1].strip() if found else ""
    return "" if line.endswith((".", ",", ";")) or is_part(line) else line
