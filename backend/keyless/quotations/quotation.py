"""Divide texts into units (sentences, list items, tables and other blocks), which are only quoted as a whole, and
choose the units that fit a request.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from backend.document.blocks import read
from backend.document.sentences import sentences
from backend.kernel.exchange import Excerpt
from backend.keyless.instruction import Instruction, weight_of
from backend.keyless.quotations.fragments import cut_short, finished, glued_heading, headless, marked_up, orders_a_model
from backend.ranking.terms import stop_terms, terms

#: Maximum number of words of attached texts that are quoted completely.
WHOLE_WORDS = 250
#: Number of sentences that a draft quotes if the request gives no length: one or two paragraphs.
DEFAULT_SENTENCES = 8
#: Maximum number of sentences that are joined because a formula or a quotation extends over all of them.
MOST_JOINED = 12
#: Two stems are related if they begin with this number of equal letters, and if these are at least this share (0 to 1)
#: of the longer stem.
FAMILY_LETTERS, FAMILY_SHARE = 4, 0.75

_SKIPPED = frozenset({"heading", "front_matter", "comment", "html", "rule", "definition", "footnote"})
_MARKED_UP = frozenset({"html", "comment"})
#: Kinds of excerpts that are drafts. When they are split, no part of them is left out.
OWN = frozenset({"pending", "rejected"})
_PROSE = frozenset({"paragraph", "list", "caption"})
_MARKER = re.compile(r"(?:[-*+•]|\(?\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
_QUOTE_MARK = re.compile(r"(?m)^[ \t]*(?:>[ \t]?)+")
_METADATA_LINE = re.compile(r"[ \t]*(?:- )?[\w-]+:(?:[ \t].*)?")
_METADATA_MORE = re.compile(r"---|[ \t]+\S.*|[ \t]*- .*|")
#: The end of the origin of a passage that is one page, such as ", p. 3".
_PAGED = re.compile(r", p\. \d+$")


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence, a list item or a whole block: `source.text[start:end]`. `number` is the index of its excerpt `source`
    among all excerpts of the request.
    """

    number: int
    source: Excerpt
    start: int
    end: int
    kind: str

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> str:
        """Return the text on one line, without list marks or the marks of a block quotation."""
        text = _QUOTE_MARK.sub("", self.text) if self.kind == "quote" else self.text
        line = " ".join(text.split())
        return _MARKER.sub("", line, count=1) if self.kind == "list" else line


def units(excerpts: Sequence[Excerpt], kinds: Iterable[str], repeats: bool = False) -> list[Unit]:
    """Return the units (sentences, list items and other blocks) of some excerpts, in order. `kinds` are the kinds of
    excerpts that are used, such as "library". If the same text occurs several times, only the first is returned, unless
    `repeats` is True.
    """
    wanted = frozenset(kinds)
    found: list[Unit] = []
    seen: set[str] = set()
    for number, excerpt in enumerate(excerpts):
        if excerpt.kind not in wanted:
            continue
        begin = _metadata(excerpt)
        own: list[Unit] = []
        for block in read(excerpt.text).blocks:
            if block.start < begin:
                continue
            if block.kind in _MARKED_UP and excerpt.kind not in OWN:
                inner = marked_up(excerpt.text, block.start, block.end)
                own += [Unit(number, excerpt, start, end, "paragraph") for start, end in inner]
            if block.kind in _SKIPPED:
                continue
            kind = _kind(block.kind, excerpt.text[block.start : block.end])
            for start, end in _spans(excerpt.text, kind, block.start, block.end):
                own.append(Unit(number, excerpt, start, end, kind))
        for unit in _telling(own):
            key = unit.line.casefold()
            if key and (repeats or key not in seen):
                seen.add(key)
                found.append(unit)
    return found


