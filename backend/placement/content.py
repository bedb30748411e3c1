"""Describe approved content: its heading, and whether it is a single list item or a table row."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from backend.document.blocks import Document, read
from backend.document.sentences import sentences
from backend.mentions.headings import fold

_BLANK_LINES = re.compile(r"(?:[ \t]*\n)+")
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]+\S")
#: The line below the header of a Markdown table: "| --- | :-: |".
DELIMITER = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")

#: Kinds of blocks whose text is not Markdown.
_OPAQUE = frozenset({"code", "comment", "math"})


@dataclass(frozen=True)
class Content:
    """Approved content with LF line ends, and without blank lines at its start and end."""

    text: str

    @classmethod
    def of(cls, raw: str) -> Content:
        lines = raw.replace("\r\n", "\n").replace("\r", "\n")
        if not lines.strip():
            return cls("")
        start = found.end() if (found := _BLANK_LINES.match(lines)) else 0
        stop = lines.find("\n", len(lines.rstrip(" \t\n")))
        return cls(lines[start : stop if stop >= 0 else None])

    @cached_property
    def document(self) -> Document:
        return read(self.text)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        return tuple([block.kind for block in self.document.blocks])

    @cached_property
    def level(self) -> int:
        """Return the level (1 to 6) of the heading at the beginning of the content; 0 if the content does not begin
        with a heading.
        """
        return self.document.blocks[0].level if self.kinds[:1] == ("heading",) else 0

    @cached_property
    def title(self) -> str:
        return self.document.blocks[0].title if self.level else ""

    @cached_property
    def subheadings(self) -> bool:
        """Return True if the content has a heading that is not its first block."""
        return "heading" in self.kinds[1:]

    @cached_property
    def body(self) -> str:
        """Return the text below the heading at the beginning of the content; the whole text if it does not begin with a
        heading.
        """
        if not self.level:
            return self.text
        below = self.text[self.document.blocks[0].end :]
        return below[found.end() :] if (found := _BLANK_LINES.match(below)) else below

    @cached_property
    def item(self) -> bool:
        """Return True if the content is a single list item."""
        if self.kinds != ("list",):
            return False
        lines = self.text.split("\n")
        margin = len(lines[0]) - len(lines[0].lstrip())
        return not any(_ITEM.match(line) and len(line) - len(line.lstrip()) <= margin for line in lines[1:])

    @cached_property
    def sentence(self) -> bool:
        """Return True if the content is a paragraph of one sentence."""
        return self.kinds == ("paragraph",) and len(sentences(self.text)) == 1

    @cached_property
    def fits_item(self) -> bool:
        """Return True if the content is a single list item, or a paragraph that can become one."""
        return self.item or self.kinds == ("paragraph",)

    @cached_property
    def row(self) -> bool:
        """Return True if the content consists of table rows without a header, so that it is only valid inside a
        table.
        """
        lines = self.text.split("\n")
        return all(line.count("|") >= 2 for line in lines) and not any(DELIMITER.fullmatch(x) for x in lines)

    @cached_property
    def torn(self) -> bool:
        """Return True if the content has only the beginning or only the end of a `<details>` or `:::` block.

        Such a half merges with other blocks wherever it is inserted. So the laws of placement (verify.py) cannot hold.
        """
        spoken = "".join(self.document.source(b) for b in self.document.blocks if b.kind not in _OPAQUE)
        opened, closed = (len(re.findall(mark, spoken, re.I)) for mark in (r"<details[\s>]", r"</details\s*>"))
        fences = re.findall(r"^ {0,3}:{3,}[ \t]*(\S?)", spoken, re.M)
        return opened != closed or 2 * sum(not f for f in fences) != len(fences)

    def without(self, title: str) -> str:
        """Return the content without its first heading if this heading repeats `title` and text follows it. Otherwise
        return the whole text.
        """
        if self.level and fold(self.title) == fold(title) and self.body.strip():
            return self.body
        return self.text
