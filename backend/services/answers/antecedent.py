"""Replace "that paragraph" or "it" in a message by the first words of the text that the user means: the text that was
added to the document last.

Both stages use the result: the writer of Stage 1 learns which text is meant, and Stage 2 places new text beside it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from backend.document.blocks import Document
from backend.document.blocks import read as read_blocks
from backend.document.order_words import is_a, read_sentence, side_in, words_in
from backend.drafting.highlights import AttachedSection, split
from backend.keyless.commands import Situation, read_command
from backend.keyless.decisions import LONGEST_KIND_WORD
from backend.keyless.undo_orders import undoes
from backend.mentions.antecedents import says_it_was_added, spell_out
from backend.mentions.closed_words import is_article
from backend.mentions.given_statements import with_quotation_marks
from backend.mentions.lexicon import tokens
from backend.mentions.possessives import has_owner, with_owner
from backend.mentions.resolver import resolve
from backend.storage import drafts, messages
from backend.storage.db import reading
from backend.storage.drafts import DraftRow
from backend.storage.messages import Message

#: Number of latest approvals among which the text in a section is looked for.
_LATEST = 20
#: Minimum number of words for an attached text to count as copied from the document, and not as equal by chance; a
#: whole sentence may be shorter. Not tuned.
_FEWEST = 4
_WHOLE = re.compile(r"\S+\s.*[.!?。！？][\"”»’)*_]*", re.DOTALL)


def spelled_out(message: str, added: DraftRow | None, document: Document) -> str:
    """Return the message with "it" or "that paragraph" replaced by the first words of `added`, the draft approved last,
    in quotation marks. Example: "Shorten it" becomes "Shorten “The gauge drifted …”".

    A message that undoes something, or is about all of the approved text, stays as it is.
    """
    if added is None or added.status != "approved" or undoes(read_sentence(message), LONGEST_KIND_WORD):
        return message  # "put that paragraph back" means one that was removed
    command = read_command(message, Situation(has_approved=True))
    if command is not None and command.of_approved:
        return message  # all of it, and not only the block that a quotation names
    return quoting(message, added, document)


def highlighted(message: Message, document: Document) -> str:
    """Return the message's only attached text if it is, word for word, a passage of the document; "" if it is not, or
    if several such texts are attached. "This" in the message then means the passage.
    """
    highlights, others = split(AttachedSection(**each) for each in message.attached_sections)
    texts = {each.content.strip() for each in (*highlights, *others)}
    told = [each for each in texts if len(each.split()) >= _FEWEST or _WHOLE.fullmatch(each)]
    found = [each for each in told if document.text.count(each) == 1]
    return found[0] if len(found) == 1 else ""


def meant_addition(message: str, last: DraftRow | None, document: Document) -> tuple[str, DraftRow | None]:
    """Return a message and the approved draft that it refers to, as in "shorten what you added to Results".

    If the message names a section, the draft is the one that was approved last in this section; None if none of the
    latest approvals is there. The section's name is then removed from the message. If it names no section, the draft is
    `last`, the one that was approved last.
    """
    verb = read_sentence(message).words[:1]
    if last is None or not says_it_was_added(message) or any(is_a(word, "moving", "placing") for word in verb):
        return message, last
    named = [each for each in resolve(document, message) if each.kind == "section" and not each.guessed]
    if not named or side_in(words_in(message[: named[0].at[0]])[-2:]):
        return message, last
    start, end = named[0].span
    with reading():
        latest = drafts.approved(last.session_id, _LATEST)
    for each in latest:
        text = (each.approved_content or each.content).strip()
        if text and document.text.count(text) == 1 and start <= document.text.find(text) < end:
            return _without_place(message, named[0].at), each
    return message, None


def _without_place(message: str, name: tuple[int, int]) -> str:
    """Return a message without the name of a section, and without the words that lead to this name, such as "to the
    section". `name` is the position of the name (start, end).
    """
    start = name[0]
    for word in reversed(tokens(message[:start])):
        if not (word.norm.isalpha() and (is_article(word.norm) or is_a(word.norm, "place", "section noun"))):
            break
        start = word.start
    return f"{message[:start].rstrip()}{message[name[1] :]}"


def of_part_before(message: Message, document: Document) -> str:
    """Return the words of a message, with a part added that "its" means. Example: after "Where is the second
    paragraph?" was answered without a draft, "add a note at its end" means the end of the second paragraph.
    """
    if not has_owner(message.content):
        return message.content
    with reading():
        past = messages.history(message.session_id, message.number, len(("message", "answer")))
    if [each.role for each in past] != ["user", "assistant"] or past[1].model_meta.get("intent") != "talk":
        return message.content
    return with_owner(document, message.content, past[0].content)


def quoting(message: str, added: DraftRow, document: Document) -> str:
    """Return the message with "it" replaced by the first words of the approved draft `added`. Unlike `spelled_out`,
    this function replaces "it" in every message.
    """
    return spell_out(message, read_blocks((added.approved_content or added.content).strip()), document)


def of_message(message: Message, added: DraftRow | None, document: Document) -> str:
    """Return the words of a message, with quotation marks around a text that follows a colon. "It" and "that paragraph"
    are replaced as in `spelled_out`, but not if the message answers a question of the model.

    If the user attached a passage of the document, "this" means this passage. It is replaced only if the message names
    a place beside the passage: "add a sentence after this".
    """
    said = with_quotation_marks(message.content, document)
    shown = highlighted(message, document)
    if not shown:
        spelled = spelled_out(said, added, document)
        return said if spelled != said and added is not None and _answers_question(message, added) else spelled
    beside = spell_out(said, read_blocks(shown), document)
    return beside if side_in(words_in(said)) else said


def _answers_question(message: Message, added: DraftRow) -> bool:
    """Return True if the message just before this one is a question of the model, written after the draft `added` was
    approved. "That one" then means something in the question, and not the approved text.
    """
    with reading():
        before = messages.history(message.session_id, message.number, limit=1)
    since = [each for each in before if added.decided_at is None or each.created_at > added.decided_at]
    return any(each.role == "assistant" and each.content.rstrip().endswith(("?", "？")) for each in since)


def of_request(message: Message, document: Document) -> str:
    """Return the words of a stored message that asked for a draft, with "it" replaced as in `spelled_out`. "It" stands
    for the draft that was requested just before this message, if it was approved.
    """
    with reading():
        added = drafts.requested_before(message.session_id, message.number)
    return of_message(replace(message, content=of_part_before(message, document)), added, document)
