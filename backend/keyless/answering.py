"""Find the sentences of the evidence that answer a question, and judge whether they do.

Sentences are ranked by the same ranker as passages (ranking/retrieval.py): BM25 over stems, alone and with context, and
the cosine of embeddings. Ranking does not tell whether there is an answer at all: `Findings.strength` combines the
similarity of question and best sentence with the share of the question's topic that one excerpt covers.

Figures: `python -m tests.bench.quoting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Protocol

import numpy as np

from backend.document.chunks import Chunk
from backend.kernel.exchange import Excerpt
from backend.keyless.answer_kind import Kind, asked_for, holds, kinds_named
from backend.keyless.arrangement import dangles
from backend.keyless.instruction import Instruction, without_request_words
from backend.keyless.quotation import Unit, coverage, covers, in_order, missing, runs, standing, touches
from backend.ranking.retrieval import Index
from backend.ranking.terms import words_of

#: Sentences an answer quotes at least, where there are so many, and at most.
FEWEST, QUOTED = 2, 6
#: The share of the best sentence's score that another needs to be quoted beside it.
BESIDE = 0.3
#: What the whole topic in one excerpt is worth, in cosine; and the strength from which on something is quoted. On the
#: development corpora of the retrieval yardstick 98 % of the questions are stronger where they belong, and 2 % where
#: they don't (asked of each other's texts and of seven papers); from 0.5 to 0.6 it is 99 and 4 to 97 and 1 %.
COVERAGE_WORTH, WORTH_QUOTING = 0.5, 0.55
#: From this strength on, with this much of the topic in one excerpt, it is quoted without a reservation.
SURE, SURE_COVERAGE = 0.75, 0.6
#: The share of a question's words, by weight, that all evidence together must have: of up to four words, all.
SURE_WORDS = 0.8
#: Coverage that suffices where vectors say nothing: without an embedder, or in a language that it does not know.
BY_WORDS = 0.5
#: How a doubt names what a question asks for.
_SAID: dict[Kind, str] = {"person": "name", "number": "number", "time": "date"}
#: Rows of a table that an answer shows.
ROWS = 3
#: Characters of the instruction that are compared.
ASKED = 1000


class Vectors(Protocol):
    """A function that embeds texts locally as unit vectors (providers/wordllama.py)."""

    def embed(self, texts: Sequence[str]) -> np.ndarray: ...


@dataclass(frozen=True, slots=True)
class Findings:
    """Ranked units, best first, with scores that are comparable within one ranking only.

    `strength` is a cosine plus `COVERAGE_WORTH` times `coverage`, or `coverage` alone without vectors.
    """

    units: tuple[Unit, ...] = ()
    scores: tuple[float, ...] = ()
    coverage: float = 0.0
    strength: float = 0.0
    worth_quoting: bool = False
    #: the kind of thing that is asked for and that no sentence has which fits as well as the best
    lacks: Kind | None = None
    #: whether a kind of thing is asked for, and one of the best sentences has one
    has_kind: bool = False

    @property
    def sure(self) -> bool:
        return self.strength >= SURE and self.coverage >= SURE_COVERAGE and self.lacks is None


def find(candidates: Sequence[Unit], instruction: Instruction, vectors: Vectors | None = None) -> Findings:
    """Rank the candidates for the instruction; none if it has no topic."""
    if not candidates or not instruction.topic:
        return Findings()
    lines = [unit.line for unit in candidates]
    asked = (instruction.text if instruction.asks else instruction.query or instruction.text)[:ASKED]
    rows = vectors.embed([asked, *lines]) if vectors else None
    pieces = [
        Chunk(unit.start, unit.end, line, (unit.source.origin,) if unit.source.origin else (), "")
        for unit, line in zip(candidates, lines, strict=True)
    ]
    index = Index(pieces, None if rows is None else rows[1:])
    places = {id(piece): place for place, piece in enumerate(pieces)}
    ranked = index.rank(without_request_words(asked, instruction.language) or asked, None if rows is None else rows[0])
    held = max(
        coverage(text, instruction) for text in {f"{unit.source.origin}\n{unit.source.text}" for unit in candidates}
    )
    strength = held if rows is None else float((rows[1:] @ rows[0]).max()) + COVERAGE_WORTH * held
    if any(covers(standing(unit).rpartition(" > ")[2], instruction, 1.0) for unit in candidates):
        strength = max(strength, SURE)  # a section is named after what is asked
    by_words = held >= BY_WORDS and (rows is None or instruction.language != "english" or instruction.is_foreign)
    by_score = [(candidates[places[id(passage.chunk)]], passage.score) for passage in ranked]
    scored, lacks = _by_kind(by_score, instruction)
    return Findings(
        tuple(unit for unit, _ in scored),
        tuple(score for _, score in scored),
        held,
        strength,
        by_words or (rows is not None and strength >= WORTH_QUOTING),
        lacks,
        held > 0 and lacks is None and instruction.asks and asked_for(instruction.text) is not None,
    )


def _by_kind(
    scored: list[tuple[Unit, float]], instruction: Instruction
) -> tuple[list[tuple[Unit, float]], Kind | None]:
    """Put sentences first that have what is asked for. Also returns the kind, if none of the best has it."""
    kind = asked_for(instruction.text) if instruction.asks else None
    if kind is None or not scored:
        return scored, None
    having = {unit for unit, _ in scored if holds(unit.line, kind, instruction.text)}
    best = scored[0][1]
    first = [(unit, best) for unit, score in scored if unit in having and score >= BESIDE * best]
    chosen = {unit for unit, _ in first}
    raised = [*first, *(each for each in scored if each[0] not in chosen)]
    return raised, None if any(unit in having for unit, _ in raised[:FEWEST]) else kind


def doubt(excerpts: Sequence[Excerpt], instruction: Instruction, findings: Findings) -> str:
    """Return a warning that the quotations may not answer the question, with the missing words; "" if they
    surely do.

    A short question with a word that no evidence has is doubted, however much else fits: a text about the same subject
    that says nothing on what is asked often lacks that word alone. A long one may have words that its answer lacks.
    """
    known = "\n".join(f"{excerpt.origin}\n{excerpt.text}" for excerpt in excerpts)
    named_kinds = kinds_named(instruction.text) if instruction.asks else frozenset()
    absent = [f"“{word}”" for word in missing(known, instruction) if word not in named_kinds][:3]
    if (
        findings.sure
        and not instruction.is_foreign
        and not (absent and instruction.asks and coverage(known, instruction) < SURE_WORDS)
    ):
        return ""
    named = " or ".join(part for part in (", ".join(absent[:-1]), *absent[-1:]) if part)
    if named:
        return f"This may not answer the question, as I found nothing on {named}"
    return "This may not answer the question" + (
        f", as I found no {_SAID[findings.lacks]} in it" if findings.lacks else ""
    )


def on_topic(candidates: Sequence[Unit], instruction: Instruction, vectors: Vectors | None = None) -> list[Unit]:
    """Return the sentences that name the topic or score nearly as high as the best one, best first, from excerpts that
    cover the topic. If the instruction asks for more sentences than these, the next best follow.
    """
    covering = {unit.number for unit in candidates if covers(f"{unit.source.origin}\n{unit.source.text}", instruction)}
    found = find([unit for unit in candidates if unit.number in covering], instruction, vectors)
    enough = BESIDE * found.scores[0] if found.scores else 0.0
    near = [
        unit
        for unit, score in zip(found.units, found.scores, strict=True)
        if touches(unit.line, instruction) or 0 < enough <= score
    ]
    more = [unit for unit in found.units if unit not in near] if len(near) < (instruction.sentences or 0) else []
    return [*near, *more][: max(len(near), instruction.sentences or 0)]


def answer(findings: Findings, limit: int | None = None) -> list[list[Unit]]:
    """Return the quotations, best first; consecutive sentences of one section are grouped in the text's order."""
    if not findings.units:
        return []
    most = limit or QUOTED
    enough = BESIDE * findings.scores[0]
    strong = sum(score >= enough for score in findings.scores)
    chosen = list(findings.units[: min(most, max(strong, FEWEST))])
    for unit in list(chosen):
        before = _before(unit, findings.units)
        if before is not None and before not in chosen and len(chosen) < most and dangles(unit.line):
            chosen.append(before)
    place = {unit: rank for rank, unit in enumerate(findings.units)}
    quoted = [part for run in runs(in_order(chosen)) for part in _by_section(run)]
    return sorted(quoted, key=lambda run: min(place[unit] for unit in run))


