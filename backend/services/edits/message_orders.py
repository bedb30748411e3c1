"""Carry out the orders of a message one by one, without the reasons, remarks and corrections between them.

`mentions/clause_orders.py` divides the message, and `orders.py` carries out a single order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.document.blocks import read as read_blocks
from backend.document.clauses import verb_of
from backend.document.order_words import is_a, read_sentence, without_request
from backend.document.outline import titles_of
from backend.document.wishes import as_order
from backend.drafting.intent import Decision
from backend.kernel.exchange import Evidence
from backend.keyless.decisions import LONGEST_KIND_WORD
from backend.keyless.fixed_sentences import in_language_of
from backend.keyless.spoken_changes import SEEMS_A_REMARK
from backend.keyless.undo_orders import undoes
from backend.mentions.added_objects import added_objects
from backend.mentions.clause_orders import ClauseOrders, read_orders
from backend.mentions.mixed_orders import MixedOrders, read_mixed_orders
from backend.mentions.placeholders import QUOTED, masked
from backend.mentions.repeated_orders import expanded, repeated, repeats, several_moves
from backend.mentions.resolver import names_in, resolve, veil
from backend.placement import letters
from backend.placement.plan import Placement
from backend.placement.several_edits import combined, edits_of
from backend.placement.unmet_orders import said_from, unmet_order
from backend.services.edits import orders
from backend.services.edits.element_moves import read_element_move
from backend.services.edits.later_corrections import approved_order, read_correction
from backend.services.edits.orders import NOT_UNDERSTOOD, ONE_AT_A_TIME, OrderResult
from backend.services.edits.passage_orders import on_passage, passage_edit, takes_other_text, without_passage
from backend.services.edits.past_messages import showing_language
from backend.services.edits.several_orders import plan_orders, saying
from backend.services.gathering import Task
from backend.storage import messages, revisions
from backend.storage.db import reading

_WITHDRAWN = "The message withdraws its own order, so nothing was prepared."
_NEW_TEXT = (
    "One draft cannot add new text and make other changes, so nothing was prepared. Send {} in a message of its own."
)
_LEFT_OUT = "This draft does not carry out {}. Order this change in another message."
#: Number of earlier messages that are searched for the order that a message repeats.
_LOOKED_BACK = 10
_MARKS = '“”„«»"‘’ .!'


def is_plain(task: Task) -> bool:
    """Return True if the message needs no model: rules can carry out its first order, or the message withdraws its own
    order.
    """
    if (told := on_passage(task)) is not task and _passage_edit(task, told) is not None:
        return True
    task = _as_order(told)
    if read_correction(task, _read_order):
        return True
    said = _clause_orders(task)
    if said is not None and not said.orders:
        return True
    if _mixed(task) is not None:
        return False
    first = task if said is None else saying(task, said.orders[0])
    return orders.is_plain(first) or any(isinstance(read(first), Placement) for read in (_added, _elided))


def for_rules(task: Task, evidence: Evidence) -> Evidence:
    """Return `evidence`, the input of the writer without a model, with its message reduced to the first order, without
    reasons and remarks.
    """
    if (told := on_passage(task)) is not task:
        evidence = without_passage(evidence)
    told = _as_order(told)
    asked, task, said = task, told, _clause_orders(told)
    if said is None and told.message.content == asked.message.content:
        return evidence
    order = told.message.content if said is None else said.orders[0] if said.orders else ""
    return replace(evidence, instruction=order, named=names_in(order, resolve(task.document, order)))


def carry_on(task: Task, decision: Decision, *, written: bool = False, by_model: bool = True) -> OrderResult:
    """Carry out a decision to move a draft or to edit the document: find the new place, or plan the edit. Any other
    decision is returned unchanged. If the message gives several orders, takes its order back or corrects it unclearly,
    nothing is done, and the answer says why.

    `by_model` is True if a model answered, and `written` if it wrote content. If none of several orders is an edit,
    this content stays, because the model has read all orders.
    """
    told = on_passage(task)
    edit = _passage_edit(task, told) if told is not task else None
    ordered = _carried_on(_as_order(told), decision, written, by_model) if edit is None else _announced(told, edit)
    if told is not task and ordered.placement is not None and takes_other_text(task, ordered.placement):
        return _refused(task, _named(task.message.content))
    return ordered


def _passage_edit(task: Task, told: Task) -> Placement | None:
    """Return the edit of the attached passage that the message orders. `told` is the task with this passage as a
    quotation in the message. Returns None if the message has more than one order, or orders no such edit.
    """
    said = _clause_orders(told)
    if said is not None and (len(said.orders) != 1 or said.unclear):
        return None
    return passage_edit(task, said.orders[0] if said is not None else told.message.content)


def _carried_on(task: Task, decision: Decision, written: bool, by_model: bool) -> OrderResult:
    if correction := read_correction(task, _read_order):
        task = replace(task, message=approved_order(task) or task.message)  # "no, la prima" shows no language
        return _refused(task, correction) if isinstance(correction, str) else _announced(task, correction)
    said = _clause_orders(task)
    if said is not None and said.withdrawn:
        return _refused(task, _WITHDRAWN)
    mixed = _mixed(task)
    if decision.intent in ("new", "revise") and mixed is not None:
        return OrderResult(decision)  # the writer's text; `changes_left_out` names the rest
    if mixed is not None and not by_model:
        return _refused(task, _NEW_TEXT.format(f"“{mixed.changes[0].strip(_MARKS)}”"))
    if said is not None and said.told:
        return _refused(task, SEEMS_A_REMARK)
    writes = written and decision.intent in ("new", "revise")
    if said is not None and said.unclear:
        return OrderResult(decision) if writes else _refused(task, _named(said.unclear))
    if said is not None and len(said.orders) > 1 and undoes(read_sentence(said.orders[0]), LONGEST_KIND_WORD):
        return _refused(task, ONE_AT_A_TIME.format(f"“{said.orders[1].strip(_MARKS)}”"))
    if said is not None and len(said.orders) > 1:
        planned = plan_orders(task, _completed(task, said.orders), _read_order, one_verb=False)
        if writes and isinstance(planned, str) and not any(orders.is_plain(saying(task, each)) for each in said.orders):
            return OrderResult(decision)
        return _refused(task, planned) if isinstance(planned, str) else _announced(task, planned)
    single = task if said is None else saying(task, said.orders[0])
    if (added := _added(single)) and not (writes and isinstance(added, str)):
        return _refused(task, added) if isinstance(added, str) else _announced(task, added)
    if decision.intent == "new" and (rest := _order_beside_text(single)):
        return _refused(task, _NEW_TEXT.format(f"“{rest}”"))
    ordered = orders.carry_on(single, decision)
    if ordered.placement is None and isinstance(planned := _elided(single), Placement):
        return _announced(task, planned)
    return ordered


def changes_left_out(task: Task, content: str) -> tuple[str, ...]:
    """Return a warning for each change of the document that the message orders beside a new text, unless the new
    `content` carries out the change.
    """
    mixed = _mixed(task) if content else None
    if mixed is None:
        return ()
    done = _removed_parts(task, mixed, content)
    return tuple(_LEFT_OUT.format(f"“{each}”") for each in mixed.changes if each not in done)


def letter_asked(task: Task, content: str) -> tuple[str, ...]:
    """Return a warning if the message asks for a letter, because a letter does not belong in the document."""
    if task.mode != "write" or not content or task.base is not None:
        return ()
    order = orders.order_of(task.message.content, task.document)
    return (letters.WARNING,) if letters.is_letter_ordered(task.document, order) else ()


def _removed_parts(task: Task, mixed: MixedOrders, content: str) -> list[str]:
    """Return those orders in `mixed` that the new `content` has already carried out. These are orders to remove a part
    of the text that the content rewrites, if the content lacks this part.
    """
    document, said = task.document, task.message.content
    named = [each for each in resolve(document, said) if each.kind != "document"]
    written = [each.span for each in resolve(document, mixed.writing) if each.kind != "document"]
    done = []
    for change in mixed.changes:
        at = said.find(change)
        removed = [each.span for each in named if at <= each.at[0] < at + len(change)]
        inside = [each for each in removed if any(start <= each[0] and each[1] <= stop for start, stop in written)]
        lacks = all(document.text[slice(*each)].strip() not in content for each in inside)
        if removed and inside == removed and lacks and is_a(verb_of(veil(document, change)), "removing"):
            done.append(change)
    return done


def _mixed(task: Task) -> MixedOrders | None:
    """Return the orders of a message that orders both a new text and a change of the document. Returns None for any
    other message. Also returns None if a draft is open, because the message is then about the draft.
    """
    if task.mode != "write" or task.rewriting is not None or any(each.kind == "content" for each in task.waiting):
        return None
    return read_mixed_orders(task.document, task.message.content)


def _order_beside_text(task: Task) -> str:
    """Return the order about "it" that follows the user's own words; "" if there is none. Example: in "add “…” to X
    and rename it to “Y”", this is "rename it to “Y”".
    """
    document, said = task.document, task.message.content
    order = orders.order_of(said, document)
    if order == said or task.mode != "write":
        return ""
    masked_order = masked(order, titles_of(document), names_in(order, resolve(document, order)))
    verb = unmet_order(masked_order, Placement("insert_before"))
    return said_from(said, verb) if is_a(verb, "renaming", "removing") else ""


def _added(task: Task) -> Placement | str:
    """Return the edit for an order to remove or move several parts: "delete the table as well as the figure", "move A
    to the front and B to the end". An order to move the only table, figure or list is also accepted.

    Returns a sentence for the user if such an order cannot be carried out, and "" for any other order.
    """
    if task.mode != "write" or task.rewriting is not None or "\n" in task.message.content.strip():
        return ""
    document, order = task.document, task.message.content
    added = added_objects(document, order)
    if added.unclear:
        return _named(added.unclear)
    parts = added.orders or several_moves(document, order)
    return plan_orders(task, parts, _read_order, one_verb=True) if parts else read_element_move(task) or ""


def _elided(task: Task) -> Placement | str:
    """Return the edit for an order whose one verb has several objects: "delete the first and the third sentence". Each
    object is taken as an order of its own.

    If there is no such edit, return a sentence for the user that says why. If the verb has only one object, return "".
    """
    if task.mode != "write" or task.attached or task.rewriting is not None or "\n" in task.message.content.strip():
        return ""
    parts = expanded(task.document, task.message.content)
    return plan_orders(task, parts, _read_order, one_verb=True) if parts else ""


def _completed(task: Task, said: Sequence[str]) -> list[str]:
    """Return the orders in `said`, each as a complete order. An order such as "the same for Outlook" takes over the
    words of the order before it. An order with several objects is divided.
    """
    document, found = task.document, [said[0]]
    for order in said[1:]:
        found.append(repeated(document, found[-1], order) or order)
    found = [part for each in found for part in (added_objects(document, each).orders or (each,))]
    if any(isinstance(_read_order(saying(task, each)), str) for each in found):
        return [part for each in found for part in expanded(document, each) or (each,)]
    return found


def _read_order(task: Task) -> Placement | str:
    """Return the edit that a message with a single order means. If the rules do not understand the order, return a
    sentence for the user that quotes it.
    """
    said = task.message.content
    if orders.order_of(said, task.document) != said:
        return _NEW_TEXT.format(f"“{said.strip(_MARKS)}”")
    if unclear := added_objects(task.document, said).unclear:
        return _named(unclear)
    if not orders.is_plain(task):
        return read_element_move(task) or _named(said)
    ordered = orders.plan_edit(task)
    if ordered.placement is not None and ordered.decision.intent == "edit":
        return ordered.placement
    return ordered.line if "“" in ordered.line else _named(said)


def _named(said: str) -> str:
    return NOT_UNDERSTOOD.format(f"“{said.strip(_MARKS)}”")


def _announced(task: Task, edit: Placement) -> OrderResult:
    said = showing_language(task.message, task.revision.text)
    if edit.operation == "restore":
        edit = replace(edit, reason=in_language_of(said, edit.reason))
    else:
        steps = [replace(each, reason=in_language_of(said, each.reason)) for each in edits_of(edit)]
        edit = replace(combined(steps), confidence=edit.confidence)
    approve = in_language_of(said, "Approve the draft to make this change.")
    return OrderResult(Decision("edit"), f"{edit.reason} {approve}", edit, drops_content=True)


def _refused(task: Task, line: str) -> OrderResult:
    said = showing_language(task.message, task.revision.text)
    return OrderResult(Decision("talk"), in_language_of(said, line), drops_content=True)


def _clause_orders(task: Task) -> ClauseOrders | None:
    """Return the orders of a message that has several clauses, or that repeats an earlier order ("same for Outlook").
    Returns None for any other message: the whole message is then read as one order.
    """
    if task.mode != "write" or task.attached or task.rewriting is not None:
        return None
    return read_orders(task.document, task.message.content) or _repeated_order(task)


def _repeated_order(task: Task) -> ClauseOrders | None:
    """Return the order of an earlier message, changed to the section that this message names: "same for Outlook". There
    may be other messages in between only if they repeat this order, too. Returns None if the message says anything
    else.
    """
    said, document = task.message.content, task.document
    if not repeats(said) or any(each.kind == "content" for each in task.waiting):
        return None
    with reading():
        past = messages.history(task.session_id, task.message.number, _LOOKED_BACK)
        number = task.revision.number
        older = revisions.get(task.session_id, number - 1).content or "" if number else ""
    for asked, answer in zip(past[-2::-2], past[::-2], strict=False):
        if asked.role != "user" or answer.model_meta.get("intent") != "edit":
            return None
        if not repeats(asked.content):
            orders_before = read_orders(document, asked.content)
            order = orders_before.orders[-1] if orders_before and orders_before.orders else asked.content
            made = repeated(document, order, said, titles_of(read_blocks(older)))
            unclear = ClauseOrders((), unclear=said) if QUOTED.search(said) else None
            return ClauseOrders((made,)) if made else unclear
    return None


def _as_order(task: Task) -> Task:
    """Return the task with a request or a wish in its message turned into an order: "I'd like to delete X" becomes
    "delete X".
    """
    order = as_order(without_request(task.message.content))
    return task if order == task.message.content or task.mode != "write" else saying(task, order)