def _telling(own: Sequence[Unit]) -> Sequence[Unit]:
    """Return those units in `own`, the units of one excerpt, that are worth quoting: units with words. Sentences of a
    work in the library must be whole. If the excerpt has no whole sentence, as on slides, all units with words are
    returned.
    """
    if not own or own[0].source.kind in OWN:
        return own
    worded = [unit for unit in own if any(map(str.isalnum, unit.text)) and not orders_a_model(unit.line)]
    if own[0].source.kind != "passage":
        worded = [_unglued(unit) for unit in worded if not cut_short(unit.line)]
    if own[0].source.kind != "library":
        return worded
    paged = bool(_PAGED.search(own[0].source.origin))
    halves = worded[:1] if paged and worded and headless(worded[0].line) else []
    whole = [unit for unit in worded if unit.kind != "paragraph" or (unit not in halves and finished(unit.line))]
    if any(paged or unit.kind == "paragraph" for unit in whole):
        return whole
    text = own[0].source.text
    return whole if any(finished(text[start:end]) for start, end in sentences(text)) else worded


def _unglued(unit: Unit) -> Unit:
    """Return the unit without a heading on the line of its first sentence: "Abstract" in "Abstract Reefs are …"."""
    if unit.kind != "paragraph":
        return unit
    return replace(unit, start=unit.start + glued_heading(unit.text))


def coverage(text: str, instruction: Instruction) -> float:
    """Return the share of the instruction's topic that a text mentions (0 to 1)."""
    return coverage_of(instruction.topic, text, instruction.language)


def coverage_of(topic: Sequence[str], text: str, language: str) -> float:
    """Return the share (0 to 1) of the topic's stems, by weight, that a text contains. A related stem of the text is
    enough (see `related`).
    """
    total = sum(weight_of(stem, language) for stem in topic)
    present = frozenset(terms(text, language))
    return sum(weight_of(stem, language) for stem in topic if _held(stem, present)) / total if total else 0.0


def missing(text: str, instruction: Instruction) -> list[str]:
    """Return the important words of the request, as the user wrote them, that a text does not contain in any form."""
    present = frozenset(terms(text, instruction.language))
    absent = {
        stem for stem in instruction.topic if weight_of(stem, instruction.language) == 1 and not _held(stem, present)
    }
    cut = frozenset(re.findall(r"\b\w++(?=['’]\w)", instruction.text))  # the "isn" of "isn't"
    return [
        word
        for word in dict.fromkeys(instruction.query.split())
        if word not in cut and not absent.isdisjoint(terms(word, instruction.language))
    ]


def covers(text: str, instruction: Instruction, share: float = 0.5) -> bool:
    """Return True if a text mentions at least `share` (0 to 1) of the topic of the instruction."""
    return bool(instruction.topic) and coverage(text, instruction) >= share


def touches(text: str, instruction: Instruction) -> bool:
    """Return True if a text contains a stem of the instruction's topic, or a related stem."""
    present = frozenset(terms(text, instruction.language))
    return any(_held(stem, present) for stem in instruction.topic)


def _held(stem: str, present: frozenset[str]) -> bool:
    return stem in present or any(related(stem, other) for other in present)


def related(one: str, other: str) -> bool:
    """Return True if two stems probably come from forms of one word, such as `respond` and `respons`: both begin with
    the same letters, which are at least three quarters of the longer stem.
    """
    if one == other:
        return True
    alike = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        alike += 1
    return alike >= FAMILY_LETTERS and alike >= FAMILY_SHARE * max(len(one), len(other))


def central(candidates: Sequence[Unit], instruction: Instruction) -> list[Unit]:
    """Return at most 60 of the candidates. Those whose words are frequent in all candidates come first. Each time one
    is chosen, the weight of its words is halved, so that the next one says something else.
    """
    stop = stop_terms(instruction.language)
    stems = [[t for t in dict.fromkeys(terms(unit.line, instruction.language)) if t not in stop] for unit in candidates]
    frequency = Counter(stem for row in stems for stem in row)
    chosen: list[Unit] = []
    left = list(range(len(candidates)))
    while left and len(chosen) < 60:
        best = max(left, key=lambda i: (sum(frequency[s] for s in stems[i]) / (len(stems[i]) + 3), -i))
        chosen.append(candidates[best])
        left.remove(best)
        for stem in stems[best]:  # words of chosen units count half from now on
            frequency[stem] = frequency[stem] // 2
    return chosen


