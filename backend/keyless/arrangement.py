"""Arrange a draft: topics in the order of the request, each sentence once, and none without its antecedent.

Only whole units move, and neighbors in one excerpt stay together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.keyless.instruction import Instruction
from backend.keyless.quotation import Unit, coverage_of, in_order, runs
from backend.ranking.terms import words_of

#: Words of a sentence from which on it may be dropped because another one holds it whole.
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
    """Return True if a sentence begins with a word that refers to the one before: "However", "This", "They"."""
    return _DANGLING.match(sentence) is not None and _OWN_WORK.match(sentence) is None


def arrange(chosen: Sequence[Unit], pool: Sequence[Unit], instruction: Instruction) -> list[list[Unit]]:
    """Return the paragraphs of a draft from the chosen units; `pool` has all candidates."""
    kept = _with_antecedents(in_order(distinct(chosen)), pool, instruction.sentences)
    groups = _by_topic(kept, instruction)
    if len(groups) == 1:
        return [_soundest_first(groups[0])]
    return [[unit for group in groups for unit in group]] if instruction.one_paragraph else groups


def distinct(chosen: Sequence[Unit]) -> list[Unit]:
    """Remove sentences that another one repeats in the same words; the longer stays, of equals the first."""
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
    """Add the previous sentence to a run that begins with a reference to it; at the limit, drop the run's last one.

    A single sentence that refers to another is no draft, so a limit of one is exceeded.
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
    """Group units by the topics that the request names, in its order; the others follow their neighbors."""
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
    """Return the topic that the sentence mentions most; without one, its excerpt."""
    for text in (unit.line, f"{unit.source.note}\n{unit.source.text}"):
        shares = [coverage_of(topic, text, instruction.language) for topic in instruction.topics]
        if max(shares):
            return shares.index(max(shares))
    return None


def _soundest_first(chosen: Sequence[Unit]) -> list[Unit]:
    """Keep the order of excerpts, but move one with an independent beginning before a first one without."""
    excerpts: dict[int, list[Unit]] = {}
    for unit in chosen:
        excerpts.setdefault(unit.number, []).append(unit)
    order = list(excerpts.values())
    sound = next((place for place, group in enumerate(order) if not dangles(group[0].line)), 0)
    return [unit for group in (order[sound : sound + 1] + order[:sound] + order[sound + 1 :]) for unit in group]
