"""`coscribe document`: out byte for byte, in only over what has been seen."""

from __future__ import annotations

import json
import os
import stat

import httpx2
import pytest

from backend.client.commands.document import document, undo
from backend.client.failures import InvalidUsage, NothingFound, RequestRefused
from tests.client.conftest import SESSION, placement, session

PATH = f"/api/sessions/{SESSION}/document"
TEXT = "# Paper\r\n\r\nWe measured – well.\n"


def found(**more):
    return {"session_id": SESSION, "revision": 3, "content": TEXT} | more


@pytest.fixture(autouse=True)
def chosen(context, canned):
    context.choices.choose_session(context.api.server, SESSION)
    canned.on(f"GET {PATH}", found()).on(f"GET /api/sessions/{SESSION}", session())
    canned.on(f"PUT {PATH}", found(revision=4))


def test_it_is_printed_byte_for_byte_and_its_revision_remembered(run, context):
    assert run(document).stdout_bytes == TEXT.encode()
    assert context.choices.last_seen(SESSION) == 3
    assert json.loads(run(document, "print", "--json").stdout) == found()


def test_an_empty_document(run, canned):
    canned.on(f"GET {PATH}", found(content="", revision=0))
    assert run(document).exit_code == NothingFound("").code


def test_export_writes_the_bytes_and_never_over_something_else(run, tmp_path, context):
    file = tmp_path / "paper.md"
    told = run(document, "export", str(file))
    assert told.stdout == f"Revision 3 is in {file}, as Markdown ({len(TEXT.encode())} bytes).\n"
    assert file.read_bytes() == TEXT.encode() and context.choices.last_seen(SESSION) == 3
    assert run(document, "export", str(file)).exit_code == 0, "the same bytes may be written again"
    file.write_text("mine")
    os.chmod(file, 0o640)
    refused = run(document, "export", str(file))
    assert refused.exit_code == RequestRefused("").code and "--force" in refused.stderr and file.read_text() == "mine"
    forced = json.loads(run(document, "export", str(file), "--force", "--json").stdout)
    assert forced == {"file": str(file), "revision": 3, "bytes": len(TEXT.encode())}
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert [path.name for path in tmp_path.glob(".paper.md.*")] == []


def test_export_writes_the_format_that_the_name_ends_with(run, canned, tmp_path):
    file = httpx2.Response(200, content=b"PK a file", headers={"X-Export-Warnings": "1"})
    warned = {"warnings": ["The citation @x has no entry in the references."]}
    canned.on(f"GET /api/sessions/{SESSION}/export", file, httpx2.Response(200, json=warned))
    told = run(document, "export", str(tmp_path / "paper.docx"), "--style", "ieee")
    assert (tmp_path / "paper.docx").read_bytes() == b"PK a file" and told.exit_code == 0
    assert "9 bytes" in told.stdout and "@x has no entry" in told.stderr
    asked = canned.requests[-2].url.params
    assert (asked["format"], asked["style"], asked["comments"]) == ("docx", "ieee", "none")


def test_a_style_of_ones_own_is_added_and_used(run, canned, tmp_path):
    canned.on("POST /api/styles", (201, {"id": "shade", "title": "Shade", "shipped": False}))
    canned.on(f"GET /api/sessions/{SESSION}/export", httpx2.Response(200, content=b"PK a file"))
    (tmp_path / "shade.csl").write_bytes(b"<style/>")
    run(document, "export", str(tmp_path / "paper.docx"), "--style", str(tmp_path / "shade.csl"))
    assert b"<style/>" in canned.requests[-2].content and canned.requests[-1].url.params["style"] == "shade"
    run(document, "export", str(tmp_path / "c.docx"), "--changes-since", "2")
    asked = canned.requests[-1].url.params
    assert (asked["changes"], asked["since"]) == ("tracked", "2") and "style" not in asked
    missing = run(document, "export", str(tmp_path / "b.docx"), "--style", str(tmp_path / "none.csl"))
    assert missing.exit_code == InvalidUsage("").code


def test_export_to_where_nothing_can_be_written(run, tmp_path):
    assert run(document, "export", str(tmp_path)).exit_code == RequestRefused("").code
    result = run(document, "export", str(tmp_path / "no" / "paper.md"))
    assert result.exit_code == InvalidUsage("").code and "cannot be written" in result.stderr


def test_a_new_file_is_readable_as_the_umask_says(run, tmp_path):
    mask = os.umask(0o027)
    try:
        run(document, "export", str(tmp_path / "new.md"))
        assert os.umask(0o027) == 0o027, "asking for the mask has not changed it"
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new.md").stat().st_mode) == 0o640


@pytest.mark.parametrize(("options", "sent"), [((), '"3"'), (("--revision", "2"), '"2"'), (("--force",), "*")])
def test_import_says_which_revision_has_been_seen(run, canned, tmp_path, context, options, sent):
    file = tmp_path / "paper.md"
    file.write_text("New.")
    context.choices.remember_seen(SESSION, 3)
    told = run(document, "import", str(file), *options)
    assert told.stdout == f"{file} is the document now, as revision 4.\n"
    assert (canned.requests[-1].headers["If-Match"], canned.body()) == (sent, {"content": "New."})
    assert context.choices.last_seen(SESSION) == 4


