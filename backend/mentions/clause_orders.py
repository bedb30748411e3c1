"""Parse the orders of a message one by one. Reasons, remarks, courtesies, and orders that the message itself takes back
are left out.

"Move Outlook before Limits, because Methods is too long" is the order "Move Outlook before Limits". A section that only
a reason names is neither the object of an order nor its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from backend.document.blocks import Document
from backend.document.clauses import Clause, orders, read_clauses, veiled, verb_of
from backend.document.conditions import condition_in
from backend.document.given_citation import given_reference
from backend.document.order_words import WRITING, asks_for_text, is_a, read_sentence, words_in
from backend.document.told_changes import only_tells_of_change
from backend.mentions.corrected_orders import corrected
from backend.mentions.place_remarks import without_place_remarks
from backend.mentions.placeholders import QUOTED
from backend.mentions.resolver import names_in, resolve

#: Maximum number of characters of a message that only gives orders; a longer one has text for the document.
_LONGEST = 1_000


@dataclass(frozen=True, slots=True)
class ClauseOrders:
    """The orders of a message, each as a separate message.

    `withdrawn` is True if the message takes its orders back; then `orders` is empty. `unclear` has the words of a
    correction or a condition that cannot be applied, or "". `told` is True if the message only reports a change and
    orders nothing.
    """

    orders: tuple[str, ...]
    withdrawn: bool = False
    unclear: str = ""
    told: bool = False


def read_orders(document: Document, message: str) -> ClauseOrders | None:
    """Return the orders of a message that has several clauses: "delete the list, and move Methods to the end". Returns
    None if the message is a single order, asks for a new text, or is too long to be only orders.
    """
    if len(message) > _LONGEST or "\n" in message.strip():
        return None
    return _read(document, message)


@lru_cache(maxsize=16)  # one answer asks several times
def _read(document: Document, message: str) -> ClauseOrders | None:
    plain = without_place_remarks(document, message)
    quoted = [found.span() for found in QUOTED.finditer(plain)]
    quoted = [reference[:2]] if (reference := given_reference(plain, plain)) is not None else quoted
    text = veiled(plain, names_in(plain, resolve(document, plain)), quoted)
    parts = [each for each in read_clauses(text) if each.kind != "courtesy"]
    asks = any(read_sentence(text[each.start : each.stop]).asks for each in parts)
    unmet = None if asks else _unmet(text, plain, [each for each in parts if each.kind == "order"])
    if unmet is not None:  # but "I want to delete X later. What does it say?" is a question
        return unmet
    clauses = _with_subjects(text, parts)
    ordering = [each for each in clauses if each.kind == "order"]
    if not ordering or (len(clauses) == 1 and plain == message):
        return None
    if clauses[-1].kind == "withdrawal":
        return ClauseOrders((), withdrawn=True)
    verbs = [verb_of(text[each.start : each.stop]) for each in ordering]
    if not verbs[0] or is_a(verbs[0], *WRITING) or asks_for_text(words_in(text)):
        return None
    kept: list[str] = []
    for each in clauses:
        said = " ".join(plain[each.start : each.stop].split())
        if each.kind == "order":
            kept.append(said)
        elif each.kind == "withdrawal":
            kept.clear()
        elif each.kind == "correction":
            made = corrected(document, kept[-1], said) if kept else ""
            if not made:
                return ClauseOrders((), unclear=said)
            kept[-1] = made
    return ClauseOrders(tuple(kept), withdrawn=not kept)


def _unmet(text: str, plain: str, ordering: list[Clause]) -> ClauseOrders | None:
    """Return a result without orders for a message that only reports a change, or whose order depends on a condition;
    None for any other message. `text` is the message with placeholders, `plain` is the message itself, and `ordering`
    are its orders.
    """
    if ordering and all(only_tells_of_change(text[each.start : each.stop]) for each in ordering):
        return ClauseOrders((), told=True)
    for each in ordering:
        if (found := condition_in(text[each.start : each.stop])) is not None:
            return ClauseOrders((), unclear=" ".join(plain[each.start + found[0] : each.start + found[1]].split()))
    return None


def _with_subjects(text: str, clauses: list[Clause]) -> list[Clause]:
    """Join clauses that form one order together: only the second one is an order ("Outlook is too long. Delete it."),
    or the second one orders something about "it" ("Shorten Outlook. Put it at the end."). `text` is the message with
    placeholders for names.
    """
    joined: list[Clause] = []
    for each in clauses:
        if joined and each.kind == joined[-1].kind == "order":
            ahead, said = text[joined[-1].start : joined[-1].stop], text[each.start : each.stop]
            if (len(joined) == 1 and not orders(ahead) and orders(said)) or _is_about_it(said):
                joined[-1] = Clause("order", joined[-1].start, each.stop)
                continue
        joined.append(each)
    return joined


def _is_about_it(clause: str) -> bool:
    """Return True if the object of an order is a pronoun: "and put it at the end"."""
    words = words_in(clause)
    verb = verb_of(clause)
    behind = words[words.index(verb) + 1 :] if verb in words else []
    pronoun = bool(behind) and is_a(behind[0], "pronoun")
    return pronoun and (len(behind) == 1 or is_a(behind[1], "place", "edge") or behind[1] in _AGAIN)


_AGAIN = frozenset("again back away out wieder raus weg zurück".split())
