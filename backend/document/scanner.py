"""The reader behind `blocks.read`: lines to top-level blocks, in one pass.

CommonMark decides (marko, its reference here, is held against this file in the tests), except where a
researcher writes what CommonMark does not know: YAML front matter, display maths, LaTeX environments,
Pandoc's `:::` divs, footnotes and tables, and `<details>`, which are opaque: a number sign inside them
is no heading.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import NamedTuple

from backend.document.containers import container_stop
from backend.document.definitions import definition_stop
from backend.document.figures import is_figure
from backend.document.syntax import (
    ATX,
    BEGIN,
    DIV_CLOSE,
    DIV_OPEN,
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
)


class Found(NamedTuple):
    """A block by its lines, `first` to `stop` - 1."""

    kind: str
    first: int
    stop: int
    level: int = 0
    title: str = ""


_MATHS = re.compile(
    r"(?:display)?math|(?:sub)?equations?|eqnarray|dmath|align(?:at|ed)?|flalign|gather(?:ed)?|multline|split|cases|array"
    r"|[pbvBV]?matrix"
)
_CAPTION = re.compile(r"(?:Table|Figure):[ \t]|:[ \t]|(?:Table|Figure|Fig\.)[ :][\s\S]*\{#[^{}]*\}\s*$")
_DETAILS = re.compile(r" {0,3}<details(?:[\s>]|$)", re.I)
_DETAILS_MARK = re.compile(r"<(/?)details(?=[\s>/]|$)", re.I)
#: ids and classes of divs that are boxes beside or within the text, after Quarto's and Pandoc's habits
_BOX = re.compile(
    r"callout|panel|tab|column|note|tip|warning|important|caution|theorem|lemma|proof|example|exercise|solution|"
    r"#(?:thm|lem|cor|prp|cnj|def|exm|exr|fig|tbl|lst)-|margin|aside|box|figure|slide|fragment|card",
    re.I,
)
_MATHS_TAIL = re.compile(r"(?:\s*\{[^{}]*\})?[\s.,;:()\d]*$")
_KEY = re.compile(r"\s*[^\s:=][^:=]*[:=](?:\s|$)")
_YAML_LINE = re.compile(r"\s|#|-(?:\s|$)|[^\s:][^:]*:(?:\s|$)|[\]})]")


def scan(lines: Sequence[str]) -> list[Found]:
    """The blocks of a text given as lines with their ends (and without a byte order mark)."""
    return _Scanner(lines).blocks()


def _is_metadata(lines: Sequence[str]) -> bool:
    """Whether lines between `---` are metadata, not prose between two rules. Pandoc wants no blank line first."""
    if not lines:
        return True
    if lines[0].isspace() and not all(_YAML_LINE.match(line) for line in lines):
        return False
    return any(_KEY.match(line) for line in lines)


class _Scanner:
    """One pass over `lines`. The marks that end opaque blocks are looked up once, when first needed."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.stop = len(lines)
        self._marks: dict[str, list[int]] = {}
        self._environments: dict[str, dict[int, int]] = {}
        self._divs: dict[int, tuple[int, bool]] | None = None
        self._details: dict[int, int] | None = None
        self._openers: dict[str, Callable[[int], Found | None]] = {
            "#": self._heading,
            "`": self._fence,
            "~": self._fence,
            ">": self._container,
            "-": self._dash,
            "*": self._dash,
            "+": self._dash,
            "_": self._dash,
            "<": self._html,
            "$": self._dollars,
            "\\": self._latex,
            ":": self._div,
            "[": self._bracket,
            **dict.fromkeys("0123456789", self._container),
        }

    def blocks(self) -> list[Found]:
        lines, openers, found = self.lines, self._openers, []
        at = 0
        if front := self._front_matter():
            found.append(front)
            at = front.stop
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
            if block is None and first in openers:
                block = openers[first](at)
            if block is None:
                block = self._table(at) or self._paragraph(at)
            found.append(block)
            at = block.stop
        return found

    # ------------------------------------------------------------------ opaque blocks

    def _front_matter(self) -> Found | None:
        """`---` in the first line to `---` or `...` (YAML), `+++` to `+++` (TOML)."""
        opener = self.lines[0].rstrip() if self.lines else ""
        if opener not in ("---", "+++"):
            return None
        closers = ("---", "...") if opener == "---" else ("+++",)
        for index in range(1, self.stop):
            if self.lines[index].rstrip() in closers:
                return Found("front_matter", 0, index + 1) if _is_metadata(self.lines[1:index]) else None
        return None

    def _next_with(self, mark: str, at: int) -> int | None:
        """The first line from `at` on that holds `mark`."""
        places = self._marks.get(mark)
        if places is None:
            places = self._marks[mark] = [i for i, line in enumerate(self.lines) if mark in line]
        place = bisect_left(places, at)
        return places[place] if place < len(places) else None

    def _fence(self, at: int) -> Found | None:
        fence = fence_of(self.lines[at].rstrip())
        if not fence:
            return None
        last = at
        for index in range(at + 1, self.stop):
            line = self.lines[index]
            if fence in line and closes_fence(line.rstrip(), fence):
                return Found("code", at, index + 1)
            if not line.isspace():
                last = index
        return Found("code", at, last + 1)

    def _dollars(self, at: int) -> Found | None:
        """Display maths `$$ … $$`; a line that goes on in words after the maths is a paragraph."""
        line = self.lines[at].strip()
        if not line.startswith("$$"):
            return None
        closing = line.find("$$", 2)
        if closing > 0:
            tail = line.rsplit("$$", 1)[1]
            return Found("math", at, at + 1) if _MATHS_TAIL.match(tail) else None
        end = self._next_with("$$", at + 1)
        return Found("math", at, end + 1) if end is not None else None

    def _latex(self, at: int) -> Found | None:
        r"""`\begin{x} … \end{x}`, nested ones counted, and `\[ … \]`."""
        line = self.lines[at].strip()
        if match := BEGIN.match(line):
            end = self._environment_end(match[1], at)
            kind = "math" if _MATHS.fullmatch(match[1].rstrip("*")) else "latex"
            return Found(kind, at, end + 1) if end is not None else None
        if line == "\\[" or line.startswith("\\[ "):
            if line.endswith("\\]"):
                return Found("math", at, at + 1)
            end = self._next_with("\\]", at + 1)
            return Found("math", at, end + 1) if end is not None and line == "\\[" else None
        return None

    def _environment_end(self, name: str, at: int) -> int | None:
        """The line that ends the environment opened at `at`; each name's are paired once, so that this is linear."""
        pairs = self._environments.get(name)
        if pairs is None:
            pairs = self._environments[name] = {}
            opener, closer = f"\\begin{{{name}}}", f"\\end{{{name}}}"
            opened: list[int] = []
            for index, line in enumerate(self.lines):
                if name in line:
                    opened += [index] * line.count(opener)
                    for _ in range(min(line.count(closer), len(opened))):
                        pairs[opened.pop()] = index
        return pairs.get(at)

    def _div(self, at: int) -> Found | None:
        """A fenced div with all it holds.

        A wrapper around whole sections, though, must not hide them, so its two lines stand alone, as does
        a line without its partner. The headings of a box (callout, theorem, tab) title the box.
        """
        line = self.lines[at].rstrip()
        if not line.lstrip().startswith(":::"):
            return None
        if self._divs is None:
            self._divs = self._pair_divs()
        end, wraps_sections = self._divs.get(at, (at, False))
        if wraps_sections and not _BOX.search(line):
            end = at
        return Found("div", at, end + 1)

    def _pair_divs(self) -> dict[int, tuple[int, bool]]:
        """Opening lines of divs with their closing lines, and whether a heading is right inside."""
        pairs: dict[int, tuple[int, bool]] = {}
        opened: list[tuple[int, bool]] = []
        fence = ""
        for index, line in enumerate(self.lines):
            first = line.lstrip(" ")[:1]
            if first not in "`~:#":
                continue
            line = line.rstrip()
            if fence:
                fence = "" if closes_fence(line, fence) else fence
            elif first in "`~":
                fence = fence_of(line)
            elif first == "#":
                if opened and ATX.match(line):
                    opened[-1] = (opened[-1][0], True)
            elif DIV_OPEN.match(line):
                opened.append((index, False))
            elif DIV_CLOSE.match(line) and opened:
                opener, wraps_sections = opened.pop()
                pairs[opener] = (index, wraps_sections)
        return pairs

    def _html(self, at: int) -> Found | None:
        line = self.lines[at].rstrip()
        if end := html_end(line):
            kind = "comment" if line.lstrip().startswith("<!--") else "html"
            if end.search(line):
                return Found(kind, at, at + 1)
            last = at
            for index in range(at + 1, self.stop):
                if end.search(self.lines[index]):
                    return Found(kind, at, index + 1)
                if not self.lines[index].isspace():
                    last = index
            return Found(kind, at, last + 1)
        if HTML_BLOCK_TAG.match(line) or HTML_ANY_TAG.match(line):
            closed = self._details_end(at) if _DETAILS.match(line) else at
            return Found("html", at, self._blank_after(closed))
        return None

    def _details_end(self, at: int) -> int:
        """The line that closes the `<details>` opened at `at`; `at` where nothing does."""
        if self._details is None:
            self._details = {}
            opened: list[int] = []
            for index, line in enumerate(self.lines):
                if "<" not in line:
                    continue
                for mark in _DETAILS_MARK.finditer(line):
                    if not mark[1]:
                        opened.append(index)
                    elif opened:
                        self._details[opened.pop()] = index
        return self._details.get(at, at)

    def _blank_after(self, at: int) -> int:
        index = at + 1
        while index < self.stop and not self.lines[index].isspace():
            index += 1
        return index

    # ------------------------------------------------------------------ Markdown's own

    def _heading(self, at: int) -> Found | None:
        match = ATX.match(self.lines[at].rstrip())
        if match is None:
            return None
        title = (match[2] or "").strip()
        return Found("heading", at, at + 1, len(match[1]), re.sub(r"(?:^|[ \t]+)#+$", "", title))

    def _dash(self, at: int) -> Found | None:
        line = self.lines[at].rstrip()
        if RULE.match(line):
            return Found("rule", at, at + 1)
        if GRID_TABLE.match(line):
            return Found("table", at, self._blank_after(at))
        return self._container(at)

    def _container(self, at: int) -> Found | None:
        line = self.lines[at].rstrip()
        if line.lstrip(" ")[0] == ">":
            return Found("quote", at, container_stop(self.lines, at, self.stop))
        if ITEM.match(line):
            return Found("list", at, container_stop(self.lines, at, self.stop))
        return None

    def _bracket(self, at: int) -> Found | None:
        if FOOTNOTE.match(self.lines[at]):
            return Found("footnote", at, container_stop(self.lines, at, self.stop))
        stop = definition_stop(self.lines, at, self.stop)
        return Found("definition", at, stop) if stop > at else None

    def _indented(self, at: int) -> Found:
        last = at
        for index in range(at + 1, self.stop):
            line = self.lines[index]
            if INDENTED.match(line) and not line.isspace():
                last = index
            elif not line.isspace():
                break
        return Found("code", at, last + 1)

    def _table(self, at: int) -> Found | None:
        """A pipe table (GitHub's, Pandoc's), or Pandoc's simple table with a header."""
        if at + 1 >= self.stop or not self._is_table_head(at):
            return None
        index = at + 2
        while index < self.stop and not self.lines[index].isspace():
            line = self.lines[index].rstrip()
            if ATX.match(line) or fence_of(line):
                break
            index += 1
        return Found("table", at, index)

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
                index = (self._environment_end(match[1], index) or index) + 1
                continue
            if first in "=- " and SETEXT.match(bare):
                level = 1 if "=" in bare else 2
                title = " ".join(part.strip() for part in lines[at:index])
                return Found("heading", at, index + 1, level, title)
            if breaks_paragraph(bare) or self._interrupts(index, bare):
                break
            index += 1
        return Found(self._sort_of_paragraph(at, index), at, index)

    def _interrupts(self, at: int, bare: str) -> bool:
        """What ends a paragraph for Pandoc's or GitHub's readers though not for CommonMark's."""
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
