"""Shorten a text by leaving out sentences. All other sentences stay unchanged and in order.

Headings, tables, figures, formulas and code are never left out. A sentence that refers to the one before it ("However",
"This") is kept only if the one before it is kept, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.keyless.instruction import Instruction
from backend.keyless.quotations.arrangement import dangles
from backend.keyless.quotations.quotation import Unit, central

_PROSE = frozenset({"paragraph", "list"})


def left_out(own: Sequence[Unit], instruction: Instruction, count: int | None = None) -> list[Unit]:
    """Return the sentences and list items in `own` to leave out, so that `count` remain (None: half of them): those
    with the most frequent words of the text. If there are at least `count` sentences, all list items are left out.
    """
    prose = [unit for unit in own if unit.kind in _PROSE]
    paragraphs = [unit for unit in prose if unit.kind == "paragraph"]
    if count is not None and len(paragraphs) >= count:  # a number of sentences is asked for, not of items
        return [*left_out_of(paragraphs, instruction, count), *(unit for unit in prose if unit.kind != "paragraph")]
    return left_out_of(prose, instruction, count)


def left_out_of(prose: Sequence[Unit], instruction: Instruction, count: int | None) -> list[Unit]:
    """Return the sentences and list items in `prose` to leave out so that at most `count` of them remain (None: half of
    them). A sentence that refers back ("However") remains only together with the sentence before it, if `count` allows
    both.
    """
    room = (len(prose) + 1) // 2 if count is None else count
    if len(prose) <= room:
        return []
    chosen: list[Unit] = []
    for unit in central(prose, instruction):
        needed = [each for each in _with_antecedents(unit, prose) if each not in chosen]
        if len(chosen) + len(needed) <= room:
            chosen += needed
    if not chosen:  # there is room for one sentence only, and each refers to another one
        chosen = list(prose[:room])
    return [unit for unit in prose if unit not in chosen]


def _with_antecedents(unit: Unit, prose: Sequence[Unit]) -> list[Unit]:
    """Return a sentence and, if it refers back ("However"), the sentences of its paragraph to which it refers."""
    needed = [unit]
    place = prose.index(unit)
    while place and prose[place].kind == "paragraph" and dangles(prose[place].line):
        between = unit.source.text[prose[place - 1].end : prose[place].start]
        if prose[place - 1].kind != "paragraph" or "\n\n" in between:
            break
        place -= 1
        needed.append(prose[place])
    return needed
