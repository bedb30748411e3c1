"""Find a paragraph by its label in bold or italics: "Theorem 1" for the paragraph "**Theorem 1.** Every tree …", "the
proof sketch" for "*Proof sketch.* Let …".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from backend.document.order_classes import INDEFINITE
from backend.mentions.closed_words import is_a, noun
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import tokens
from backend.mentions.section_names import concepts

if TYPE_CHECKING:
    from backend.mentions.resolver import Mention

_LABEL = re.compile(r"\s*[*_]{1,3}(?P<word>[^\W\d_]{3,})[ \u00a0](?P<number>\d+(?:\.\d+)*)(?![\w.]*\d)")
_NAMED = re.compile(r"(?<!\w)(?P<word>[^\W\d_]{3,})[ \u00a0](?P<number>\d+(?:\.\d+)*)(?!\w)")
#: A label without a number, with a period or colon after its words, and text behind it.
_WORDS = re.compile(
    r"\s*(?P<marks>[*_]{1,3})(?P<label>[^\W\d_][^*_\n.:\d]{2,40}?)(?:[.:](?P=marks)|(?P=marks)[.:])\s+\S"
)
#: Maximum number of words of such a label.
_MOST_WORDS = 4
#: Usual parts of papers whose names are hardly ever ordinary words, unlike "data" and "results".
_USUAL = frozenset({"abstract", "acknowledgements", "conclusion", "introduction", "keywords", "references"})
#: Signs before and after a name in an enumeration: "in two places: abstract, section 2 and Table 1".
_BEFORE, _AFTER = re.compile(r"(?:\A|[:,(])\s*\Z"), re.compile(r"\s*(?:\Z|[,.;)])")


class LabelledParagraph(NamedTuple):
    """The words of a message that name a label (`at`: their start and end), and the indices of the paragraphs that
    begin with this label.
    """

    at: tuple[int, int]
    blocks: tuple[int, ...]


def labelled_paragraphs(view: DocumentView, text: str, found: Sequence[Mention]) -> list[LabelledParagraph]:
    """Return the labels of paragraphs, such as "Theorem 1" and "Proof sketch", that a message names. Words that already
    name a part in `found` are left out, and so are tables and other elements with printed numbers.
    """
    return [*_numbered(view, text, found), *_worded(view, text, found)]


def _worded(view: DocumentView, text: str, found: Sequence[Mention]) -> list[LabelledParagraph]:
    """Return the labels without a number that a message names: "the proof sketch", "our abstract"."""
    labels: dict[str, list[int]] = {}
    for block in view.document.of_kind("paragraph"):
        source = view.document.source(block)
        if source.lstrip()[:1] in ("*", "_") and (label := _WORDS.match(source)) is not None:
            labels.setdefault(label["label"], []).append(block.index)
    named: list[LabelledParagraph] = []
    for words, blocks in labels.items():
        if len(words.split()) > _MOST_WORDS:
            continue
        for match in re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE):
            over = [each.at for each in found if each.at[0] < match.end() and match.start() < each.at[1]]
            longer = any(stop - start >= len(words) for start, stop in over)
            if not longer and _is_name(text, match, words):
                named.append(LabelledParagraph(match.span(), tuple(blocks)))
    return named


def _is_name(text: str, match: re.Match[str], label: str) -> bool:
    """Return True if the words of a message at `match` are the name of the paragraph with this label, and not ordinary
    words. A single word is a name only if it is written as in the label, or if usual parts of papers are called so.
    """
    usual = any(score == 1 and name in _USUAL for name, score in concepts(tuple(each.stem for each in tokens(label))))
    if len(label.split()) == 1 and match[0] != label and not usual:
        return False
    before = [each for each in tokens(text[: match.start()]) if each.word][-1:]
    if before and before[0].norm in INDEFINITE:
        return False  # "add a proof sketch"
    defined = any(is_a(each, "articles") or is_a(each, "possessive") for each in before)
    listed = _BEFORE.search(text[: match.start()]) is not None and _AFTER.match(text[match.end() :]) is not None
    return defined or listed or match[0] == label


def _numbered(view: DocumentView, text: str, found: Sequence[Mention]) -> list[LabelledParagraph]:
    """Return the labels with a number that a message names: "Theorem 1"."""
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
