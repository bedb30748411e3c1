"""Plan the edits that undo a change of the document, or repeat an undone change: "undo that", "redo", "delete it
again".

This works as in an editor: a second "undo" undoes the change before, and "redo" repeats it. The answer says which
change it was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from backend.document.blocks import Document
from backend.document.blocks import read as read_blocks
from backend.document.order_words import EDITING, is_a, read_sentence, words_in
from backend.document.outline import outline, titles_of
from backend.document.revision import Revision
from backend.document.titles_in_text import titles_in
from backend.errors import Conflict, Unplaceable
from backend.keyless.undo_orders import (
    brings_back,
    counted_changes,
    named_change,
    names_only_it,
    nth_change,
    orders_only_it,
    puts_back,
    undoes_all,
    undone_part,
    words_of_change,
)
from backend.mentions.closed_words import noun
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import resolve
from backend.placement import offsets
from backend.placement.plan import Placement, edit_from_json
from backend.placement.planned_edit import CERTAIN
from backend.placement.several_edits import combined, edits_of, without_steps
from backend.placement.taken_back import follows, instead_of
from backend.services.edits.change_history import changed_text, history, in_words, listed
from backend.services.edits.restored_text import earlier_text
from backend.services.gathering import Task
from backend.storage import messages, revisions
from backend.storage.db import reading
from backend.storage.drafts import DraftRow

#: Number of latest revisions in which a removed part is looked for.
_LOOKED_BACK = 20
#: Kinds of blocks that a message can ask to restore by a noun, such as "put the table back".
_RESTORED = frozenset({"paragraph", "table", "figure", "list", "quote", "code", "math", "footnote"})
#: Blocks that nouns and the document call by different names: the noun's name, and the block's.
_BLOCKS = {"quotation": "quote", "equation": "math"}
_HEADING = frozenset({"heading"})
#: Kinds of parts within a block: "bring the last sentence back".
_PIECES = frozenset({"sentence", "item", "row"})

#: Quoted words of the change that the user means: "undo the insertion of “…”".
_QUOTED = re.compile(r"[“„«「\"]\s*([^“”„«»「」\"\n]{3,200}?)[\s.…]*[”“»」\"]")

_NOTHING = "There is no change to undo."
_NOTHING_REMOVED = (
    "None of the latest changes removed a part of the kind that you name, so nothing was prepared. Say which change"
    " to undo."
)
_NOT_CHANGED = (
    "None of the latest changes added or removed the words that you quote, so nothing was prepared. Quote other words "
    "of the change."
)
_FEWER_CHANGES = "The document has only {} to undo, so nothing was prepared."
_WHICH = "Nothing was prepared. Quote some words of the change to undo, or say how many of the latest changes to undo."
_ONLY_WHOLE = "Nothing was prepared, because only the whole change can be undone: {}. To undo all of it, say so."
_NOTHING_MISSING = (
    "What was removed last is in the document again, so nothing was prepared. To remove it once more, say “redo that”."
)
_NONE_OF_KIND = (
    "None of the latest changes is of the kind that you name, so nothing was prepared. Say which change to undo."
)
_NONE_IN_SECTION = "None of the latest changes is in “{}”, so nothing was prepared. Say which change to undo."
_UNDO_LAST = "To undo the last change of the document, say “undo the last change”."
_DRAFT_WAITS = (
    "Nothing was prepared: the draft that waits is not in the document yet. Reject it if you do not want it. "
) + _UNDO_LAST
#: Classes of verbs that order a change, other than to undo or repeat one.
_CHANGING = tuple(each for each in EDITING if each not in ("undoing", "redoing"))
_NOT_CARRIED_OUT = f"Your last order was not carried out, so nothing was prepared. {_UNDO_LAST}"


def read_undo(task: Task) -> Placement | str:
    """Return the edit that undoes the change that the message means, or repeats an undone one. If this is impossible,
    return a sentence for the user that says why.
    """
    message = undone_part(task.message.content)
    task = replace(task, message=replace(task.message, content=message))
    count = counted_changes(message)
    past = history(task.session_id)
    back = brings_back(message) and bool(past.taken_back)
    if (names_only_it(message) or orders_only_it(message)) and not back:
        if any(each.created_at > task.revision.created_at for each in task.waiting):
            return _DRAFT_WAITS
        if _follows_refusal(task):
            return _NOT_CARRIED_OUT
    if quoted := _QUOTED.search(message):
        return _change_of(task, quoted[1]) or _NOT_CHANGED
    kinds, section, operation = _kinds_in(message), _section_in(task), named_change(message)
    nth = nth_change(message)
    if nth is not None and not kinds and not section:
        if back and nth:
            return _brought_back(task, past.taken_back[-nth if nth > 0 else -nth - 1 :] or past.taken_back)
        return _numbered(task, nth, operation)
    if operation and not (kinds and operation == "delete"):
        return _change_by(task, operation, section) or _NONE_OF_KIND
    if back and not kinds and (meant := _meant_changes(task, past.taken_back)):
        return _brought_back(task, meant)
    if not kinds and brings_back(message) and _PIECES.intersection(_nouns_in(message)):
        titles = titles_in(message, titles_of(task.document))
        return _change_by(task, "delete", titles[0] if titles else "") or _NOTHING_REMOVED
    if kinds and not (section and kinds == _HEADING):
        return _undone_removal(task, kinds) or _NOTHING_REMOVED
    if section:
        return _change_in(task, section) or _NONE_IN_SECTION.format(section)
    if back:
        if puts_back(message) and changed_text(task.session_id, past.taken_back[-1]).removes:
            return _NOTHING_MISSING
        return _brought_back(task, past.taken_back[-1:])
    changes = list(takewhile(lambda each: each.cause not in ("created", "imported"), reversed(past.made[1:])))
    if not changes:
        return _NOTHING
    if undoes_all(message):
        count = len(changes)
    if count > len(changes):
        return _FEWER_CHANGES.format("one change" if len(changes) == 1 else f"{len(changes)} changes")
    last = [in_words(task.session_id, each) for each in changes[:count]]
    reason = (
        f"The edit undoes {last[0]}." if count == 1 else f"The edit undoes the last {count} changes: {'; '.join(last)}."
    )
    return _going_to(task, past.made[-count - 1].number, reason)


def _meant_changes(task: Task, taken_back: Sequence[Revision]) -> Sequence[Revision]:
    """Return those of the undone changes (`taken_back`) that a message means; () if it means none.

    "Restore the sentence about rain" means the change whose text has these words, and all undone changes made before
    it, which must be repeated first. A mere noun ("the sentence") means the change that was undone last.
    """
    described = words_of_change(task.message.content)
    if not described:
        return taken_back[-1:] if _PIECES.intersection(_nouns_in(task.message.content)) else ()
    places = reversed(range(len(taken_back)))
    last = next((at for at in places if described <= _words_of(task, taken_back[at])), len(taken_back))
    return taken_back[last:]


def _words_of(task: Task, change: Revision) -> set[str]:
    """Return the words, in lower case, of the text that a change removed or added."""
    text = changed_text(task.session_id, change)
    return set(re.findall(r"[^\W\d_]+", f"{text.removed} {text.added}".casefold()))


def _brought_back(task: Task, changes: Sequence[Revision]) -> Placement:
    """Return the edit that repeats these undone `changes`, which are given newest first."""
    said = "; ".join(in_words(task.session_id, each) for each in reversed(changes))
    return _going_to(task, changes[0].number, f"The edit brings back {said}.")


def _follows_refusal(task: Task) -> bool:
    """Return True if the message before this one ordered a change, and no edit or draft was prepared for it."""
    with reading():
        past = messages.history(task.session_id, task.message.number, 2)
    orders = bool(past) and any(is_a(word, *_CHANGING) for word in words_in(past[0].content))
    refused = orders and past[-1].model_meta.get("intent") == "talk" and not read_sentence(past[0].content).asks
    return refused and past[0].created_at > task.revision.created_at


def _numbered(task: Task, nth: int, operation: str) -> Placement | str:
    """Return the edit that undoes the change number `nth`: 1 is the first change, -1 the last. With `operation`, only
    changes by this operation are counted. If there is no such change, return a sentence for the user that says so.
    """
    made = [each for each in history(task.session_id).made[1:] if each.cause not in ("created", "imported")]
    alike = [each for each in made if not operation or operation in _operations_of(each)]
    if nth == 0 or not alike:
        return f"{_WHICH}\n{listed(task.session_id)}"
    if abs(nth) > len(alike):
        return _FEWER_CHANGES.format("one change" if len(alike) == 1 else f"{len(alike)} changes")
    change = alike[nth - 1 if nth > 0 else nth]
    if operation and len(_operations_of(change)) > 1:
        return _part_of_change(task, change, operation)
    return _taking_back(task, change)


def _operations_of(change: Revision) -> list[str]:
    """Return the operations that a change consists of; ["insert"] for approved text."""
    edit = change.placement or {}
    steps = edits_of(edit_from_json(edit)) if change.cause == "edited" and edit and not follows(edit) else ()
    return [str(each.operation) for each in steps] or [_CAUSES.get(change.cause, "")]


def _part_of_change(task: Task, change: Revision, operation: str) -> Placement | str:
    """Return the edit that undoes one part of a change: the only edit in it that has this `operation`. If this is
    impossible, return a sentence for the user that says why.
    """
    steps = edits_of(edit_from_json(change.placement or {}))
    back = [each for each in steps if each.operation == operation]
    if len(back) != 1 or change.number != task.revision.number:
        return _ONLY_WHOLE.format(in_words(task.session_id, change))
    with reading():
        before = read_blocks(revisions.get(task.session_id, change.number - 1).text)
    try:
        kept = without_steps(before, steps, back)
    except Unplaceable:
        return _ONLY_WHOLE.format(in_words(task.session_id, change))
    taken = f"The edit undoes this change: “{back[0].reason.rstrip('.')}”."
    return replace(instead_of(change.number - 1, combined(kept), ""), reason=taken)


def can_redo(task: Task) -> bool:
    """Return True if no draft is open, and the last change of the document undid another change."""
    return not task.waiting and bool(history(task.session_id).taken_back)


def taken_out(task: Task) -> Placement | None:
    """Return the edit that removes the text of the latest approval and leaves every other byte as it is.

    Returns None if the approval also removed text, or if its text was moved. Returns None, too, if this text or the
    text around it was changed since then.
    """
    made = _insertion_of(task.session_id, task.approved)
    if made is None:
        return None
    position = f"revision {made.number - 1} since revision {made.number}"
    edit = Placement("restore", position=position, reason=f"The edit undoes {in_words(task.session_id, made)}.")
    try:
        without = earlier_text(task.session_id, edit.to_json(), task.revision)
    except Conflict:
        return None
    if without == task.revision.text:  # somebody has moved the text
        return None
    return replace(edit, confidence=CERTAIN)


def removes_all_of(draft: DraftRow, document: Document, text: str) -> bool:
    """Return True if `text` is the document's text without the text of an approved draft: all of the draft's text was
    removed, and nothing else.
    """
    span = offsets.pure_insertion(text, document.text)
    content = draft.approved_content or draft.content
    return span is not None and document.text[slice(*span)].split() == content.split()


def _going_to(task: Task, number: int, reason: str) -> Placement:
    head = task.revision.number
    since = "" if number == head - 1 else f" since revision {head}"
    return Placement("restore", position=f"revision {number}{since}", reason=reason, confidence=1.0)


def _insertion_of(session_id: str, draft: DraftRow | None) -> Revision | None:
    """Return the revision that inserted a draft's content. Returns None if this revision also removed text, or if the
    content was moved later.
    """
    approval = draft.approval if draft is not None else None
    if approval is None or approval.get("span") is None:
        return None
    with reading():
        made = revisions.get(session_id, approval["revision"])
    return made if made.cause == "placed" else None


def _change_of(task: Task, words: str) -> Placement | None:
    """Return the edit that undoes the last change that added or removed these words; None if no recent change did."""
    number = task.revision.number
    for past in range(number - 1, max(-1, number - 1 - _LOOKED_BACK), -1):
        with reading():
            earlier, later = (revisions.get(task.session_id, each) for each in (past, past + 1))
        if later.cause not in ("created", "imported") and (words in earlier.text) != (words in later.text):
            return _taking_back(task, later)
    return None


def _undone_removal(task: Task, kinds: frozenset[str]) -> Placement | str | None:
    """Return the edit that undoes only the last removal of a part of one of these kinds. Returns None if no recent
    change removed one, and a sentence for the user if the removal cannot be undone alone.
    """
    number = task.revision.number
    present = later = task.document
    for past in range(number - 1, max(-1, number - 1 - _LOOKED_BACK), -1):
        with reading():
            earlier = read_blocks(revisions.get(task.session_id, past).text)
        if gone := _texts(earlier, kinds) - _texts(later, kinds) - _texts(present, kinds):
            with reading():
                change = revisions.get(task.session_id, past + 1)
            if len(_operations_of(change)) > 1:
                return _part_of_change(task, change, "delete")
            reason = f"The edit undoes revision {past + 1}, which removed “{next(iter(gone))[:60].strip()} …”."
            since = "" if past == number - 1 else f" since revision {past + 1}"
            return Placement("restore", position=f"revision {past}{since}", reason=reason, confidence=1.0)
        later = earlier
    return None


def _section_in(task: Task) -> str:
    """Return the title of the first section that the task's message names; "" if it names none."""
    document = task.document
    named = (each for each in resolve(document, task.message.content) if each.kind == "section" and not each.guessed)
    return next((outline(document).section_of(each.start).title for each in named), "")


