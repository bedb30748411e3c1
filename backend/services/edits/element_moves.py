"""Read orders to move a table, figure or list that is named by its noun alone: "move the table to the end of X"."""

from __future__ import annotations

import re
from dataclasses import replace

from backend.document.blocks import Document
from backend.document.order_classes import INDEFINITE
from backend.document.order_words import QUOTATION, is_a, read_sentence, words_in
from backend.mentions.closed_words import is_article
from backend.mentions.placeholders import QUOTED
from backend.mentions.resolver import Mention, resolve
from backend.mentions.sentence_orders import PUTTING
from backend.placement.moves import moved
from backend.placement.plan import Placement
from backend.placement.planned_edit import SURE
from backend.placement.unread_parts import unread_part
from backend.services.gathering import Task

_WORD = re.compile(r"[^\W\d_]+")
_OF = frozenset("of von vom de des du di del della do da van".split())
_KINDS = frozenset(("table", "figure", "list", "equation", "code", "quote"))


def read_element_move(task: Task) -> Placement | None:
    """Return the move that the message orders for the only table, figure or list of the document. Returns None for any
    other message. Also returns None while a draft is open, because "the table" may be in the draft.
    """
    message = task.message.content
    waits = any(each.kind == "content" for each in task.waiting)
    if task.mode != "write" or task.attached or task.rewriting is not None or waits or "\n" in message.strip():
        return None
    document, sentence = task.document, read_sentence(QUOTED.sub(f" {QUOTATION} ", message))
    place = next((found for found in _WORD.finditer(message) if is_a(found[0].casefold(), "place")), None)
    if sentence.asks or sentence.refuses or place is None or not sentence.words or not _moves(sentence.words):
        return None
    part = _element(document, message[: place.start()])
    behind = f"{' ' * place.start()}{message[place.start() :]}"  # or "the table to the end of X" means a table of X
    others = [each for each in resolve(document, behind) if each.kind != "document" and each.at[0] >= place.end()]
    said = words_in(message[place.start() : others[0].at[0]]) if others else ["?"]
    if (
        part is None
        or said[0] == "nach"
        or not all(is_article(w) or is_a(w, "place", "edge") or w in _OF for w in said)
    ):
        return None  # "to the front of X"; German "nach" is "to" and "after"
    goal = others[0]
    if any(not (each.span[0] <= goal.span[0] and goal.span[1] <= each.span[1]) for each in others[1:]):
        return None  # "to the end of X and Y to the start"
    edit = moved(document, message, [part, replace(goal, guessed=goal.guessed and goal.kind not in _KINDS)])
    rest = f"{message[: part.at[0]]}{' ' * len(part.said)}{message[part.at[1] :]}"
    return None if edit is None or edit.confidence < SURE or unread_part(document, rest, edit) else edit


def _element(document: Document, order: str) -> Mention | None:
    """Return the element that an order names at its end by a definite article and a noun: "move the table". Returns
    None if no element or several elements match.
    """
    named = [each for each in resolve(document, order) if each.kind != "document"]
    if len(named) != 1 or named[0].how != "part" or named[0].kind not in _KINDS or named[0].rivals:
        return None
    article = words_in(order[: named[0].at[0]])[-1:]
    definite = bool(article) and is_article(article[0]) and article[0] not in INDEFINITE
    return named[0] if definite and not words_in(order[named[0].at[1] :]) else None


def _moves(words: tuple[str, ...]) -> bool:
    """Return True if an order begins with a verb of moving and an article, or ends with such a verb in German."""
    leads = is_a(words[0], "moving") or (is_a(words[0], "placing") and words[0].startswith(PUTTING))
    article = is_article(words[1]) if len(words) > 1 else False
    return (leads and article) or (is_article(words[0]) and is_a(words[-1], "moving"))
