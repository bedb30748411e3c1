"""Split the difference between two texts into pieces that a person can accept one by one. In a piece, units (sentences,
list items, rows) are reworded, removed or added.

Every piece replaces characters of the old text. When a unit is removed, one of the separators beside it is removed,
too. Added units are inserted at one position. If the user accepts only some of them, the separators are adapted:
without its first sentence, a new paragraph begins with the second one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from backend.document.blocks import Document
from backend.document.sentences import Span
from backend.placement.pieces.alignment import AlignedUnit
from backend.placement.pieces.units import Unit

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Replacement:
    """A replacement of the old text's characters from `start` up to but not including `end` by `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Insertion:
    """The units (sentences, list items, table rows or blocks) to insert at character `at` of the old text.

    - `texts` are the units.
    - `separators` are the white space before, between and after them in the new text: one more than there are texts.
    - `standing` are two strings: the white space that the old text already has before and after `at`, and that is not
      inserted again.
    - `edges` are two truth values: whether the new text begins with these units, and whether it ends with them.
    - `needs` has one entry for each unit: the index of the unit without which it cannot be inserted, or None. A table's
      row needs the table's header.
    """

    at: int
    texts: tuple[str, ...]
    separators: tuple[str, ...]
    standing: tuple[str, str]
    edges: tuple[bool, bool]
    needs: tuple[int | None, ...]

    def text(self, chosen: Collection[int]) -> str:
        """Return the text to insert if only the units with the indices `chosen` are inserted."""
        first, *more = sorted(chosen)
        before = self.separators[:1] if self.edges[0] else self.separators[: first + 1]
        out = [_strongest(before).removeprefix(self.standing[0]), self.texts[first]]
        last = first
        for number in more:
            out += (_strongest(self.separators[last + 1 : number + 1]), self.texts[number])
            last = number
        behind = self.separators[-1:] if self.edges[1] else self.separators[last + 1 :]
        return "".join([*out, _strongest(behind[::-1]).removesuffix(self.standing[1])])

    def parts(self) -> Iterator[str]:
        """Yield the text of each unit to insert, with the separator before it."""
        last = len(self.texts) - 1
        for number, text in enumerate(self.texts):
            separator = self.separators[number]
            behind = self.separators[-1].removesuffix(self.standing[1]) if number == last else ""
            yield (separator if number else separator.removeprefix(self.standing[0])) + text + behind


Piece = Replacement | Insertion


def pieces(old: Document, new: Document, aligned: Iterable[AlignedUnit]) -> Iterator[Piece]:
    """Yield the pieces that change the old text into the new one, in order. `aligned` are the units that both texts
    have, as alignment.py yields them.
    """
    left = AlignedUnit((0, 0), (0, 0), True)
    kept: Replacement | None = None  # the last reworded unit, which a changed separator may still join
    for right in aligned:
        if kept is None and _goes_on(old, new, left, right):
            left = right
            continue
        gap = Gap(old, new, (left.old[1], right.old[0]), (left.new[1], right.new[0]), right.dropped, right.added)
        reworded = None
        if not right.same:
            reworded = Replacement(*right.old, new.text[slice(*right.new)])
        if gap.is_separator and reworded is not None:
            reworded = Replacement(gap.old_span[0], reworded.end, gap.new_text + reworded.text)
        elif gap.is_separator and kept is not None:
            kept = replace(kept, end=gap.old_span[1], text=kept.text + gap.new_text)
        if kept is not None:
            yield kept
        if not gap.is_separator or (left.same and right.same):
            yield from gap.pieces()
        left, kept = right, reworded


def _goes_on(old: Document, new: Document, left: AlignedUnit, right: AlignedUnit) -> bool:
    """Return True if both documents are equal from the end of the aligned unit `left` to the end of the aligned unit
    `right`. This is so in most of a long document.
    """
    unchanged = right.same and not right.dropped and not right.added
    return unchanged and old.text[left.old[1] : right.old[0]] == new.text[left.new[1] : right.new[0]]


