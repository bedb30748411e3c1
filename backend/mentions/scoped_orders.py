"""Parse an order to replace words, together with the parts of the document in which the words are to be replaced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.document.blocks import Document
from backend.document.outline import titles_of
from backend.document.word_orders import WordOrder, read_word_order
from backend.mentions.resolver import Mention, resolve
from backend.mentions.scopes import Scope, read_scope, unclear_place

#: The answer to an order whose words for a place name no part or several parts.
UNCLEAR_PART = (
    "It is not clear which part of the document “{}” means; nothing was prepared. Name it as the document does."
)


@dataclass(frozen=True, slots=True)
class ScopedOrder:
    """An order to replace words.

    - `order`: the order; None if the message gives none
    - `spans`: where the words are to be replaced, as start and end (excluded) in the document's text, in characters;
      None if the message does not say where
    - `named`: other parts that the message names
    - `unclear`: words for a place that name no part or several; else ""
    """

    order: WordOrder | None
    named: tuple[Mention, ...]
    spans: tuple[tuple[int, int], ...] | None = None
    unclear: str = ""


def read_scoped_order(document: Document, message: str, draft: str = "") -> ScopedOrder:
    """Parse the order of a message to replace words of the document or of the open draft (`draft`)."""
    every = [each for each in resolve(document, message) if each.kind not in ("document", "quotation")]
    scope = read_scope(document, message)
    named = tuple(each for each in every if not each.guessed and not _within(each, scope.phrases))
    order = _order(document, scope.order, draft, named)
    if order is None and scope.phrases and not scope.unclear and not scope.excepts:
        scope = Scope(message)
        named = tuple(each for each in every if not each.guessed)
        order = _order(document, message, draft, named)
    if order is None:
        return ScopedOrder(None, named)
    bare = "" if order.near or order.beside or not order.new else scope.order[slice(*order.at[-1])]
    quoted = [each.at for each in named if each.how == "quotation"]
    unclear = scope.unclear or unclear_place(scope, order.at, quoted, bare if bare == order.new else "")
    return ScopedOrder(order, named, scope.spans, unclear)


def _order(document: Document, message: str, draft: str, named: Sequence[Mention]) -> WordOrder | None:
    return read_word_order(message, (document.text, draft), titles_of(document), [each.at for each in named])


def _within(mention: Mention, phrases: Sequence[tuple[int, int]]) -> bool:
    return any(start < mention.at[1] and mention.at[0] < stop for start, stop in phrases)
