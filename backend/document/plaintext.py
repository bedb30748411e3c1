"""Convert Markdown to the plain text of a research answer. Only two kinds of markup remain: `**bold**` for subheadings,
and one line for each list item.

Headings become subheadings. Code, links and quotes keep their content, images are removed, and formulas stay unchanged.
"""

from __future__ import annotations

import re

from backend.document.blocks import read, split_lines
from backend.document.inline import plain_title, strip_inline
from backend.document.markdown.syntax import TABLE_RULE, closes_fence, fence_of

#: the kinds of blocks that are left out of plain text
_SILENT = frozenset({"rule", "comment", "definition", "front_matter", "figure"})
_ITEM = re.compile(r"([ \t]*)([-+*]|\d{1,9}[.)])(?:[ \t]+(.*)|$)")
_HOLLOW = re.compile(r" *(?:-|\d{1,9}[.)])")
_QUOTE_MARK = re.compile(r"(?m)^[ \t]{0,3}(?:>[ \t]?)+")
_UNSPOKEN = re.compile(r"\s*<(?:script|style)\b", re.I)
_NOTE_MARK = re.compile(r"[ \t]*\[\^[^\]\s]+\]:[ \t]*")
_DIV_LINE = re.compile(r"(?m)^[ \t]*:{3,}.*$\n?")
_HARD_BREAK = re.compile(r"(?m)(?:[ \t]+|\\)$")
#: maximum number of passes; markup that one pass uncovers, such as an escaped mark, is converted by the next pass
_MOST_PASSES = 8


def plain(markdown: str) -> str:
    """Return the plain text of a Markdown text. A text that is already plain is returned unchanged."""
    text = markdown
    for _ in range(_MOST_PASSES):
        before, text = text, _once(text)
        if text == before:
            break
    return text


