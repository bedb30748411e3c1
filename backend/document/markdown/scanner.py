"""Divide lines into top-level blocks in one pass, for `blocks.read`.

The rules are those of CommonMark (tests compare the results with those of the library marko). Further rules cover what
researchers use and CommonMark lacks: YAML front matter, display math, LaTeX environments, Pandoc's `:::` divs,
footnotes and tables, and `<details>`. The blocks of these further kinds are opaque: a line in them that begins with `#`
is not a heading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from backend.document.markdown.containers import container_stop
from backend.document.markdown.definitions import definition_stop
from backend.document.markdown.enclosures import Enclosures
from backend.document.markdown.figures import is_figure
from backend.document.markdown.syntax import (
    ATX,
    BEGIN,
    FOOTNOTE,
    GRID_TABLE,
    HTML_ANY_TAG,
    HTML_BLOCK_TAG,
    INDENTED,
    ITEM,
    RULE,
    SETEXT,
    SIMPLE_TABLE_RULE,
    TABLE_RULE,
    breaks_paragraph,
    closes_fence,
    fence_of,
    html_end,
    plain_item,
)
from backend.kernel.short_texts import cached_if_short

#: A block as kind, first line, the line after its last one, level (1 to 6 for a heading, else 0), and title ("" unless
#: a heading). A plain tuple, because a document may have hundreds of thousands of blocks.
Found = tuple[str, int, int, int, str]


_MATHS = re.compile(
    r"(?:display)?math|(?:sub)?equations?|eqnarray|dmath|align(?:at|ed)?|flalign|gather(?:ed)?|multline|split|cases|array"
    r"|[pbvBV]?matrix"
)
_CAPTION = re.compile(r"(?:Table|Figure):[ \t]|:[ \t]|(?:Table|Figure|Fig\.)[ :][\s\S]*\{#[^{}]*\}\s*$")
_DETAILS = re.compile(r" {0,3}<details(?:[\s>]|$)", re.I)
_MATHS_TAIL = re.compile(r"(?:\s*\{[^{}]*\})?[\s.,;:()\d]*$")
_CLOSING_MARKS = re.compile(r"(?:^|[ \t]+)#+$")
_KEY = re.compile(r"\s*[^\s:=][^:=]*[:=](?:\s|$)")
_YAML_LINE = re.compile(r"\s|#|-(?:\s|$)|[^\s:][^:]*:(?:\s|$)|[\]})]")


def scan(lines: Sequence[str], front_matter: bool = True) -> Iterator[Found]:
    """Yield the blocks of a text, in order. `lines` are its lines with their line ends, without a byte order mark.

    `front_matter` is False if the lines are from the middle of a text, where `---` does not begin front matter.
    """
    return _Scanner(lines).blocks(front_matter)


def _is_metadata(lines: Sequence[str]) -> bool:
    """Return True if lines between two `---` are metadata, and False if they are prose between two rules. As in Pandoc,
    the first line must not be blank.
    """
    if not lines:
        return True
    if lines[0].isspace() and not all(_YAML_LINE.match(line) for line in lines):
        return False
    return any(_KEY.match(line) for line in lines)


class _Scanner:
    """Divides the `lines` of a text into blocks in one pass."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.stop = len(lines)
        self.ends = Enclosures(lines)

    def blocks(self, front_matter: bool) -> Iterator[Found]:
        lines = self.lines
        at = 0
        if front_matter and (front := self._front_matter()):
            yield front
            at = front[2]
        while at < self.stop:
            line = lines[at]
            if line.isspace():
                at += 1
                continue
            first = line[0]
            block = None
            if first in " \t":
                if INDENTED.match(line):
                    block = self._indented(at)
                else:
                    first = line.lstrip(" ")[0]
            if block is None and first in _OPENERS:
                block = _OPENERS[first](self, at)
            if block is None:
                block = self._table(at) or self._paragraph(at)
            yield block
            at = block[2]

    # ------------------------------------------------------------------ opaque blocks

    def _front_matter(self) -> Found | None:
        """Return the front matter: from `---` in the first line to `---` or `...` (YAML), or from `+++` to `+++`
        (TOML). Returns None if there is none.
        """
        opener = self.lines[0].rstrip() if self.lines else ""
        if opener not in ("---", "+++"):
            return None
        closers = ("---", "...") if opener == "---" else ("+++",)
        for index in range(1, self.stop):
            if self.lines[index].rstrip() in closers:
                return ("front_matter", 0, index + 1, 0, "") if _is_metadata(self.lines[1:index]) else None
        return None

    def _fence(self, at: int) -> Found | None:
        fence = fence_of(self.lines[at].rstrip())
        if not fence:
            return None
        last = at
        for index in range(at + 1, self.stop):
            line = self.lines[index]
            if fence in line and closes_fence(line.rstrip(), fence):
                return "code", at, index + 1, 0, ""
            if not line.isspace():
                last = index
        return "code", at, last + 1, 0, ""

    def _dollars(self, at: int) -> Found | None:
        """Return the block of display math `$$ … $$` that begins at line `at`. Returns None if there is none, or if
        words follow the math on its line; then the lines are a paragraph.
        """
        line = self.lines[at].strip()
        if not line.startswith("$$"):
            return None
        closing = line.find("$$", 2)
        if closing > 0:
            tail = line.rsplit("$$", 1)[1]
            return ("math", at, at + 1, 0, "") if _MATHS_TAIL.match(tail) else None
        end = self.ends.next_with("$$", at + 1)
        return ("math", at, end + 1, 0, "") if end is not None else None

    def _latex(self, at: int) -> Found | None:
        r"""Return the LaTeX environment or the display math in `\[ … \]` that begins at line `at`; None if there is
        neither. Nested environments are counted.
        """
        line = self.lines[at].strip()
        if match := BEGIN.match(line):
            end = self.ends.environment(match[1], at)
            kind = "math" if _MATHS.fullmatch(match[1].rstrip("*")) else "latex"
            return (kind, at, end + 1, 0, "") if end is not None else None
        if line == "\\[" or line.startswith("\\[ "):
            if line.endswith("\\]"):
                return "math", at, at + 1, 0, ""
            end = self.ends.next_with("\\]", at + 1)
            return ("math", at, end + 1, 0, "") if end is not None and line == "\\[" else None
        return None

    def _div(self, at: int) -> Found | None:
        """Return the fenced div that begins at line `at`, with its content; None if there is none. If the div is a
        wrapper or is not closed, the block is only this line.
        """
        if not self.lines[at].lstrip().startswith(":::"):
            return None
        return "div", at, self.ends.div(at) + 1, 0, ""

    def _html(self, at: int) -> Found | None:
        line = self.lines[at].rstrip()
        if end := html_end(line):
            kind = "comment" if line.lstrip().startswith("<!--") else "html"
            if end.search(line):
                return kind, at, at + 1, 0, ""
            last = at
            for index in range(at + 1, self.stop):
                if end.search(self.lines[index]):
                    return kind, at, index + 1, 0, ""
                if not self.lines[index].isspace():
                    last = index
            return kind, at, last + 1, 0, ""
        if HTML_BLOCK_TAG.match(line) or HTML_ANY_TAG.match(line):
            closed = self.ends.details(at) if _DETAILS.match(line) else at
            return "html", at, self._blank_after(closed), 0, ""
        return None

    def _blank_after(self, at: int) -> int:
        index = at + 1
        while index < self.stop and not self.lines[index].isspace():
            index += 1
        return index

    # ------------------------------------------------------------------ Markdown's own

    def _heading(self, at: int) -> Found | None:
        found = _level_and_title(self.lines[at])
        return ("heading", at, at + 1, *found) if found is not None else None

    def _dash(self, at: int) -> Found | None:
        line = self.lines[at]
        if plain_item(line):
            return "list", at, container_stop(self.lines, at, self.stop), 0, ""
        line = line.rstrip()
        if RULE.match(line):
            return "rule", at, at + 1, 0, ""
        if line.lstrip(" ")[0] == "+" and GRID_TABLE.match(line):
            return "table", at, self._blank_after(at), 0, ""
        return self._container(at)

    def _container(self, at: int) -> Found | None:
        line = self.lines[at].rstrip()
        if line.lstrip(" ")[0] == ">":
            return "quote", at, container_stop(self.lines, at, self.stop), 0, ""
        if ITEM.match(line):
            return "list", at, container_stop(self.lines, at, self.stop), 0, ""
        return None

    def _bracket(self, at: int) -> Found | None:
        if FOOTNOTE.match(self.lines[at]):
            return "footnote", at, container_stop(self.lines, at, self.stop), 0, ""
        stop = definition_stop(self.lines, at, self.stop)
        return ("definition", at, stop, 0, "") if stop > at else None

    def _indented(self, at: int) -> Found:
        last = at
        for index in range(at + 1, self.stop):
            line = self.lines[index]
            if INDENTED.match(line) and not line.isspace():
                last = index
            elif not line.isspace():
                break
        return "code", at, last + 1, 0, ""

    def _table(self, at: int) -> Found | None:
        """Return the table that begins at line `at`: a pipe table (GitHub's or Pandoc's), or Pandoc's simple table with
        a header. Returns None if no table begins there.
        """
        if at + 1 >= self.stop or not self._is_table_head(at):
            return None
        index = at + 2
        while index < self.stop and not self.lines[index].isspace():
            line = self.lines[index].rstrip()
            if ATX.match(line) or fence_of(line) or line.startswith(":::"):
                break
            index += 1
        return "table", at, index, 0, ""

    def _is_table_head(self, at: int) -> bool:
        below = self.lines[at + 1]
        if "-" not in below:
            return False
        if "|" in below and "|" in self.lines[at] and TABLE_RULE.match(below.rstrip()):
            return True
        return SIMPLE_TABLE_RULE.match(below.rstrip()) is not None

    def _paragraph(self, at: int) -> Found:
        lines, stop = self.lines, self.stop
        index = at + 1
        while index < stop:
            line = lines[index]
            first = line[0]
            if first.isalpha():
                index += 1
                continue
            if line.isspace():
                break
            bare = line.rstrip()
            if first == "\\" and (match := BEGIN.match(bare)):
                index = (self.ends.environment(match[1], index) or index) + 1
                continue
            if first in "=- " and SETEXT.match(bare):
                level = 1 if "=" in bare else 2
                title = " ".join(part.strip() for part in lines[at:index])
                return "heading", at, index + 1, level, title
            if breaks_paragraph(bare) or self._interrupts(index, bare):
                break
            index += 1
        return self._sort_of_paragraph(at, index), at, index, 0, ""

    def _interrupts(self, at: int, bare: str) -> bool:
        """Return True if line `at` ends the paragraph before it by the rules of Pandoc or GitHub, but not of
        CommonMark. `bare` is the line without white space at its end.
        """
        head = bare.lstrip()
        if head.startswith("$$"):
            return self._dollars(at) is not None
        if head.startswith(":::"):
            return True
        return head[0] == "|" and at + 1 < self.stop and self._is_table_head(at)

    def _sort_of_paragraph(self, at: int, stop: int) -> str:
        head = self.lines[at].lstrip(" ")
        if head[0] in "!TF:":
            text = "".join(self.lines[at:stop]).strip()
            if head[0] == "!":
                return "figure" if is_figure(text) else "paragraph"
            return "caption" if _CAPTION.match(text) else "paragraph"
        return "paragraph"


@cached_if_short
def _level_and_title(line: str) -> tuple[int, str] | None:
    """Return the level and the title of a heading; None if the line is no heading."""
    match = ATX.match(line.rstrip())
    if match is None:
        return None
    title = (match[2] or "").strip()
    return len(match[1]), _CLOSING_MARKS.sub("", title) if title.endswith("#") else title


#: The functions that read a block, by its first character. They are bound to no scanner: one that holds its own methods
#: stays in memory, with all its lines, until the next garbage collection.
_OPENERS: dict[str, Callable[[_Scanner, int], Found | None]] = {
    "#": _Scanner._heading,
    "`": _Scanner._fence,
    "~": _Scanner._fence,
    ">": _Scanner._container,
    "-": _Scanner._dash,
    "*": _Scanner._dash,
    "+": _Scanner._dash,
    "_": _Scanner._dash,
    "<": _Scanner._html,
    "$": _Scanner._dollars,
    "\\": _Scanner._latex,
    ":": _Scanner._div,
    "[": _Scanner._bracket,
    **dict.fromkeys("0123456789", _Scanner._container),
}
