"""Measure the share of each prompt that equals the beginning of the prompt before, in a conversation on a real paper.

    python -m tests.bench.prefix [paper.md] [--turns 20]

Prompt caches pay for exactly that share. Three layouts of the same 20 turns are compared: the stable
prefix, the one for searching models, and the usual one that puts everything into the system prompt.
The turns take their requests from the paper's headings and their drafts from its paragraphs; every
second draft is approved and grows the paper, the others are revised while pending.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, takewhile
from pathlib import Path

from backend.document.blocks import read
from backend.document.chunks import pieces
from backend.document.outline import outline
from backend.drafting import prompt
from backend.drafting.briefing import Briefing, DocumentContext, Pending
from backend.drafting.budget import count_tokens, counted_by
from backend.drafting.history import PastMessage
from backend.drafting.summary import extract, plan_summary
from backend.kernel.exchange import Turn
from backend.ports import Budgets
from backend.ranking.retrieval import Index, Whole, fill, relevant

PAPERS = Path(__file__).resolve().parents[2] / "../shared/data/papers"
DEFAULT_PAPER = PAPERS / "2020-paper-sourmash-gather.md"

REQUESTS = (
    "Add a paragraph on {topic} to this section, with the newest evidence you can find.",
    "Make it shorter and say what follows from it for {topic}.",
    "What does my paper say about {topic} so far?",
    "Write two sentences that lead over from {topic} to the next section.",
)
SOURCES = (
    "Doe, J. and Roe, R., Minimal sketches of large collections, 2021, https://doi.org/10.1234/abcd.5678",
    "Miles, A. et al., Containment in metagenomes, 2019, https://doi.org/10.4321/efgh.8765",
)


@dataclass(frozen=True, slots=True)
class Shares:
    """Of each turn from the second on: tokens of the unchanged beginning by tokens of the prompt."""

    stable: tuple[float, ...]
    searching: tuple[float, ...]
    everything_in_system: tuple[float, ...]
    tokens: tuple[int, ...]


def briefings(text: str, turns: int) -> Iterator[Briefing]:
    """The conversation, one Briefing a turn."""
    document = read(text)
    topics = [section.title for section in outline(document).sections if section.heading is not None]
    drafts = list(_drafts([document.source(block).strip() for block in document.blocks if block.kind == "paragraph"]))
    history: list[PastMessage] = []
    minutes, pending = None, ()
    for number in range(turns):
        message = REQUESTS[number % len(REQUESTS)].format(topic=topics[number * 7 % len(topics)])
        plan = plan_summary(history, minutes, Budgets().history_tokens)
        minutes = extract(plan) if plan else minutes
        ranked = Index(pieces(text), whole=Whole(text, 5000)).rank(message, limit=40)
        passages = tuple(each.chunk for each in fill(ranked, 5000)) if relevant(ranked) else ()
        context = DocumentContext(text, passages)
        yield Briefing("write", message, history=tuple(history), summary=minutes, document=context, pending=pending)
        draft = drafts[number * 5 % len(drafts)] if number % 4 != 2 else ""
        answer = "I wrote this from the sources named." if draft else drafts[number * 5 % len(drafts)]
        history += [PastMessage("user", message), PastMessage("assistant", answer, draft, SOURCES if draft else ())]
        if draft and number % 2:
            text, pending = f"{text.rstrip()}\n\n{draft}\n", ()
        elif draft:
            pending = (Pending(draft, SOURCES),)


def _drafts(paragraphs: list[str]) -> Iterator[str]:
    """Neighbouring paragraphs joined to what a model drafts at a time: some 200 words."""
    joined: list[str] = []
    for paragraph in paragraphs:
        joined.append(paragraph)
        if sum(map(len, joined)) >= 1200:
            yield "\n\n".join(joined)[:2400]
            joined = []


def measure(text: str, turns: int = 20) -> Shares:
    """The shares of all three layouts over the same conversation."""
    stable, searching, usual, tokens = [], [], [], []
    for briefing in briefings(text, turns):
        built = prompt.build(briefing, False, Budgets())
        stable.append(_words(built.request.turns))
        tokens.append(built.tokens)
        asked = prompt.build(briefing, True, Budgets()).request.turns
        searching.append(_words(asked))
        usual.append(_words(_everything_in_system(asked)))
    return Shares(_shares(stable), _shares(searching), _shares(usual), tuple(tokens))


def _everything_in_system(turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """The usual layout: one system prompt whose context stands before its rules, then the chat."""
    system = [turn.content for turn in turns if turn.role == "system"]
    return (Turn("system", "\n\n".join(reversed(system))), *turns[len(system) :])


def _words(turns: tuple[Turn, ...]) -> str:
    return "".join(f"<{turn.role}>\n{turn.content}\n" for turn in turns)


def _shares(prompts: list[str]) -> tuple[float, ...]:
    return tuple(
        count_tokens(after[: _unchanged(before, after)]) / count_tokens(after) for before, after in pairwise(prompts)
    )


def _unchanged(before: str, after: str) -> int:
    """How many characters `after` begins with that `before` began with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paper", nargs="?", type=Path, default=DEFAULT_PAPER)
    parser.add_argument("--turns", type=int, default=20)
    arguments = parser.parse_args()
    shares = measure(arguments.paper.read_text(encoding="utf-8"), arguments.turns)
    print(f"{arguments.paper.name}, {arguments.turns} turns, tokens by {counted_by()}")
    print(f"prompt tokens: median {statistics.median(shares.tokens):,.0f}, longest {max(shares.tokens):,}")
    for name in ("stable", "searching", "everything_in_system"):
        values = getattr(shares, name)
        print(f"{name:>22}: median {statistics.median(values):6.1%}  least {min(values):6.1%}  most {max(values):6.1%}")


if __name__ == "__main__":
    main()
