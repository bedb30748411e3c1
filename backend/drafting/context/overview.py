"""Show in few tokens what a long paper is about: the first sentences of each section."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from backend.document.blocks import Document
from backend.document.outline import outline
from backend.document.sentences import Span, sentences

#: Minimum number of sections of a paper whose overview consists of sections. For fewer sections, it consists of
#: paragraphs.
LEAST_SECTIONS = 3
#: Maximum number of sentences per section of an overview.
MOST_SENTENCES = 8
#: Number of tokens between two ranges, for a mark and line breaks.
GAP_TOKENS = 4

_PROSE = frozenset({"paragraph", "list", "quote"})
_Told = Callable[[Document, int, int], list[Span]]


def beginnings(document: Document, tokens: int, cost: Callable[[str], int]) -> tuple[Span, ...]:
    """Return the ranges (start, and end excluded) of the headings and the first sentences of all sections, in at most
    `tokens` tokens. Each section gets the same number of sentences. `cost` counts the tokens of a text.

    If not even one sentence per section fits, the deepest sections are left out first, and then the last ones.
    """
    told, parts = _parts(document)
    numbers = Counter(depth for depth, _, _ in parts())
    depths = sorted(numbers, reverse=True)
    for depth in depths:
        if sum(number for each, number in numbers.items() if each <= depth) * GAP_TOKENS > tokens:
            continue
        kept = [part for part in parts() if part[0] <= depth]
        units = [told(document, first, stop) for _, first, stop in kept]
        chosen = [spans[:1] for spans in units]
        spent = _cost(document.text, chosen, tokens, cost)
        if spent <= tokens:
            break
    else:
        firsts = (told(document, first, stop)[0] for depth, first, stop in parts() if depth == depths[-1])
        return _as_many(document.text, firsts, tokens, cost)
    for number in range(1, MOST_SENTENCES):
        more = [spans[number : number + 1] for spans in units]
        spent += _cost(document.text, more, tokens - spent, cost)
        if spent > tokens:
            break
        chosen = [kept + new for kept, new in zip(chosen, more, strict=True)]
    return tuple(sorted(chain.from_iterable(chosen)))


def _parts(document: Document) -> tuple[_Told, Callable[[], Iterator[tuple[int, int, int]]]]:
    """Return two functions for an overview of the document: the first takes a part and returns the ranges of its
    sentences, the second yields the parts.

    A part is (depth, index of the first block, index after the last block) of a section. If there are few sections, it
    is a heading or paragraph.
    """
    sections = outline(document).sections[1:]
    if len(sections) < LEAST_SECTIONS:
        kinds = _PROSE | {"heading"}
        return _paragraph, lambda: ((1, each.index, each.index + 1) for each in document.blocks if each.kind in kinds)
    return _section, lambda: ((len(each.path), each.first, each.own_stop) for each in sections)


def _paragraph(document: Document, first: int, _stop: int) -> list[Span]:
    block = document.blocks[first]
    return sentences(document.text, block.start, block.end, MOST_SENTENCES)


def _section(document: Document, first: int, stop: int) -> list[Span]:
    """Return the ranges of the sentences of a section, whose blocks are `first` to `stop` - 1. The first range includes
    the heading.
    """
    head, own = document.blocks[first], document.blocks[first + 1 : stop]
    told: list[Span] = []
    for block in own:
        if block.kind in _PROSE and len(told) < MOST_SENTENCES:
            told += sentences(document.text, block.start, block.end, MOST_SENTENCES)
    if told and own[0].kind in _PROSE:
        told[0] = (head.start, told[0][1])
    else:
        told.insert(0, (head.start, head.end))
    return told


def _cost(text: str, spans: Sequence[Sequence[Span]], room: int, cost: Callable[[str], int]) -> int:
    """Return the number of tokens of the ranges `spans`; `cost` counts the tokens of a text. Counting stops above
    `room`, the number of tokens that are left, because a document may have 60,000 sections.
    """
    spent = 0
    for start, end in chain.from_iterable(spans):
        spent += cost(text[start:end]) + GAP_TOKENS
        if spent > room:
            break
    return spent


def _as_many(text: str, spans: Iterable[Span], tokens: int, cost: Callable[[str], int]) -> tuple[Span, ...]:
    kept: list[Span] = []
    for start, end in spans:
        tokens -= cost(text[start:end]) + GAP_TOKENS
        if tokens < 0:
            break
        kept.append((start, end))
    return tuple(kept)
