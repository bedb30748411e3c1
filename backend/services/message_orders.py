"""Carry out the orders of a message one by one, without the reasons, remarks and corrections between them.

`mentions/clause_orders.py` divides the message, and `orders.py` carries out a single order.
"""

from __future__ import annotations

from dataclasses import replace

from backend.document.blocks import Document
from backend.document.blocks import read as read_blocks
from backend.drafting.intent import Decision
from backend.kernel.exchange import Evidence
from backend.keyless.fixed_sentences import in_language_of
from backend.mentions.clause_orders import ClauseOrders, read_orders
from backend.mentions.resolver import names_in, resolve
from backend.services import orders
from backend.services.gathering import Task
from backend.services.orders import NOT_UNDERSTOOD, ONE_AT_A_TIME, OrderResult
from backend.services.past_messages import showing_language

_WITHDRAWN = "The message takes its order back, so nothing was prepared."
_MARKS = '“”„«»"‘’ .!'


def is_plain(task: Task) -> bool:
    """Return True if a message needs no model: rules carry out its first order, or it takes back what it orders."""
    said = _clause_orders(task)
    if said is None:
        return orders.is_plain(task)
    return not said.orders or orders.is_plain(_saying(task, said.orders[0]))


def for_rules(task: Task, evidence: Evidence) -> Evidence:
    """Return what the writer without a model reads, with only the first order of the message, without reasons and
    remarks.
    """
    said = _clause_orders(task)
    if said is None:
        return evidence
    order = said.orders[0] if said.orders else ""
    return replace(evidence, instruction=order, named=names_in(order, resolve(_document(task), order)))


def carry_on(task: Task, decision: Decision) -> OrderResult:
    """Carry out a decision to move a draft or to edit the document: find the new place, or plan the edit. If the
    message gives several orders, takes its order back or corrects it unclearly, nothing is done, and the answer says
    why. Any other decision is returned unchanged.
    """
    said = _clause_orders(task)
    if said is None:
        return orders.carry_on(task, decision)
    if said.withdrawn:
        return _refused(task, _WITHDRAWN)
    if said.unclear:
        return _refused(task, NOT_UNDERSTOOD.format(f"“{said.unclear.strip(_MARKS)}”"))
    if len(said.orders) > 1:
        return _refused(task, ONE_AT_A_TIME.format(f"“{said.orders[1].strip(_MARKS)}”"))
    return orders.carry_on(_saying(task, said.orders[0]), decision)


def _refused(task: Task, line: str) -> OrderResult:
    return OrderResult(Decision("talk"), in_language_of(showing_language(task.message), line), refused=True)


def _clause_orders(task: Task) -> ClauseOrders | None:
    """Return the orders of a message that has more than one clause; None if it is to be read as it is."""
    if task.mode != "write" or task.attached or task.rewriting is not None:
        return None
    return read_orders(_document(task), task.message.content)


def _saying(task: Task, text: str) -> Task:
    return replace(task, message=replace(task.message, content=text))


def _document(task: Task) -> Document:
    return read_blocks(task.revision.content or "")
