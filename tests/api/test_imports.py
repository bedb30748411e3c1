"""Imports over HTTP."""

from __future__ import annotations

import io

import pytest

from tests.api.conftest import Client
from tests.formats.test_import_files import DOCUMENT, package
from tests.rendering.test_importer import with_body, zotero
from tests.rendering.test_pandoc import NEEDED, render


@pytest.fixture
def path(somebody):
    return f"/api/sessions/{somebody.session()}/document/import"


def send(client, path, content, filename="a.md", **more):
    files = {"file": (io.BytesIO(content), filename), **more}
    return client.call("POST", path, data=files)


def test_a_file_waits_as_an_edit_and_becomes_the_document_by_approval(somebody, path):
    made = send(somebody, path, b"# One\n")
    assert made.status_code == 201 and made.json["kind"] == "edit" and made.json["warnings"] == []
    session = path.split("/")[3]
    waiting = somebody.call("GET", f"/api/chat/pending?session_id={session}").json["pending"]
    assert waiting["kind"] == "edit" and waiting["pending_content_id"] == made.json["pending_content_id"]
    assert (
        waiting["title"] == "The edit replaces the whole document with the file “a.md”."
        and waiting["document_content"] == "# One\n"
    )
    shown = somebody.call("POST", "/api/chat/preview", {"session_id": session})
    assert shown.json["placement"]["operation"] == "replace" and shown.json["base_revision"] == 0
    approved = somebody.call("POST", "/api/chat/approve", {"session_id": session})
    assert approved.json["document"] == "# One\n" and approved.json["inserted"] == [{"start": 0, "end": 5}]
    messages = somebody.call("GET", f"/api/sessions/{session}/messages").json["items"]
    assert [each["status"] for each in messages] == ["approved"]


@NEEDED
def test_changes_may_be_rejected(somebody, path):
    text = 'Trees [cool]{.insertion author="Eve"}[warm]{.deletion author="Eve"}.\n'
    file = render(text, "docx").content
    assert "Trees cool" in send(somebody, path, file, "a.docx").json["document_content"]
    assert "Trees warm" in send(somebody, f"{path}?changes=reject", file, "a.docx").json["document_content"]


@pytest.mark.parametrize(
    ("content", "filename", "word"),
    [
        (b"%PDF-1.7", "a.pdf", "PDF"),
        (package(**{DOCUMENT: "<!DOCTYPE x>"}), "a.docx", "open other files"),
        (b"PK\x03\x04broken", "a.docx", "broken"),
        (b"", "a.md", "empty"),
    ],
)
def test_a_refusal_says_why(somebody, path, content, filename, word):
    answer = send(somebody, path, content, filename)
    assert answer.status_code == 422 and word in str(answer.json["errors"]["file"])


def test_other_requests_are_refused(somebody, path):
    assert somebody.call("POST", path, {"file": "x"}).status_code == 415
    assert somebody.call("POST", path, data={"other": (io.BytesIO(b"x"), "a")}).status_code == 422
    assert send(somebody, f"{path}?changes=all", b"x").status_code == 422
    two = somebody.call("POST", path, data={"file": [(io.BytesIO(b"x"), "a.md"), (io.BytesIO(b"y"), "b.md")]})
    assert two.status_code == 422
    assert send(somebody, path, b"x" * 50_000_001).status_code == 413


def test_somebody_elses_session_is_not_found(somebody, path):
    stranger = Client(somebody.app)
    assert send(stranger, path, b"# One\n").status_code == 404
    assert send(stranger, path, b"%PDF").status_code == 404


@NEEDED
def test_works_of_zotero_are_references_after_approval(somebody, path):
    field = zotero({"type": "book", "title": "Street trees", "author": [{"family": "Berg"}], "issued": {"raw": "2021"}})
    made = send(somebody, path, with_body(field), "a.docx")
    assert made.status_code == 201 and made.json["keys"] == ["berg2021street"], made.text
    session = path.split("/")[3]
    somebody.call("POST", "/api/chat/approve", {"session_id": session})
    [entry] = somebody.call("GET", f"/api/sessions/{session}/references").json["items"]
    assert entry["key"] == "berg2021street" and entry["origin"] == "import" and entry["cited"] == 1
