"""Find the parts of the document that a request names, and decide how much of each part is put into the prompt."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from backend.document.blocks import Document
from backend.document.outline import outline
from backend.document.sentences import Span
from backend.drafting.budget import count_tokens, cut, share
from backend.drafting.context.text_spans import outside, trimmed, union
from backend.mentions.resolver import Mention

#: Minimum number of tokens of a part that is shown; less text would be of no use.
LEAST_TOKENS = 60
#: Maximum number of characters of a paragraph that its title quotes: enough to recognize the paragraph, but less than a
#: sentence.
TITLE_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class NamedPart:
    """A part that the request names: its title, its range of characters in the text (`whole`), and the range that the
    prompt contains (`shown`), which may be empty.
    """

    title: str
    whole: Span
    shown: Span

    @property
    def is_whole(self) -> bool:
        return self.whole == self.shown


def fit(document: Document, mentions: Sequence[Mention], tokens: int) -> tuple[NamedPart, ...]:
    """Return the parts that a request names, in the document's order, without parts inside other ones. If they have
    more than `tokens` tokens together, the long ones are shortened to equal lengths.
    """
    found = _outermost(mentions)
    wholes = [_span(document, each.start, each.stop) for each in found]
    costs = [count_tokens(document.text[start:end]) for start, end in wholes]
    return tuple(
        NamedPart(_title(document, mention), whole, whole if cost <= room else _beginning(document.text, whole, room))
        for mention, whole, cost, room in zip(found, wholes, costs, share(costs, tokens), strict=True)
    )


def fitting(document: Document, ranges: Iterable[tuple[int, int]], taken: Sequence[Span], tokens: int) -> list[Span]:
    """Choose ranges of blocks that fit into `tokens` tokens together. The ranges are tried in the given order; one that
    does not fit completely is skipped.

    Returns ranges of characters. Text in the ranges `taken` is already in the prompt: it costs nothing and is not
    returned again. In every range, the end is excluded.
    """
    chosen: list[Span] = []
    shown = union(taken)
    for start, stop in ranges:
        new = tuple(outside(_span(document, start, stop), shown))
        cost = sum(count_tokens(document.text[first:last]) for first, last in new)
        if cost <= tokens:
            chosen += new
            tokens -= cost
            for piece in new:
                insort(shown, piece)
    return chosen


def warning(part: NamedPart) -> str:
    """Return a warning for the user that a part which the message names is in the prompt only in part."""
    (start, end), (first, last) = part.whole, part.shown
    seen = f"the model saw {last - first:,} of its {end - start:,} characters"
    return f"The {part.title} is too long for the prompt: {seen}. Name a smaller part of it."


def _outermost(mentions: Sequence[Mention]) -> list[Mention]:
    """Return each mention once. Mentions inside another mention, and mentions of the whole paper, are left out."""
    kept: list[Mention] = []
    for mention in mentions:
        if mention.kind == "document" or mention.start >= mention.stop:
            continue
        inside = any(each.start <= mention.start and mention.stop <= each.stop for each in kept)
        if not inside:
            kept = [each for each in kept if not (mention.start <= each.start and each.stop <= mention.stop)]
            kept.append(mention)
    return kept


def _span(document: Document, start: int, stop: int) -> Span:
    return trimmed(document.text, (document.blocks[start].start, document.blocks[stop - 1].end))


def _beginning(text: str, whole: Span, tokens: int) -> Span:
    start, end = whole
    return (start, start + len(cut(text[start:end], tokens))) if tokens >= LEAST_TOKENS else (start, start)


def _title(document: Document, mention: Mention) -> str:
    """Return a title for a part: its kind, the headings above it and, unless it is a section, its first words."""
    path = " > ".join(outline(document).section_of(mention.start).path)
    if mention.kind in ("section", "heading"):
        return f"section “{path}”"
    words = " ".join(document.text[slice(*_span(document, mention.start, mention.stop))].split())
    words = words if len(words) <= TITLE_CHARACTERS else words[:TITLE_CHARACTERS].rsplit(maxsplit=1)[0] + " …"
    return f"{mention.kind} “{words}”" + (f" in “{path}”" if path else "")