def _change_in(task: Task, section: str) -> Placement | None:
    """Return the edit that undoes the last change in a section; None if no recent change is in this section. If the
    message asks to bring something back, the change must have removed text.
    """
    for change in reversed(history(task.session_id).made[1:][-_LOOKED_BACK:]):
        text = changed_text(task.session_id, change)
        if section in text.path and (text.removes or not brings_back(task.message.content)):
            return _taking_back(task, change)
    return None


def _change_by(task: Task, operation: str, section: str) -> Placement | str | None:
    """Return the edit that undoes the last change by this `operation` ("insert" stands for approved text). With
    `section`, only changes in the section with this title count. If the message describes the changed text, the last
    change whose text has all words of the description is undone.

    Returns None if there is no such change. Returns a sentence for the user if the operation cannot be undone without
    the rest of its change.
    """
    found = []
    for change in reversed(history(task.session_id).made[1:][-_LOOKED_BACK:]):
        said = str((change.placement or {}).get("reason", ""))
        near = not section or section in changed_text(task.session_id, change).path or section in said
        if operation in _operations_of(change) and near:
            found.append(change)
    if not found:
        return None
    described = words_of_change(task.message.content)
    meant = next((each for each in found if described and described <= _words_of(task, each)), found[0])
    return _taking_back(task, meant) if len(_operations_of(meant)) == 1 else _part_of_change(task, meant, operation)


#: The causes of revisions that are no edits, each with the operation as which it counts.
_CAUSES = {"placed": "insert", "moved": "move"}


def _taking_back(task: Task, change: Revision) -> Placement:
    """Return the edit that undoes one change and keeps the later changes."""
    since = "" if change.number == task.revision.number else f" since revision {change.number}"
    reason = f"The edit undoes {in_words(task.session_id, change)}."
    return Placement("restore", position=f"revision {change.number - 1}{since}", reason=reason, confidence=1.0)


def _kinds_in(message: str) -> frozenset[str]:
    """Return the kinds of blocks that the nouns in a message name, such as "table"."""
    kinds = _nouns_in(message)
    return _HEADING if kinds & {"section", "heading"} else kinds & _RESTORED


def _nouns_in(message: str) -> frozenset[str]:
    words = tokens(message)
    return frozenset(_BLOCKS.get(kind, kind) for at in range(len(words)) for kind in noun(words, at)[0])


def _texts(document: Document, kinds: frozenset[str]) -> frozenset[str]:
    return frozenset(" ".join(document.source(each).split()) for each in document.blocks if each.kind in kinds)
