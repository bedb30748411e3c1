"""Decide what an answer is: a new draft, a new version of an open draft, an order to move a draft, or only talk. If the
user's message answers a question of the writer, find the earlier message with the order.

Example: the user writes "Shorten the example", the writer asks "Which example?", and the user answers "The one on
tides." The first message says where the text goes; the last one only adds what the text should say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.document.blocks import Document
from backend.document.blocks import read as read_blocks
from backend.document.order_words import ORDERING, is_a, read_sentence, words_in
from backend.document.outline import outline
from backend.drafting.content_form import with_earlier_heading
from backend.drafting.intent import Decision, Waiting, decide
from backend.drafting.reply_parser import Reply
from backend.drafting.search_need import is_small_talk
from backend.drafting.versions import BY_ID, asks_for_less, doubt_about
from backend.errors import Unplaceable
from backend.placement.content import Content
from backend.placement.divided_content import divided
from backend.placement.footnotes import with_footnotes
from backend.placement.kept_in_place import with_kept_parts
from backend.placement.partial_answer import completed, elision, whole_version, without_marks
from backend.placement.place import carry_out
from backend.placement.plan import Placement
from backend.placement.repeated_blocks import without_repeated_blocks, without_section_heading
from backend.services.edits import orders
from backend.services.gathering import Task
from backend.services.placing import decided_by_rules
from backend.storage import messages
from backend.storage.db import reading
from backend.storage.drafts import MOST_OPEN, DraftRow, ThreadMessage
from backend.storage.messages import Message

_UNCHANGED = "The model returned the content unchanged, so the earlier version stays as it was."
_NO_VERSION = (
    "The answer has no new version of the draft, so the earlier version stays unchanged and still waits for your "
    "approval."
)
_NO_DRAFT = (
    "The model wrote its answer as chat and not as a draft, so nothing new waits for your approval. To get it as a"
    " draft, ask for it again."
)
#: A code block or a quotation in an answer, in which a model shows the text that it wrote.
_SHOWN_TEXT = re.compile(r"^[ \t]*(?:`{3,}|~{3,}|>)", re.MULTILINE)
_REPEATED = "The answer also repeated text of the document unchanged. The draft has only the new text."
_COMPLETED = (
    "The model returned only a part of the text that it should change. The rest of this text was added to the draft"
    " unchanged. To remove the rest, ask for a shorter version."
)
_ELISION = (
    "The content has “{}” where the model seems to have left out text. Ask for the whole text, or complete the draft"
    " before you approve it."
)
_RESTORED = "As the message says, this part of the document stays as it is: {}."
_DIVIDED = (
    "The answer did not say which paragraph is for which section, so the paragraphs were assigned in the order of "
    "your message. Check that each one is for the right section."
)
_NO_ROOM = (
    f"{MOST_OPEN} drafts wait already, so no draft was stored for this content. Approve or reject some, and ask again."
)

#: Maximum number of questions in a row, so that a long interview is not read to its start.
_MOST_QUESTIONS = 5
_CONSENT = frozenset("yes yeah yep sure ok okay ja oui sí sim".split())


@dataclass(frozen=True, slots=True)
class Settled:
    """The decision about an answer.

    `content` is the content to store; "" if there is none. `base` is the version that the content revises; None for a
    new draft. `notes` tell the user what was not stored, and why.
    """

    decision: Decision
    content: str
    base: DraftRow | None
    notes: tuple[str, ...] = ()
    #: the reason why an approval must name this version by its id, although it has lost nothing; None if it need not
    doubt: str | None = None


def settle(task: Task, reply: Reply, content: str, *, quotes: bool = False) -> Settled:
    """Decide what happens to an answer's content: whether it is stored, and as which draft.

    Content that equals the version it revises is not stored again. The draft is then moved if the message names a place
    for it; otherwise the answer is only talk. `quotes` is True if no model wrote the answer; such an answer already
    says that the draft did not change.
    """
    notes = (_NO_ROOM,) if content and task.base is None and len(task.waiting) >= MOST_OPEN else ()
    decision = _decided(task, reply, content)
    base = _base_of(task, decision)
    doubt = None
    if base is not None and not quotes:
        if (whole := whole_version(base.content, content, _may_leave_out(task.asked))) is not None:
            doubt = f"{_COMPLETED} {BY_ID}" if doubt_about(base.content, content, task.asked, False) else None
            content, notes = whole, (*notes, *([_COMPLETED] if doubt is None else []))
        version = with_earlier_heading(content, task.asked, base.content)
        content, notes = version.content, (*notes, *version.warnings)
    if not content and not quotes:
        notes = (*notes, *_missing_draft(task, reply))
    if decision.intent == "new" and content and not quotes and task.mode == "write":
        document, asked = task.document, _asked(task)
        order = orders.order_of(asked, document)
        if kept := with_kept_parts(document, content, order):
            kept_words = [_RESTORED.format(", ".join(f"“{each}”" for each in kept.restored))] if kept.restored else []
            return Settled(decision, kept.content, base, (*notes, *kept_words))
        if (noted := with_footnotes(document, content, asked)) != content:
            return Settled(decision, noted, base, notes)
        if (shared := divided(document, content, order)) != content:
            return Settled(decision, shared, base, (*notes, _DIVIDED))
        new = _only_new_text(document, content, order)
        whole, told = _whole_version(document, new, order, asked)
        repeated = Content.of(content).body.strip() != new.strip() != content.strip()  # more than the heading
        return Settled(decision, whole, base, (*notes, *([_REPEATED] if repeated else []), *told))
    if base is None or content.strip() != base.content.strip():
        return Settled(decision, content, base, notes, doubt)
    if orders.gives_place(task, base):
        return Settled(Decision("move", base.id), "", None, notes)
    return Settled(Decision("talk"), "", None, notes if quotes else (*notes, _UNCHANGED))


def _missing_draft(task: Task, reply: Reply) -> tuple[str, ...]:
    """Return a warning if the answer has no content although the user asked for a draft, or the answer says that there
    is one; else ().
    """
    if task.base is not None:
        return (_NO_VERSION,)
    if reply.intent in ("new", "revise"):
        return (_NO_DRAFT,)
    message = task.message.content.strip()
    asked = not (message.endswith(("?", "？")) or is_small_talk(message.lower()))
    written = reply.prose and task.mode == "write" and (asked or _SHOWN_TEXT.search(reply.message) is not None)
    return (_NO_DRAFT,) if written else ()


def _decided(task: Task, reply: Reply, content: str) -> Decision:
    """Return the answer's intent. The model's answer decides it, except for a rewrite and for a message with the option
    `draft`: their intent is fixed.
    """
    if task.base is not None and content:
        return Decision("revise", task.base.id)
    if task.beside and content:
        return Decision("new")
    waiting = [Waiting(each.id, each.content) for each in task.waiting if each.kind == "content"]
    return decide(reply.intent, reply.draft, content, waiting)


def _base_of(task: Task, decision: Decision) -> DraftRow | None:
    """Return the version of a draft that the answer revises; None if the answer is no revision."""
    if decision.intent != "revise" or task.base is not None:
        return task.base if decision.intent == "revise" else None
    return next((each for each in task.waiting if each.id == decision.draft), None)


def _asked(task: Task) -> str:
    """Return the message that ordered the text. If the user's message only answers a question about an order, this is
    the earlier message with the order.
    """
    with reading():
        return asked_by(task.message)[0].content


def _only_new_text(document: Document, content: str, order: str) -> str:
    """Return an answer's content without the blocks that it only repeats from the document, such as the paragraphs
    beside the changed one, or the heading above the place of a new text.

    Content that replaces a whole section is returned unchanged if it has at least as many blocks as the section, or if
    `order`, the user's message, asks for a shorter text.
    """
    new = without_repeated_blocks(document, content)
    if new == content and not Content.of(content).level:
        return content
    decided = decided_by_rules(document, content, (order,))
    if new == content:
        return without_section_heading(document, content, decided.placement)
    whole = decided.sure and decided.placement.operation == "replace" and "section" in decided.placement.place
    if not whole or decided.placement.anchor is None:
        return new
    section = outline(document).section_of(decided.placement.anchor.block)
    lacking = len(read_blocks(content).blocks) < section.own_stop - section.first - 1
    return new if lacking and not any(is_a(word, "shortening") for word in words_in(order)) else content


def _whole_version(document: Document, content: str, order: str, asked: str) -> tuple[str, tuple[str, ...]]:
    """Return the content and warnings. If the answer left out sentences, rows or items of the text that it replaces,
    they are added to the content. Otherwise an answer with only the changed part would remove the rest.

    `asked` is the message that ordered the text. `order` is this message without text to be used word for word.
    """
    if not document.blocks:
        return content, ()
    decided = decided_by_rules(document, content, (order,))
    found = decided.placement
    if found.operation != "replace" or found.anchor is None:
        mark = elision(content, document.text, remarks=False)
        return content, ((_ELISION.format(mark),) if mark else ())
    whole = completed(document, _replaced_blocks(document, found), content, _may_leave_out(asked))
    if whole is not None and whole.content.strip("\n") in _with_sentence(document, content, found):
        whole = None  # only the sentence is replaced, and the rest stays beside it
    text = whole.content if whole is not None else content
    if whole is None and decided.sure and found.place.startswith("characters"):
        text = without_marks(content)  # only a sentence is replaced, so that the rest stays in any case
    mark = elision(text, document.text)
    told = (*([_COMPLETED] if whole is not None and whole.kept else []), *([_ELISION.format(mark)] if mark else []))
    return text, told


def _may_leave_out(order: str) -> bool:
    """Return True if an order asks for less text, or to join or replace texts. What the answer lacks was then left out
    on purpose.
    """
    return asks_for_less(order) or any(is_a(word, "joining", "replacing") for word in words_in(order))


def _with_sentence(document: Document, content: str, found: Placement) -> str:
    """Replace the sentence that `found` names by the content, and return the whole text of the document. Returns "" if
    `found` does not replace a sentence.
    """
    try:
        return carry_out(document, content, found).text if found.place.startswith("characters") else ""
    except Unplaceable:
        return ""


def _replaced_blocks(document: Document, found: Placement) -> range:
    """Return the indices of the blocks that a placement replaces as a whole or in part."""
    assert found.anchor is not None
    at = found.anchor.block
    if "section" not in found.place:
        return range(at, at + 1)
    return range(at, outline(document).section_of(at).own_stop)


def asked_by(message: Message) -> tuple[Message, ...]:
    """Return the user's messages that together ask for a text, oldest first: the order, and then the answers to the
    writer's questions about it. The last one is `message`. Call it within a read transaction.
    """
    found = [message]
    while len(found) <= _MOST_QUESTIONS and (earlier := _answered(found[0])) is not None:
        found.insert(0, earlier)
    return tuple(found)


def thread_of(message: Message) -> tuple[ThreadMessage, ...]:
    """Return the messages that begin the thread of the draft that `message` asks for: the order as "request", and each
    answer to a question of the writer as "revision". A revision decides where the text goes only if it clearly names a
    place.
    """
    first, *answers = asked_by(message)
    return (ThreadMessage("request", first.id), *(ThreadMessage("revision", each.id) for each in answers))


def _answered(message: Message) -> Message | None:
    """Return the earlier message of the user that the writer answered with a question, if `message` answers this
    question; else None.
    """
    if message.number < 3 or not _may_answer(message.content):
        return None
    before = messages.history(message.session_id, message.number, 2)
    if [each.role for each in before] != ["user", "assistant"]:
        return None
    order, question = before
    asks = question.content.rstrip(" *_\n").endswith(("?", "？"))
    if not asks or question.status is not None or question.document_content or order.mode != message.mode:
        return None
    return order if not read_sentence(order.content).asks else None


def _may_answer(text: str) -> bool:
    """Return True if a message may answer a question: it neither asks something nor begins with an order."""
    sentence = read_sentence(text)
    if sentence.asks:
        return False
    if _CONSENT.intersection(words_in(text)[:1]):
        return True
    return not any(is_a(word, *ORDERING) for word in sentence.words[:1])
