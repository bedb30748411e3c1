"""Find a paragraph, or its sentences, that a message names by the element next to it: "rewrite the paragraph after
Table 2".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from backend.document.order_classes import AFTER, BEFORE, DIRECTIONS, INDEFINITE
from backend.document.order_words import is_a, ordinal_of, read_sentence
from backend.document.sentences import sentences
from backend.mentions import closed_words
from backend.mentions.closed_words import is_article, noun
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import Token, cardinals, tokens

if TYPE_CHECKING:
    from backend.mentions.resolver import Mention

#: Words between the noun and the side: "the paragraph right after", "le paragraphe juste avant".
_DIRECTLY = frozenset(
    "right directly immediately just direkt unmittelbar gleich juste justo subito logo direct".split()
)
_ELEMENTS = frozenset({"table", "figure", "equation", "list", "code"})


@dataclass(frozen=True, slots=True)
class _Counted:
    """The number in the words before a noun: `ordinal` in "the second sentence", or `count` in "the two sentences"; 0
    if there is none. `first` is the index of the number's first word, or of the noun if there is no number.
    """

    ordinal: int
    count: int
    first: int


def with_neighbors(view: DocumentView, text: str, found: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of a message, with the paragraph instead of an element that only says where the paragraph is.
    If no paragraph is there, the element stays and is marked as guessed.

    "Move the paragraph after Table 2 to the end" means the paragraph after the table. "Put the paragraph after Table 2"
    means the table, because the paragraph goes there.
    """
    first = read_sentence(text).words[:1]
    goes = any(is_a(word, "placing", "moving", "writing", "swapping") for word in first)
    return [
        _beside(view, text, each) if _has_neighbors(each) and (not goes or _is_left(text, each)) else each
        for each in found
    ]


def _has_neighbors(part: Mention) -> bool:
    """Return True if the mentioned `part` is an element such as a table, or a paragraph with a label such as "Theorem
    1". A message can name a paragraph by its position beside such a part.
    """
    return part.kind in _ELEMENTS or (part.kind == "paragraph" and part.how == "number")


#: Number of characters beside an element's name in which its place and its paragraph are named.
_NEAR = 200


def _is_left(text: str, element: Mention) -> bool:
    """Return True if the order names another place after the name of the element, so that the element itself is not the
    place: "… Table 2 to the end", "… Table 2 before the list".
    """
    behind = [each.norm for each in tokens(text[element.at[1] : element.at[1] + _NEAR]) if each.word]
    return bool(behind) and behind[0] in DIRECTIONS | AFTER | BEFORE | {"into"}


def _beside(view: DocumentView, text: str, element: Mention) -> Mention:
    start = max(0, element.at[0] - _NEAR)
    before = [each for each in tokens(text[start : element.at[0]]) if each.word]
    while before and is_article(before[-1].norm):
        before.pop()
    side = before.pop().norm if before else ""
    while before and before[-1].norm in _DIRECTLY:
        before.pop()
    kinds = noun(before, len(before) - 1)[0] if before else ()
    counted = _counted(before) if "sentence" in kinds else _Counted(0, 0, len(before) - 1)
    first = counted.first
    article = before[first - 1].norm if first > 0 else ""
    both = bool(before) and closed_words.is_a(before[first], "both")
    definite = both or (is_article(article) and article not in INDEFINITE)
    if not definite or not {"paragraph", "sentence"}.intersection(kinds) or side not in AFTER | BEFORE:
        return element
    index, step = (element.stop, 1) if side in AFTER else (element.start - 1, -1)
    while 0 <= index < len(view.blocks) and view.captioned(view.blocks[index]) is not view.blocks[index]:
        index += step
    if not 0 <= index < len(view.blocks) or view.blocks[index].kind != "paragraph":
        return replace(element, guessed=True)
    at, block = (start + before[first].start, element.at[1]), view.blocks[index]
    found = replace(
        element, kind="paragraph", start=index, stop=index + 1, said=text[slice(*at)], at=at,
        span=(block.start, block.end), rivals=(), caption=None,
    )  # fmt: skip
    return found if "sentence" not in kinds else _sentences(view, found, counted, step)


def _counted(words: Sequence[Token]) -> _Counted:
    """Return the ordinal or number before the noun that ends the `words`."""
    last = words[-2] if len(words) > 1 else words[-1]
    ordinal, count = ordinal_of(last.norm) or 0, cardinals().get(last.stem, 0) or 2 * closed_words.is_a(last, "both")
    return _Counted(ordinal, 0 if ordinal else count, len(words) - 1 - bool(ordinal or count))


def _sentences(view: DocumentView, paragraph: Mention, counted: _Counted, step: int) -> Mention:
    """Return a mention of sentences of `paragraph`, which stands beside an element such as a table. `step` is 1 if the
    paragraph is after the element, and -1 if it is before.

    "The two sentences after Table 2" are the first two of the paragraph; "the two before Table 2" are the last two. An
    ordinal in `counted` chooses the n-th sentence. Without any number, the sentence nearest to the element is meant. If
    the paragraph has too few sentences, the paragraph itself is returned, marked as guessed.
    """
    block = view.blocks[paragraph.start]
    spans = sentences(view.document.source(block))
    if counted.count:
        chosen = spans[: counted.count] if step > 0 else spans[-counted.count :]
    else:
        number = counted.ordinal or step
        chosen = [spans[number - (number > 0)]] if abs(number) <= len(spans) else []
    if len(chosen) < max(counted.count, 1):
        return replace(paragraph, guessed=True)
    if len(chosen) == len(spans) and counted.count:
        return paragraph
    return replace(paragraph, kind="sentence", span=(block.start + chosen[0][0], block.start + chosen[-1][1]))
