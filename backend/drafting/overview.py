"""Show what a long paper is about in few tokens, by the first sentences of each section."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from backend.document.blocks import Document
from backend.document.outline import outline
from backend.document.sentences import Span, sentences

#: The fewest sections of a paper whose overview is made of sections; for fewer, it is made of paragraphs.
LEAST_SECTIONS = 3
#: The most sentences per section; more would be no overview.
MOST_SENTENCES = 8
#: The tokens between two ranges: a mark and line breaks.
GAP_TOKENS = 4

_PROSE = frozenset({"paragraph", "list", "quote"})


def beginnings(document: Document, tokens: int, cost: Callable[[str], int]) -> tuple[Span, ...]:
    """Return the ranges (start, and end excluded) of the headings and of the first sentences of each section, in at
    most `tokens` tokens. Each section gets the same number of sentences.

    `cost` counts the tokens of a text. If there is not even room for one sentence per section, the deepest sections are
    left out first, and then the last ones.
    """
    units = _units(document)
    spent, chosen = 0, [list[Span]() for _ in units]
    depths = sorted({depth for depth, _ in units}, reverse=True)
    for depth in depths:
        first = [spans[:1] if level <= depth else [] for level, spans in units]
        spent = _cost(document.text, first, tokens, cost)
        if spent <= tokens:
            chosen = first
            break
    else:
        return _as_many(document.text, [spans[0] for level, spans in units if level == depths[-1]], tokens, cost)
    for number in range(1, MOST_SENTENCES):
        more = [
            [spans[number]] if kept and len(spans) > number else []
            for kept, (_, spans) in zip(chosen, units, strict=True)
        ]
        spent += _cost(document.text, more, tokens - spent, cost)
        if spent > tokens:
            break
        chosen = [kept + new for kept, new in zip(chosen, more, strict=True)]
    return tuple(sorted(chain.from_iterable(chosen)))


def _units(document: Document) -> list[tuple[int, list[Span]]]:
    """Return what an overview consists of, each with its depth and its ranges: sections, or paragraphs if there are few
    sections.
    """
    sections = [section for section in outline(document).sections if section.heading is not None]
    if len(sections) < LEAST_SECTIONS:
        blocks = [block for block in document.blocks if block.kind in _PROSE or block.kind == "heading"]
        return [(1, sentences(document.text, block.start, block.end)) for block in blocks]
    units: list[tuple[int, list[Span]]] = []
    for section in sections:
        head = document.blocks[section.first]
        own = document.blocks[section.first + 1 : section.own_stop]
        told: list[Span] = []
        for block in own:
            if block.kind in _PROSE and len(told) < MOST_SENTENCES:
                told += sentences(document.text, block.start, block.end)
        if told and own[0].kind in _PROSE:
            told[0] = (head.start, told[0][1])
        else:
            told.insert(0, (head.start, head.end))
        units.append((len(section.path), told))
    return units


def _cost(text: str, spans: Sequence[Sequence[Span]], room: int, cost: Callable[[str], int]) -> int:
    """Return the tokens of these ranges. Counting stops above `room`, because a document may have 60,000 sections."""
    spent = 0
    for start, end in chain.from_iterable(spans):
        spent += cost(text[start:end]) + GAP_TOKENS
        if spent > room:
            break
    return spent


def _as_many(text: str, spans: Sequence[Span], tokens: int, cost: Callable[[str], int]) -> tuple[Span, ...]:
    kept: list[Span] = []
    for start, end in spans:
        tokens -= cost(text[start:end]) + GAP_TOKENS
        if tokens < 0:
            break
        kept.append((start, end))
    return tuple(kept)
