"""Choose the parts of the document that a prompt contains.

A paper that fits is shown completely. Of a longer paper, the parts that the request names come first. The remaining
tokens are used for the passages that answer the request. If the request is about the whole paper, or if nothing was
found, they are used for the beginnings of all sections.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.document.blocks import Document, read
from backend.document.outline import document_title, outline, section_level, summary
from backend.document.sentences import Span
from backend.drafting.briefing import DocumentContext
from backend.drafting.budget import count_tokens, fits
from backend.drafting.context import named_parts
from backend.drafting.context.document_parts import Part, block_at, body_start, parts, whole_ranges
from backend.drafting.context.named_parts import NamedPart
from backend.drafting.context.overview import beginnings
from backend.drafting.context.subject import Subject
from backend.drafting.context.text_spans import without

#: Number of tokens of the lines around a passage: its label and its fence.
LABEL_TOKENS = 25


@dataclass(frozen=True, slots=True)
class ShownDocument:
    """The parts of the document that a prompt contains. `section_level` is the heading level of its sections, and
    `outline` lists its headings. `shown_whole` are the ranges of blocks [start, stop) that the prompt contains
    completely.

    `is_empty` is True if the document has no text apart from front matter. `is_overview` is True if `passages` are the
    beginnings of all sections, and not passages that answer the request.
    """

    title: str = ""
    section_level: int = 0
    outline: str = ""
    is_empty: bool = False
    is_whole: bool = False
    is_overview: bool = False
    named: tuple[NamedPart, ...] = ()
    named_parts: tuple[Part, ...] = ()
    passages: tuple[Part, ...] = ()
    shown_whole: tuple[tuple[int, int], ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """Return a warning for the user about each part that the message names and that the prompt does not contain
        completely.
        """
        return tuple(named_parts.warning(part) for part in self.named if not part.is_whole)


def show(context: DocumentContext, subject: Subject, tokens: int) -> ShownDocument:
    """Choose which parts of the document a prompt contains, in at most `tokens` tokens."""
    if context.is_empty:
        return ShownDocument(is_empty=True)
    document = read(context.text)
    start = body_start(document)
    if all(block.kind == "front_matter" for block in document.blocks):
        return ShownDocument(document_title(document), is_empty=True)
    about = ShownDocument(document_title(document), section_level(outline(document)))
    if fits(context.text[start:].strip(), tokens):
        whole = [(start, len(context.text))]
        return replace(
            about,
            outline=summary(document),
            is_whole=True,
            named=tuple(replace(part, shown=part.whole) for part in named_parts.fit(document, subject.named, tokens)),
            passages=parts(document, whole),
            shown_whole=whole_ranges(document, whole),
        )
    named = named_parts.fit(document, subject.named, tokens)
    first = [part.shown for part in named]
    room = tokens - _cost(document, first)
    others = subject.other_ranges or (() if named or context.passages else subject.ranges_before)
    first += named_parts.fitting(document, others, first, room if not context.passages else room // 2)
    room = tokens - _cost(document, first)
    overview = subject.about_all or not (context.passages or first)
    if overview:
        rest: Sequence[Span] = beginnings(document, room, count_tokens)
    else:
        rest = _passages(document, [(each.start, each.end) for each in context.passages], first, room)
    rest = without(rest, [*first, (0, start)])
    return replace(
        about,
        outline=summary(document, shown=_sections(document, [*first, *rest])),
        is_overview=overview,
        named=named,
        named_parts=parts(document, first),
        passages=parts(document, rest),
        shown_whole=whole_ranges(document, [*first, *rest]),
    )


def _passages(document: Document, spans: Sequence[Span], taken: Sequence[Span], tokens: int) -> list[Span]:
    """Return the best of the ranges `spans`, which are ordered best first. They fit into `tokens` tokens, and exclude
    the ranges in `taken`.
    """
    chosen: list[Span] = []
    for span in spans:
        new = without([span], [*taken, *chosen])
        tokens -= _cost(document, new) + LABEL_TOKENS * bool(new)
        if tokens < 0:
            break
        chosen += new
    return chosen


def _cost(document: Document, spans: Sequence[Span]) -> int:
    return sum(count_tokens(document.text[start:end]) for start, end in spans)


def _sections(document: Document, spans: Sequence[Span]) -> frozenset[int]:
    """Return the indices of the sections of which these ranges show text."""
    sections = outline(document)
    blocks = [
        index
        for start, end in spans
        if start < end
        for index in range(block_at(document, start).index, block_at(document, end - 1).index + 1)
    ]
    return frozenset(sections.section_of(index).index for index in blocks)