def pick(candidates: Sequence[Unit], instruction: Instruction, default: int = DEFAULT_SENTENCES) -> list[Unit]:
    """Return as many candidates as the instruction's limits allow, in the order of the texts. `candidates` are given
    best first; `default` is the number if the instruction sets no limit.
    """
    taken: list[Unit] = []
    words = 0
    for unit in candidates[: instruction.sentences or (len(candidates) if instruction.words else default)]:
        words += len(unit.text.split())
        if taken and instruction.words is not None and words > instruction.words:
            break
        taken.append(unit)
    return in_order(taken)


def in_order(chosen: Iterable[Unit]) -> list[Unit]:
    """Return the sentences and other units in the order of the texts: by excerpt, then by position."""
    return sorted(chosen, key=lambda unit: (unit.number, unit.start))


def runs(chosen: Sequence[Unit]) -> list[list[Unit]]:
    """Divide sentences and other units into groups. Units are in one group if they follow each other in their excerpt
    with only white space between them.
    """
    runs: list[list[Unit]] = []
    for unit in chosen:
        last = runs[-1][-1] if runs else None
        if (
            last
            and last.number == unit.number
            and last.end <= unit.start
            and not unit.source.text[last.end : unit.start].strip()
        ):
            runs[-1].append(unit)
        else:
            runs.append([unit])
    return runs


def standing(unit: Unit) -> str:
    """Return the headings above a sentence or other unit, joined by " > ": "Methods > Sites".

    These are the headings before the unit in the excerpt's text. If the text has none there, the result is the
    excerpt's `origin`. If the text begins with the excerpt's own heading, the last one in `origin`, then the other
    headings in `origin` come first.
    """
    *parents, own = unit.source.origin.split(" > ")
    headings = [block for block in read(unit.source.text).blocks if block.kind == "heading"]
    named = headings[0].level if headings and headings[0].title == own else None
    shown: list[tuple[int, str]] = []
    for block in headings:
        if block.start < unit.start:
            shown = [*(above for above in shown if above[0] < block.level), (block.level, block.title)]
    if not shown:
        return unit.source.origin
    # if the text begins with the last heading of the excerpt, the level of that heading is known, and so its parents
    # are kept
    return " > ".join([*(parents if shown[0][0] == named else []), *(title for _, title in shown)])


def balanced(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join a sentence with the next ones if it would end inside a formula, inline code, or a quotation. `spans` and the
    result have the start and end (excluded) of each sentence.
    """
    joined: list[tuple[int, int]] = []
    place = 0
    while place < len(spans):
        start, end = spans[place]
        stop = place
        if _open(text[start:end]):
            further = range(place + 1, min(len(spans), place + 1 + MOST_JOINED))
            stop = next((last for last in further if not _open(text[start : spans[last][1]])), place)
        joined.append((start, spans[stop][1]))
        place = stop + 1
    return joined


def _open(text: str) -> bool:
    if text.lstrip().startswith("“") and text.count("“") > text.count("”"):
        return True
    bare = text.replace("\\\\", "").replace("\\$", "").replace("\\`", "")
    return (
        bare.count("$") % 2 == 1
        or bare.count("`") % 2 == 1
        or bare.count("\\(") > bare.count("\\)")
        or bare.count("\\[") > bare.count("\\]")
    )


def _metadata(excerpt: Excerpt) -> int:
    """Return the offset at which the text of a passage begins. Lines of front matter at the beginning of the passage
    are skipped, also if the passage begins in the middle of front matter.
    """
    if excerpt.kind != "passage" or excerpt.origin:
        return 0
    at, keys = 0, 0
    for line in excerpt.text.splitlines(keepends=True):
        if _METADATA_LINE.fullmatch(line.rstrip()):
            keys += 1
        elif not _METADATA_MORE.fullmatch(line.rstrip()):
            break
        at += len(line)
    return at if keys >= 2 else 0


def _kind(kind: str, text: str) -> str:
    """Return the kind of a block. A paragraph whose lines all begin with "|" is a table, whose header is not in the
    passage.
    """
    rows = kind == "paragraph" and all(line.lstrip().startswith("|") for line in text.splitlines() if line.strip())
    return "table" if rows else kind


def _spans(text: str, kind: str, start: int, end: int) -> list[tuple[int, int]]:
    if kind in _PROSE:
        return balanced(text, sentences(text, start, end))
    body = text[start:end]
    return [(start, start + len(body.rstrip()))]
