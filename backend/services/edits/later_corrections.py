"""Correct the order that was approved last: "no, the first one", "not there, to Outlook".

The last change is undone, and the corrected order is carried out on the text before it, both as one edit. If the
message cannot be applied to that order, nothing is prepared.
"""

from __future__ import annotations

from dataclasses import replace

from backend.document.blocks import Document
from backend.document.blocks import read as read_blocks
from backend.document.clauses import says_order, spaced
from backend.document.order_classes import AFTER, BEFORE
from backend.document.order_words import NAME, QUOTATION, is_a, ordinal_of, read_sentence, words_in
from backend.document.withdrawals import denial_in
from backend.mentions.clause_orders import read_orders
from backend.mentions.corrected_orders import corrected
from backend.mentions.resolver import veil
from backend.placement.plan import Placement
from backend.placement.planned_edit import SURE
from backend.placement.taken_back import instead_of
from backend.services.edits.change_history import in_words
from backend.services.edits.orders import NOT_UNDERSTOOD
from backend.services.edits.several_orders import Reader, plan_orders, saying
from backend.services.gathering import Task
from backend.storage import messages, revisions
from backend.storage.db import reading
from backend.storage.messages import Message

#: Maximum number of words of a correction.
_LONGEST = 14
_MARKS = '“”„«»"‘’ .!'
_BACK = "The edit undoes {}."
#: Words that replace the name of a part: "no, the other one".
_OTHER = frozenset("other one andere anderen anderes autre otra otro altra altro outra outro".split())


def read_correction(task: Task, read_order: Reader) -> Placement | str:
    """Return the edit that undoes the last change and carries out the corrected order instead. Returns a sentence for
    the user if the correction is not understood. Returns "" if the message does not correct an order that was just
    approved. `read_order` is the function that reads a single order.
    """
    document = task.document
    said = _correction_in(task, document)
    asked = approved_order(task) if said else None
    if asked is None:
        return ""
    if task.revision.cause == "placed":  # the approved text goes elsewhere
        moved = read_order(saying(task, f"Move it {said}"))
        return moved if isinstance(moved, Placement) and moved.operation == "move" else ""
    with reading():
        before = revisions.get(task.session_id, task.revision.number - 1)
    document = read_blocks(before.text)
    given = read_orders(document, asked.content)
    orders = list(given.orders) if given is not None else [asked.content]
    made = {at: text for at, each in enumerate(orders) if (text := corrected(document, each, said))}
    if len(made) != 1:
        return NOT_UNDERSTOOD.format(f"“{task.message.content.strip(_MARKS)}”")
    orders = [made.get(at, each) for at, each in enumerate(orders)]
    earlier = replace(task, revision=before, approved=None)
    single = len(orders) == 1
    edit = (
        read_order(saying(earlier, orders[0])) if single else plan_orders(earlier, orders, read_order, one_verb=False)
    )
    if isinstance(edit, str):
        return edit
    if edit.operation == "restore" or edit.confidence < SURE:
        return NOT_UNDERSTOOD.format(f"“{task.message.content.strip(_MARKS)}”")
    return instead_of(before.number, edit, _BACK.format(in_words(task.session_id, task.revision)))


def _correction_in(task: Task, document: Document) -> str:
    """Return the words of a message that correct an order, without "no" and "I meant". Returns "" if the message
    corrects nothing: it only denies something, asks a question, or gives an order.
    """
    message = task.message.content.strip()
    if task.mode != "write" or task.attached or task.rewriting is not None or task.waiting or "\n" in message:
        return ""
    at = denial_in(message)
    said = message[at:].strip(" .!") if at else ""
    text = spaced(veil(document, said))
    words = words_in(text)
    if not words or len(words) > _LONGEST or says_order(text) or read_sentence(said).asks:
        return ""
    named = any(word in (NAME, QUOTATION) or word in _OTHER or ordinal_of(word) is not None for word in words)
    return said if named or any(is_a(word, "element", "piece") for word in words) or words[0] in AFTER | BEFORE else ""


def approved_order(task: Task) -> Message | None:
    """Return the user's message before the last answer, if the newest revision is the change that this message
    ordered; else None.
    """
    with reading():
        past = messages.history(task.session_id, task.message.number, 2)
    if len(past) < len(("order", "answer")) or task.revision.cause not in ("edited", "placed"):
        return None
    asked, answer = past
    made = answer.status == "approved" and answer.placement == task.revision.placement
    return asked if made and asked.role == "user" and not asked.attached_sections else None
