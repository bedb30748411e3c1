"""Find elements by the number printed in a caption, label or tag: which table is Table 2, which equation is (3)."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from backend.document.blocks import Block, Document
from backend.document.labels import element
from backend.mentions.closed_words import noun
from backend.mentions.lexicon import tokens

#: Maps each type of element that may have a caption to the `kind` of a `Mention`.
_KIND_OF_ELEMENT = {"table": "table", "figure": "figure", "equation": "equation", "code_block": "code"}
#: The beginning of a caption: a noun and a number, as in "**Table 2.**", "Fig. S1:", "Supplementary Figure 4", "图3 ".
_CAPTION = re.compile(
    r"""[\s*_:>|\[!]*(?:Table:|:)?[\s*_]*
        (?P<extra>(?i:supplementary|supplemental|supporting|extended[ ]data|online|appendix)\s+)?
        (?P<noun>[^\W\d_]{1,14}(?:-[^\W\d_]+)?)\.?
        (?:[\s\u00a0~]{0,3}(?P<number>[0-9]{1,3}(?:[.\-–][0-9]{1,3})?[a-zA-Z]?)
          |[\s\u00a0~]{1,3}(?P<lettered>[A-Z]{1,2}[.\s-]?[0-9]{1,3}(?:\.[0-9]{1,3})?[a-z]?|[IVX]{1,5}))(?!\w)""",
    re.VERBOSE,
)
_TAG = re.compile(r"\\tag\*?\{\(?([^{}]{1,12}?)\)?\}|\\eqno\s*\(([^()]{1,8})\)")
_AT_END = re.compile(
    r"(?:\\q?quad|~|\s|\$\$|\\\])\s*\(([A-Z]?[0-9]{1,3}(?:\.[0-9]{1,3})?[a-z]?)\)\s*(?:\$\$|\\\])?\s*$"
)
_LATEX_CAPTION = re.compile(r"\\caption(?:\[[^\]]*\])?\{")
_IMAGE = re.compile(r"!\[|<figcaption[^>]*>|<caption[^>]*>|\bfig-cap\s*[:=]\s*|\btbl-cap\s*[:=]\s*|\balt=")
_LABELLED = re.compile(r"\\label\{[^}]+\}|\{[^{}]*#(?:fig|tbl|tab|eq|lst)[:\-][^}]*\}|#\|\s*label:", re.I)
#: Number of a block's first characters that may contain the beginning of its caption.
_HEAD = 400


#: An element's block and the block of its caption (None if it has none of its own); and an index of such pairs by
#: (kind, number) or (word of the caption, number).
_Place = tuple[int, int | None]
_Index = dict[tuple[str, str], list[_Place]]


@dataclass(frozen=True, slots=True)
class Printed:
    """The indices of the blocks that an element's number, such as "Table 2", may mean.

    `sure` is False if the number is not printed and blocks were counted instead, or if several blocks are possible. If
    the caption of the first block is a separate block, `caption` is its index; else None.
    """

    blocks: tuple[int, ...]
    sure: bool
    caption: int | None = None


class PrintedNumbers:
    """The numbered elements of one document, computed on first use."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def find(self, kind: str, word: str, number: str) -> Printed | None:
        """Return the element with this number; None if there is none. For "Table 2", `kind` is "table", `word` "Table"
        and `number` "2".

        If any element of this kind prints its number, only printed numbers are used. Otherwise the elements with a
        label are counted or, if none has a label, all elements; the result is then not sure.
        """
        wanted = normal(number)
        own = self._printed.get((word.casefold(), wanted), [])
        found = list(dict.fromkeys(own + self._printed.get((kind, wanted), [])))
        if not found and wanted[-1:].isalpha() and wanted[:-1]:
            found = self._printed.get((kind, wanted[:-1]), [])
        elements = [place for place in found if place[0] in self.of_kind(kind)]
        if elements and len(elements) < len(found):  # some captions are separate blocks
            captions = [block for block, _ in found if block not in self.of_kind(kind)]
            found = [(block, captions[0] if caption is None else caption) for block, caption in elements]
        if found:
            places = tuple(block for block, _ in found)
            return Printed(places, len(found) == 1, found[0][1])
        if not wanted.isdecimal() or any(of == kind for of, _ in self._printed):
            return None
        counted = self._count(kind, int(wanted))
        return Printed(counted, False) if counted else None

    def _count(self, kind: str, number: int) -> tuple[int, ...]:
        all_of_kind = self.of_kind(kind)
        labelled = [i for i in all_of_kind if _LABELLED.search(self._document.source(self._document.blocks[i]))]
        chosen = [series[number - 1] for series in (labelled, all_of_kind) if 0 < number <= len(series)]
        return tuple(dict.fromkeys(chosen))

    def of_kind(self, kind: str) -> list[int]:
        """Return the indices of all blocks of a `kind` ("table", "figure", "equation" or "code"), in order."""
        return self._by_kind.get(kind, [])

    @cached_property
    def _by_kind(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for block in self._document.blocks:
            kind = self._kind(block)
            if kind:
                found[kind].append(block.index)
        return found

    def _kind(self, block: Block) -> str:
        if block.kind in ("heading", "front_matter", "comment", "list", "quote"):
            return ""
        if block.kind == "paragraph":
            source = self._document.text[block.start : block.start + 2]
            return "figure" if source == "![" else ""
        return _KIND_OF_ELEMENT.get(element(self._document, block) or "", "")

    @cached_property
    def captions(self) -> frozenset[int]:
        """Return the indices of the blocks that contain only the caption of an element beside them."""
        return frozenset(c for places in self._printed.values() for _, c in places if c is not None)

    @cached_property
    def _printed(self) -> _Index:
        """Map (kind or word of a caption, number), such as ("table", "2"), to pairs of indices. The first index is that
        of the element's block. The second is that of its caption's block, or None if this is the same block.
        """
        found: _Index = defaultdict(list)
        text = self._document.text
        kind_of = {index: kind for kind, indices in self._by_kind.items() for index in indices}
        for block in self._document.blocks:
            if block.kind in ("heading", "front_matter", "comment", "rule"):
                continue
            kind = kind_of.get(block.index, "")
            if kind == "equation":
                self._read_tags(block, found)
            elif kind:
                for at in self._captions_within(block):
                    _enter(found, text[at : at + 80], (block.index, None), kind)
            elif block.kind in ("caption", "paragraph", "div", "html", "latex"):
                self._read_caption(block, kind_of, found)
        return dict(found)

    def _captions_within(self, block: Block) -> list[int]:
        """Return the offsets at which the text of a caption may begin inside an element: after `![`, `\\caption{` or
        `<figcaption>`.
        """
        text, end = self._document.text, block.end
        if block.kind == "code" and text.find("-cap", block.start, min(end, block.start + 4 * _HEAD)) < 0:
            return []
        starts = [match.end() for match in _IMAGE.finditer(text, block.start, min(end, block.start + 4 * _HEAD))]
        if text.find("\\caption", block.start, end) >= 0:
            starts += [match.end() for match in _LATEX_CAPTION.finditer(text, block.start, end)]
        return starts

    def _read_tags(self, block: Block, found: _Index) -> None:
        source = self._document.source(block)
        numbers = [first or other for first, other in _TAG.findall(source)]
        if last := _AT_END.search(source.rstrip()):
            numbers.append(last[1])
        for number in dict.fromkeys(map(normal, numbers)):
            found["equation", number].append((block.index, None))

    def _read_caption(self, block: Block, kind_of: dict[int, str], found: _Index) -> None:
        """Add `block` to the index `found` if it is a caption. The number in a caption is the number of the element
        beside it. `kind_of` maps the index of an element's block to the kind of the element.
        """
        text = self._document.text
        match = _CAPTION.match(text, block.start, min(block.end, block.start + 80))
        if match is None or (block.kind == "paragraph" and not _is_caption(text, match, block)):
            return
        kinds = [k for k in noun(tokens(match["noun"]), 0)[0] if k in _KIND_OF_ELEMENT.values()]
        below, above = block.index + 1, block.index - 1
        places = (below, above) if "table" in kinds or "code" in kinds else (above, below)
        beside = next((i for i in places if kind_of.get(i) and (not kinds or kind_of[i] in kinds)), None)
        beside = next((i for i in places if kind_of.get(i)), None) if beside is None else beside
        place = (block.index, None) if beside is None else (beside, block.index)
        _enter(found, match[0], place, kinds[0] if kinds else "")


def _enter(found: _Index, text: str, place: _Place, kind: str) -> None:
    """Add the element at `place` to the index `found`. It is added twice under the number that its caption `text`
    prints: with the caption's noun, and with the element's `kind`.
    """
    match = _CAPTION.match(text)
    if match is None:
        return
    kinds = noun(tokens(match["noun"]), 0)[0]
    if not kinds and text[match.end() :][:1] not in tuple(".:|—–"):
        return
    number = normal(match["number"] or match["lettered"])
    if match["extra"] and number[0].isdigit():
        number = "S" + number
    for key in {*(k for k in kinds if k in _KIND_OF_ELEMENT.values()), match["noun"].casefold(), kind} - {""}:
        if place not in found[key, number]:
            found[key, number].append(place)


def _is_caption(text: str, match: re.Match[str], block: Block) -> bool:
    """Return True if a paragraph that begins with "Table 2" is its caption rather than a sentence about it."""
    if not noun(tokens(match["noun"]), 0)[0] and text[block.start] not in "*_":
        return False
    rest = text[match.end() : min(block.end, match.end() + 3)]
    return text[block.start] in "*_:" or not rest.strip() or rest.lstrip("*_ )")[:1] in tuple(".:|—–-。：")


def normal(number: str) -> str:
    """Return a printed number in its normal form: "S1" for "S-1" and "s1", "2" for "(2)"."""
    bare = "".join(sign for sign in number if sign not in " \u00a0()-–")
    return bare.strip(".").upper()
