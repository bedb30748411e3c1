"""Define the user of the API in the journeys, who knows paths and fields of the contract and nothing of the code."""

from __future__ import annotations

import itertools
from typing import Any

from flask import Flask

_numbers = itertools.count(1)


class Researcher:
    """One account with a session of its own. Every call checks the status and gives back the JSON."""

    def __init__(self, app: Flask, title: str = "A paper") -> None:
        self.client = app.test_client()
        self.email = f"researcher-{next(_numbers)}@example.org"
        made = self.call("POST", "/api/auth/register", {"email": self.email, "password": "a quiet long phrase"}, 201)
        self.headers = {"Authorization": f"Bearer {made['access_token']}"}
        self.session = self.call("POST", "/api/sessions", {"title": title}, 201)["id"]
        self.path = f"/api/sessions/{self.session}"

    def call(self, method: str, path: str, body: Any = None, status: int = 200, **headers: str) -> Any:
        sent = getattr(self, "headers", {}) | {name.replace("_", "-"): value for name, value in headers.items()}
        # buffered, so that the answer is closed: an open one counts as a request in flight
        self.answer = self.client.open(path, method=method, json=body, headers=sent, buffered=True)
        assert self.answer.status_code == status, (method, path, self.answer.status_code, self.answer.text)
        return self.answer.get_json(silent=True)

    # --- the document ---------------------------------------------------------------------------

    def document(self) -> dict[str, Any]:
        return self.call("GET", f"{self.path}/document")

    def bring(self, text: str) -> dict[str, Any]:
        return self.call("PUT", f"{self.path}/document", {"content": text}, If_Match=f'"{self.document()["revision"]}"')

    def restore(self, number: int) -> dict[str, Any]:
        head = self.document()["revision"]
        return self.call("POST", f"{self.path}/document/revisions/{number}/restore", If_Match=f'"{head}"')

    # --- the two stages -------------------------------------------------------------------------

    def send(self, message: str, *sections: dict[str, str], status: int = 200, **more: Any) -> dict[str, Any]:
        headers = {name: more.pop(name) for name in list(more) if name[0].isupper()}
        body = {"session_id": self.session, "message": message, "attached_sections": list(sections), **more}
        return self.call("POST", "/api/chat/message", body, status, **headers)

    def decide(self, what: str, status: int = 200, **more: Any) -> dict[str, Any]:
        headers = {name: more.pop(name) for name in list(more) if name[0].isupper()}
        return self.call("POST", f"/api/chat/{what}", {"session_id": self.session, **more}, status, **headers)

    def pending(self) -> dict[str, Any] | None:
        return self.call("GET", f"/api/chat/pending?session_id={self.session}")["pending"]

    def messages(self) -> list[dict[str, Any]]:
        return self.call("GET", f"{self.path}/messages?limit=100")["items"]


def highlight(content: str, source: str = "Field notebook", note: str = "") -> dict[str, str]:
    made = {"type": "highlight", "content": content, "source": source}
    return made | ({"note": note} if note else {})
