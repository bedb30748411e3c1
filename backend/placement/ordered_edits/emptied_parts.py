"""Remove what remains of a list item or block after an edit deleted all of its words: the item's marker, quotation
marks, and additional blank lines.
"""

from __future__ import annotations

import re

from backend.document.sentences import sentences

#: An item without words: its marker, perhaps with a check box.
_EMPTY_ITEM = re.compile(r"[ \t]*(?:[-*+]|\(?\d{1,9}[.)])(?:[ \t]+\[[ xX]\])?[ \t]*")
_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")
_BLANK_LINES = re.compile(r"(?:[ \t]*\r?\n)+")


def without_empty_part(kind: str, source: str, at: int) -> str:
    """Return the source of a block of this `kind` after words were deleted at character `at`. If the list item there
    has no words left, it is removed, with the items nested in it. Returns "" if the whole block has no words left.
    """
    if not (source.replace(">", "") if kind == "quote" else source).strip():
        return ""
    item = _empty_item(source, at) if kind == "list" else None
    return source if item is None else without_lines(source, *item)


def empties_more(kind: str, source: str, span: tuple[int, int]) -> bool:
    """Return True if deleting the characters `span` from the `source` of a block of this `kind` would empty a table
    cell, or a list item that has nested text. It is then uncertain whether to delete the cell or the nested text, too.
    """
    begin, stop = source.rfind("\n", 0, span[0]) + 1, _end_of_line(source, span[1])
    ahead, behind = source[begin : span[0]].strip(), source[span[1] : stop].strip()
    if kind == "table":
        return ahead[-1:] in ("", "|") and behind[:1] in ("", "|")
    if kind != "list" or behind:
        return False
    left = f"{source[: span[0]]}{source[span[1] :]}"
    item = _empty_item(left, span[0])
    return item is not None and bool(left[_end_of_line(left, span[0]) : item[1]].strip())


def without_lines(source: str, start: int, stop: int) -> str:
    """Return the source of a list without its characters `start` to `stop`, which are whole lines. Blank lines after
    them are removed, too, unless an item is directly before them.
    """
    ahead, behind = source[:start], source[stop:]
    if not ahead.strip() or _BLANK_LINES.search(ahead, len(ahead.rstrip()) + 1):
        blank = _BLANK_LINES.match(behind)
        behind = behind[blank.end() :] if blank else behind
    if behind.strip():
        return ahead + behind
    bare = ahead.rstrip()
    return bare + ahead[len(bare) :].split("\n", 1)[0] + ("\n" if "\n" in ahead[len(bare) :] else "")


def _empty_item(source: str, at: int) -> tuple[int, int] | None:
    """Return start and end (excluded) of the list item at character `at` of a list's `source`, with its nested lines;
    None if the item's own line has words.
    """
    start, stop = source.rfind("\n", 0, at) + 1, _end_of_line(source, at)
    line = source[start:stop].rstrip("\r\n")
    if _EMPTY_ITEM.fullmatch(line) is None:
        return None
    end = stop
    for following in _LINE.finditer(source, stop):
        if following[0].strip() and _indent(following[0]) <= _indent(line):
            break
        end = following.end() if following[0].strip() else end
    return start, end


def _end_of_line(source: str, at: int) -> int:
    return (source.find("\n", at) + 1) or len(source)


def _indent(line: str) -> int:
    wide = line.expandtabs(4)
    return len(wide) - len(wide.lstrip())


def past_end_mark(source: str, start: int, end: int) -> int:
    """Return `end`, or the index after the end mark that follows if the characters `start` to `end` of the `source` are
    a whole sentence without this mark: for "Nobody knows why", the index after the period.
    """
    whole = ((first, first + len(source[first:stop].rstrip())) for first, stop in sentences(source))
    return end + 1 if (start, end + 1) in whole else end