IMPORTED = {
    "session_id": SESSION, "pending_content_id": "p", "document_content": "two words", "base_revision": 0, "keys": [],
    "pictures": [], "warnings": ["2 comments were put after the words that they are about."],
}  # fmt: skip


def test_import_of_another_format_waits_as_a_draft(run, canned, tmp_path):
    file, works = tmp_path / "paper.docx", tmp_path / "refs.bib"
    file.write_bytes(b"PK a file")
    works.write_bytes(b"@book{x}")
    canned.on(f"POST {PATH}/import", (201, IMPORTED))
    told = run(document, "import", str(file), "--bibliography", str(works), "--changes", "reject")
    assert "waits as a draft of 2 words" in told.stdout and "2 comments" in told.stderr
    sent = canned.requests[-1]
    assert b"PK a file" in sent.content and b'filename="refs.bib"' in sent.content
    assert sent.headers["Content-Type"].startswith("multipart/form-data") and sent.url.params["changes"] == "reject"
    assert json.loads(run(document, "import", str(file), "--json").stdout) == IMPORTED


def test_import_of_a_file_that_is_not_there(run, tmp_path):
    assert run(document, "import", str(tmp_path / "none.docx")).exit_code == InvalidUsage("").code


def test_import_over_a_document_that_was_never_looked_at_is_refused(run, canned, tmp_path):
    file = tmp_path / "paper.md"
    file.write_text("New.")
    refused = run(document, "import", str(file))
    assert refused.exit_code == InvalidUsage("").code and "--revision N" in refused.stderr
    canned.on(f"GET /api/sessions/{SESSION}", session(revision=0))
    assert run(document, "import", str(file)).exit_code == 0
    assert canned.requests[-1].headers["If-Match"] == '"0"'


def test_history(run, canned):
    rows = [
        {"revision": 2, "cause": "approved", "created_at": "2026-01-02T03:04:05+00:00", "placement": placement()},
        {"revision": 1, "cause": "imported", "created_at": "2026-01-02T03:04:05+00:00", "placement": None},
    ]
    canned.on(f"GET {PATH}/revisions", {"items": rows, "next_cursor": None})
    lines = [line.split("\t") for line in run(document, "history").stdout.splitlines()]
    assert [line[:2] for line in lines] == [["2", "approved"], ["1", "imported"]]
    assert lines[0][3] == "at the end of Paper › Methods" and lines[1][3] == ""
    assert json.loads(run(document, "history", "--json").stdout)["items"] == rows
    canned.on(f"GET {PATH}/revisions", {"items": [], "next_cursor": None})
    assert run(document, "history").exit_code == NothingFound("").code


def test_an_old_revision_and_what_it_changed(run, canned):
    canned.on(f"GET {PATH}/revisions/2", found(revision=2))
    canned.on(f"GET {PATH}/revisions/2/diff", {"from": 1, "to": 2, "diff": "+new\n"}, {"from": 0, "to": 2, "diff": ""})
    assert run(document, "show", "2").stdout_bytes == TEXT.encode()
    assert run(document, "diff", "2").stdout == "+new\n"
    nothing = run(document, "diff", "2", "--against", "0")
    assert nothing.stdout == "" and "The revisions 0 and 2 have the same text" in nothing.stderr
    assert canned.asked[-1].endswith("?against=0")


@pytest.mark.parametrize(("options", "sent"), [((), '"3"'), (("--force",), "*")])
def test_restoring_is_over_the_newest_revision(run, canned, context, options, sent):
    canned.on(f"POST {PATH}/revisions/1/restore", found(revision=4))
    told = run(document, "restore", "1", *options)
    assert told.stdout == "Revision 4 now has the text of revision 1.\n"
    assert canned.requests[-1].headers["If-Match"] == sent and context.choices.last_seen(SESSION) == 4


def test_structure(run, canned):
    canned.on(f"GET {PATH}/structure", {"tree": [], "summary": "# Paper (1 paragraph)"})
    assert run(document, "structure").stdout == "# Paper (1 paragraph)\n"


def test_undo_takes_the_last_change_back(run, canned, context):
    context.choices.choose_session(context.api.server, SESSION)
    path = f"/api/sessions/{SESSION}/document"
    head = {"session_id": SESSION, "revision": 3, "content": "new"}
    canned.on(f"GET {path}", head).on(f"POST {path}/revisions/2/restore", head | {"revision": 4})
    assert run(undo).stdout == "Undone: revision 4 has the text of revision 2.\n"
    assert canned.requests[-1].headers["If-Match"] == '"3"'
    canned.on(f"GET {path}", head | {"revision": 0})
    assert run(undo).exit_code == 6
