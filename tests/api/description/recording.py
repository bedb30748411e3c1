"""Record `backend/api/description/examples.json`: walk through the API of a real server and keep each call.

`python -m tests.api.description.recording` does it anew. Ids, tokens and times are replaced by fixed ones, so that a
new recording shows only what has changed.
"""

from __future__ import annotations

import base64
import json
import re
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from flask import Flask

from backend.api.description import words
from backend.bootstrap import create_app, prepare
from tests.closing import close_app
from tests.searxng_stand_in import SearxngStandIn
from tests.waiting import until

PAPER = """# Street trees and heat

## Methods

We measured air temperature on twelve afternoons [@berg2021street].

## Limitations

The sensors stood in one street.
"""
BIBTEX = """@article{berg2021street, title={Street trees and summer heat}, year={2021}, author={Berg, Ana},
journal={Urban Climate}, doi={10.5555/street.2021}}"""
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)
STYLE = b"""<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0"><info>
<title>Journal of Shade</title><id>http://www.zotero.org/styles/journal-of-shade</id></info>
<citation><layout prefix="(" suffix=")"><text variable="title"/></layout></citation></style>"""
FORM = "multipart/form-data"
HIGHLIGHT = {
    "type": "highlight",
    "content": "Gusts above 5 m/s were logged on four of the twelve afternoons.",
    "note": "wind",
    "source": "Field notebook, 2025",
}
_ID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
_TIME = re.compile(r"^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)$")
#: Durations differ from run to run.
_FIXED = {"took_ms": 12, "timings_ms": {"retrieve": 1.2, "prompt": 0.4, "provider": 812.5, "parse": 0.3, "store": 2.1}}
_TOKEN = re.compile(r"^eyJ[\w.-]+$")
_KEY = re.compile(r"^csk_([\w-]+)$")


class Recorder:
    """A signed-in caller who writes down what it sends and gets, once for each call."""

    def __init__(self, app: Flask) -> None:
        self._http = app.test_client()
        self._token = ""
        self._ids: dict[str, str] = {}
        self.examples: dict[str, dict[str, Any]] = {}

    def sign_in(self, tokens: dict[str, Any]) -> None:
        self._token = tokens["access_token"]

    def call(self, name: str, /, body: Any = None, headers: dict[str, str] | None = None, **more: Any) -> Any:
        """Make the call `name`, as in `operations.toml`, with `{field}` filled from `more`; return its JSON."""
        method, path = name.split(" ")
        options: dict[str, Any] = {"json": body} if body is not None else more.pop("options", {})
        query, bearer = more.pop("query", None), more.pop("token", self._token)
        sent = {"Authorization": f"Bearer {bearer}"} if bearer else {}
        answer = self._http.open(
            path.format(**more), method=method, headers=sent | (headers or {}), query_string=query, **options
        )
        assert answer.status_code < 300, f"{name}: {answer.status_code} {answer.text}"
        kept: dict[str, Any] = {"status": answer.status_code}
        if body is not None:
            kept["request"] = body
        found = answer.json if answer.is_json and answer.data else None
        if found is not None:
            kept["answer"] = found
        self.examples.setdefault(name, self._fixed(kept))
        return found

    def _fixed(self, value: Any) -> Any:
        """`value` with the same ids, times and tokens in every recording."""
        if isinstance(value, dict):
            return {key: _FIXED.get(key) or self._fixed(value[key]) for key in value}
        if isinstance(value, list):
            return [self._fixed(each) for each in value]
        if not isinstance(value, str):
            return value
        if _TIME.match(value):
            return "2026-11-20T09:30:00.000000Z"
        if _TOKEN.match(value):
            return "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl"
        if key := _KEY.match(value):
            return "csk_" + "example"[: len(key[1])].ljust(min(len(key[1]), 12), "x")
        return _ID.sub(lambda found: self._known(found[0]), value)

    def _known(self, identifier: str) -> str:
        return self._ids.setdefault(identifier, f"{len(self._ids) + 1:08x}-0000-4000-8000-{0:012x}")


def walk(recorder: Recorder) -> None:
    """Make every call whose answer is JSON, in the order of a working day."""
    call = recorder.call
    account = {"email": "me@example.org", "password": "a long quiet passphrase"}
    call("POST /api/auth/register", account | {"name": "Ana Berg"})
    signed_in = call("POST /api/auth/login", account)
    recorder.sign_in(call("POST /api/auth/refresh", token=signed_in["refresh_token"]))
    call("GET /api/auth/me")
    program = call("POST /api/auth/keys", {"name": "Notebook"})["id"]
    call("GET /api/auth/keys")
    call("DELETE /api/auth/keys/{key_id}", key_id=program)
    persona = call("POST /api/personas", {"name": "Editor", "prompt": "Write short sentences."})["id"]
    call("GET /api/personas")
    call("PATCH /api/personas/{persona_id}", {"name": "Strict editor"}, persona_id=persona)
    session = _write(recorder)
    _research(recorder, session)
    _end(recorder, session, persona)


