"""Put the sentences of a draft in order. Topics come in the order of the request, and no sentence occurs twice. A
sentence that refers to the one before it ("However", "This") stays directly after it.

Only whole sentences are moved, and neighbors in one excerpt stay together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.keyless.instruction import Instruction
from backend.keyless.quotations.quotation import Unit, coverage_of, in_order, runs
from backend.ranking.terms import words_of

#: Minimum number of words of a sentence that is dropped because another sentence contains all of it.
CONTAINED_WORDS = 5

_DANGLING = re.compile(
    r"\W*(?:(?:however|moreover|furthermore|therefore|thus|hence|consequently|accordingly|additionally|nevertheless"
    r"|nonetheless|instead|conversely|similarly|likewise|also|meanwhile|otherwise|besides|afterwards|subsequently"
    r"|(?:in|by) (?:addition|contrast|turn|consequence)|as a (?:result|consequence)|on the other hand"
    r"|for this reason)\b"
    r"|(?:but|and|or|yet|so|then|nor)\b(?!-)"
    r"|(?:this|these|those|that|they|he|she|its|their|his|her|such|both|the (?:former|latter|same|other))\b"
    r"|it\b(?!\s+(?:is|was|has been|seems|appears|remains|follows|turns out)\s+(?:[\w-]+\s+){0,3}?"
    r"(?:that|to|whether|how)\b))",
    re.IGNORECASE,
)
_OWN_WORK = re.compile(
    r"\W*th(?:is|ese) (?:paper|study|article|work|section|chapter|review|thesis|report)\b", re.IGNORECASE
)


def dangles(sentence: str) -> bool:
    """Return True if a sentence begins with a word that refers to the sentence before it: "However", "This", "They"."""
    return _DANGLING.match(sentence) is not None and _OWN_WORK.match(sentence) is None


def arrange(chosen: Sequence[Unit], pool: Sequence[Unit], instruction: Instruction) -> list[list[Unit]]:
    """Return the paragraphs of a draft that consists of the chosen sentences, list items and blocks. `pool` are all the
    sentences, list items and blocks from which these were chosen.
    """
    kept = _with_antecedents(in_order(distinct(chosen)), pool, instruction.sentences)
    groups = _by_topic(kept, instruction)
    if len(groups) == 1:
        return [_soundest_first(groups[0])]
    return [[unit for group in groups for unit in group]] if instruction.one_paragraph else groups


def distinct(chosen: Sequence[Unit]) -> list[Unit]:
    """Return the units (sentences and others) without repetitions. Of equal units, the first is returned. A unit of
    five or more words is also left out if a longer unit contains all of its words, in the same order.
    """
    said = [" ".join(["", *words_of(unit.line), ""]) for unit in chosen]
    kept = []
    for place, (unit, words) in enumerate(zip(chosen, said, strict=True)):
        again = any(
            (words == other and at < place)
            or (words != other and words in other and len(words.split()) >= CONTAINED_WORDS)
            for at, other in enumerate(said)
            if at != place
        )
        if not again:
            kept.append(unit)
    return kept


def _with_antecedents(chosen: Sequence[Unit], pool: Sequence[Unit], limit: int | None) -> list[Unit]:
    """Add to each group of neighboring units the sentence before it, if the group's first sentence refers back
    ("However"). If there are `limit` units already (None: no limit), this sentence replaces the group's last unit.

    A limit of one sentence may be exceeded, because a single sentence that refers to another one makes no sense.
    """
    kept = list(chosen)
    for run in runs(chosen):
        first = run[0]
        if first.kind != "paragraph" or not dangles(first.line):
            continue
        before = max(
            (unit for unit in pool if unit.number == first.number and unit.end <= first.start),
            key=lambda unit: unit.end,
            default=None,
        )
        if before is None or before in kept or before.kind != "paragraph":
            continue
        if limit is None or len(kept) < limit or len(kept) == 1:
            kept.append(before)
        else:
            kept[kept.index(run[-1])] = before
    return in_order(kept)


def _by_topic(chosen: Sequence[Unit], instruction: Instruction) -> list[list[Unit]]:
    """Group units by the topics of the request, such as wind and rain, in its order. A unit on none of the topics goes
    with the unit before it.
    """
    if len(instruction.topics) < 2:
        return [list(chosen)]
    groups: list[list[Unit]] = [[] for _ in instruction.topics]
    last: tuple[int, int] | None = None
    for unit in chosen:
        best = _topic(unit, instruction)
        if best is None:
            best = last[1] if last and last[0] == unit.number else len(groups) - 1
        groups[best].append(unit)
        last = (unit.number, best)
    return [group for group in groups if group] or [[]]


def _topic(unit: Unit, instruction: Instruction) -> int | None:
    """Return the index of the topic of the request that a sentence mentions most. If the sentence mentions none, return
    the topic that its excerpt and the excerpt's note mention most; None if these mention none, either.
    """
    for text in (unit.line, f"{unit.source.note}\n{unit.source.text}"):
        shares = [coverage_of(topic, text, instruction.language) for topic in instruction.topics]
        if max(shares):
            return shares.index(max(shares))
    return None


def _soundest_first(chosen: Sequence[Unit]) -> list[Unit]:
    """Return the units grouped by their excerpts. If the first unit refers back ("However"), the first excerpt whose
    first unit does not refer back is moved to the front.
    """
    excerpts: dict[int, list[Unit]] = {}
    for unit in chosen:
        excerpts.setdefault(unit.number, []).append(unit)
    order = list(excerpts.values())
    sound = next((place for place, group in enumerate(order) if not dangles(group[0].line)), 0)
    return [unit for group in (order[sound : sound + 1] + order[:sound] + order[sound + 1 :]) for unit in group]
