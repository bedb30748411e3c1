"""Documents as files of other formats."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace

import pytest

from backend.errors import NotFound, Refused
from backend.kernel.rendering import Rendered
from backend.services import documents, export, pictures, references
from backend.services.export import ExportOptions
from backend.storage import references as stored
from backend.storage.db import transaction
from backend.storage.sessions import OwnedSession
from tests.rendering.test_pandoc import NEEDED, PIXEL, words

TEXT = "---\ntitle: Shade\n---\n# Trees\n\nTrees cool streets [@berg2021].\n"
BERG = {
    "type": "article-journal", "title": "Street trees", "author": [{"family": "Berg", "given": "A."}],
    "issued": {"date-parts": [[2021]]}, "container-title": "Journal of Shade",
}  # fmt: skip


@pytest.fixture
def owned(world):
    owned = OwnedSession(world.user_id, world.session_id)
    documents.put(world.ports, owned, '"0"', TEXT)
    references.add(world.ports, owned, [("berg2021", BERG)], "own")
    return owned


def doubt(owned, **changes):
    with transaction():
        stored.update(replace(stored.get(owned.id, "berg2021"), **changes))


class Recorder:
    """A renderer that keeps what it is asked for."""

    styles = ("apa",)

    def style(self, name):
        return f"the style {name}"

    def render(self, job):
        self.job = job
        return Rendered(b"a file", ("A formula is shown as its source.",))


def test_markdown_is_the_document_byte_for_byte(world, owned):
    made = export.export(world.ports, owned, ExportOptions("md"))
    assert made.content == TEXT.encode() and made.filename.endswith(".md") and made.warnings == ()


def test_an_archive_has_document_and_references(world, owned):
    archive = zipfile.ZipFile(io.BytesIO(export.export(world.ports, owned, ExportOptions("zip")).content))
    assert sorted(archive.namelist()) == ["doc.md", "references.bib", "references.json"]
    assert archive.read("doc.md") == TEXT.encode()
    assert b"@article{berg2021," in archive.read("references.bib")


def test_an_archive_has_the_pictures_where_the_document_looks_for_them(world, owned):
    pictures.add(world.ports, owned, "tree.png", PIXEL)
    for path, place in (("figures/tree.png", "figures/tree.png"), ("../tree.png", "tree.png"), ("./tree.png",) * 2):
        head = documents.read(world.ports, owned)
        documents.put(world.ports, owned, f'"{head.number}"', f"![A tree]({path})\n")
        archive = zipfile.ZipFile(io.BytesIO(export.export(world.ports, owned, ExportOptions("zip")).content))
        assert archive.read(place.removeprefix("./")) == PIXEL


def test_what_is_rendered(world, owned):
    ports = replace(world.ports, renderer=Recorder())
    made = export.export(ports, owned, ExportOptions("docx"))
    job = ports.renderer.job
    assert job.text == "# Trees\n\nTrees cool streets [@berg2021].\n" and job.metadata["title"] == "Shade"
    assert job.references == [{"id": "berg2021", **BERG}] and job.style == "the style apa" and job.notes == {}
    assert made.warnings == ("A formula is shown as its source.",)


def test_a_doubtful_work_is_named_and_noted(world, owned):
    doubt(owned, status="retracted")
    ports = replace(world.ports, renderer=Recorder())
    made = export.export(ports, owned, ExportOptions("docx", comments="sources"))
    told = "The cited work “Street trees” (@berg2021) has been retracted."
    assert told in made.warnings and ports.renderer.job.notes == {"berg2021": told}
    assert told in export.export(ports, owned, ExportOptions("md")).warnings


@pytest.mark.parametrize(
    ("comments", "ours", "theirs"),
    [("none", False, False), ("sources", True, False), ("notes", False, True), ("all", True, True)],
)
def test_each_kind_of_comment_is_chosen(world, owned, comments, ours, theirs):
    doubt(owned, status="retracted")
    ports = replace(world.ports, renderer=Recorder())
    export.export(ports, owned, ExportOptions("docx", comments=comments))
    assert (bool(ports.renderer.job.notes), ports.renderer.job.comments) == (ours, theirs)


def test_one_retraction_is_named_once_and_other_notices_beside_it(world, owned):
    notices = (
        {"kind": "retraction", "source": "crossref", "doi": "10.1234/n"},
        {"kind": "retraction", "source": "pubmed", "doi": None},
        {"kind": "concern", "source": "crossref", "doi": "10.1234/e"},
    )
    doubt(owned, status="retracted", notices=notices)
    gone, concern = export.export(world.ports, owned, ExportOptions("md")).warnings
    assert gone == "The cited work “Street trees” (@berg2021) has been retracted (notice: 10.1234/n)."
    assert "concern" in concern and "10.1234/e" in concern


def test_a_notice_is_named(world, owned):
    doubt(owned, notices=({"type": "correction", "doi": "10.1234/c"},))
    [told] = export.export(world.ports, owned, ExportOptions("md")).warnings
    assert "correction" in told and "10.1234/c" in told


def test_unknown_names_are_all_told(world, owned):
    with pytest.raises(Refused) as caught:
        export.export(world.ports, owned, ExportOptions("doc", style="mine"))
    assert set(caught.value.errors or ()) == {"format", "style"}


def test_somebody_elses_document_is_not_found(world, owned):
    with pytest.raises(NotFound):
        export.export(world.ports, OwnedSession("somebody else", owned.id), ExportOptions("md"))


@NEEDED
def test_a_cited_paragraph_has_its_entry_in_the_list(world, owned):
    made = export.export(world.ports, owned, ExportOptions("html"))
    page = words(made.content.decode())
    assert "(Berg, 2021)" in page and "Street trees. Journal of Shade" in page and made.warnings == ()


def test_changes_since_a_revision_are_marked_with_their_authors(world, owned):
    documents.put(world.ports, owned, '"1"', TEXT + "\nBy hand.\n")
    ports = replace(world.ports, renderer=Recorder())
    export.export(ports, owned, ExportOptions("docx", changes="tracked"))
    text = ports.renderer.job.text
    assert text.startswith("# Trees") and '.coscribe-inserted author="a@example.org"' in text and "By hand." in text
    export.export(ports, owned, ExportOptions("docx", changes="tracked", since=2))
    assert "coscribe" not in ports.renderer.job.text
    for wish in (
        ExportOptions("html", "apa", changes="tracked"),
        ExportOptions("docx", since=1),
        ExportOptions("docx", changes="tracked", since=3),
    ):
        with pytest.raises(Refused):
            export.export(ports, owned, wish)


def test_what_was_written_for_a_person_says_so(world, owned):
    told = {export._author(documents.revision(world.ports, owned, 1), "Ada")}
    placed = replace(documents.revision(world.ports, owned, 1), cause="placed")
    assert told == {"Ada"} and export._author(placed, "Ada") == "Coscribe, approved by Ada"