def _once(markdown: str) -> str:
    document = read(markdown.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", ""))
    pieces: list[str] = []
    hang, last = 0, ""
    for block in document.blocks:
        said = _say(block.kind, document.source(block).rstrip(), block.title, hang)
        if not said.strip():
            continue
        if pieces:
            start, end = document.gap(block.index)
            apart = "\n" in document.text[start:end] or not {last, block.kind}.isdisjoint(("code", "heading"))
            pieces.append("\n\n" if apart else "\n")
        pieces.append(said)
        last = block.kind
        if last != "code":
            hang = _hang(said) if last in ("list", "quote", "div") else 0
    return "".join(pieces)


def _say(kind: str, source: str, title: str, hang: int) -> str:
    """Return the plain text of a block without a line end, given the block's kind, Markdown source and title; "" if
    nothing is left. `hang` is the indentation of the text of the list item before the block; 0 if there is no such
    item.
    """
    if kind in _SILENT or _UNSPOKEN.match(source):
        return ""
    if kind == "heading":
        words = plain_title(title).replace("**", "")
        return f"**{words}**" if words else ""
    if kind in ("math", "latex"):
        return source
    if kind == "code":
        return _code(source, hang)
    if kind == "list":
        return _list(source)
    if kind == "quote":
        return _once(_QUOTE_MARK.sub("", source))
    if kind == "div":
        return _once(_DIV_LINE.sub("", source))
    if kind == "table":
        return "\n".join(filter(None, map(_row, split_lines(source))))
    return _words(_NOTE_MARK.sub("", source) if kind == "footnote" else source)


def _words(text: str) -> str:
    lines = (line.strip() for line in strip_inline(_HARD_BREAK.sub("", text), bold_heads=True).split("\n"))
    return "\n".join(line for line in lines if line)


def _code(source: str, hang: int) -> str:
    """Return the plain text of a code block, without its fence and indented by four spaces. `hang` is the number of
    spaces that are added because the block belongs to a list item.
    """
    lines = source.split("\n")
    fence = fence_of(lines[0].rstrip())
    inner = lines
    if fence:
        inner = lines[1:-1] if len(lines) > 1 and closes_fence(lines[-1].rstrip(), fence) else lines[1:]
    return _indented([line if fence else line.expandtabs(4)[4:] for line in inner], hang)


def _indented(lines: list[str], hang: int) -> str:
    pad = " " * (hang + 4)
    return "\n".join(pad + line if line.strip() else "" for line in lines).strip("\n").rstrip()


def _row(line: str) -> str:
    bare = line.strip()
    if TABLE_RULE.match(bare) or not re.search(r"[^\s|+=:-]", bare):
        return ""
    cells = (strip_inline(cell).strip() for cell in bare.strip("|").split("|"))
    return " | ".join(cell for cell in cells if cell)


def _hang(said: str) -> int:
    """Return the number of spaces by which the text of the last list item is indented if the plain text `said` ends
    with a list item; 0 otherwise.
    """
    match = _ITEM.match(said[said.rfind("\n") + 1 :])
    return len(match[1]) + len(match[2]) + 1 if match else 0


class _Items:
    """Builds the lines of a list in plain text: each item on one line, indented by two spaces per level."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._levels: list[int] = []
        self._hang = 0
        self._run_on = False

    def settle(self) -> None:
        """Remove the last list item from the plain text made so far, if this item has no text."""
        if self._run_on and _HOLLOW.fullmatch(self.said[-1]):
            self.said.pop()
            self._hang = _hang(self.said[-1]) if self.said else 0
            self._run_on = bool(self.said)

    def item(self, match: re.Match[str]) -> None:
        self.settle()
        while self._levels and self._levels[-1] >= len(match[1]):
            self._levels.pop()
        marker = match[2] if match[2][-1] in ".)" else "-"
        text = _words(match[3] or "").replace("\n", " ")
        if self.said and not self._run_on:
            self.said.append("")
        self.said.append(f"{'  ' * len(self._levels)}{marker} {text}".rstrip())
        self._hang = 2 * len(self._levels) + len(marker) + 1
        self._levels.append(len(match[1]))
        self._run_on = True

    def more(self, line: str, apart: bool) -> None:
        """Add a line to the last item: to its paragraph or, if `apart` is True, as a separate paragraph."""
        if apart:
            self.settle()
            self.said += ("", _words(line))
            self._levels, self._hang, self._run_on = [], 0, False
        else:
            self.said[-1] = f"{self.said[-1]} {_words(line)}".rstrip()

    def code(self, lines: list[str]) -> None:
        self.settle()
        self.said += ("", _indented(lines, self._hang))
        self._run_on = False

    def reach(self) -> int:
        """Return the number of spaces by which a line after a blank line must be indented to be code that belongs to
        the last item.
        """
        self.settle()
        return self._hang + 4


def _list(source: str) -> str:
    """Return the plain text of a list, with one item per line. Code in an item is on lines of its own."""
    items = _Items()
    lines = source.split("\n")
    at, apart = 0, False
    while at < len(lines):
        line = lines[at].expandtabs(4)
        bare = line.strip()
        at += 1
        if fence := fence_of(bare):
            stop = next((i for i in range(at, len(lines)) if closes_fence(lines[i].strip(), fence)), len(lines))
            items.code([inner.strip() if inner.isspace() else inner for inner in _dedented(lines[at:stop])])
            at, apart = stop + 1, True
        elif apart and bare and len(line) - len(line.lstrip()) >= items.reach() and items.said:
            stop = next(
                (i for i in range(at, len(lines)) if lines[i].strip() and not lines[i].startswith(" " * items.reach())),
                len(lines),
            )
            items.code([inner.expandtabs(4)[items.reach() :] for inner in lines[at - 1 : stop]])
            at = stop
        elif match := _ITEM.match(line):
            items.item(match)
            apart = False
        elif bare:
            items.more(bare, apart)
            apart = False
        else:
            apart = True
    items.settle()
    return "\n".join(items.said).strip("\n")


def _dedented(lines: list[str]) -> list[str]:
    margin = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    return [line[margin:] for line in lines]
