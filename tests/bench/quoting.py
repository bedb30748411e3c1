"""Measure how well the keyless writer answers: which sentences it quotes, and when it quotes none.

    python -m tests.bench.quoting [corpus …] [--misses N] [--lexical]

The questions of the retrieval yardstick are asked in research mode, with passages chosen as a message's are
(services/drafting.py) and the evidence made as a message's is (drafting/prompt.py). Per corpus, over questions:

    answered   share with at least one quoted sentence
    hit        share where a quoted sentence overlaps a reference
    covered    characters of the references inside quoted sentences, mean share
    aimed      quoted sentences that overlap a reference, share of all quoted
    quoted     sentences, mean over answered questions
    sure       share answered without a reservation
    within     the share of the references' characters that the passages brought: no writer can cover more
    ms         median time of the writer

Then every corpus is asked the questions of the others, and the sample paper those of all: what is answered there
is answered falsely, but for chance finds; an answer with a reservation says that it may be none.
"""

from __future__ import annotations

import argparse
import csv
import json
import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from backend.document.chunks import Chunk, pieces
from backend.drafting import prompt
from backend.drafting.briefing import Briefing, DocumentContext
from backend.kernel.exchange import Evidence
from backend.keyless import writer
from backend.ports import Budgets
from backend.providers.wordllama import WordLlamaEmbedder
from backend.ranking import retrieval
from backend.ranking.retrieval import Index, Whole

DATA = Path(__file__).resolve().parents[2] / "../shared/data/retrieval"
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    corpus: str
    references: tuple[Span, ...]


class Reader:
    """A document ready to be asked, as a session's is."""

    def __init__(self, text: str) -> None:
        budgets = Budgets()
        self._text = text
        self._room = budgets.shown
        self._index = Index(pieces(text, budgets.chunk_size), whole=Whole(text, budgets.shown))

    def gather(self, question: str) -> tuple[Evidence, tuple[Chunk, ...]]:
        ranked = self._index.rank(question, limit=40)
        found = retrieval.fill(ranked, self._room) if retrieval.relevant(ranked) else []
        passages = tuple(each.chunk for each in found)
        briefing = Briefing("research", question, document=DocumentContext(self._text, passages))
        evidence = prompt.build(briefing, searches=False, budgets=Budgets()).request.evidence
        assert evidence is not None
        return evidence, passages


@dataclass(frozen=True, slots=True)
class Answer:
    """Where in the document the quoted sentences stand, and how much of the references the passages brought."""

    question: Question
    spans: tuple[Span, ...]
    quoted: int
    within: float
    milliseconds: float
    message: str
    sure: bool

    @property
    def hits(self) -> int:
        return sum(any(overlap(span, wanted) for wanted in self.question.references) for span in self.spans)

    @property
    def covered(self) -> float:
        return share(self.question.references, self.spans)


def ask(reader: Reader, question: Question, vectors: WordLlamaEmbedder | None) -> Answer:
    evidence, passages = reader.gather(question.text)
    began = time.perf_counter()
    written = writer.write(evidence, vectors)
    took = 1000 * (time.perf_counter() - began)
    at = {excerpt: piece.start for excerpt, piece in zip(evidence.excerpts, passages, strict=False)}
    spans = tuple(
        (at[unit.source] + unit.start, at[unit.source] + unit.end) for unit in written.used if unit.source in at
    )
    brought = [(piece.start, piece.end) for piece in passages]
    return Answer(
        question, spans, len(written.used), share(question.references, brought), took, written.message, written.sure
    )


def overlap(one: Span, other: Span) -> int:
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))


def share(wanted: Sequence[Span], spans: Iterable[Span]) -> float:
    """Characters of `wanted` (disjoint) inside `spans`, as a share."""
    characters = {place for span in spans for place in range(*span)}
    total = sum(end - start for start, end in wanted)
    return sum(place in characters for span in wanted for place in range(*span)) / total if total else 0.0


def questions(folder: Path = DATA) -> Iterator[Question]:
    with open(folder / "questions.csv", encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table):
            references = tuple((each["start_index"], each["end_index"]) for each in json.loads(row["references"]))
            yield Question(row["question"], row["corpus_id"], references)


def report(name: str, answers: Sequence[Answer]) -> str:
    given = [each for each in answers if each.quoted]
    hits, sentences = sum(each.hits for each in answers), sum(each.quoted for each in answers)
    return (
        f"{name:20} {len(answers):4}  answered {len(given) / len(answers):6.1%}"
        f"  hit {sum(each.hits > 0 for each in answers) / len(answers):6.1%}"
        f"  covered {statistics.mean(each.covered for each in answers):6.1%}"
        f" of {statistics.mean(each.within for each in answers):6.1%} within"
        f"  aimed {hits / max(1, sentences):6.1%}  quoted {sentences / max(1, len(given)):4.1f}"
        f"  sure {sum(each.sure for each in given) / len(answers):6.1%}"
        f"  ms {statistics.median(each.milliseconds for each in answers):5.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", help="only these")
    parser.add_argument("--misses", type=int, default=0, help="show so many questions without a hit, by corpus")
    parser.add_argument("--lexical", action="store_true", help="a writer without vectors")
    wanted = parser.parse_args()
    if not DATA.is_dir():
        raise SystemExit(f"no retrieval data at {DATA}")
    vectors = None if wanted.lexical else WordLlamaEmbedder()
    asked = list(questions())
    names = sorted({each.corpus for each in asked})
    readers = {name: Reader((DATA / f"{name}.md").read_text(encoding="utf-8")) for name in names}
    for name in wanted.corpora or names:
        answers = [ask(readers[name], each, vectors) for each in asked if each.corpus == name]
        print(report(name, answers))
        for answer in [each for each in answers if not each.hits][: wanted.misses]:
            print(f"    ? {answer.question.text}\n      {answer.message}")
    readers["sample paper"] = Reader(files("backend.demo").joinpath("paper.md").read_text(encoding="utf-8"))
    print("\nasked about something else:")
    for name in [*(wanted.corpora or names), "sample paper"]:
        answers = [ask(readers[name], each, vectors) for each in asked if each.corpus != name]
        given = [each for each in answers if each.quoted]
        print(
            f"{name:20} {len(answers):4}  answered {len(given) / len(answers):6.1%}"
            f"  without a reservation {sum(each.sure for each in given) / len(answers):5.1%}"
        )
        for answer in given[: wanted.misses]:
            print(f"    ! {answer.question.text}\n      {answer.message}")


if __name__ == "__main__":
    main()