def _write(recorder: Recorder) -> str:
    call = recorder.call
    session: str = call("POST /api/sessions", {"title": "Street trees"})["id"]
    here: dict[str, Any] = {"session_id": session}
    call("GET /api/sessions")
    call("PATCH /api/sessions/{session_id}", {"citations": "keys"}, **here)
    call("GET /api/sessions/{session_id}", **here)
    put = "PUT /api/sessions/{session_id}/document"
    call(put, {"content": PAPER}, {"If-Match": '"0"'}, **here)
    call("GET /api/sessions/{session_id}/document", **here)
    call("GET /api/sessions/{session_id}/document/structure", **here)
    references = "/api/sessions/{session_id}/references"
    _add_bibtex(recorder, session)
    picture = {"data": {"file": (BytesIO(PICTURE), "map.png")}, "content_type": FORM}
    call("POST /api/sessions/{session_id}/files", options=picture, **here)
    call("GET /api/sessions/{session_id}/files", **here)
    call(f"GET {references}", **here)
    call(f"GET {references}/{{key}}", key="berg2021street", **here)
    changed = {"csl": {"volume": "38"}}
    call(f"PATCH {references}/{{key}}", changed, key="berg2021street", **here)
    message = {
        "session_id": session,
        "message": "Add a paragraph on wind to the end of the Limitations section.",
        "attached_sections": [HIGHLIGHT],
    }
    call("POST /api/chat/message", message)
    call("GET /api/chat/pending", query=here)
    call("POST /api/chat/rewrite", here | {"instruction": "Shorter, please."})
    seen = call("POST /api/chat/preview", here)
    call("POST /api/chat/approve", here | {"base_revision": seen["base_revision"]})
    call("POST /api/chat/message", message | {"message": "Add a sentence on wind to the Methods section."})
    call("POST /api/chat/reject", here | {"reason": "The wind belongs under Limitations."})
    proposed = {"session_id": session, "document_content": "The street runs north to south.", "message": "To Methods."}
    call("POST /api/chat/propose", proposed)
    call("GET /api/sessions/{session_id}/messages", **here)
    revisions = "/api/sessions/{session_id}/document/revisions"
    call(f"GET {revisions}", **here)
    call(f"GET {revisions}/{{number}}", number=1, **here)
    call(f"GET {revisions}/{{number}}/diff", number=2, **here)
    call(f"POST {revisions}/{{number}}/restore", None, {"If-Match": '"2"'}, number=1, **here)
    call("GET /api/sessions/{session_id}/usage", **here)
    call("GET /api/document-types", query=here)
    call("GET /api/styles")
    call("POST /api/styles", options={"data": STYLE, "content_type": "application/vnd.citationstyles.style+xml"})
    file = {"data": {"file": (BytesIO(b"# Wind\n\nGusts were rare.\n"), "wind.md")}, "content_type": FORM}
    call("POST /api/sessions/{session_id}/document/import", options=file, **here)
    return session


def _add_bibtex(recorder: Recorder, session: str) -> None:
    options = {"data": BIBTEX.encode(), "content_type": "application/x-bibtex"}
    recorder.call("POST /api/sessions/{session_id}/references", options=options, session_id=session)


def _research(recorder: Recorder, session: str) -> None:
    call = recorder.call
    upload = {"data": {"file": (BytesIO(PAPER.encode()), "trees.md")}, "content_type": FORM}
    work = call("POST /api/library", options=upload)["id"]
    call("GET /api/library")
    _until_ready(recorder, work)
    call("PATCH /api/library/{work_id}", {"title": "Street trees and heat", "year": 2025}, work_id=work)
    call("GET /api/library/{work_id}/entries", work_id=work)
    call("POST /api/search", {"query": "coral bleaching", "top_k": 2})
    call("POST /api/ask", {"question": "What causes coral bleaching?"})
    answer = call(
        "POST /api/research", {"query": "What causes coral bleaching?", "effort": "low", "session_id": session}
    )
    call("GET /api/runs", query={"session_id": session})
    call("GET /api/runs/{run_id}", run_id=answer["meta"]["run_id"])
    call("POST /api/runs/{run_id}/cancel", {}, run_id=answer["meta"]["run_id"])
    sonar = {"model": "sonar", "messages": [{"role": "user", "content": "What causes coral bleaching?"}]}
    call("POST /v1/chat/completions", sonar)
    call("GET /v1/models")
    call("GET /v1/models/{name}", name="sonar-pro")
    call("DELETE /api/library/{work_id}", work_id=work)


def _until_ready(recorder: Recorder, work: str) -> None:
    until(lambda: recorder.call("GET /api/library/{work_id}", work_id=work)["status"] == "ready" or None)


def _end(recorder: Recorder, session: str, persona: str) -> None:
    call = recorder.call
    call("DELETE /api/sessions/{session_id}/references/{key}", key="berg2021street", session_id=session)
    call("DELETE /api/personas/{persona_id}", persona_id=persona)
    call("DELETE /api/sessions/{session_id}", session_id=session)
    changed = {"password": "a long quiet passphrase", "new_password": "a longer quiet passphrase"}
    call("POST /api/auth/password", changed)
    call("DELETE /api/auth/me", {"password": changed["new_password"]})


def record(folder: Path, searxng: str) -> dict[str, dict[str, Any]]:
    """Walk through a new server whose data lie in `folder`; return the examples by call."""
    settings = {
        "DATA_DIR": str(folder), "LOG_LEVEL": "CRITICAL", "WRITER": "extractive", "PLACER": "rules",
        "SEARXNG_URL": searxng, "RATE_LIMIT": "off", "AUTH_RATE_LIMIT": "off",
    }  # fmt: skip
    app = create_app(environ={f"COSCRIBE_{name}": value for name, value in settings.items()})
    prepare(app)
    try:
        recorder = Recorder(app)
        walk(recorder)
    finally:
        close_app(app)
    return recorder.examples


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, SearxngStandIn() as searxng:
        examples = record(Path(folder), searxng.url)
    text = json.dumps(examples, ensure_ascii=False, indent=1)
    (Path(words.__file__).parent / "examples.json").write_text(text + "\n", encoding="utf-8")
    print(f"{len(examples)} calls recorded")


if __name__ == "__main__":
    main()
