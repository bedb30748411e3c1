"""Find list items that a message counts by the title of their section: "the first risk", "goal 4"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backend.mentions.closed_words import cardinal, is_a, label, ordinal
from backend.mentions.document_view import DocumentView
from backend.mentions.elements import Part, chosen, parts
from backend.mentions.lexicon import Token
from backend.mentions.ordinary_words import is_numbered


@dataclass(frozen=True, slots=True)
class EnumeratedItem:
    """Tokens `first` to `stop` - 1 that mean the list item (or items) `part`; `others` are items that they may mean,
    too.
    """

    first: int
    stop: int
    kind: str
    part: Part
    others: tuple[Part, ...] = ()


def enumerated_items(view: DocumentView, words: Sequence[Token]) -> Iterator[EnumeratedItem]:
    """Yield the items that a message counts, in order. A section whose items are counted must have exactly one list, or
    no list and one table, whose rows are then counted.
    """
    seen: set[int] = set()
    for named in view.counting_in(words):
        if named.first in seen:
            continue
        seen.add(named.first)
        first, stop, number, together = _number(words, named.first, named.stop)
        found = [
            (kind, part)
            for index in named.sections
            if (counted := _counted(view, index, number, together))
            for kind, part in [counted]
        ]
        if found:
            yield EnumeratedItem(first, stop, found[0][0], found[0][1], tuple(part for _, part in found[1:]))


def _number(words: Sequence[Token], first: int, stop: int) -> tuple[int, int, int, int]:
    """Return the first token, the index after the last, the number (negative from the end), and how many items are
    meant.
    """
    if is_numbered(words, stop):
        at = stop + (words[stop].text == "#" or is_a(words[stop], "number"))
        number, end = label(words, at)
        return first, end, int(number), 1
    together = cardinal(words[first - 1])
    last = first - 1 if together > 1 else first
    start = next(at for at in range(max(0, last - 5), last) if ordinal(words, at)[1] == last)
    return start, stop, ordinal(words, start)[0], max(1, together)


def _counted(view: DocumentView, index: int, number: int, together: int) -> tuple[str, Part] | None:
    """Return the kind and the place of the n-th items of the only list of a section; None if it has no such items."""
    section = view.sections[index]
    for stop in (section.own_stop, section.stop):
        for kind, unit in (("list", "item"), ("table", "row")):
            blocks = [block for block in view.blocks[section.first : stop] if block.kind == kind]
            if len(blocks) > 1:
                return None
            series = parts(view, unit, blocks[0].index, blocks[0].index + 1) if blocks else []
            part = chosen(series, number)
            if part is not None:
                at = series.index(part) if number > 0 else series.index(part) - together + 1
                group = series[max(0, at) : at + together]
                return unit, Part(part.start, part.stop, (group[0].span[0], group[-1].span[1]))
            if series:
                return None
    return None
