"""Fit the weight of each kind of evidence for a place: a conditional logit over the places in papers, cross-validated.

python -m tests.bench.kinship ../shared/data/papers [--least 3] [--of-each 10]

Paragraphs are taken out of papers one at a time; the places that are left compete. Figures are for papers that the
weights were not fitted on, each paper counting as much as any other.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from backend.document.blocks import Block, Document, read
from backend.mentions.document_view import DocumentView
from backend.placement.content import Content
from backend.placement.fit.best_section import COUNTED, WEIGHTS
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.fit.similarity import SimilarityScores

#: Of the search: papers are parted in so many folds, Newton's steps are so many and so long at most.
FOLDS, STEPS, LONGEST, PENALTY = 6, 12, 0.5, 0.0003


@dataclass(frozen=True)
class Case:
    """The evidence for each place (a row), the row that is right, and the rows' sections."""

    paper: int
    evidence: np.ndarray
    right: int
    sections: np.ndarray


def missing(document: Document, block: Block) -> tuple[Document, int]:
    """The document without a block, and the index of the block before it."""
    below = document.blocks[block.index + 1]
    text = (
        document.text[: document.blocks[block.index - 1].end].rstrip("\r\n")
        + 2 * document.eol
        + document.text[below.start :]
    )
    return read(text), block.index - 1


def eligible(document: Document, least: int) -> list[Block]:
    """Paragraphs of some length with text of their section on both sides, in sections of `least` paragraphs or more."""
    view = DocumentView(document)
    out = []
    for section in view.sections:
        own = view.own(section)
        if sum(block.kind == "paragraph" for block in own) >= least:
            out += [b for b in own[1:-1] if b.kind == "paragraph" and len(document.source(b).split()) >= 20]
    return out


def case(paper: int, document: Document, block: Block) -> Case | None:
    content = Content.of(document.source(block))
    rest, before = missing(document, block)
    view = DocumentView(rest)
    gaps = SimilarityScores(PlacementBuilder(view, content)).gaps()
    places = [gap.index for gap in gaps]
    if before not in places:
        return None
    columns = []
    for name in WEIGHTS:
        column = np.array([gap.evidence[name] for gap in gaps], dtype=float)
        columns.append(column if name in COUNTED else (column - column.mean()) / (column.std() + 1e-9))
    sections = np.array([view.section_of(place).index for place in places])
    return Case(paper, np.stack(columns, 1), places.index(before), sections)


def fit(cases: list[Case], shares: list[float]) -> np.ndarray:
    """The weights that make the right places likeliest, by Newton's method. Those of what is COUNTED are kept."""
    free = np.array([name not in COUNTED for name in WEIGHTS])
    weights = np.where(free, 0.0, list(WEIGHTS.values()))
    for _ in range(STEPS):
        slope, bend = -2 * PENALTY * weights, 2 * PENALTY * np.eye(len(weights))
        for each, share in zip(cases, shares, strict=True):
            worth = each.evidence @ weights
            likely = np.exp(worth - worth.max())
            likely /= likely.sum()
            mean = likely @ each.evidence
            slope += share * (each.evidence[each.right] - mean)
            bend += share * ((each.evidence * likely[:, None]).T @ each.evidence - np.outer(mean, mean))
        step = np.linalg.solve(bend[np.ix_(free, free)], slope[free])
        weights[free] += step * min(1.0, LONGEST / np.linalg.norm(step))
    return weights


def rates(cases: list[Case], shares: list[float], weights: np.ndarray) -> tuple[float, float]:
    """Shares of cases in the right place, and in the right section."""
    best = [int(np.argmax(each.evidence @ weights)) for each in cases]
    exact = sum(s for c, s, b in zip(cases, shares, best, strict=True) if b == c.right)
    section = sum(s for c, s, b in zip(cases, shares, best, strict=True) if c.sections[b] == c.sections[c.right])
    return 100 * exact / sum(shares), 100 * section / sum(shares)


def gathered(folder: Path, least: int, of_each: int) -> list[Case]:
    found = []
    for number, path in enumerate(sorted(folder.glob("*.md"))):
        document = read(path.read_bytes().decode())
        blocks = eligible(document, least)
        chosen = random.Random(f"{path.stem}").sample(blocks, min(of_each, len(blocks)))
        found += [each for block in chosen if (each := case(number, document, block))]
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("papers", type=Path)
    parser.add_argument("--least", type=int, default=3)
    parser.add_argument("--of-each", type=int, default=10)
    asked = parser.parse_args()
    cases = gathered(asked.papers, asked.least, asked.of_each)
    counts = np.bincount([each.paper for each in cases])
    shares = [1 / counts[each.paper] / np.count_nonzero(counts) for each in cases]
    order = np.random.default_rng(0).permutation(len(counts))
    print(f"{len(cases)} paragraphs of {np.count_nonzero(counts)} papers; exact and section, percent")
    told = np.zeros(2)
    for fold in range(FOLDS):
        inside = [(c, s) for c, s in zip(cases, shares, strict=True) if order[c.paper] % FOLDS != fold]
        outside = [(c, s) for c, s in zip(cases, shares, strict=True) if order[c.paper] % FOLDS == fold]
        weights = fit([c for c, _ in inside], [s for _, s in inside])
        left = [s for _, s in outside]
        told += sum(left) * np.array(rates([c for c, _ in outside], left, weights))
        print("  fitted without fold", fold, dict(zip(WEIGHTS, weights.round(2).tolist(), strict=True)))
    print(f"cross-validated      {told[0]:.1f} {told[1]:.1f}")
    print("all papers' weights ", dict(zip(WEIGHTS, fit(cases, shares).round(2).tolist(), strict=True)))
    exact, section = rates(cases, shares, np.array(list(WEIGHTS.values())))
    print(f"the weights in use   {exact:.1f} {section:.1f}")


if __name__ == "__main__":
    main()
