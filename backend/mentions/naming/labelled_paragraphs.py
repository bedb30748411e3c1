"""Find a paragraph by its label in bold or italics: "Theorem 1" for the paragraph "**Theorem 1.** Every tree …"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from backend.mentions.closed_words import noun
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import tokens

if TYPE_CHECKING:
    from backend.mentions.resolver import Mention

_LABEL = re.compile(r"\s*[*_]{1,3}(?P<word>[^\W\d_]{3,})[ \u00a0](?P<number>\d+(?:\.\d+)*)(?![\w.]*\d)")
_NAMED = re.compile(r"(?<!\w)(?P<word>[^\W\d_]{3,})[ \u00a0](?P<number>\d+(?:\.\d+)*)(?!\w)")


class LabelledParagraph(NamedTuple):
    """The words of a message that name a label (`at`: their start and end), and the indices of the paragraphs that
    begin with this label.
    """

    at: tuple[int, int]
    blocks: tuple[int, ...]


def labelled_paragraphs(view: DocumentView, text: str, found: Sequence[Mention]) -> list[LabelledParagraph]:
    """Return the labels of paragraphs, such as "Theorem 1", that a message names. Words that already name a part in
    `found` are left out, and so are tables and other elements with printed numbers.
    """
    named: list[LabelledParagraph] = []
    for match in _NAMED.finditer(text):
        word = tokens(match["word"])
        inside = any(each.at[0] < match.end() and match.start() < each.at[1] for each in found)
        if inside or not word or noun(word, 0)[0]:
            continue
        blocks = tuple(
            block.index
            for block in view.blocks
            if block.kind == "paragraph" and _has_label(view.document.source(block), match["word"], match["number"])
        )
        if blocks:
            named.append(LabelledParagraph(match.span(), blocks))
    return named


def _has_label(source: str, word: str, number: str) -> bool:
    label = _LABEL.match(source) if source.lstrip()[:1] in ("*", "_") else None
    return label is not None and label["word"].casefold() == word.casefold() and label["number"] == number
