"""Call the public API of a server, with one method for each call."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, cast
from urllib.parse import quote

from backend.client.api_types import (  # fmt: skip
    ANYTHING,
    Answer,
    Approved,
    Document,
    Found,
    Imported,
    Message,
    NewApproval,
    NewMessage,
    NewProposal,
    NewQuestion,
    Pending,
    Preview,
    Rejected,
    Revision,
    SearchLimits,
    Session,
    Structure,
    User,
)
from backend.client.connection import Call, Connection
from backend.client.failures import ClientFailure
from backend.client.run_watcher import HURRY, Run, stop

#: The most items of a list that are read unless the caller gives another limit.
MOST = 1000
#: Seconds to wait for an export: the server allows 60 for rendering, and 30 more for waiting behind other exports.
EXPORT_PATIENCE = 100.0


class Api:
    """The API of one server. `connection` sends the requests and has the user's tokens."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    @property
    def server(self) -> str:
        return self.connection.server

    # --- accounts ---------------------------------------------------------------------------------

    def sign_in(self, email: str, password: str) -> User:
        return self._sign("login", {"email": email, "password": password})

    def register(self, email: str, password: str, name: str | None = None) -> User:
        return self._sign("register", {"email": email, "password": password, "name": name})

    def sign_out(self) -> None:
        """Revoke the tokens on the server, and delete them on this machine. They are deleted even if the server does
        not answer.
        """
        try:
            self.connection.call(Call("POST", "/api/auth/logout"))
        finally:
            self.connection.tokens.forget()

    def _sign(self, how: str, body: dict[str, Any]) -> User:
        grant = self.connection.json(Call("POST", f"/api/auth/{how}", body, signed=False))
        user: User = grant["user"]
        self.connection.tokens.keep(grant["access_token"], grant["refresh_token"], user["email"])
        return user

    # --- sessions and documents -------------------------------------------------------------------

    def sessions(self, limit: int = MOST) -> list[Session]:
        """Return at most `limit` of the user's sessions, newest first."""
        return cast("list[Session]", list(self.items("/api/sessions", limit)))

    def session(self, session_id: str) -> Session:
        return cast(Session, self.connection.json(Call("GET", session_path(session_id))))

    def new_session(self, title: str | None = None) -> Session:
        return cast(Session, self.connection.json(Call("POST", "/api/sessions", {"title": title})))

    def rename(self, session_id: str, title: str) -> Session:
        return cast(Session, self.connection.json(Call("PATCH", session_path(session_id), {"title": title})))

    def delete(self, session_id: str) -> None:
        self.connection.call(Call("DELETE", session_path(session_id)))

    def messages(self, session_id: str, limit: int = MOST) -> list[Message]:
        """Return the last `limit` messages of a session's chat, oldest first."""
        newest = list(self.items(f"{session_path(session_id)}/messages", limit, order="desc"))
        return cast("list[Message]", newest[::-1])

    def document(self, session_id: str) -> Document:
        return cast(Document, self.connection.json(Call("GET", f"{session_path(session_id)}/document")))

    def put_document(self, session_id: str, content: str, seen: str) -> Document:
        """Replace the whole document by `content`. `seen` is the If-Match header: the revision that the caller knows,
        in quotes, such as `"3"`; or `*` to replace any revision.
        """
        path, headers = f"{session_path(session_id)}/document", {"If-Match": seen}
        return cast(Document, self.connection.json(Call("PUT", path, {"content": content}, headers=headers)))

    def export(self, session_id: str, options: Mapping[str, str]) -> tuple[bytes, list[str]]:
        """Return the document as the bytes of a file, and warnings about what the file does not show.

        `options` are the query parameters of the call: format, style, comments, changes, and since (the revision with
        which tracked changes compare the document).
        """
        path = f"{session_path(session_id)}/export"
        file = self.connection.call(
            Call("GET", path, query=options, headers={"Accept": "*/*"}, patience=EXPORT_PATIENCE)
        )
        if file.headers.get("X-Export-Warnings", "0") == "0":
            return file.content, []
        asked = Call("GET", path, query=options, patience=EXPORT_PATIENCE)
        return file.content, list(self.connection.json(asked)["warnings"])

    def import_file(self, session_id: str, files: Mapping[str, tuple[str, bytes]], changes: str = "accept") -> Imported:
        """Import a file as a draft. `files` has the key `file` and optionally `bibliography`, each with (file name,
        bytes). `changes` says whether tracked changes of a Word file are accepted or rejected.
        """
        path = f"{session_path(session_id)}/document/import"
        asked = Call("POST", path, files=files, query={"changes": changes}, patience=EXPORT_PATIENCE)
        return cast(Imported, self.connection.json(asked))

    def add_style(self, content: bytes) -> str:
        """Add a citation style, given as the bytes of a .csl file, and return its name. A style that already has this
        name is replaced.
        """
        call = Call("POST", "/api/styles", files={"file": ("style.csl", content)}, patience=EXPORT_PATIENCE)
        return str(self.connection.json(call)["id"])

    def structure(self, session_id: str) -> Structure:
        return cast(Structure, self.connection.json(Call("GET", f"{session_path(session_id)}/document/structure")))

    def revisions(self, session_id: str, limit: int = MOST) -> list[Revision]:
        """Return at most `limit` of the document's revisions, newest first."""
        return cast("list[Revision]", list(self.items(f"{session_path(session_id)}/document/revisions", limit)))

    def revision(self, session_id: str, number: int) -> Revision:
        return cast(
            Revision,
            self.connection.json(Call("GET", f"{session_path(session_id)}/document/revisions/{number}")),
        )

    def diff(self, session_id: str, number: int, against: int | None = None) -> dict[str, Any]:
        path = f"{session_path(session_id)}/document/revisions/{number}/diff"
        return self.connection.json(Call("GET", path, query={"against": against}))

    def restore(self, session_id: str, number: int, seen: str) -> Document:
        path = f"{session_path(session_id)}/document/revisions/{number}/restore"
        return cast(Document, self.connection.json(Call("POST", path, headers={"If-Match": seen})))

    def check(self, session_id: str, support: bool = False) -> Run:
        """Begin a check of all references of a session; with `support`, also compare sentences with the works that they
        cite. The run's answer is a `Checked`.
        """
        return self._run(f"{session_path(session_id)}/check", {"support": support})

    # --- the two stages ---------------------------------------------------------------------------

    def message(self, session_id: str, message: NewMessage) -> Run:
        """Send a message to the writer (Stage 1). The run's answer is an `Answer`."""
        body: dict[str, Any] = {
            "session_id": session_id,
            "message": message.text,
            "mode": message.mode,
            "attached_sections": list(message.attached),
        }
        body |= {"fast": True} if message.fast else {}
        body |= {"focus": message.focus} if message.focus else {}
        return self._run("/api/chat/message", body | SearchLimits(message.search_mode).fields())

    def propose(self, session_id: str, proposal: NewProposal) -> Answer:
        """Store the caller's own text as a draft. The request has an idempotency key: if it is repeated, no second
        draft is stored.
        """
        body: dict[str, Any] = {"session_id": session_id, "document_content": proposal.document_content}
        body |= {"sources": list(proposal.sources)} if proposal.sources else {}
        body |= {"message": proposal.message} if proposal.message else {}
        headers = {"Idempotency-Key": uuid.uuid4().hex}
        return cast(Answer, self.connection.json(Call("POST", "/api/chat/propose", body, headers=headers)))

    def rewrite(self, session_id: str, instruction: str | None = None, pending_content_id: str | None = None) -> Run:
        """Ask for a new version of a draft (Stage 1), as `instruction` says. The draft is the one with the id
        `pending_content_id`; without an id, the server chooses it. The run's answer is an `Answer`.
        """
        body = {"session_id": session_id, "instruction": instruction, "pending_content_id": pending_content_id}
        return self._run("/api/chat/rewrite", body)

    def open_drafts(self, session_id: str) -> list[Pending]:
        """Return all drafts that wait for a decision, newest first."""
        answer = self.connection.json(Call("GET", "/api/chat/pending", query={"session_id": session_id}))
        return cast(list[Pending], answer["open"])

    def preview(
        self, session_id: str, pending_content_id: str | None = None, document_content: str | None = None
    ) -> Preview:
        body = {"session_id": session_id, "pending_content_id": pending_content_id}
        body |= {"document_content": document_content} if document_content is not None else {}
        return cast(Preview, self.connection.json(Call("POST", "/api/chat/preview", body)))

    def approve(self, session_id: str, approval: NewApproval) -> Approved:
        fields = {"session_id": session_id, **asdict(approval), "accept_truncated": approval.accept_truncated or None}
        fields |= {"accept_sources": approval.accept_sources or None}
        body = {name: value for name, value in fields.items() if value is not None}
        return cast(Approved, self.connection.json(Call("POST", "/api/chat/approve", body)))

    def reject(self, session_id: str, reason: str | None = None, pending_content_id: str | None = None) -> Rejected:
        body = {"session_id": session_id, "reason": reason}
        body |= {"pending_content_id": pending_content_id} if pending_content_id is not None else {}
        return cast(Rejected, self.connection.json(Call("POST", "/api/chat/reject", body)))

    # --- research ---------------------------------------------------------------------------------

    def search(
        self,
        query: str,
        top_k: int = 20,
        connectors: Sequence[str] | None = None,
        search_limits: SearchLimits = ANYTHING,
    ) -> Found:
        body: dict[str, Any] = {"query": query, "top_k": top_k} | search_limits.fields()
        body |= {"connectors": list(connectors)} if connectors else {}
        return cast(Found, self.connection.json(Call("POST", "/api/search", body)))

    def research(self, question: NewQuestion) -> Run:
        """Ask the research engine a question. The run's answer is a `Researched`."""
        body: dict[str, Any] = {"query": question.query, "effort": question.effort, "focus": question.focus}
        body |= {"deep": True} if question.deep else {}
        body |= {"session_id": question.session_id} if question.session_id is not None else {}
        return self._run("/api/research", body | question.search_limits.fields())

    # --- runs -------------------------------------------------------------------------------------

    def stop_newest(self, kind: str, session_id: str | None) -> bool:
        """Stop the newest run of a session (None: of the user) if it is still running and of this `kind`, such as
        "research". This is for a user who gives up before the run's id is known.

        Returns True if the run was stopped or there was nothing to stop. Returns False if the server could not be asked
        or did not stop the run. Never raises a ClientFailure.
        """
        query = {"limit": 1, "session_id": session_id}
        try:
            newest = self.connection.json(Call("GET", "/api/runs", query=query, patience=HURRY))["items"]
        except ClientFailure:
            return False
        if newest and newest[0]["status"] == "running" and newest[0]["kind"] == kind:
            return stop(self.connection, newest[0]["id"])
        return True

    def _run(self, path: str, body: dict[str, Any]) -> Run:
        return Run(self.connection, Call("POST", path, body), uuid.uuid4().hex)

    def items(self, path: str, limit: int, order: str = "desc") -> Iterator[dict[str, Any]]:
        """Yield at most `limit` items of the list at `path`, which is read page by page. `order` is "asc" (oldest
        first) or "desc".
        """
        cursor = None
        while limit > 0:
            query = {"limit": min(limit, 100), "cursor": cursor, "order": order}
            page = self.connection.json(Call("GET", path, query=query))
            yield from page["items"]
            limit -= len(page["items"])
            cursor = page["next_cursor"]
            if cursor is None:
                return


def session_path(session_id: str) -> str:
    """Return the path of a session, with its id escaped."""
    return f"/api/sessions/{quote(session_id, safe='')}"
