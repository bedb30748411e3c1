"""Replace "that paragraph" or "it" in a message by the text that the user means: the text added to the document last.

Both stages use the result: the writer of Stage 1 gets the text that is meant, and Stage 2 places new text beside it.
"""

from __future__ import annotations

from backend.document.blocks import Document
from backend.document.blocks import read as read_blocks
from backend.document.order_words import read_sentence
from backend.keyless.commands import LONGEST_KIND_WORD, Situation, read_command
from backend.keyless.undo_orders import undoes
from backend.mentions.antecedents import spell_out
from backend.storage import drafts
from backend.storage.db import reading
from backend.storage.drafts import DraftRow
from backend.storage.messages import Message


def spelled_out(message: str, added: DraftRow | None, document: Document) -> str:
    """Return the message with the first words of the draft approved last, in quotation marks, where the message refers
    to it.

    Example: "Shorten it" becomes "Shorten “The gauge drifted …”".
    """
    if added is None or added.status != "approved" or undoes(read_sentence(message), LONGEST_KIND_WORD):
        return message  # "put that paragraph back" means one that was removed
    command = read_command(message, Situation(has_approved=True))
    if command is not None and command.of_approved:
        return message  # all of it, and not only the block that a quotation names
    return quoting(message, added, document)


def quoting(message: str, added: DraftRow, document: Document) -> str:
    """Return the message with "it" replaced by the first words of an approved draft, whatever the message orders."""
    return spell_out(message, read_blocks((added.approved_content or added.content).strip()), document)


def of_request(message: Message, document: Document) -> str:
    """Return the words of a stored message that asked for a draft, changed as by `spelled_out`.

    "It" means the draft requested just before this message, if that draft was approved.
    """
    with reading():
        added = drafts.requested_before(message.session_id, message.number)
    return spelled_out(message.content, added, document)
