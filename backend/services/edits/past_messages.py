"""Cache the earlier messages of a session, in the form in which prompts show them, from one answer to the next.

A message that created no draft never changes, so it is read once. Any other message is read again each time, because
its draft may have been approved or rejected, or its old content deleted.
"""

from __future__ import annotations

from backend.drafting.highlights import AttachedSection
from backend.drafting.history import PastDraft, PastMessage, place_in_words
from backend.kernel.cache import Cache
from backend.keyless.message_language import text_in_its_language
from backend.storage import drafts, messages
from backend.storage.db import reading
from backend.storage.drafts import DraftRow
from backend.storage.messages import Message, PastTurn

#: Maximum number of cached messages of all sessions together. The longest histories in prompts have some hundreds.
KEPT_MESSAGES = 20_000

#: A message's number, its id, and its form in a prompt's history.
_Told = tuple[int, str, PastMessage]


#: The messages of the sessions used last, by session.
_cache: Cache[str, tuple[_Told, ...]] = Cache(KEPT_MESSAGES)


def read(session_id: str, before_number: int) -> dict[str, PastMessage]:
    """Return the messages with numbers below `before_number`, by id, oldest first. Call it within a read
    transaction.
    """
    known = _cache.find(session_id) or ()
    # The last cached message is read again: if its id differs, a restored backup has replaced the session's rows.
    stored = messages.for_prompt(session_id, before_number, known[-1][0] if known else 1)
    if known and known[-1][:2] not in {(each.number, each.id) for each in stored}:
        known, stored = (), messages.for_prompt(session_id, before_number)
    carrying = [each for each in stored if each.status or each.document_content]
    decided = drafts.of_messages(session_id, [each.id for each in carrying])
    plain = [each for each in stored if not (each.status or each.document_content)]
    settled = known + tuple((each.number, each.id, _past(each)) for each in plain[bool(known) :])
    if len(settled) > len(known):
        _cache.keep(session_id, settled, len(settled))
    changing = ((each.number, each.id, _past(each, decided.get(each.id))) for each in carrying)
    return {identity: past for _, identity, past in sorted((*settled, *changing), key=lambda told: told[0])}


def showing_language(message: Message, document: str = "") -> str:
    """Return a text in the language in which a user's message should be answered: the message itself. If the message's
    words belong to several languages or to none ("deshazlo"), return an earlier message of the user, or else the
    document.
    """
    with reading():
        past = read(message.session_id, message.number)
    earlier = (each.content for each in reversed(past.values()) if each.role == "user")
    return text_in_its_language(message.content, earlier, document)


def _past(message: PastTurn, draft: DraftRow | None = None) -> PastMessage:
    """Return a stored message in the form that a prompt's history has, with its attachments and with what became of its
    draft.
    """
    attached = tuple(AttachedSection(**each) for each in message.attached_sections)
    became = _became(draft) if draft else None
    return PastMessage(message.role, message.content, message.document_content, message.sources, attached, became)


def _became(draft: DraftRow) -> PastDraft:
    approval, approved = draft.approval or {}, draft.approved_content or ""
    return PastDraft(
        draft.id,
        draft.status,
        draft.revises or "",
        approval.get("revision"),
        place_in_words(approval.get("placement") or {}),
        approved if approved.strip() != draft.content.strip() else "",
        draft.reject_reason or "",
    )
