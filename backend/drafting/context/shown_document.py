"""Choose the parts of the document that a prompt contains.

A paper that fits is shown completely. Of a longer paper, the parts that the request names come first. The remaining
tokens are used for the passages that answer the request. If the request is about the whole paper, or if nothing was
found, they are used for the beginnings of all sections.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from backend.document.blocks import Document, read
from backend.document.outline import document_title, outline, section_level, summary
from backend.document.sentences import Span
from backend.drafting.briefing import DocumentContext
from backend.drafting.budget import count_tokens, cut, fits, share
from backend.drafting.context.document_parts import Part, block_at, body_start, parts, whole_ranges
from backend.drafting.context.overview import beginnings
from backend.drafting.context.subject import Subject
from backend.drafting.context.text_spans import outside, trimmed, union, without
from backend.mentions.resolver import Mention

#: Number of tokens of the lines around a passage: its label and its fence.
LABEL_TOKENS = 25

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


@dataclass(frozen=True, slots=True)
class ShownDocument:
    """The parts of the document that a prompt contains.

    - `section_level`, `outline`: the heading level of its sections, and a list of its headings
    - `is_empty`: True if the document has no text apart from front matter
    - `passages`: passages that answer the request or, if `is_overview`, the beginnings of all sections
    - `shown_whole`: ranges of blocks [start, stop) that the prompt contains completely
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
        return tuple(warning(part) for part in self.named if not part.is_whole)


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
            named=tuple(replace(part, shown=part.whole) for part in fit(document, subject.named, tokens)),
            passages=parts(document, whole),
            shown_whole=whole_ranges(document, whole),
        )
    named = fit(document, subject.named, tokens)
    first = [part.shown for part in named]
    room = tokens - _cost(document, first)
    others = subject.other_ranges or (() if named or context.passages else subject.ranges_before)
    first += fitting(document, others, first, room if not context.passages else room // 2)
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
    """Return the indices of the sections that contain text in the ranges `spans`."""
    sections = outline(document)
    blocks = [
        index
        for start, end in spans
        if start < end
        for index in range(block_at(document, start).index, block_at(document, end - 1).index + 1)
    ]
    return frozenset(sections.section_of(index).index for index in blocks)


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
    """Return a warning for the user that the prompt does not contain all of `part`, which the message names."""
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
    within = mention.kind in ("sentence", "item", "row")  # of a block, whose first words would name another part
    span = mention.span if within else _span(document, mention.start, mention.stop)
    words = " ".join(document.text[slice(*span)].split())
    words = words if len(words) <= TITLE_CHARACTERS else words[:TITLE_CHARACTERS].rsplit(maxsplit=1)[0] + " …"
    return f"{mention.kind} “{words}”" + (f" in “{path}”" if path else "")
