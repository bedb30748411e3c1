"""Divide a document into chunks for retrieval. A sentence, table or formula stays whole, and a heading stays with its
text.

A chunk is filled with sentences, tables and so on up to the maximum size. A new chunk begins at a heading, and also at
the end of a paragraph if the chunk is nearly full. So an edit changes only the chunks near it: on real papers, one
inserted phrase changed 1.4 chunks on average (at most 4 in 95 % of cases). Embeddings are stored by `Chunk.digest`, so
only changed chunks are embedded again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from backend.document.blocks import Block, read
from backend.document.sentences import Span, sentences, shorten

#: Shares (0 to 1) of `size`. A chunk with at least the first share ends at the next end of a paragraph, and a chunk
#: with at least the second share ends before the next heading. Chosen so that an edit creates few new chunks; the
#: module's docstring has the figures.
_SETTLED, _SECTION = 0.85, 0.3

#: `pieces` makes pieces of `size / PARTS` characters. With 4 or 5 instead, recall differs by half a point, up or down
#: by the kind of text (`python -m tests.bench.retrieval_ablation`); larger pieces are easier to read.
PARTS = 3

#: Maximum length of a title in `Chunk.heading`, in characters. Every chunk below a heading repeats its title, so a
#: heading of 500,000 characters would take minutes and gigabytes.
LONGEST_TITLE = 300

#: The kinds of blocks that are divided into sentences. Other kinds stay whole if they fit, else are divided between
#: lines.
_PROSE = frozenset({"paragraph", "list", "quote", "div", "footnote", "caption"})


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a document: `text` is `document[start:end]`. `heading` has the Markdown titles of the headings above
    its start, outermost first; a title that is longer than `LONGEST_TITLE` is cut.

    `digest` is the SHA-256 of the text in hexadecimal. Chunks with equal texts share one embedding.
    """

    start: int
    end: int
    text: str
    heading: tuple[str, ...]
    digest: str


#: A piece of text that is not divided further (a sentence, a table, or a part of one that is too long for a chunk) as
#: start, end, whether it is the last piece of its block, the kind of this block, and the titles above. A plain tuple,
#: because a document may have hundreds of thousands of pieces.
_Piece = tuple[int, int, bool, str, tuple[str, ...]]


def chunk(text: str, size: int = 1000, overlap: int = 100) -> tuple[Chunk, ...]:
    """Return the chunks of a Markdown text, in order, with at most `size` characters each. Together the chunks contain
    the whole text.

    A chunk begins with at most `overlap` characters of whole sentences from the end of the previous chunk in the same
    section. A sentence is only divided if it is longer than `size`. Raises ValueError unless 0 ≤ overlap < size.
    """
    if not 0 <= overlap < size:
        raise ValueError(f"chunks of {size} characters cannot overlap by {overlap}")
    return tuple(_packed(text, pack) for pack in _pack(_pieces(text, size), size, overlap))


