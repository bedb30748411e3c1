"""Provide the blocks, sections and names of a document to the rules that find parts and place text. Each is computed
once.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from backend.document.blocks import Block, Document
from backend.document.outline import Outline, Section, outline
from backend.document.section_tree import IDENTIFIER
from backend.kernel.cache import Cache
from backend.mentions.headings import fold
from backend.mentions.lexicon import Token
from backend.mentions.naming.heading_labels import Labels, labeled, labels_of
from backend.mentions.naming.ordinary_words import counts_items, is_ordinary
from backend.mentions.naming.section_numbers import SectionNumbers
from backend.mentions.printed_numbers import PrintedNumbers
from backend.mentions.section_names import NamedSection, Names

#: The messages whose names of sections are cached.
_LATEST = 8


@lru_cache(maxsize=4)
def view_of(document: Document) -> DocumentView:
    """Return the `DocumentView` of a document. The views of the latest documents are cached."""
    return DocumentView(document)


class DocumentView:
    """The parts of a document that are needed to understand a message: blocks, sections, names and numbers. Each is
    computed on first use.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.blocks = document.blocks
        self._latest: Cache[tuple[Token, ...], list[NamedSection]] = Cache(_LATEST)

    @cached_property
    def outline(self) -> Outline:
        return outline(self.document)

    @property
    def sections(self) -> tuple[Section, ...]:
        return self.outline.sections

    @cached_property
    def names(self) -> Names:
        return Names([section.title for section in self.sections], self.uses)

    def named_in(self, words: Sequence[Token]) -> list[NamedSection]:
        """Return the names of sections in a message (section_names.py), without ordinary words that look like names:
        "Beers" in "change Berrs to Beers".
        """
        return [each for each in self._mentions(words) if not is_ordinary(words, each)]

    def _mentions(self, words: Sequence[Token]) -> list[NamedSection]:
        """Return all names of sections in a message, also ordinary words that look like names. The results of the
        latest messages are cached, because several rules need them.
        """
        key = tuple(words)
        found = self._latest.find(key)
        if found is None:
            found = self.names.mentions(words)
            self._latest.keep(key, found)
        return found

    def counting_in(self, words: Sequence[Token]) -> frozenset[int]:
        """Return the indices of words in a message that stand for an item of a section's list, and not for the section.
        Example: "risk" in "the first risk", if the section "Risks" has a list.
        """
        found = self._mentions(words)
        counting = [each for each in found if counts_items(words, each, self.names.words)]
        longer = [(each.first, each.stop) for each in found if counting and each.words > 1]
        longer += [(first, stop) for first, stop, _ in labeled(words, self.labels)] if counting else []
        return frozenset(
            each.first for each in counting if not any(first <= each.first < stop for first, stop in longer)
        )

    @cached_property
    def numbers(self) -> SectionNumbers:
        return SectionNumbers(self.document, self.sections, self.title)

    @cached_property
    def printed(self) -> PrintedNumbers:
        return PrintedNumbers(self.document)

    def titled(self, title: str) -> tuple[int, ...]:
        """Return the indices of the sections with exactly this title. If there are none, return those whose title
        differs only in case, punctuation, markup or number.
        """
        same = " ".join(title.split())
        return self._titles.get(same) or self._titles.get(fold(title) or same, ())

    @cached_property
    def _titles(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, tuple[int, ...]] = {}
        several: dict[str, list[int]] = {}
        for section in self.sections[1:]:
            alone = (section.index,)  # most titles occur once
            for form in dict.fromkeys((section.title, fold(section.title))) if section.title else ():
                if form and found.setdefault(form, alone) is not alone:
                    several.setdefault(form, [*found[form]]).append(section.index)
        return found | {form: tuple(indices) for form, indices in several.items()}

    @cached_property
    def identifiers(self) -> dict[str, int]:
        """Map the identifier of each heading, such as "sec:methods" in `{#sec:methods}`, to the index of its
        section.
        """
        found = {}
        for section in self.sections[1:] if "{" in self.document.text else ():
            title = self.blocks[section.first].title
            if "{" in title and (match := IDENTIFIER.search(title)):
                found[match[1]] = section.index
        return found

    @cached_property
    def labels(self) -> Labels:
        """Return the labels in all headings, such as "WP1" in "WP1: Sampling", with the indices of the sections that
        have them (heading_labels.py).
        """
        return labels_of([section.title for section in self.sections])

    def uses(self, word: str) -> bool:
        """Return True if the document contains this word, given in lower case, as a whole word."""
        at = self.lower.find(word)
        while at >= 0:
            before, after = self.lower[at - 1 : at] if at else "", self.lower[at + len(word) : at + len(word) + 1]
            if not before.isalnum() and not after.isalnum():
                return True
            at = self.lower.find(word, at + 1)
        return False

    @cached_property
    def lower(self) -> str:
        """Return the text in lower case. All characters keep their positions."""
        low = self.document.text.lower()
        if len(low) == len(self.document.text):
            return low
        return "".join(x if len(x := sign.lower()) == 1 else sign for sign in self.document.text)

    @cached_property
    def _starts(self) -> list[int]:
        return [block.start for block in self.blocks]

    def block_at(self, offset: int) -> Block | None:
        index = bisect_right(self._starts, offset) - 1
        return self.blocks[index] if index >= 0 and offset < self.blocks[index].end else None

    def section_of(self, block: int) -> Section:
        return self.outline.section_of(block)

    def own(self, section: Section) -> tuple[Block, ...]:
        """Return the blocks between a section's heading and its first subheading."""
        first = section.first if section.heading is None else section.heading + 1
        return self.blocks[first : section.own_stop]

    def ancestors(self, section: Section) -> Iterator[Section]:
        parent = section.parent
        while parent is not None:
            yield self.sections[parent]
            parent = self.sections[parent].parent

    def under(self, section: Section, above: Section) -> bool:
        """Return True if `section` is inside the section `above`, at any depth."""
        return any(each.index == above.index for each in self.ancestors(section))

    @cached_property
    def title(self) -> Section | None:
        """Return the section whose heading is the document's title. This must be the only heading of level 1, before
        all text. Returns None if there is no such heading.
        """
        headed = self.sections[1:]
        if not headed or any(s.level <= headed[0].level for s in headed[1:]):
            return None
        preamble = self.sections[0]
        written = [b for b in self.own(preamble) if b.kind not in ("front_matter", "comment")]
        return headed[0] if headed[0].level == 1 and not written else None

    @cached_property
    def level(self) -> int:
        """Return the level (1 to 6) of the document's main sections."""
        inner = [s.level for s in self.sections[1:] if self.title is None or s.index != self.title.index]
        return min(inner, default=self.title.level + 1 if self.title else 1)

    def caption(self, block: Block, below: bool, noun: str = "") -> Block | None:
        """Return the caption of a table or figure: the block directly below it if `below` is True, else the block
        directly above it. Returns None if that block is not a caption, or is the caption of another block.

        `noun` is "table" or "figure"; a caption that begins with the other word belongs to another block.
        """
        index = block.index + (1 if below else -1)
        if not 0 <= index < len(self.blocks):
            return None
        near = self.blocks[index]
        if not self.is_caption(near):
            return None
        text = self.document.text[near.start : near.start + 40].lower()
        other = {"table": "figure", "figure": "table"}.get(noun, "")
        if other and text.lstrip("*_ ").startswith((other, other[:3] + ".")):
            return None
        if below and self.caption(block, False, noun) is not None:
            return None
        beyond = index + (1 if below else -1)
        if not below and beyond >= 0 and self.blocks[beyond].kind == block.kind:
            # between two tables, the caption belongs to the lower one if the upper one has its own above it
            return near if self.caption(self.blocks[beyond], False, noun) is not None else None
        return near

    def lead_of(self, block: Block) -> Block | None:
        """Return the paragraph that introduces a list: it is directly above the list and ends with a colon. Returns
        None if there is none, or if the block is no list.
        """
        above = self.blocks[block.index - 1] if block.kind == "list" and block.index else None
        if above is None or above.kind != "paragraph":
            return None
        return above if self.document.source(above).rstrip().endswith((":", "：")) else None

    def is_caption(self, block: Block) -> bool:
        """Return True if a block is a caption, or a paragraph that begins with a label such as "**Table 1.**"."""
        label = self.document.text[block.start : block.start + 40]
        return block.kind == "caption" or (block.kind == "paragraph" and _CAPTION.match(label) is not None)

    def captioned(self, block: Block) -> Block:
        """Return the table or figure that a caption belongs to, if the block is a caption; otherwise the
        block itself.
        """
        for near in self.blocks[max(block.index - 1, 0) : block.index + 2]:
            if near.kind in ("table", "figure") and self.caption(near, near.index < block.index) is block:
                return near
        return block


_CAPTION = re.compile(
    r"(?:\*\*|__|\*|_)?(?:caption )?"
    r"(?:table|figure|fig\.|tab\.|listing|algorithm|abbildung|tabelle|tableau|рис\.|таблица|表|图|図)"
    r"\s*[\w.]{0,6}\s*(?:\*\*|__|\*|_)?[:.|：。—–](?:\*\*|__|\*|_)?\s",
    re.I,
)
