"""Which sentences of a text to leave out so that it is shorter: the others stay whole, in their order and places.

Headings, tables, figures, formulas and code are never left out. A sentence that leans on the one before it ("However",
"This") is kept only together with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.keyless.arrangement import dangles
from backend.keyless.instruction import Instruction
from backend.keyless.quotation import Unit, central

_PROSE = frozenset({"paragraph", "list"})


def left_out(own: Sequence[Unit], instruction: Instruction, kept: int | None = None) -> list[Unit]:
    """The sentences and items to leave out so that `kept` remain, by default the more telling half."""
    prose = [unit for unit in own if unit.kind in _PROSE]
    paragraphs = [unit for unit in prose if unit.kind == "paragraph"]
    if kept is not None and len(paragraphs) >= kept:  # a number of sentences is asked for, not of items
        return [*left_out_of(paragraphs, instruction, kept), *(unit for unit in prose if unit.kind != "paragraph")]
    return left_out_of(prose, instruction, kept)


def left_out_of(prose: Sequence[Unit], instruction: Instruction, kept: int | None) -> list[Unit]:
    """The same for sentences and items alone."""
    room = (len(prose) + 1) // 2 if kept is None else kept
    if len(prose) <= room:
        return []
    chosen: list[Unit] = []
    for unit in central(prose, instruction):
        needed = [each for each in _with_antecedents(unit, prose) if each not in chosen]
        if len(chosen) + len(needed) <= room:
            chosen += needed
    if not chosen:  # a single sentence that leans on another one is all that there is room for
        chosen = list(prose[:room])
    return [unit for unit in prose if unit not in chosen]


def _with_antecedents(unit: Unit, prose: Sequence[Unit]) -> list[Unit]:
    """A sentence and those before it in its paragraph that it leans on."""
    needed = [unit]
    place = prose.index(unit)
    while place and prose[place].kind == "paragraph" and dangles(prose[place].line):
        between = unit.source.text[prose[place - 1].end : prose[place].start]
        if prose[place - 1].kind != "paragraph" or "\n\n" in between:
            break
        place -= 1
        needed.append(prose[place])
    return needed
