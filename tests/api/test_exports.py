"""Exports over HTTP."""

from __future__ import annotations

import io
import zipfile

import pytest

from tests.api.conftest import Client
from tests.rendering.test_pandoc import NEEDED


@pytest.fixture
def path(somebody):
    session = somebody.session("Räume: a paper")
    body = {"content": "# One\n\nText [@gone] with $x$.\n"}
    somebody.call("PUT", f"/api/sessions/{session}/document", body, headers={"If-Match": '"0"'})
    return f"/api/sessions/{session}/export"


@NEEDED
def test_a_file_comes_with_its_name_and_the_number_of_warnings(somebody, path):
    answer = somebody.call("GET", f"{path}?format=docx&style=ieee")
    assert answer.status_code == 200 and answer.data.startswith(b"PK")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="Raume-a-paper.docx"'
    assert answer.headers["X-Export-Warnings"] == "1"


@NEEDED
def test_changes_since_a_revision_are_tracked(somebody, path):
    document = path.replace("/export", "/document")
    changed = {"content": "# One\n\nText [@gone] with $x$ and more.\n"}
    somebody.call("PUT", document, changed, headers={"If-Match": '"1"'})
    answer = somebody.call("GET", f"{path}?format=docx&changes=tracked&since=1")
    page = zipfile.ZipFile(io.BytesIO(answer.data)).read("word/document.xml").decode()
    assert page.count("<w:ins ") == 1 and "more" in page.partition("<w:ins ")[2].partition("</w:ins>")[0]


@NEEDED
def test_json_is_the_warnings_alone(somebody, path):
    answer = somebody.call("GET", f"{path}?format=docx", headers={"Accept": "application/json"})
    assert answer.json == {"warnings": ["The citation @gone has no entry in the references."]}


def test_markdown_is_the_document(somebody, path):
    answer = somebody.call("GET", f"{path}?format=md")
    assert answer.text == "# One\n\nText [@gone] with $x$.\n" and answer.mimetype == "text/markdown"


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("", {"format"}),
        ("?format=doc&style=none", {"format", "style"}),
        ("?format=md&comments=some", {"comments"}),
        ("?format=md&colour=red", {"colour"}),
        ("?format=pdf&changes=tracked", {"changes"}),
        ("?format=docx&changes=tracked&since=9", {"since"}),
    ],
)
def test_what_is_refused_is_named(somebody, path, query, fields):
    answer = somebody.call("GET", path + query)
    assert answer.status_code == 422 and set(answer.json["errors"]) == fields


def test_somebody_elses_session_is_not_found(somebody, path):
    assert Client(somebody.app).call("GET", f"{path}?format=md").status_code == 404
    assert Client(somebody.app).call("GET", f"{path}?format=papyrus&style=none").status_code == 404
