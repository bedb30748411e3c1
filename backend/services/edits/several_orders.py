"""Plan several orders of one message as a single edit. If an order cannot be read with certainty, nothing is planned.

The orders are carried out one after the other. They are also tried in the opposite order. If this gives another
document, one order changes what another order means, and the user is asked to send them one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from backend.errors import Unplaceable
from backend.placement.plan import Placement
from backend.placement.planned_edit import SURE
from backend.placement.several_edits import carry_out_edits, combined, edits_of
from backend.services.edits.orders import NOT_UNDERSTOOD
from backend.services.gathering import Task

#: Maximum number of orders in one message, so that the user can compare them with the description of the edit.
MOST = 6
_DEPENDENT = "The meaning of one of these orders depends on another one, so nothing was prepared. Send them one by one."
_MARKS = '“”„«»"‘’ .!'
#: A function that reads an order. It returns the edit, or a sentence for the user that says why there is none.
Reader = Callable[[Task], "Placement | str"]


def plan_orders(task: Task, orders: Sequence[str], read_order: Reader, *, one_verb: bool) -> Placement | str:
    """Return one edit that carries out all `orders`. If this is impossible, return a sentence that says why.

    `read_order` is the function that reads one order. `one_verb` is True if the orders are the objects of one verb, as
    in "delete the first and the third sentence"; numbers such as "third" then count in the unchanged document.
    """
    if len(orders) > MOST:
        return NOT_UNDERSTOOD.format(f"“{orders[MOST].strip(_MARKS)}”")
    forward, backward = (_in_sequence(task, each, read_order) for each in (orders, orders[::-1]))
    if isinstance(forward, str):
        return forward if isinstance(backward, str) else backward if one_verb else _DEPENDENT
    if isinstance(backward, str) or _text(task, forward) == _text(task, backward):
        return forward
    if not one_verb:
        return _DEPENDENT
    alone = [read_order(saying(task, each)) for each in orders]
    meant = sorted(each.reason if isinstance(each, Placement) else each for each in alone)
    right = (each for each in (forward, backward) if sorted(one.reason for one in edits_of(each)) == meant)
    return next(right, _DEPENDENT)


def _in_sequence(task: Task, orders: Sequence[str], read_order: Reader) -> Placement | str:
    """Return one edit that carries out the orders one after the other. Each order is read in the document that the
    orders before it produce. If an order is not understood, return a sentence for the user that says so.
    """
    edits: list[Placement] = []
    now = task
    for order in orders:
        edit = read_order(saying(now, order))
        if isinstance(edit, str):
            return edit
        if edit.operation == "restore" or edit.confidence < SURE:
            return NOT_UNDERSTOOD.format(f"“{order.strip(_MARKS)}”")
        try:
            text = carry_out_edits(now.document, edit).text
        except Unplaceable:
            return NOT_UNDERSTOOD.format(f"“{order.strip(_MARKS)}”")
        edits.append(edit)
        now = replace(now, revision=replace(now.revision, content=text))
    return combined(edits)


def _text(task: Task, edit: Placement) -> str:
    return carry_out_edits(task.document, edit).text


def saying(task: Task, order: str) -> Task:
    """Return the task with `order` as its message."""
    return replace(task, message=replace(task.message, content=order))
