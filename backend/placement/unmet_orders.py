"""Find the orders of a message that an edit does not carry out: "rename Methods to “Design” and delete 2.3"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.document.blocks import Document
from backend.document.clauses import ADVERBS
from backend.document.order_words import NAME, ORDERING, is_a, read_sentence, words_in
from backend.placement.edit_orders import read_edit
from backend.placement.plan import Placement
from backend.placement.sentence_edits import read_sentence_edit

#: Classes of verbs that order a change, for each operation of an edit that carries out such an order.
_CARRIED_OUT = {
    "delete": ("removing",),
    "rename": ("renaming", "naming", "changing", "replacing"),
    "move": ("moving", "placing", "swapping", "joining", "splitting", "promoting", "demoting"),
    "restore": ("undoing", "redoing", "restoring"),
    "insert_before": ("placing", "writing"),
}
#: Classes of verbs with two objects. Only a move carries out such an order; any other edit does less.
_PAIRING = ("swapping", "joining")
#: The border between two orders: the end of a sentence, a comma, "and", "then".
_JOINT = re.compile(
    r"(?<=[.!?])\s+|[,;\n]+|\s+(?:and|then|but|und|dann|aber|et|puis|ensuite|mais|y|e|luego|después|pero|poi|ma|depois|mas|en|dan|maar)"
    r"(?=\s)",
    re.IGNORECASE,
)
#: Verbs and nouns of orders to copy a part, in the languages of the rules.
_COPYING = re.compile(
    r"copy|copies|copi(?:e[rz]?|a|are?)|duplicates?|dupli(?:quer?|quez|ca|car|care)|clone"
    r"|kopie|kopier\w*|kopieer\w*|duplizier\w*|(?:с)?копир\w*|复制|複製",
    re.IGNORECASE,
)
_NOT_COPIED = (
    "I do not copy parts of the document, so nothing was prepared. Send the words to insert in quotation marks."
)
#: Maximum number of characters of an order that are shown to the user.
_LONGEST_SHOWN = 120


@dataclass(frozen=True, slots=True)
class _Order:
    """A clause that orders a change: its `verb`, and whether its object is a pronoun."""

    verb: str
    of_it: bool


def unmet_order(masked: str, edit: Placement) -> str:
    """Return the verb of an order that the edit does not carry out: "delete" in "rename Methods and delete 2.3" if the
    edit only renames. Returns "" if it carries out all orders.

    `masked` is the message with placeholders for names and quotations. If it is the first order that is not carried
    out, the verb of the second order is returned, because the user expects that the first one is carried out.
    """
    orders = _orders(masked)
    classes = _CARRIED_OUT.get(edit.operation, ())
    if not orders or not classes:
        return ""
    if len(orders) == 1:
        return orders[0].verb if edit.operation == "rename" and is_a(orders[0].verb, *_PAIRING) else ""
    carried = next((at for at, each in enumerate(orders) if is_a(each.verb, *classes)), 0)
    goes_on = [at > carried and each.of_it and is_a(each.verb, *classes) for at, each in enumerate(orders)]
    unmet = [at for at in range(len(orders)) if at != carried and not goes_on[at]]
    return orders[max(unmet[0], 1)].verb if unmet else ""


def refused_copy(masked: str, edit: Placement | None) -> str:
    """Return an answer for the user if a message orders to copy a part, and there is no edit or the edit would move the
    part. Return "" for any other order. `masked` is the message with placeholders for names and quotations.
    """
    words = words_in(masked)
    copies = any(_COPYING.fullmatch(word) for word in words) and not any(is_a(word, "moving") for word in words)
    return _NOT_COPIED if copies and (edit is None or edit.operation == "move") else ""


def read_one_move(document: Document, message: str, verb: str) -> Placement | None:
    """Return the move that a message orders in two steps: "delete X and put it at the end of Y". Returns None if it
    orders anything else. `verb` is the verb of the second order.
    """
    orders = _orders(message)
    if [each.verb for each in orders[1:]] != [verb]:
        return None
    first, second = orders
    if not second.of_it or not is_a(first.verb, "removing") or not is_a(verb, "placing", "moving"):
        return None
    moving = re.sub(rf"\b{re.escape(first.verb)}\b", "move", message, count=1, flags=re.IGNORECASE)
    return read_sentence_edit(document, moving) or _if_move(read_edit(document, moving, "move"))


def _if_move(edit: Placement | None) -> Placement | None:
    return edit if edit is not None and edit.operation == "move" else None


def said_from(message: str, verb: str) -> str:
    """Return the words of a message from `verb` on, without punctuation at their end. If they are too long to be shown,
    "…" replaces the last of them.
    """
    found = re.search(rf"\b{re.escape(verb)}", message, re.IGNORECASE)
    said = " ".join(message[found.start() if found else 0 :].split()).rstrip(" .!")
    return said if len(said) <= _LONGEST_SHOWN else f"{said[:_LONGEST_SHOWN].rsplit(' ', 1)[0]} …"


def _orders(masked: str) -> list[_Order]:
    """Return the orders of a message. An order begins with its verb; a German one may end with it. `masked` is the
    message with placeholders for names and quotations.
    """
    found: list[_Order] = []
    for part in _JOINT.split(masked):
        sentence = read_sentence(part)
        words = list(sentence.words)
        while words and words[0] in ADVERBS:
            words.pop(0)
        if not words[1:] or sentence.asks or sentence.refuses:
            continue
        if is_a(words[0], *ORDERING) or (is_a(words[0], "naming") and is_a(words[1], "pronoun")):
            found.append(_Order(words[0], is_a(words[1], "pronoun")))
        elif words[-1].endswith("en") and is_a(words[-1], *ORDERING) and NAME in words[:2]:
            found.append(_Order(words[-1], is_a(words[0], "pronoun")))
        elif NAME in words[:2]:  # the infinitive in "X umbenennen in Y"
            behind = words[words.index(NAME) + 1 :][:1]
            found += [_Order(each, False) for each in behind if each.endswith("en") and is_a(each, *ORDERING)]
    return found
