"""Find the sentences that answer a question, and estimate whether they really answer it.

Sentences are ranked as passages are (ranking/retrieval.py): by words (BM25 over word stems, of the sentence alone and
with its context) and by the cosine of embeddings. A ranking always has a best sentence, even if no sentence answers the
question. So `Findings.strength` estimates how well the best one answers it. It adds two numbers: the similarity of the
question and the best sentence, and the share of the question's topic that one excerpt mentions.

`python -m tests.bench.quoting` measures this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Protocol

import numpy as np

from backend.document.chunks import Chunk
from backend.kernel.exchange import Excerpt
from backend.keyless.instruction import Instruction, without_request_words
from backend.keyless.quotations.answer_kind import Kind, asked_for, contains_kind, degrees_answered, kinds_named
from backend.keyless.quotations.arrangement import dangles
from backend.keyless.quotations.quotation import Unit, coverage, covers, in_order, missing, runs, standing, touches
from backend.ranking.retrieval import Index
from backend.ranking.terms import words_of

#: Minimum number of sentences that an answer quotes (if the texts have that many), and maximum number.
FEWEST, QUOTED = 2, 6
#: A sentence is quoted in addition to the best one if its score is at least this share (0 to 1) of the best score.
BESIDE = 0.3
#: `COVERAGE_WORTH` is added to the cosine if one excerpt mentions the whole topic. Something is quoted if the strength
#: is at least `WORTH_QUOTING`. Measured on the development texts of the retrieval benchmark: 98 % of the questions that
#: the text answers reach this strength, and 2 % of the questions that it does not answer. With limits from 0.5 to 0.6,
#: these figures go from 99 and 4 % to 97 and 1 %.
COVERAGE_WORTH, WORTH_QUOTING = 0.5, 0.55
#: Minimum strength and minimum coverage (0 to 1) of an answer without a warning that it may not answer the question.
SURE, SURE_COVERAGE = 0.75, 0.6
#: Minimum share (0 to 1) of a question's words, by weight, that the texts together must contain; otherwise the answer
#: has a warning. Of a question with up to four words, all are required.
SURE_WORDS = 0.8
#: Minimum coverage (0 to 1) from which something is quoted without regard to embeddings: if there are none, or if they
#: do not know the language.
BY_WORDS = 0.5
#: How a warning names each kind of answer.
_SAID: dict[Kind, str] = {"person": "name", "number": "number", "time": "date"}
#: Maximum number of rows that an answer shows of a table.
ROWS = 3
#: Maximum number of characters of the instruction that are compared with the sentences.
ASKED = 1000


class Vectors(Protocol):
    """An object that computes embeddings of texts, as unit vectors, on this machine (providers/wordllama.py)."""

    def embed(self, texts: Sequence[str]) -> np.ndarray: ...


@dataclass(frozen=True, slots=True)
class Findings:
    """Units (sentences, list items, blocks), ranked from best to worst.

    - `scores`: their scores, which can only be compared within one ranking
    - `coverage`: the share (0 to 1) of the topic that the best excerpt mentions
    - `strength`: the highest cosine plus `COVERAGE_WORTH` times `coverage`; without embeddings, `coverage`
    - `worth_quoting`: True if the best units may be shown as an answer
    """

    units: tuple[Unit, ...] = ()
    scores: tuple[float, ...] = ()
    coverage: float = 0.0
    strength: float = 0.0
    worth_quoting: bool = False
    #: the kind of answer that is asked for, if none of the best sentences contains one
    lacks: Kind | None = None
    #: True if the question asks for a name, a number or a time, and one of the best sentences contains one
    has_kind: bool = False

    @property
    def sure(self) -> bool:
        return self.strength >= SURE and self.coverage >= SURE_COVERAGE and self.lacks is None


def find(candidates: Sequence[Unit], instruction: Instruction, vectors: Vectors | None = None) -> Findings:
    """Rank the candidates (sentences, list items, blocks) by how well they answer the instruction. If the instruction
    has no topic, the result is empty.
    """
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
    headings = {standing(unit).rpartition(" > ")[2] for unit in candidates}
    if any(covers(each, instruction, 1.0) for each in headings):
        strength = max(strength, SURE)  # a heading has the whole topic
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
    """Return (units with scores, kind). The units are those of `scored`, beginning with good ones that have the
    requested kind of answer, such as a number. The kind is the requested one if none of the first units has it, else
    None.
    """
    kind = asked_for(instruction.text) if instruction.asks else None
    if kind is None or not scored:
        return scored, None
    having = {unit for unit, _ in scored if contains_kind(unit.line, kind, instruction.text)}
    best = scored[0][1]
    first = [(unit, best) for unit, score in scored if unit in having and score >= BESIDE * best]
    chosen = {unit for unit, _ in first}
    raised = [*first, *(each for each in scored if each[0] not in chosen)]
    return raised, None if any(unit in having for unit, _ in raised[:FEWEST]) else kind


def doubt(excerpts: Sequence[Excerpt], instruction: Instruction, findings: Findings) -> str:
    """Return a warning that the quotations may not answer the question; "" if they clearly do. The warning names up to
    three words of the question that none of the texts contains.

    A short question gets the warning if the texts lack one of its words, because a text on the same subject that does
    not answer it often lacks just one. A long question gets it if the texts lack more than a fifth of its words.
    """
    known = "\n".join(f"{excerpt.origin}\n{excerpt.text}" for excerpt in excerpts)
    named_kinds = kinds_named(instruction.text) if instruction.asks else frozenset[str]()
    if instruction.asks:
        named_kinds |= degrees_answered(instruction.text, (unit.line for unit in findings.units))
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
        f", as the sentences found contain no {_SAID[findings.lacks]}" if findings.lacks else ""
    )


def on_topic(candidates: Sequence[Unit], instruction: Instruction, vectors: Vectors | None = None) -> list[Unit]:
    """Return the sentences that mention the topic, and those that score nearly as high as the best one, best first. A
    sentence is left out if the excerpt that contains it mentions less than half of the topic (see `covers`).

    If the instruction asks for more sentences than these, the next best ones are added.
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
    """Return the quotations, best first, each as a list of sentences or other units. Consecutive sentences of one
    section form one quotation, in the order of the text. `limit` is the maximum number of units; None means the usual
    number.
    """
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
    """Return a sentence or other unit on one line, in the form in which answers quote it. A table is reduced to its
    column headers and the rows that share the most words with the question.
    """
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
    """Return the last sentence of `pool` before a unit, in the same excerpt and section; None if there is none."""
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
