"""Read an order about a passage of the document that is attached to the message: "delete this", "move the highlighted
sentence to the end of X".
"""

from __future__ import annotations

import re
from dataclasses import replace

from backend.document.order_words import COURTESIES, QUOTATION, is_a, read_sentence
from backend.drafting.highlights import split
from backend.errors import Unplaceable
from backend.kernel.exchange import Evidence
from backend.keyless.writer import ATTACHED
from backend.mentions.attached_passages import Passage, about_passage, passage_in, passage_mention
from backend.mentions.placeholders import QUOTED
from backend.mentions.resolver import resolve
from backend.placement.edit_orders import delete_part
from backend.placement.edited_text import carry_out_edit
from backend.placement.moves import moved
from backend.placement.plan import Placement
from backend.placement.unread_parts import unread_part
from backend.services.gathering import Task

_WORD = re.compile(r"\w+")


def on_passage(task: Task) -> Task:
    """Return the task with the attached passage quoted in its order, and without the attachment. If the order is not
    about an attached passage, return the task unchanged.
    """
    order = passage_order(task)
    if not order:
        return task
    return replace(task, message=replace(task.message, content=order, attached_sections=()), attached=())


def passage_order(task: Task) -> str:
    """Return the task's order, with the attached passage quoted in it; "" if the order is not about an attached
    passage.
    """
    passage = _passage(task)
    return about_passage(task.document, task.message.content, passage) if passage is not None else ""


def passage_edit(task: Task, order: str) -> Placement | None:
    """Return the edit that deletes the attached passage, or moves it as a whole. `order` has the passage in quotation
    marks. Returns None if the order asks for anything else.
    """
    document, passage = task.document, _passage(task)
    quoted = QUOTED.search(order)
    part = passage_mention(document, passage, quoted.span()) if passage is not None and quoted is not None else None
    if part is None or quoted is None:
        return None
    said = read_sentence(f"{order[: quoted.start()]}{QUOTATION}{order[quoted.end() :]}").words
    words = [each for each in said if each not in COURTESIES]
    if len(words) == len(("verb", "object")) and QUOTATION in words and any(is_a(each, "removing") for each in words):
        return delete_part(document, part)
    if part.kind == "sentence" or not is_a(words[0], "moving", "placing") or words[1:2] != [QUOTATION]:
        return None
    others = [each for each in resolve(document, order) if each.kind != "document" and each.at[0] >= quoted.end()]
    edit = moved(document, order, [part, *others])
    rest = f"{order[: quoted.start()]}it{order[quoted.end() :]}"
    return None if edit is None or unread_part(document, rest, edit) else edit


def takes_other_text(task: Task, edit: Placement) -> bool:
    """Return True if an edit removes or moves other text than the passage that is attached to the message."""
    passage, document = _passage(task), task.document
    if passage is None or edit.operation not in ("delete", "move") or edit.anchor is None:
        return False
    try:
        after = _WORD.findall(carry_out_edit(document, edit).text)
    except Unplaceable:
        return False
    said = _WORD.findall(document.text[passage.start : passage.stop])
    rest = _WORD.findall(f"{document.text[: passage.start]} {document.text[passage.stop :]}")
    if edit.operation == "delete":
        return after != rest
    ends = range(len(said), len(after) + 1)
    return not any(after[at - len(said) : at] == said and after[: at - len(said)] + after[at:] == rest for at in ends)


def without_passage(evidence: Evidence) -> Evidence:
    """Return `evidence`, which the writer without a model reads, without the attached texts."""
    return replace(evidence, excerpts=tuple(each for each in evidence.excerpts if each.kind not in ATTACHED))


def _passage(task: Task) -> Passage | None:
    """Return the attached passage of the document. Returns None unless exactly one text is attached and occurs exactly
    once in the document. Also returns None if a draft is open, because the user may want the text in the draft.
    """
    waits = any(each.kind == "content" for each in task.waiting)
    if task.mode != "write" or task.rewriting is not None or len(task.attached) != 1 or waits:
        return None
    highlights, others = split(task.attached)
    return passage_in(task.document, (*highlights, *others)[0].content)
