"""Split a change of a document into parts that a person may accept or leave out: sentences, list items, table rows.

All parts together produce the new text. If only some parts are accepted, this file composes the text from them. It then
checks that every character outside these parts is unchanged, and that all other blocks are parsed as before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from backend.document.blocks import Document, read
from backend.document.common_prefix import shared_ends
from backend.errors import Refused, Unplaceable
from backend.placement.carrying_out.apply import Edit, patch
from backend.placement.offsets import Span
from backend.placement.pieces.alignment import align
from backend.placement.pieces.gaps import Insertion, Piece, Replacement, pieces

#: Maximum number of parts of one change. A change with more parts is split into whole blocks, and neighbors are joined
#: if there are still too many, because nobody accepts thousands of parts one by one.
MOST_HUNKS = 2000
_STRANGE = (
    "The draft has no part with this id. If the document has changed in the meantime, the ids have changed, too: "
    "preview the draft again."
)


@dataclass(frozen=True, slots=True)
class Hunk:
    """One part of a change: `after` replaces `before`, the old text's characters from `start` up to but not including
    `end`.
    """

    id: str
    before: str
    after: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Taken:
    """The text after the user accepted some parts of a change: the text itself, the ids of these parts, and the start
    and end of each inserted range, in characters.
    """

    text: str
    ids: tuple[str, ...]
    inserted: tuple[Span, ...]

    @property
    def content(self) -> str:
        """Return only the inserted text; ranges are separated by blank lines."""
        texts = (self.text[start:end].strip("\r\n") for start, end in self.inserted)
        return "\n\n".join(text for text in texts if text)


class Changes:
    """The difference between two texts, split into parts (`hunks`)."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new
        self._pieces = _pieces(old, new)
        name = sha256(f"{sha256(old.encode()).hexdigest()}{sha256(new.encode()).hexdigest()}".encode()).hexdigest()[:8]
        parts = list(_parts(self._pieces))
        #: for each part, the number of its piece, and the number of its unit within an insertion
        self._places = [place for place, _ in parts]
        self.hunks = tuple(
            Hunk(f"{name}-{number}", old[each.start : each.end], each.text, each.start, each.end)
            for number, (_, each) in enumerate(parts, 1)
        )

    def splices(self) -> tuple[Edit, ...]:
        """Return the edits that change the old text into the new text. Edits that touch each other are joined."""
        made: list[Edit] = []
        for hunk in self.hunks:
            if made and made[-1].stop == hunk.start:
                made[-1] = Edit(made[-1].start, hunk.end, made[-1].text + hunk.after)
            else:
                made.append(Edit(hunk.start, hunk.end, hunk.after))
        return tuple(made)

    def take(self, ids: Collection[str]) -> Taken:
        """Return the old text changed only by the parts with these `ids`. If the user chooses a row of a new table, the
        table's header is included.

        Raises Refused if there are no ids or if an id is unknown. Raises Unplaceable if these parts alone would turn
        other text into another kind of block.
        """
        if not ids:
            raise Refused(
                "Nothing was changed, because you chose no part of the change.",
                errors={"hunks": ["Choose a part, or reject the draft."]},
            )
        known = {hunk.id: number for number, hunk in enumerate(self.hunks)}
        wrong = {f"hunks.{n}": [_STRANGE] for n, each in enumerate(ids) if each not in known}
        if wrong:
            raise Refused(
                "Nothing was changed, because the change does not have all the parts that you chose.", errors=wrong
            )
        numbers = sorted(self._with_needs({known[each] for each in ids}))
        edits = list(self._edits(numbers))
        text = patch(self.old, edits)
        if len(numbers) == len(self.hunks):
            text = self.new
        elif not _stands(read(self.old), edits, read(text)):
            raise Unplaceable(
                [
                    "Nothing was changed. If only the chosen parts were approved, text beside them would turn into "
                    "another kind of block, such as code. Choose more parts, or all."
                ]
            )
        return Taken(text, tuple(self.hunks[n].id for n in numbers), tuple(_inserted(edits)))

    def _with_needs(self, numbers: set[int]) -> set[int]:
        by_place = {place: number for number, place in enumerate(self._places)}
        more = set()
        for number in numbers:
            at, unit = self._places[number]
            piece = self._pieces[at]
            needed = piece.needs[unit] if isinstance(piece, Insertion) else None
            if needed is not None:
                more.add(by_place[at, needed])
        return numbers | more

    def _edits(self, numbers: Sequence[int]) -> Iterator[Edit]:
        chosen: dict[int, list[int]] = {}
        for number in numbers:
            at, unit = self._places[number]
            chosen.setdefault(at, []).append(unit)
        for at, units in chosen.items():
            piece = self._pieces[at]
            if isinstance(piece, Insertion):
                yield Edit(piece.at, piece.at, piece.text(units))
            else:
                yield Edit(piece.start, piece.end, piece.text)


