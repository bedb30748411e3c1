"""Spell out what a message means by "that paragraph" or "it" after text was added to the document.

Both stages read the message in this form: Stage 1 shows the writer that text, Stage 2 places beside it.
"""

from __future__ import annotations

from backend.document.blocks import Document
from backend.document.blocks import read as read_blocks
from backend.document.order_words import read_sentence
from backend.document.similar_text import shared_pairs
from backend.drafting.intent import SAME_TEXT
from backend.keyless.commands import LONGEST_KIND_WORD
from backend.keyless.undo_orders import undoes
from backend.mentions.antecedents import spell_out
from backend.mentions.resolver import resolve
from backend.storage import drafts, messages
from backend.storage.db import reading
from backend.storage.drafts import DraftRow
from backend.storage.messages import Message


def spelled_out(message: str, added: DraftRow | None, document: Document) -> str:
    """Return the message with the words of the draft approved last in quotation marks at what refers to it."""
    if added is None or added.status != "approved" or undoes(read_sentence(message), LONGEST_KIND_WORD):
        return message  # "put that paragraph back" means one that was removed
    return spell_out(message, read_blocks((added.approved_content or added.content).strip()), document)


def of_request(message: Message, document: Document) -> str:
    """Return the words of a stored message that requested a draft, with references spelled out as in `spelled_out`.

    The text meant is that of the latest draft requested before the message, if it has been approved since.
    """
    with reading():
        added = drafts.requested_before(message.session_id, message.number)
    return spelled_out(message.content, added, document)


def earlier_version(draft: DraftRow, content: str, document: Document) -> str:
    """Return the approved text of which the content is another version; "" if its request names a part of the document,
    or if the content is no such version.
    """
    if not draft.thread or draft.kind != "content":
        return ""
    with reading():
        said = messages.get(draft.thread[0].message_id)
        added = drafts.requested_before(draft.session_id, said.number)
    if added is None or added.status != "approved" or resolve(document, said.content):
        return ""
    text = (added.approved_content or added.content).strip()
    return text if shared_pairs(text, content) >= SAME_TEXT else ""