def shown(unit: Unit, instruction: Instruction) -> str:
    """Return a unit on one line as an answer shows it; of a table, the header and the rows closest to the question."""
    if unit.kind != "table":
        return unit.line
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in unit.text.splitlines()]
    titles, *body = [row for row in rows if any(cell.strip(":- ") for cell in row)] or [[]]
    if not body:
        return ", ".join(filter(None, titles))
    asked = set(words_of(instruction.text))
    shared = [len(asked.intersection(words_of(" ".join(row)))) for row in body]
    best = [row for row, count in zip(body, shared, strict=True) if count == max(shared)][:ROWS]
    return "; ".join(
        ", ".join(
            f"{title}: {cell}" if title else cell for title, cell in zip_longest(titles, row, fillvalue="") if cell
        )
        for row in best
    )


def _before(unit: Unit, pool: Sequence[Unit]) -> Unit | None:
    """Return the sentence before a unit in the same excerpt and section; None if there is none."""
    earlier = [other for other in pool if other.number == unit.number and other.end <= unit.start]
    last = max(earlier, key=lambda other: other.end, default=None)
    return last if last is not None and standing(last) == standing(unit) else None


def _by_section(run: Sequence[Unit]) -> list[list[Unit]]:
    parts: list[list[Unit]] = []
    for unit in run:
        if parts and standing(parts[-1][-1]) == standing(unit):
            parts[-1].append(unit)
        else:
            parts.append([unit])
    return parts
