"""Find the end of a list, a block quote, or a footnote.

To find the end, the content must be parsed: a code fence in a list item can contain lines that look like the end, and a
paragraph in a quote may continue on a line without `>`. This is the container part of CommonMark's algorithm
(specification 0.31, appendix "Overview"): it reads one line at a time, with a stack of open containers and one open
leaf.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from backend.document.markdown.syntax import (
    ATX,
    BLOCK_MARKS,
    DIV_CLOSE,
    DIV_OPEN,
    FOOTNOTE,
    HTML_ANY_TAG,
    HTML_BLOCK_TAG,
    INTERRUPTING_ITEM,
    ITEM,
    QUOTED,
    RULE,
    SETEXT,
    closes_fence,
    fence_of,
    html_end,
    plain_item,
)

#: the minimum indentation of a footnote's further paragraphs (Pandoc requires 4, but 2 cannot mean anything else)
FOOTNOTE_INDENT = 2
#: containers nested deeper than this are read as text
DEEPEST = 100


@dataclass(slots=True)
class _Container:
    """An open block quote or list item. `offset` is the number of columns by which the content of a list item is
    indented; it is 0 for a quote. `hollow` is True for an item that began with a blank line and has no content yet.
    """

    offset: int
    hollow: bool = False


@dataclass(slots=True)
class _Reader:
    """The state of the parser after some lines. `family` is ">" for a quote and "^" for a footnote. For a list, it is
    the last character of the markers ("-" or "."), which is the same for all items.
    """

    family: str
    stack: list[_Container] = field(default_factory=list)
    #: the open leaf: "", paragraph, code, fence or html
    leaf: str = ""
    fence: str = ""
    html: re.Pattern[str] | None = None

    def begin_again(self, offset: int) -> None:
        """Set the state to that after the first line of an unindented list item such as "- word". Only this item and
        its paragraph are open. `offset` is the number of columns before the item's text.
        """
        self.stack = [_Container(offset)]
        self.leaf = "paragraph"

    def takes(self, line: str) -> bool:
        """Read the next line (without trailing white space, with tabs expanded). Returns False if the line no longer
        belongs to the block.
        """
        at, matched = self._match(line)
        whole = matched == len(self.stack)
        rest = line[at:]
        if whole and self.leaf == "fence":
            if closes_fence(rest, self.fence):
                self.leaf = ""
            return True
        if whole and self.leaf == "html" and (rest or self.html):
            if self.html and self.html.search(rest):
                self.leaf = ""
            return True
        if not rest.strip():
            return self._blank(matched)
        return self._open(rest, matched, whole)

    def _match(self, line: str) -> tuple[int, int]:
        """Compare the open containers with the beginning of a line. Returns the position after the markers of the
        containers that continue on this line, and the number of these containers.
        """
        at, matched = 0, 0
        for container in self.stack:
            rest = line[at:]
            bare = rest.lstrip(" ")
            indent = len(rest) - len(bare)
            if container.offset == 0:
                if indent > 3 or not bare.startswith(">"):
                    break
                at += indent + 1
                at += line[at : at + 1] == " "
            elif not bare:
                if container.hollow:
                    break
            elif indent >= container.offset:
                at += container.offset
                container.hollow = False
            else:
                break
            matched += 1
        return at, matched

    def _blank(self, matched: int) -> bool:
        del self.stack[matched:]
        if self.leaf != "code":
            self.leaf = ""
        return bool(self.stack) or self.family in "-+*.)"

    def _open(self, rest: str, matched: int, whole: bool) -> bool:
        """Open the blocks that begin in `rest`, the rest of the line, or continue the paragraph. `matched` is the
        number of matched containers, and `whole` is True if all are matched.

        Returns False if the line begins another top-level block. The list, quote or footnote then ends before this
        line.
        """
        lazy = self.leaf == "paragraph"
        opened = False
        while True:
            bare = rest.lstrip(" ")
            indent = len(rest) - len(bare)
            if indent > 3 or len(self.stack) >= DEEPEST:
                leaf = "paragraph" if lazy else "code"
                break
            in_paragraph = lazy and whole and not opened
            first = bare[0]
            if first == ">":
                if matched == 0 and not opened and self.family != ">":
                    return False
                self._close(matched, opened)
                self.stack.append(_Container(0))
                rest = bare[1:]
                rest = rest[1:] if rest.startswith(" ") else rest
            elif (first in "-+*" or first.isdecimal()) and (item := _item(rest, in_paragraph)):
                if matched == 0 and not opened and item[2][-1] != self.family:
                    return False
                self._close(matched, opened)
                rest = self._begin_item(rest, item)
            else:
                leaf = self._leaf(rest, in_paragraph, lazy and not opened) if first in BLOCK_MARKS else "paragraph"
                break
            opened, lazy = True, False
            if not rest.strip():
                self.leaf = ""
                return True
        if opened:
            self.leaf = leaf
            return True
        if leaf == "paragraph" and lazy and not (matched == 0 and _ends_lazily(rest)):
            return True
        if matched == 0:
            return False
        self._close(matched, False)
        self.leaf = leaf
        return True

    def _close(self, matched: int, opened: bool) -> None:
        if not opened:
            del self.stack[matched:]

    def _begin_item(self, rest: str, item: re.Match[str]) -> str:
        width = len(item[1]) + len(item[2])
        gap = len(item[3] or "")
        if not rest[item.end() :].strip():
            self.stack.append(_Container(width + 1, hollow=True))
            return ""
        gap = gap if gap <= 4 else 1
        self.stack.append(_Container(width + gap))
        return rest[width + gap :]

    def _leaf(self, rest: str, in_paragraph: bool, lazy: bool) -> str:
        if in_paragraph and SETEXT.match(rest):
            return ""
        if RULE.match(rest) or ATX.match(rest):
            return ""
        if fence := fence_of(rest):
            self.fence = fence
            return "fence"
        if end := html_end(rest):
            self.html = end
            return "" if end.search(rest) else "html"
        if HTML_BLOCK_TAG.match(rest) or (not lazy and HTML_ANY_TAG.match(rest)):
            self.html = None
            return "html"
        return "paragraph"


def _item(rest: str, in_paragraph: bool) -> re.Match[str] | None:
    """Return the match of a list item's marker if an item may begin at the start of `rest`, the rest of a line; else
    None. `in_paragraph` is True if the line could also continue a paragraph.
    """
    item = ITEM.match(rest)
    if item is None or RULE.match(rest) or (in_paragraph and not INTERRUPTING_ITEM.match(rest)):
        return None
    return item


def _ends_lazily(line: str) -> bool:
    """Return True for a line that continues a paragraph in CommonMark, but begins a separate block in Pandoc."""
    first = line.lstrip(" ")[0]
    if first == "[":
        return FOOTNOTE.match(line) is not None
    return first == ":" and bool(DIV_OPEN.match(line) or DIV_CLOSE.match(line))


def container_stop(lines: Sequence[str], first: int, stop: int) -> int:
    """Return the index of the line after the list, quote or footnote that begins at line `first`. Blank lines at its
    end do not belong to it. `stop` is the number of all lines.
    """
    line = lines[first]
    at = last = first
    if plain := plain_item(line):
        reader = _Reader(plain[0])
    elif item := ITEM.match(line := line.rstrip().expandtabs(4)):
        reader = _Reader(item[2][-1])
    elif FOOTNOTE.match(line):
        reader = _Reader("^", [_Container(FOOTNOTE_INDENT)])
        reader.takes(" " * FOOTNOTE_INDENT + line[line.index("]:") + 2 :].lstrip())
        at += 1
    else:
        while at < stop and QUOTED.match(lines[at]):
            at += 1
        if at == stop or lines[at].isspace():
            return at  # without a lazy line, the content does not matter
        at, reader = first, _Reader(">")
    for index in range(at, stop):
        line = lines[index]
        if plain := plain_item(line):
            if plain[0] != reader.family:
                break  # an unindented item of another list ends every container
            reader.begin_again(plain[1])
            last = index
            continue
        line = line.rstrip()
        if not reader.takes(line.expandtabs(4) if "\t" in line else line):
            break
        if line:
            last = index
    return last + 1