def pieces(text: str, size: int = 1000) -> tuple[Chunk, ...]:
    """Return the text divided into pieces of about `size / PARTS` characters. The package `ranking`
    gives each piece a score, and joins neighboring pieces to passages.

    A sentence is divided only if it is longer than a piece may be. All text except white space is in exactly one piece.
    """
    return tuple(_packed(text, pack) for pack in _pack(_pieces(text, size), max(1, size // PARTS), 0))


def joined(text: str, run: Sequence[Chunk]) -> Chunk:
    """Return one chunk of `text` that extends from the start of the first chunk in `run` to the end of the last one."""
    return _chunk(text, run[0].start, run[-1].end, run[0].heading)


def _packed(text: str, run: Sequence[_Piece]) -> Chunk:
    return _chunk(text, run[0][0], run[-1][1], run[0][-1])


def _chunk(text: str, start: int, end: int, heading: tuple[str, ...]) -> Chunk:
    return Chunk(start, end, text[start:end], heading, _digest(text[start:end]))


def shortenings(piece: Chunk) -> tuple[Chunk, ...]:
    """Return the beginnings of a chunk, from the longest to the shortest. Each ends after a whole sentence, table or
    formula, and none ends with a heading.
    """
    parts = _pieces(piece.text, len(piece.text))
    # a beginning must not end with a heading
    ends = [end for _, end, _, kind, _ in parts if kind != "heading" and end < len(piece.text)]
    return tuple(_cut_off(piece, end) for end in reversed(ends))


def _cut_off(piece: Chunk, end: int) -> Chunk:
    text = piece.text[:end]
    return Chunk(piece.start, piece.start + end, text, piece.heading, _digest(text))


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _pieces(text: str, size: int) -> Iterator[_Piece]:
    path: list[tuple[int, tuple[str, ...]]] = []
    titles: tuple[str, ...] = ()
    above = titles
    for block in read(text).blocks:
        kind, begin, stop = block.kind, block.start, block.end
        if kind == "heading":
            level, title = block.level, block.title[:LONGEST_TITLE]
            while path and path[-1][0] >= level:
                path.pop()
            last, above = above, path[-1][1] if path else ()
            if above is not last or not titles or titles[-1] != title:
                titles = (*above, title)  # equal titles are one object, for the sake of time and memory
            path.append((level, titles))
        if kind not in _PROSE and stop - begin <= size and not text[begin].isspace():
            yield begin, begin + len(text[begin:stop].rstrip()), True, kind, titles  # most blocks are as simple
            continue
        spans = _spans(text, block, size)
        for start, end in spans[:-1]:
            yield start, end, False, kind, titles
        for start, end in spans[-1:]:
            yield start, end, True, kind, titles


def _spans(text: str, block: Block, size: int) -> list[Span]:
    if block.kind in _PROSE:
        whole = sentences(text, block.start, block.end)
    else:
        whole = _trimmed(text, block.start, block.end)
        if whole and whole[0][1] - whole[0][0] > size:
            whole = _lines(text, *whole[0], size)
    if block.end - block.start <= size:
        return whole
    return [part for span in whole for part in (shorten(text, span, size) if span[1] - span[0] > size else [span])]


def _trimmed(text: str, start: int, end: int) -> list[Span]:
    body = text[start:end].rstrip()
    if not body:
        return []
    return [(start + len(body) - len(body.lstrip()) if body[0].isspace() else start, start + len(body))]


def _lines(text: str, start: int, end: int, size: int) -> list[Span]:
    """Divide the block `text[start:end]` into spans of whole lines. Each span has as many lines as fit into `size`
    characters. Lines keep their indentation.
    """
    spans: list[Span] = []
    at = start
    for line in text[start:end].splitlines(keepends=True):
        stop = at + len(line.rstrip())
        if stop > at:
            if spans and stop - spans[-1][0] <= size:
                spans[-1] = (spans[-1][0], stop)
            else:
                spans.append((at, stop))
        at += len(line)
    return spans


def _pack(pieces: Iterable[_Piece], size: int, overlap: int) -> Iterator[list[_Piece]]:
    current: list[_Piece] = []
    section, settled = _SECTION * size, _SETTLED * size
    # start of the chunk, end of its last piece, and whether this piece ends its block or is a heading
    begin, before, closed, titled = 0, 0, False, False
    for piece in pieces:
        start, end, last, kind, _ = piece
        title = kind == "heading"
        # a heading closes a chunk that is long enough for a section, and the end of a block one that is nearly full
        full = not titled and (title or closed) and before - begin >= (section if title else settled)
        if (full or end - begin > size) and current:
            # a heading is never the last piece of a chunk if there is room for it in the next one
            titles = _titles_at_end(current)
            body, kept = current[: len(current) - len(titles)], titles
            if not body or end - (kept[0][0] if kept else start) > size:
                body, kept = current, []
            yield body
            current = kept or ([] if title else _tail(body, end, size, overlap))
        current.append(piece)
        begin, before, closed, titled = current[0][0], end, last, title
    if current:
        yield current


def _titles_at_end(pieces: list[_Piece]) -> list[_Piece]:
    at = len(pieces)
    while at and pieces[at - 1][3] == "heading":
        at -= 1
    return pieces[at:]


def _tail(body: list[_Piece], end: int, size: int, overlap: int) -> list[_Piece]:
    """Return the sentences at the end of the full chunk `body` that the next chunk repeats. Together they have at most
    `overlap` characters. They also leave room in the next chunk for its first new piece, which ends at character
    `end`.
    """
    at = len(body)
    while (
        at and body[at - 1][3] in _PROSE and body[-1][1] - body[at - 1][0] <= overlap and end - body[at - 1][0] <= size
    ):
        at -= 1
    return body[max(at, 1) :]
