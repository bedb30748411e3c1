"""Find the paragraph that a message names by the element beside it: "rewrite the paragraph after Table 2"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from backend.document.order_classes import AFTER, BEFORE, DIRECTIONS, INDEFINITE
from backend.document.order_words import is_a, read_sentence
from backend.mentions.closed_words import is_article, noun
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import tokens

if TYPE_CHECKING:
    from backend.mentions.resolver import Mention

#: Words between the noun and the side: "the paragraph right after", "le paragraphe juste avant".
_DIRECTLY = frozenset(
    "right directly immediately just direkt unmittelbar gleich juste justo subito logo direct".split()
)
_ELEMENTS = frozenset({"table", "figure", "equation", "list", "code"})


def with_neighbors(view: DocumentView, text: str, found: Sequence[Mention]) -> list[Mention]:
    """Return the mentions, with the paragraph beside an element in place of the element if the message names it so. If
    the block beside the element is no paragraph, the element is returned as a guess.

    "Put the paragraph after Table 2" names the table: the paragraph goes there. "Move the paragraph after Table 2 to
    the end" names another place, so that the paragraph is the one after the table.
    """
    first = read_sentence(text).words[:1]
    goes = any(is_a(word, "placing", "moving", "writing", "swapping", "joining") for word in first)
    return [
        _beside(view, text, each) if each.kind in _ELEMENTS and (not goes or _is_left(text, each)) else each
        for each in found
    ]


def _is_left(text: str, element: Mention) -> bool:
    """Return True if another place follows the element: "… Table 2 to the end", "… Table 2 before the list"."""
    behind = [each.norm for each in tokens(text[element.at[1] :]) if each.word]
    return bool(behind) and behind[0] in DIRECTIONS | AFTER | BEFORE | {"into"}


def _beside(view: DocumentView, text: str, element: Mention) -> Mention:
    before = [each for each in tokens(text[: element.at[0]]) if each.word]
    while before and is_article(before[-1].norm):
        before.pop()
    side = before.pop().norm if before else ""
    while before and before[-1].norm in _DIRECTLY:
        before.pop()
    definite = len(before) > 1 and is_article(before[-2].norm) and before[-2].norm not in INDEFINITE
    named = definite and "paragraph" in noun(before, len(before) - 1)[0]
    if not named or side not in AFTER | BEFORE:
        return element
    index, step = (element.stop, 1) if side in AFTER else (element.start - 1, -1)
    while 0 <= index < len(view.blocks) and view.captioned(view.blocks[index]) is not view.blocks[index]:
        index += step
    if not 0 <= index < len(view.blocks) or view.blocks[index].kind != "paragraph":
        return replace(element, guessed=True)
    at, block = (before[-1].start, element.at[1]), view.blocks[index]
    return replace(
        element, kind="paragraph", start=index, stop=index + 1, said=text[slice(*at)], at=at,
        span=(block.start, block.end), rivals=(), caption=None,
    )  # fmt: skip
