"""Sessions and what hangs on them: create, list, change, delete; messages, usage and element types."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from backend.document.elements import BUILT_IN, ElementType
from backend.ports import Ports
from backend.services import documents, shown_text
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
    """A new session with an empty document at revision 0, published too where documents are."""
    with transaction():
        session = sessions.create(user_id, title if title and title.strip() else UNTITLED, ports.clock())
    if ports.policy.publish:
        published_documents.publish(ports.data_dir, session.id, "", 0)
    return session


def page(ports: Ports, user_id: str, wanted: PageRequest) -> Page[Session]:
    with reading():
        return sessions.page(user_id, wanted)


def get(ports: Ports, user_id: str, session_id: str) -> Session:
    """The session; a hand edit of its doc.md counts in `revision` already."""
    require(user_id, session_id)
    documents.hear(ports, session_id)
    with reading():
        return replace(sessions.get(user_id, session_id), retracted=_retracted(session_id))


def _retracted(session_id: str) -> tuple[dict[str, Any], ...]:
    """The works that were retracted: of the session's references, and of what its answers cite."""
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
    """Raises NotFound unless the session is the user's own and has what else is named."""
    with reading():
        session = sessions.get(user_id, session_id)
        if content_id is not None:
            drafts.get(session.id, content_id)
        if revision is not None:
            revisions.get(session.id, revision)


def change(ports: Ports, user_id: str, session_id: str, changes: dict[str, Any]) -> Session:
    """Raises NotFound for a persona that isn't the user's, too."""
    with transaction():
        session = sessions.get(user_id, session_id)
        if changes.get("library") not in (None, "all"):
            library_works.require(user_id, changes["library"])
        if changes.get("persona_id") is not None:
            personas.get(user_id, changes["persona_id"], keep=True)
        return sessions.update(session.id, changes, ports.clock())


def delete(ports: Ports, user_id: str, session_id: str) -> None:
    """The session, its document and every revision of it."""
    with transaction():
        session = sessions.get(user_id, session_id)
        sessions.delete(session.id)
        removal.remember(session.id, ports.clock())
    published_documents.remove(ports.data_dir, session.id)


def conversation(ports: Ports, user_id: str, session_id: str, wanted: PageRequest) -> Page[dict[str, Any]]:
    """The messages, each with what became of the draft that it carries."""
    with reading():
        session = sessions.get(user_id, session_id)
        found = messages.page(session.id, wanted)
        carried = drafts.of_messages(session.id, [each.id for each in found.items])
    return Page(tuple(_shown(each, carried.get(each.id)) for each in found.items), found.next_cursor)


def _shown(message: Message, draft: DraftRow | None) -> dict[str, Any]:
    """A message as a page shows it: what the answer showed, and what was decided since."""
    kept = {name: value for name, value in message.model_meta.items() if name != shown_text.KEY}
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
    """Calls, tokens and cost of the session, by stage; null where nobody said. `total` has internal calls too."""
    with reading():
        spent = model_calls.usage(sessions.get(user_id, session_id).id)
    return {"total": asdict(model_calls.total(spent))} | {stage: asdict(each) for stage, each in spent.items()}


def document_types(ports: Ports, user_id: str, session_id: str | None) -> tuple[ElementType, ...]:
    """The built-in element types, and the session's own where one is named."""
    if session_id is None:
        return BUILT_IN
    with reading():
        session = sessions.get(user_id, session_id)
        return BUILT_IN + element_types.list_types(session.id)
