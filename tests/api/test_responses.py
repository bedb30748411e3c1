"""How answers leave: by what the caller prefers, with their ETag."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from flask import Flask

from backend.api import responses
from backend.document.revision import Revision


@pytest.fixture
def app():
    return Flask(__name__)


def revision(content):
    known = {"number": 3, "cause": "approved", "created_at": datetime(2026, 1, 2, tzinfo=UTC), "content": content}
    names = Revision.__dataclass_fields__
    return Revision(**{name: known.get(name) for name in names})


@pytest.mark.parametrize(
    ("accept", "markdown"),
    [
        ("", False),
        ("*/*", False),
        ("application/json", False),
        ("text/markdown", True),
        ("text/markdown; charset=utf-8", True),
        ("text/markdown;variant=GFM, application/json;q=0.5", True),
        ("application/json, text/markdown;q=0.9", False),
        ("text/html", False),
    ],
)
def test_markdown_is_for_those_who_would_rather_have_it(app, accept, markdown):
    with app.test_request_context(headers={"Accept": accept}):
        answer = responses.document("s", revision("# É"))
        assert responses.prefers("text/markdown") is markdown
    assert (answer.headers["ETag"], answer.headers["Vary"]) == ('"3"', "Accept")
    if markdown:
        assert (answer.data, answer.content_type) == ("# É".encode(), "text/markdown; charset=utf-8")
    else:
        assert answer.json == {"session_id": "s", "revision": 3, "content": "# É"}


def test_what_changes_a_document_answers_in_json_whatever_is_preferred(app):
    with app.test_request_context(method="PUT", headers={"Accept": "text/markdown"}):
        assert responses.document("s", revision("")).json["content"] == ""


def test_the_run_and_the_revision_are_told_in_headers_too(app):
    with app.test_request_context():
        full = responses.ready({"meta": {"run_id": "r"}, "revision": 4})
        bare = responses.ready({"a": 1})
    assert (full.headers["X-Run-Id"], full.headers["ETag"]) == ("r", '"4"')
    assert "X-Run-Id" not in bare.headers and "ETag" not in bare.headers


def test_a_short_text_in_pieces_is_sent_as_a_whole(app):
    with app.test_request_context():
        answer = responses.written(iter(['{"a":', '"é"', "}\n"]))
    assert (answer.content_type, answer.json, answer.content_length) == ("application/json", {"a": "é"}, 11)
    assert not answer.is_streamed


def test_a_long_text_is_sent_while_it_is_written(app):
    asked = []

    def pieces():
        yield "["
        for number in range(200_000):
            asked.append(number)
            yield f"{',' if number else ''}{number}"
        yield "]"

    with app.test_request_context():
        answer = responses.written(pieces())
        assert answer.is_streamed and answer.content_length is None and len(asked) < 150_000
        parts = list(answer.iter_encoded())
    assert json.loads(b"".join(parts)) == list(range(200_000))
    assert len(parts) < 10