@dataclass(frozen=True, slots=True)
class Gap:
    """The text between two units (sentences, list items, rows, blocks) that are neighbors among the units that both
    documents have. It has a span in the old and in the new document, and the units that were removed (`dropped`) and
    `added` there.
    """

    old: Document
    new: Document
    old_span: Span
    new_span: Span
    dropped: tuple[Unit, ...]
    added: tuple[Unit, ...]

    @property
    def old_text(self) -> str:
        return self.old.text[slice(*self.old_span)]

    @property
    def new_text(self) -> str:
        return self.new.text[slice(*self.new_span)]

    @property
    def is_separator(self) -> bool:
        """Return True if only a separator, such as white space, differs here: no unit was removed or added, but the two
        texts are not equal.
        """
        return not self.dropped and not self.added and self.old_text != self.new_text

    def pieces(self) -> Iterator[Piece]:
        """Yield a removal for each unit (or whole block) that was removed here, and one insertion with all units that
        were added. If all white space around the units has changed, yield a single replacement. Yield nothing if both
        versions have the same text here.
        """
        if self.old_text != self.new_text:
            yield from self._by_unit() or [Replacement(*self.old_span, self.new_text)]

    def _by_unit(self) -> list[Piece]:
        going = _separators(self.old.text, self.old_span, self.dropped)
        coming = _separators(self.new.text, self.new_span, self.added)
        if not self.dropped and not self.added:
            return []
        if not self.dropped:
            cut = _cut(self.old_text, coming)
            return [] if cut is None else [self._insertion(self.old_span[0] + cut, coming, self.old_text, cut)]
        if not self.added:
            cut = _cut(self.new_text, going)
            return [] if cut is None else [*self._removals(self.new_text, cut)]
        for stays in dict.fromkeys((coming[0], coming[-1], going[0], going[-1])):
            out, into = _cut(stays, going), _cut(stays, coming)
            if out is not None and into is not None:
                at = self.old_span[0] + into if into <= out else self.old_span[1] - len(stays) + into
                added, removed = self._insertion(at, coming, stays, into), self._removals(stays, out)
                return [added, *removed] if into <= out else [*removed, added]
        return []

    def _insertion(self, at: int, separators: Sequence[str], stays: str, cut: int) -> Insertion:
        heads = {unit.block: number for number, unit in enumerate(self.added) if unit.kind == "head"}
        return Insertion(
            at,
            tuple(self.new.text[unit.start : unit.end] for unit in self.added),
            tuple(separators),
            (stays[:cut], stays[cut:]),
            (self.new_span[0] == 0, self.new_span[1] == len(self.new.text)),
            tuple(heads.get(unit.block) if unit.kind == "row" else None for unit in self.added),
        )

    def _removals(self, stays: str, cut: int) -> Iterator[Replacement]:
        """Yield the removal of each unit, together with one of the separators beside it.

        This is usually the separator after the unit. It is the one before the unit if all of `stays` is before the
        units. `stays` is the separator that remains in place of all units, and `cut` is the offset in it at which the
        units were.
        """
        start, stop = self.old_span[0] + cut, self.old_span[1] - len(stays) + cut
        groups = self._groups()
        if stays and cut == len(stays):
            inner = [group[0].start for group in groups[1:]]
        else:
            inner = [group[-1].end for group in groups[:-1]]
        for begin, end in pairwise((start, *inner, stop)):
            yield Replacement(begin, end, "")

    def _groups(self) -> list[list[Unit]]:
        """Return the removed units in groups that are removed together. All units of a block form one group if the
        whole block is removed; any other unit is a group of its own.
        """
        groups: list[list[Unit]] = []
        for unit in self.dropped:
            if groups and groups[-1][-1].block == unit.block and self._holds(unit.block):
                groups[-1].append(unit)
            else:
                groups.append([unit])
        return groups

    def _holds(self, index: int) -> bool:
        block = self.old.blocks[index]
        return self.old_span[0] <= block.start and block.end <= self.old_span[1]


def _separators(text: str, span: Span, between: Sequence[Unit]) -> list[str]:
    """Return the parts of the text in `span` that are before, between and after the units in `between`: one more than
    there are units.
    """
    starts = [*(unit.start for unit in between), span[1]]
    ends = [span[0], *(unit.end for unit in between)]
    return [text[end:start] for end, start in zip(ends, starts, strict=True)]


def _cut(stays: str, separators: Sequence[str]) -> int | None:
    """Return the offset in `stays`, a separator that both texts have, at which units are inserted or removed: the white
    space before this offset stays before the units, the rest after them.

    `separators` are the white space before, between and after the units. The first must begin with what stays before
    the units, and the last must end with what stays after them. Returns None if there is no such offset.
    """
    places: list[int] = [0, len(stays), *range(1, len(stays))]
    for at in places:
        if separators[0].startswith(stays[:at]) and separators[-1].endswith(stays[at:]):
            return at
    return None


def _strongest(separators: Sequence[str]) -> str:
    """Return the strongest separator: a blank line is stronger than a space. Of equally strong ones, the first is
    returned.
    """
    return max(separators, key=_strength)


def _strength(separator: str) -> int:
    """Return the rank of a separator: 0 for nothing, 1 for spaces, 2 for a line ending, 3 for a blank line, 4 for an
    empty comment.
    """
    if separator.strip():
        return 4
    ends = len(_LINE_END.findall(separator))
    return min(3, ends + 1) if ends else int(separator != "")
