"""Carry out messages that need no writing: the user's own words, another place for a draft, an edit of the document.

Rules understand these messages, so no model is called, and no model can change the user's text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from backend.document.blocks import Document
from backend.document.order_words import is_a
from backend.document.outline import contents, outline, titles_of
from backend.document.own_words import own_words
from backend.document.similar_text import shared_pairs
from backend.drafting.history import place_in_words
from backend.drafting.intent import SAME_TEXT, Decision
from backend.keyless.change_questions import asks_about_changes
from backend.keyless.commands import (
    DECIDE_YOURSELF,
    NOTHING_TO_MOVE,
    ONE_DRAFT_AT_A_TIME,
    Command,
    Situation,
    brings_other_words,
    orders_other_text,
    read_command,
)
from backend.keyless.decisions import takes_back
from backend.keyless.fixed_sentences import in_language_of
from backend.keyless.replaced_words import not_found
from backend.keyless.spoken_changes import only_speaks_of_change
from backend.keyless.undo_orders import only_redoes
from backend.mentions.closed_words import noun
from backend.mentions.corrections import which_value
from backend.mentions.lexicon import tokens
from backend.mentions.mixed_orders import read_mixed_orders
from backend.mentions.placeholders import masked
from backend.mentions.resolver import names_in, resolve
from backend.placement import edit_orders, edited_text, losses, moves, remark_place, rules
from backend.placement.doubts import missing_part, names_counted_part, speaks_of_a_part
from backend.placement.plan import Placement
from backend.placement.planned_edit import SURE
from backend.placement.sentence_edits import read_sentence_edit
from backend.placement.structure_changes import read_structure_change
from backend.placement.unmet_orders import read_one_move, refused_copy, said_from, unmet_order
from backend.placement.unread_parts import unread_part
from backend.placement.word_changes import read_word_change, which_part, which_words, words_not_found
from backend.services.answers.antecedent import quoting
from backend.services.edits import undoing
from backend.services.edits.approved_text import blocks_of, title_of
from backend.services.edits.change_history import listed
from backend.services.edits.meant_draft import beginning, meant_draft
from backend.services.edits.past_messages import showing_language
from backend.services.gathering import Task
from backend.services.placing import Order, decided_by_rules, placing_words, replacement
from backend.storage import messages
from backend.storage.db import reading
from backend.storage.drafts import DraftRow

_NOT_JOINED = (
    "I join only neighboring paragraphs, or two neighboring sections of the same level, and the message does not "
    "clearly name such parts. Nothing was prepared."
)
ONE_AT_A_TIME = (
    "I carry out one change of the document at a time, so nothing was prepared. Send {} in a message of its own."
)
NOT_UNDERSTOOD = "I did not understand what to do with {}, so nothing was prepared."
_MARKS = '“”„«»"‘’ '
_SCATTERED = "Other parts are between these paragraphs, so nothing was prepared. Name the paragraphs one by one."
_UNCLEAR_PART = "I could not tell which part of the section “{}” is meant, so nothing was prepared."
_LACKS_PART = "The section “{}” does not have the part that you name, so nothing was prepared."
_UNCLEAR = (
    "I could not tell which part of the document is meant, so nothing was prepared. Name the part as the document does."
)


@dataclass(frozen=True, slots=True)
class OrderResult:
    """The result of an order. `decision` is the final decision about the answer. `line` is a sentence that tells the
    result to the user. `placement` is the draft's new place, or the edit of the document. With `drops_content`, no
    content is stored.
    """

    decision: Decision
    line: str = ""
    placement: Placement | None = None
    drops_content: bool = False
    #: True if rules did not understand the whole message
    unread: bool = False


def is_plain(task: Task) -> bool:
    """Return True if a message needs no model: it contains the text to add, or clearly orders a move or an edit."""
    if task.mode != "write" or task.rewriting is not None:
        return False
    if _asks_about_changes(task):
        return True
    if _word_change(task) is not None or which_value(task.document, task.message.content):
        return True
    if not task.attached and (_orders_unknown_words(task) or which_part(task.document, task.message.content)):
        return True
    command = _command(task)
    if command is not None and (command.line in (ONE_DRAFT_AT_A_TIME, DECIDE_YOURSELF) or takes_back(_masked(task))):
        return True
    if command is not None and command.operation == "rename":
        return _edit(task, command) is not None
    if own_words(task.message.content, titles_of(task.document), _named(task, has_draft=False)) is not None:
        return True
    if command is None or command.intent not in ("move", "edit"):
        return False
    if command.operation in ("join", "restructure"):  # a model would only write new text
        return not _speaks_of_sentences(task.message.content)
    if command.intent == "edit" and _edit(task, command) is None:
        return False
    newest = next((each.id for each in task.waiting if each.kind == "content"), None)
    return not carry_on(task, Decision(command.intent, newest)).unread


def _speaks_of_sentences(message: str) -> bool:
    """Return True if a message counts sentences ("join the first two sentences"), which needs a model."""
    words = tokens(message)
    return any("sentence" in noun(words, at)[0] for at in range(len(words)) if not words[at].quote)


def carry_on(task: Task, decision: Decision) -> OrderResult:
    """Find the place to which a draft should move, or plan the edit that the message orders. Any other decision is
    returned unchanged.
    """
    ordered = OrderResult(decision)
    if decision.intent == "talk" and _asks_about_changes(task):
        lines = listed(task.session_id, _named_sections(task)).splitlines()
        said = showing_language(task.message, task.revision.text)
        return OrderResult(decision, "\n".join(in_language_of(said, each) for each in lines))
    if decision.intent == "move":
        draft = meant_draft(task, decision) or NOTHING_TO_MOVE
        ordered = OrderResult(Decision("talk"), draft) if isinstance(draft, str) else _moved(task, draft)
    elif decision.intent == "edit":
        ordered = plan_edit(task)
    if not ordered.line:
        return ordered
    said, edit = showing_language(task.message, task.revision.text), ordered.placement
    if decision.intent == "edit" and edit is not None:  # its reason is the title of the draft
        edit = replace(edit, reason=in_language_of(said, edit.reason))
    return replace(ordered, line=in_language_of(said, ordered.line), placement=edit)


def plan_edit(task: Task) -> OrderResult:
    """Plan the edit that the message orders. The words of the result are English; `carry_on` translates them."""
    speaks = only_speaks_of_change(_masked(task)) and _word_change(task) is None
    return OrderResult(Decision("talk")) if speaks else _edited(task)


def _asks_about_changes(task: Task) -> bool:
    """Return True if no draft is open, and the message asks what was changed in the document."""
    if task.mode != "write" or task.attached or any(each.kind == "content" for each in task.waiting):
        return False
    return asks_about_changes(_masked(task))


def _masked(task: Task) -> str:
    return masked(task.message.content, titles_of(task.document), _named_in(task.document, task.message.content))


def _named_sections(task: Task) -> tuple[str, ...]:
    """Return the titles of the sections that the message names."""
    document = task.document
    named = [each for each in resolve(document, task.message.content) if each.kind == "section" and not each.guessed]
    return tuple(outline(document).section_of(each.start).title for each in named)


def gives_place(task: Task, draft: DraftRow) -> bool:
    """Return True if the message clearly names a place in the document for this draft."""
    if task.mode != "write" or task.rewriting is not None or task.attached:
        return False
    document, message, situation = task.document, task.message.content, _situation(task, has_draft=True)
    if orders_other_text(message, situation) or brings_other_words(message, situation):
        return False
    orders = placing_words(document, (Order(order_of(message, document), "move"),))
    decision = rules.decide(document, draft.content, orders)
    return decision.sure and decision.evidence == "clear"


def losses_of(task: Task, content: str) -> tuple[str, ...]:
    """Return warnings about citations, labels and similar marks that the old text has and the new `content` does not.

    The old text is the version that the draft revises, or the part of the document that the content replaces.
    """
    if task.mode != "write" or not content:
        return ()
    if task.base is not None and task.base.content:
        text = task.base.content
        return tuple(losses.of_version(text, content).of_version()) if shared_pairs(text, content) >= SAME_TEXT else ()
    document = task.document
    named = [each for each in resolve(document, task.message.content) if each.kind != "document"]
    text = document.text[slice(*named[0].span)] if len(named) == 1 and named[0].sure else ""
    if not text or shared_pairs(text, content) < SAME_TEXT:
        return ()
    placed = replacement(document, content, order_of(task.message.content, document))
    return tuple(losses.of(document.text, placed.text).sentences()) if placed is not None else ()


def missing_parts(task: Task, content: str) -> tuple[str, ...]:
    """Return a warning if the message asks to put text into a part, such as the conclusion, that does not exist."""
    if task.mode != "write" or not content or task.base is not None:
        return ()
    document = task.document
    return missing_part(document, (order_of(task.message.content, document),))


def order_of(message: str, document: Document) -> str:
    """Return the message without the text that the user wants in the document word for word. A quoted title stays.

    Example: 'Add to Methods: "We used R."' becomes "Add to Methods:".
    """
    if (mixed := read_mixed_orders(document, message)) is not None:
        message = mixed.writing
    own = own_words(message, titles_of(document), _named_in(document, message))
    return message if own is None else own.order


def _moved(task: Task, draft: DraftRow) -> OrderResult:
    document = task.document
    with reading():
        thread = [Order(order_of(messages.get(each.message_id).content, document), each.part) for each in draft.thread]
    orders = placing_words(document, (*thread, Order(task.message.content, "move")))
    choice = decided_by_rules(document, draft.content, orders)
    found, place = choice.placement, place_in_words(choice.placement.to_json())
    line = f"Once you approve it, the draft will be placed {place}."
    if not choice.sure:
        shown = f"“{beginning(draft)}”"
        line = (
            f"I am not sure which place you mean for the draft {shown}. The preview of the draft shows where it would "
            "go."
        )
    elif len(task.waiting) > 1:
        line = f"Once you approve it, the draft “{beginning(draft)}” will be placed {place}."
    return OrderResult(Decision("move", draft.id), line, found, unread=not choice.sure)


def _edited(task: Task) -> OrderResult:
    command = _command(task)
    edit = _edit(task, command)
    if copy := refused_copy(_masked(task), edit):
        return OrderResult(Decision("talk"), copy)
    if edit is None and edit_orders.names_scattered_paragraphs(task.document, task.message.content):
        return OrderResult(Decision("talk"), _SCATTERED)
    if edit is None and isinstance(structure := _structure_change(task), str):
        return OrderResult(Decision("talk"), structure)
    if edit is None:
        joins = command is not None and command.operation == "join"
        words = words_not_found(task.document, task.message.content)
        unclear = which_part(task.document, task.message.content) or edit_orders.exception_in(task.message.content)
        unclear = unclear or _missing(task) or (not_found(words, task.document.text) if words else _UNCLEAR)
        return OrderResult(Decision("talk"), _NOT_JOINED if joins else unclear)
    if verb := unmet_order(_masked(task), edit):
        move = read_one_move(task.document, task.message.content, verb)
        if move is None:
            alone = ONE_AT_A_TIME.format(f"“{said_from(task.message.content, verb)}”")
            return OrderResult(Decision("talk"), _NOT_JOINED if is_a(verb, "joining") else alone)
        edit = move
    if question := which_words(task.document, task.message.content, edit):
        return OrderResult(Decision("talk"), question)
    if unread := unread_part(task.document, task.message.content, edit):
        return OrderResult(Decision("talk"), NOT_UNDERSTOOD.format(f"“{unread.strip(_MARKS)}”"), unread=True)
    if edit.confidence < SURE and (question := edit_orders.which_section(task.document, task.message.content)):
        return OrderResult(Decision("talk"), question)
    if edit.operation == "restore" and edit.position is None:
        undo = undoing.read_undo(task)
        if isinstance(undo, str):
            return OrderResult(Decision("talk"), undo)
        edit = undo
    return OrderResult(Decision("edit"), f"{edit.reason} Approve the draft to make this change.", edit)


def _missing(task: Task) -> str:
    """Return the answer to an order to edit an unclear or missing part of a section; "" if no such section is named."""
    document, message = task.document, task.message.content
    named = [each for each in resolve(document, message) if each.kind == "section" and each.how != "ordinal"]
    counted = [each for each in named[:1] if each.guessed or speaks_of_a_part(message, each)]
    section = outline(document).section_of(counted[0].start) if counted else None
    parts = [each for each in resolve(document, message) if each.kind not in ("section", "document") and each.sure]
    if section is None or not section.title or any(section.first <= each.start < section.stop for each in parts):
        return ""  # in the last case, it has the part
    lacks = counted[0].guessed and counted[0].how == "exact" and names_counted_part(message)  # its number is too high
    line = _LACKS_PART if lacks else _UNCLEAR_PART
    return line.format(section.title) + (f" It has {held}." if (held := contents(document, section)) else "")


def _command(task: Task) -> Command | None:
    """Return the command that the message expresses, such as to move a draft; None if it expresses none."""
    has_draft = any(each.kind == "content" for each in task.waiting)
    situation = _situation(task, has_draft)
    found = read_command(task.message.content, situation)
    if found is not None:
        return found
    placed = read_command(task.message.content, replace(situation, names_place=True))
    return placed if placed is not None and names_place(task) else None  # slow, so checked last


def _situation(task: Task, has_draft: bool) -> Situation:
    named = _named(task, has_draft=has_draft)
    drafts = tuple(each.content for each in task.waiting if each.kind == "content")
    return Situation(
        has_draft,
        bool(task.attached),
        titles_of(task.document),
        named,
        task.approved is not None,
        drafts=drafts,
        edit_waits=any(each.kind == "edit" for each in task.waiting),
    )


def names_place(task: Task) -> bool:
    """Return True if the message clearly names a place for the open draft or else the text approved last."""
    document, message = task.document, task.message.content
    if task.approved is not None and (blocks := blocks_of(task.approved, document)) is not None:
        message = moves.in_section_of(document, message, blocks[0])
    elif not any(each.kind == "content" for each in task.waiting):
        return False
    return not task.attached and remark_place.clearly_names_place(document, message)


def _named(task: Task, *, has_draft: bool) -> tuple[tuple[int, int], ...]:
    """Return the position (start, end) of each name of a part of the document in the message. With `has_draft`, "the
    sentence about X" without a section is left out, because it means a sentence of the draft.
    """
    document, message = task.document, task.message.content
    mentions = resolve(document, message)
    if has_draft and not any(each.kind == "section" for each in mentions):
        mentions = tuple(each for each in mentions if each.how != "topic")
    return names_in(message, mentions)


def _named_in(document: Document, message: str) -> tuple[tuple[int, int], ...]:
    return names_in(message, resolve(document, message))


def _edit(task: Task, command: Command | None) -> Placement | None:
    """Return the edit that the message orders; None if it orders none. `command` is None if only a model decided that
    the message orders an edit. A message that deletes exactly the text approved last undoes the approval.
    """
    edit = _planned(task, command)
    if edit is None or task.approved is None or edit.anchor is None:
        return edit
    rest = edited_text.carry_out_edit(task.document, edit).text
    taken_out = undoing.removes_all_of(task.approved, task.document, rest)
    return (undoing.taken_out(task) if taken_out else None) or edit


def _planned(task: Task, command: Command | None) -> Placement | None:
    document = task.document
    if (change := _word_change(task)) is not None:
        return change
    if (structure := _structure_change(task)) is not None:
        return structure if isinstance(structure, Placement) else None
    if command is not None and command.of_approved:
        blocks = blocks_of(task.approved, document)
        if command.operation == "delete":
            return undoing.taken_out(task) or _deletion_of_approved(task, blocks)
        return moves.move_blocks(document, task.message.content, blocks) if blocks is not None else None
    known = command.operation.replace("restructure", "") if command else ""  # "to the top of that section"
    edit = edit_orders.read_edit(document, task.message.content, known)
    if edit is not None and edit.operation == "restore" and only_redoes(task.message.content):
        return edit if undoing.can_redo(task) else None  # "redo that" may ask for another version
    if edit is None and command is not None and command.operation == "rename" and task.approved is not None:
        return edit_orders.rename_titled(document, task.message.content, title_of(task.approved))
    return edit


def _deletion_of_approved(task: Task, blocks: tuple[int, int] | None) -> Placement | None:
    """Return the edit that deletes the text approved last; None if the text is not found. `blocks` are the index of its
    first block and the index after its last one.

    If `blocks` is None, because the text was changed, it is searched for by its first words.
    """
    document = task.document
    if blocks is not None or task.approved is None:
        return edit_orders.delete_blocks(document, blocks) if blocks is not None else None
    return edit_orders.read_edit(document, quoting(task.message.content, task.approved, document), "delete")


def _word_change(task: Task) -> Placement | None:
    """Return the change of words or single sentences that the message orders; None if it orders none."""
    document, message, draft = task.document, task.message.content, _pending_text(task)
    found = read_word_change(document, message, draft, blocks_of(task.approved, document))
    return found or read_sentence_edit(document, message, draft)


def _structure_change(task: Task) -> Placement | str | None:
    return read_structure_change(task.document, task.message.content)


def _orders_unknown_words(task: Task) -> bool:
    """Return True if no draft is open, and the message orders to replace words that do not occur in the document."""
    return not task.waiting and bool(words_not_found(task.document, task.message.content))


def _pending_text(task: Task) -> str:
    return task.pending.content if task.pending is not None and task.pending.kind == "content" else ""