def _pieces(old: str, new: str) -> tuple[Piece, ...]:
    """Split the change from `old` to `new` into sentences, list items and table rows. If these are more than
    `MOST_HUNKS`, split it into blocks instead, and join neighboring blocks until there are few enough. If the pieces do
    not lead to `new`, return the whole change as one piece.
    """
    before, after = read(old), read(new)
    made = _at_most(MOST_HUNKS, pieces(before, after, align(before, after)))
    if made is None:
        by_block = list(_whole(tuple(pieces(before, after, align(before, after, by_block=True)))))
        made = tuple(_joined(old, by_block))
    if patch(old, list(_whole(made))) == new:
        return made
    head, tail = shared_ends(old, new)
    return (Replacement(head, len(old) - tail, new[head : len(new) - tail]),)


def _at_most(most: int, found: Iterable[Piece]) -> tuple[Piece, ...] | None:
    """Return `found` as a tuple; None if it has more than `most` pieces, where an insertion counts as many as it has
    units. Reading stops at that number, so that a large change costs little time.
    """
    made, count = [], 0
    for each in found:
        count += len(each.texts) if isinstance(each, Insertion) else 1
        if count > most:
            return None
        made.append(each)
    return tuple(made)


def _joined(old: str, edits: Sequence[Edit]) -> Iterator[Replacement]:
    """Yield the edits of the text `old` as replacements, joined with their neighbors so that there are at most
    `MOST_HUNKS`.
    """
    size = -(-len(edits) // MOST_HUNKS)
    for first in range(0, len(edits), size or 1):
        group = edits[first : first + size]
        start, stop = group[0].start, group[-1].stop
        moved = [Edit(each.start - start, each.stop - start, each.text) for each in group]
        yield Replacement(start, stop, patch(old[start:stop], moved))


def _whole(made: Sequence[Piece]) -> Iterator[Edit]:
    for each in made:
        if isinstance(each, Insertion):
            yield Edit(each.at, each.at, each.text(range(len(each.texts))))
        else:
            yield Edit(each.start, each.end, each.text)


def _parts(made: Sequence[Piece]) -> Iterator[tuple[tuple[int, int], Replacement]]:
    for at, each in enumerate(made):
        if isinstance(each, Insertion):
            for unit, text in enumerate(each.parts()):
                yield (at, unit), Replacement(each.at, each.at, text)
        else:
            yield (at, 0), each


def _stands(before: Document, edits: Sequence[Edit], after: Document) -> bool:
    """Return True if the edits change nothing but their own range: in `after`, all text outside of them is the same as
    in `before`, and every block that no edit touches is still a block of the same kind.
    """
    shift = [(0, 0)]
    for edit in edits:
        shift.append((edit.stop, shift[-1][1] + len(edit.text) - (edit.stop - edit.start)))
    ends = [*(edit.start for edit in edits), len(before.text)]
    kept = [(start, end, moved) for (start, moved), end in zip(shift, ends, strict=True)]
    if any(before.text[start:end] != after.text[start + moved : end + moved] for start, end, moved in kept):
        return False
    found = {block.start: block for block in after.blocks}
    at = 0
    for block in before.blocks:
        while kept[at][1] < block.end and at < len(kept) - 1:
            at += 1
        start, end, moved = kept[at]
        if block.start < start or block.end > end:
            continue
        other = found.get(block.start + moved)
        if other is None or other.kind != block.kind:
            return False
        if after.source(other).rstrip() != before.source(block).rstrip():
            return False
    return True


def _inserted(edits: Sequence[Edit]) -> Iterator[Span]:
    """Yield start and end, in characters of the new text, of each text that the edits insert, without the white space
    around it.
    """
    moved = 0
    for edit in edits:
        start = edit.start + moved
        lead = len(edit.text) - len(edit.text.lstrip())
        if edit.text.strip():
            yield start + lead, start + len(edit.text.rstrip())
        moved += len(edit.text) - (edit.stop - edit.start)
