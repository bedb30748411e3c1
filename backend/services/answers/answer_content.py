"""Take the content for the document out of a model's answer, in the form in which it will be placed."""

from __future__ import annotations

from backend.drafting import content_form, row_form
from backend.drafting.reply_parser import Reply
from backend.services.gathering import Task


def content_of(task: Task, reply: Reply, quotes: bool) -> tuple[str, ...]:
    """Return the content for the document, followed by warnings about what was changed in it; ("",) if the answer has
    no content.

    `quotes` is True if no model wrote the answer. Its words are then the user's or the document's, and stay as they
    are; only a table row gets the `|` characters that a table needs.
    """
    content = reply.document_content.strip("\n")
    if not content.strip():
        return ("",)
    document = task.document
    if quotes:
        return (row_form.as_rows(content, task.asked, document),)
    earlier = task.base or task.pending
    cleaned = content_form.cleaned(content, task.asked, document, earlier.content if earlier else "")
    return (cleaned.content, *cleaned.warnings)
