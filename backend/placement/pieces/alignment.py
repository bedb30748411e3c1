"""Align two versions of a document: find which units are unchanged, reworded, removed or added. A unit is a sentence,
list item, table row or block.

Blocks that both versions have are paired first, so that only changed blocks are split into sentences. The time grows
with n log n, where n is the length of the documents.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

from backend.document.blocks import Block, Document
from backend.document.common_prefix import shared_ends
from backend.document.line_matches import Match, line_matches
from backend.document.sentences import Span
from backend.document.similar_text import WORD
from backend.placement.pieces.units import Unit, is_separator, units, whole

#: Maximum number of pairs of units that are compared in one changed place; with more, units are paired by their order.
#: 60 sentences beside 60 take some 5 ms, and a rewritten section rarely has more.
_MOST_PAIRS = 3600
#: Maximum characters of changed blocks in one place that are split into sentences; 500,000 are a book, and take some 2
#: s.
_MOST_CHARACTERS = 500_000
#: The value of pairing two units without a common word: less than any common word, more than no pair.
_SAME_PLACE = 0.01


@dataclass(frozen=True, slots=True)
class AlignedUnit:
    """A unit (a sentence, list item, table row or block), or several blocks, that both versions of a text have. `old`
    and `new` are its spans in the old and in the new text. If `same` is True it is unchanged, otherwise reworded.

    `dropped` and `added` are the units that were removed and added between the previous aligned unit and this one.
    """

    old: Span
    new: Span
    same: bool
    dropped: tuple[Unit, ...] = ()
    added: tuple[Unit, ...] = ()


def align(old: Document, new: Document, by_block: bool = False) -> Iterator[AlignedUnit]:
    """Yield the units that both documents have, in order. After the last of them comes an empty unit at the end of both
    texts, which has the units that were removed and added there. If `by_block` is True, blocks are not split into
    sentences.
    """
    before, after = _blocks(old), _blocks(new)
    i = j = 0
    for match in _matches(old, new, before, after):
        window = before[i : match.old], after[j : match.new]
        dropped, added = yield from _window(old, new, window, by_block)
        for one, other in _same(old, new, (before, after), match):
            yield AlignedUnit(one, other, True, dropped, added)
            dropped, added = (), ()
        i, j = match.old + match.length, match.new + match.length
    dropped, added = yield from _window(old, new, (before[i:], after[j:]), by_block)
    yield AlignedUnit((len(old.text),) * 2, (len(new.text),) * 2, True, dropped, added)


def _blocks(document: Document) -> Sequence[Block]:
    if not document.of_kind("comment"):
        return document.blocks
    return [block for block in document.blocks if block.kind != "comment" or not is_separator(document, block)]


def _matches(old: Document, new: Document, before: Sequence[Block], after: Sequence[Block]) -> list[Match]:
    """Return a `Match` for each range of neighboring blocks that are equal in `before` (blocks of `old`) and `after`
    (blocks of `new`). Blocks at the start that are the same Python objects in both lists are not compared by their
    text.
    """
    end, _ = shared_ends(old.text, new.text)
    head = 0
    for one, other in zip(before, after, strict=False):
        if one is not other or one.end > end:
            break
        head += 1
    found = line_matches(_Keys(old, before[head:]), _Keys(new, after[head:]))
    moved = [Match(each.old + head, each.new + head, each.length) for each in found]
    if head and moved and (moved[0].old, moved[0].new) == (head, head):
        return [Match(0, 0, head + moved[0].length), *moved[1:]]
    return [Match(0, 0, head), *moved] if head else moved


class _Keys:
    """The texts by which blocks are compared: the kind and the source of each block. It is a sequence that makes each
    text when it is read, because storing all texts of a long document would take megabytes.
    """

    def __init__(self, document: Document, blocks: Sequence[Block]) -> None:
        self._document, self._blocks = document, blocks

    def __len__(self) -> int:
        return len(self._blocks)

    def __getitem__(self, index: int, /) -> str:
        block = self._blocks[index]
        return f"{block.kind}\0{self._document.source(block).rstrip()}"


def _same(
    old: Document, new: Document, blocks: tuple[Sequence[Block], Sequence[Block]], match: Match
) -> Iterator[tuple[Span, Span]]:
    """Yield (range in the old text, range in the new text) for the blocks of `match`, which both versions have. If the
    text between neighboring blocks is also equal, one pair of ranges covers these blocks together.
    """
    before, after = blocks
    last = match.length - 1
    one = before[match.old].start, whole(old, before[match.old + last]).end
    other = after[match.new].start, whole(new, after[match.new + last]).end
    if old.text[slice(*one)] == new.text[slice(*other)]:
        yield one, other
        return
    for number in range(match.length):
        a, b = whole(old, before[match.old + number]), whole(new, after[match.new + number])
        yield (a.start, a.end), (b.start, b.end)


_Units = tuple[Unit, ...]


def _window(
    old: Document, new: Document, window: tuple[Sequence[Block], Sequence[Block]], by_block: bool
) -> Generator[AlignedUnit, None, tuple[_Units, _Units]]:
    """Align the units of a part of the two documents in which no whole block is equal. `window` has the old and the new
    blocks of this part.

    Yields the units that both versions have, in the same or another wording. Its return value is a pair: the removed
    and the added units after the last of these.
    """
    if by_block or sum(block.end - block.start for blocks in window for block in blocks) > _MOST_CHARACTERS:
        dropped, added = ([whole(d, b) for b in blocks] for d, blocks in zip((old, new), window, strict=True))
    else:
        dropped, added = units(old, window[0]), units(new, window[1])
    i = j = 0
    for a, b, same in _pairs(old.text, new.text, dropped, added):
        one, other = dropped[a], added[b]
        between = tuple(dropped[i:a]), tuple(added[j:b])
        yield AlignedUnit((one.start, one.end), (other.start, other.end), same, *between)
        i, j = a + 1, b + 1
    return tuple(dropped[i:]), tuple(added[j:])


def _pairs(old: str, new: str, dropped: Sequence[Unit], added: Sequence[Unit]) -> Iterator[tuple[int, int, bool]]:
    """Pair each removed unit with the added unit that is equal to it or rewords it. Yields for each pair its index in
    `dropped` (the removed units), its index in `added`, and True if the two are equal. `old` and `new` are the whole
    texts.
    """
    if not dropped or not added:
        return
    one = [f"{unit.kind}\0{old[unit.start : unit.end]}" for unit in dropped]
    other = [f"{unit.kind}\0{new[unit.start : unit.end]}" for unit in added]
    i = j = 0
    for match in line_matches(one, other):
        yield from _reworded((one, other), (i, match.old), (j, match.new))
        yield from ((match.old + n, match.new + n, True) for n in range(match.length))
        i, j = match.old + match.length, match.new + match.length
    yield from _reworded((one, other), (i, len(one)), (j, len(other)))


def _reworded(keys: tuple[list[str], list[str]], old: Span, new: Span) -> Iterator[tuple[int, int, bool]]:
    """Yield the pairs of an old unit and the new unit that rewords it, in order; together, the pairs share as many
    words as possible.

    Each pair is (index in `keys[0]`, index in `keys[1]`, False). The False says that the two units are not equal. `old`
    and `new` are the ranges of the two lists to compare.
    """
    rows, columns = old[1] - old[0], new[1] - new[0]
    if not rows or not columns:
        return
    one, other = keys[0][slice(*old)], keys[1][slice(*new)]
    if rows * columns > _MOST_PAIRS:
        pairs = [(n, n) for n, (a, b) in enumerate(zip(one, other, strict=False)) if _kind(a) == _kind(b)]
    else:
        pairs = _best_pairs([_words(key) for key in one], [_words(key) for key in other])
    yield from ((old[0] + a, new[0] + b, False) for a, b in pairs)


def _kind(key: str) -> str:
    return key.partition("\0")[0]


_Words = tuple[str, frozenset[str]]


def _words(key: str) -> _Words:
    kind, _, text = key.partition("\0")
    return kind, frozenset(word.casefold() for word in WORD.findall(text))


def _best_pairs(one: Sequence[_Words], other: Sequence[_Words]) -> list[tuple[int, int]]:
    """Return the pairs of indices (in `one`, in `other`), in order, whose total similarity is highest. Uses dynamic
    programming.
    """
    best = [[0.0] * (len(other) + 1) for _ in range(len(one) + 1)]
    worth = [[_worth(a, b) for b in other] for a in one]
    for i in range(len(one) - 1, -1, -1):
        for j in range(len(other) - 1, -1, -1):
            paired = worth[i][j] + best[i + 1][j + 1] if worth[i][j] else 0.0
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    pairs, i, j = [], 0, 0
    while i < len(one) and j < len(other):
        if worth[i][j] and best[i][j] == worth[i][j] + best[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _worth(one: _Words, other: _Words) -> float:
    """Return a score for how similar two units are: the share of the words that both have, and a little more; 0 if they
    are of different kinds.
    """
    if one[0] != other[0]:
        return 0.0
    longest = max(len(one[1]), len(other[1]), 1)
    return _SAME_PLACE + len(one[1] & other[1]) / longest
