"""Put the footnotes at the content's end after the document's footnotes, if all of these are in one place."""

from __future__ import annotations

from dataclasses import replace

from backend.document.blocks import Document, Splice, read

#: Minimum number of footnotes that show that a document has its footnotes together.
_FEWEST = 2


def with_notes_apart(document: Document, splice: Splice) -> tuple[Splice, ...]:
    """Divide a splice whose text ends with footnotes into two: one inserts the text at its place, the other inserts the
    footnotes after the last footnote of the document.

    The splice is returned undivided in these cases:
    - its text has no footnotes at the end, or consists only of footnotes;
    - the document has fewer than two footnotes, or has other blocks between them;
    - the splice's place is among the document's footnotes or directly after them.
    """
    if splice.tight or "[^" not in splice.text:
        return (splice,)
    made = read(splice.text)
    count = next((n for n, each in enumerate(reversed(made.blocks)) if each.kind != "footnote"), len(made.blocks))
    own = [each.index for each in document.of_kind("footnote")]
    if count in (0, len(made.blocks)) or len(own) < _FEWEST or own[-1] - own[0] >= len(own):
        return (splice,)
    behind = own[-1] + 1
    if (splice.start < behind and own[0] < splice.stop) or splice.start == behind:
        return (splice,)
    first = made.blocks[-count].start
    notes = Splice(behind, behind, splice.text[first:])
    rest = replace(splice, text=splice.text[:first].rstrip())
    return (rest, notes) if rest.start < behind else (notes, rest)
