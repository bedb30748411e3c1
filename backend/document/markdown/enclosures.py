"""Find the last lines of opaque blocks, such as LaTeX environments, in a text. Any number of lines may be between the
first and the last line of such a block.

All blocks of one kind are paired in one pass over the text, when this kind is first needed. So many unclosed blocks
cost no additional time.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from backend.document.markdown.syntax import ATX, DIV_CLOSE, DIV_OPEN, closes_fence, fence_of

_DETAILS_MARK = re.compile(r"<(/?)details(?=[\s>/]|$)", re.I)
#: ids and classes of divs that are boxes beside or within the text, as Quarto and Pandoc name them
_BOX = re.compile(
    r"callout|panel|tab|column|note|tip|warning|important|caution|theorem|lemma|proof|example|exercise|solution|"
    r"#(?:thm|lem|cor|prp|cnj|def|exm|exr|fig|tbl|lst)-|margin|aside|box|figure|slide|fragment|card",
    re.I,
)


class Enclosures:
    """Finds the last lines of opaque blocks in `lines`: LaTeX environments, divs and the like. Lines are counted from
    0.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self._marks: dict[str, list[int]] = {}
        self._environments: dict[str, dict[int, int]] = {}
        self._divs: dict[int, int] | None = None
        self._details: dict[int, int] | None = None

    def next_with(self, mark: str, at: int) -> int | None:
        """Return the number of the first line from line `at` on that contains the characters `mark`, such as "$$"; None
        if there is none.
        """
        places = self._marks.get(mark)
        if places is None:
            places = self._marks[mark] = [i for i, line in enumerate(self.lines) if mark in line]
        place = bisect_left(places, at)
        return places[place] if place < len(places) else None

    def environment(self, name: str, at: int) -> int | None:
        """Return the number of the line that ends the LaTeX environment `name` which begins at line `at`; None if no
        line ends it.
        """
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

    def div(self, at: int) -> int:
        """Return the number of the line that closes the div which begins at line `at`; `at` itself if no line closes
        it, or if the div is a wrapper.

        A wrapper is a div around whole sections, whose headings must be found. In any other div, such as a callout or a
        theorem, a heading is only the title of the box.
        """
        if self._divs is None:
            self._divs = self._pair_divs()
        return self._divs.get(at, at)

    def _pair_divs(self) -> dict[int, int]:
        pairs: dict[int, int] = {}
        opened: list[int] = []
        wrappers: set[int] = set()
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
                    wrappers.add(opened[-1])
            elif DIV_OPEN.match(line):
                opened.append(index)
            elif DIV_CLOSE.match(line) and opened:
                opener = opened.pop()
                if opener not in wrappers or _BOX.search(self.lines[opener]):
                    pairs[opener] = index
                elif opened:
                    wrappers.add(opened[-1])
        return pairs

    def details(self, at: int) -> int:
        """Return the number of the line that closes the `<details>` which begins at line `at`; `at` itself if no line
        does.
        """
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
