"""Manage sessions: create, list, change and delete them, and read their messages, costs and element types."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from backend.document.elements import BUILT_IN, ElementType
from backend.ports import Ports
from backend.services import documents
from backend.services.answers import shown_text
from backend.services.removal import file_removal
from backend.services.source_checks.later_checks import UNKEYED
from backend.storage import (
    drafts,
    element_types,
    library_works,
    messages,
    model_calls,
    personas,
    published_documents,
    references,
    removal,
    revisions,
    sessions,
)
from backend.storage.db import Page, reading, transaction
from backend.storage.drafts import DraftRow
from backend.storage.messages import Message
from backend.storage.paging import PageRequest
from backend.storage.sessions import Session

UNTITLED = "Untitled"
_MESSAGE_FIELDS = (
    "id",
    "role",
    "content",
    "mode",
    "status",
    "document_content",
    "sources",
    "citations",
    "attached_sections",
    "placement",
    "events",
    "created_at",
)


def create(ports: Ports, user_id: str, title: str | None = None) -> Session:
    """Create a session with an empty document, revision 0. If documents are published as files, doc.md is written."""
    with transaction():
        session = sessions.create(user_id, title if title and title.strip() else UNTITLED, ports.clock())
    if ports.policy.publish:
        published_documents.publish(ports.data_dir, session.id, "", 0)
    return session


def page(ports: Ports, user_id: str, wanted: PageRequest) -> Page[Session]:
    with reading():
        return sessions.page(user_id, wanted)


def get(ports: Ports, user_id: str, session_id: str) -> Session:
    """Return the session with its retracted works. If doc.md was edited by hand, the edit is stored first, as a new
    revision.
    """
    require(user_id, session_id)
    documents.store_hand_edit(ports, session_id)
    with reading():
        return replace(sessions.get(user_id, session_id), retracted=_retracted(session_id))


def _retracted(session_id: str) -> tuple[dict[str, Any], ...]:
    """Return the session's retracted works, among its references and the sources of its answers, as the API shows
    them.
    """
    found: dict[str, dict[str, Any]] = {}
    for each in references.list_of(session_id):
        if each.status == "retracted":
            told = {"key": each.key, "title": str(each.csl.get("title") or ""), "doi": each.csl.get("DOI")}
            found[each.work] = {**told, "notices": list(each.notices)}
    for message in messages.that_cite(session_id, "retracted"):
        for citation in message.citations:
            if citation.status == "retracted":
                told = {"key": citation.metadata.get("key"), "title": citation.title, "doi": citation.doi}
                found.setdefault(citation.id, {**told, "notices": list(citation.metadata.get("notices") or ())})
    return tuple(found.values())


def require(user_id: str, session_id: str, *, content_id: str | None = None, revision: int | None = None) -> None:
    """Raise NotFound unless the user has this session, and the session has this draft (`content_id`) and this
    revision.
    """
    with reading():
        session = sessions.get(user_id, session_id)
        if content_id is not None:
            drafts.get(session.id, content_id)
        if revision is not None:
            revisions.get(session.id, revision)


def change(ports: Ports, user_id: str, session_id: str, changes: dict[str, Any]) -> Session:
    """Change the title or the options of a session. Raises NotFound if the user does not have the session, or a work or
    persona that the change names.
    """
    with transaction():
        session = sessions.get(user_id, session_id)
        if changes.get("library") not in (None, "all"):
            library_works.require(user_id, changes["library"])
        if changes.get("persona_id") is not None:
            personas.get(user_id, changes["persona_id"], keep=True)
        return sessions.update(session.id, changes, ports.clock())


def delete(ports: Ports, user_id: str, session_id: str) -> None:
    """Delete the session with its document and all revisions."""
    with transaction():
        session = sessions.get(user_id, session_id)
        sessions.delete(session.id)
        removal.remember(session.id, ports.clock())
    file_removal.forget_session(ports, session.id)


def conversation(ports: Ports, user_id: str, session_id: str, wanted: PageRequest) -> Page[dict[str, Any]]:
    """Return the page `wanted` of messages as the API shows them. Each message says what became of its draft."""
    with reading():
        session = sessions.get(user_id, session_id)
        found = messages.page(session.id, wanted)
        carried = drafts.of_messages(session.id, [each.id for each in found.items])
    return Page(tuple(_shown(each, carried.get(each.id)) for each in found.items), found.next_cursor)


def _shown(message: Message, draft: DraftRow | None) -> dict[str, Any]:
    """Return a message as the API shows it: with the warnings and metadata of the answer, and with what became of its
    draft.
    """
    kept = {name: value for name, value in message.model_meta.items() if name not in (shown_text.KEY, UNKEYED)}
    shown = {name: getattr(message, name) for name in _MESSAGE_FIELDS}
    edited = draft is not None and draft.approved_content != draft.content
    return shown | {
        "pending_content_id": draft.id if draft else None,
        "revises": draft.revises if draft else None,
        "reject_reason": draft.reject_reason if draft else None,
        "approved_content": draft.approved_content if draft and edited else None,
        "run_id": kept.pop("run_id", None),
        "intent": kept.pop("intent", None),
        "warnings": kept.pop("warnings", []),
        "meta": kept,
    }


def usage(ports: Ports, user_id: str, session_id: str) -> dict[str, Any]:
    """Return the session's model calls, tokens and cost, for each stage and in `total`; null where unknown. `total`
    includes internal calls.
    """
    with reading():
        spent = model_calls.usage(sessions.get(user_id, session_id).id)
    return {"total": asdict(model_calls.total(spent))} | {stage: asdict(each) for stage, each in spent.items()}


def document_types(ports: Ports, user_id: str, session_id: str | None) -> tuple[ElementType, ...]:
    """Return the built-in element types and, with `session_id`, those of this session."""
    if session_id is None:
        return BUILT_IN
    with reading():
        session = sessions.get(user_id, session_id)
        return BUILT_IN + element_types.list_types(session.id)
