"""Find what a person's words mean in a document: sections, paragraphs, tables, figures, sentences, quotations.

The one place where words become block ranges: Stage 1 shows whole what `resolve` finds, Stage 2 puts content there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from backend.document.blocks import Document
from backend.mentions.document_view import Scene
from backend.mentions.parsed_message import Reading, outermost

Kind = Literal[
    "section", "heading", "paragraph", "sentence", "figure", "table", "equation", "code", "list", "item", "row",
    "quotation", "document",
]  # fmt: skip
How = Literal["exact", "number", "part", "synonym", "spelling", "quotation", "ordinal", "topic"]


@dataclass(frozen=True, slots=True)
class Mention:
    """Some words of a message and the blocks that they mean.

    `start` and `stop` are a range of `document.blocks`, [start, stop); a section's range holds its heading and its
    subsections. `said` are the words, and `at` are their offsets in the message. `span` are offsets in the document's
    text: of the sentence, list item or quoted words where less than a block is meant, else of the whole range.
    `rivals` are other block ranges that fit the words as well. `guessed` is true where the words fit nothing else but
    may mean no place at all ("the results" in "discuss the results").
    """

    kind: Kind
    start: int
    stop: int
    said: str
    at: tuple[int, int]
    span: tuple[int, int]
    how: How
    rivals: tuple[tuple[int, int], ...] = ()
    guessed: bool = False

    @property
    def sure(self) -> bool:
        """Whether exactly one place fits the words, and they can mean nothing else."""
        return not self.rivals and not self.guessed


#: How the names of sections are found, in the words of this room's face.
_HOW: dict[str, How] = {"full": "exact", "part": "part", "typo": "spelling", "synonym": "synonym"}
#: Least quality of a name that is taken at all, and of one that can be meant as nothing else.
_LEAST, _CLEAR = 0.6, 0.9


def resolve(document: Document, text: str) -> tuple[Mention, ...]:
    """The places of a document that a message names, in the order in which the message names them."""
    scene = Scene(document)
    reading = Reading(scene, text)
    named = outermost(name for name in reading.mentions if name.quality >= _LEAST)
    found = []
    for name in named:
        ranges = [(scene.sections[i].first, scene.sections[i].stop) for i in name.sections]
        start, stop = ranges[0]
        at = (reading.tokens[name.first].start, reading.tokens[name.stop - 1].end)
        span = (document.blocks[start].start, document.blocks[stop - 1].end)
        found.append(
            Mention(
                kind="section",
                start=start,
                stop=stop,
                said=text[slice(*at)],
                at=at,
                span=span,
                how=_HOW[name.how],
                rivals=tuple(ranges[1:]),
                guessed=name.quality < _CLEAR,
            )
        )
    return tuple(found)
