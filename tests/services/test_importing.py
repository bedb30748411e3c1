"""Files of other formats as drafts, on a real database with the real Pandoc."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from backend.errors import Conflict, NotFound, Refused
from backend.formats.reference_words import reference_words
from backend.kernel.rendering import ImportedText, Picture, RenderJob
from backend.rendering.pandoc import PandocRenderer
from backend.services import approval, documents, importing, pictures, references
from backend.services.approval import ApprovalCommand
from backend.services.importing import Import, UploadedFile
from backend.storage import drafts
from backend.storage.sessions import OwnedSession
from tests.formats.test_import_files import package
from tests.formats.test_mendeley_controls import control, run, tag_of
from tests.rendering.test_importer import with_body
from tests.rendering.test_pandoc import NEEDED, PIXEL

BIB = b"""@article{berg2021, title={Street trees}, author={Berg, Anna}, journal={Journal of Shade}, year={2021},
volume={4}, pages={11--19}, doi={10.1234/shade.4.11}}"""
LATEX = rb"""\documentclass{article}\begin{document}
\section{Trees}\label{sec:trees}
Trees cool \cite{berg2021,gone2020}, see Section~\ref{sec:trees}.
\begin{equation}\label{eq:a} a=b \end{equation}
\end{document}"""


@pytest.fixture
def owned(world):
    return OwnedSession(world.user_id, world.session_id)


def imported(world, owned, name, content, **more):
    return importing.import_document(world.ports, owned, Import(UploadedFile(name, content), **more))


def approve(world, owned, made, **more):
    return approval.approve(
        world.ports, owned.user_id, ApprovalCommand(owned.id, pending_content_id=made["pending_content_id"], **more)
    )


def docx(text, **options):
    renderer = PandocRenderer()
    job = RenderJob("docx", text, renderer.style("apa"), datetime(2026, 1, 1, tzinfo=UTC), reference_words("en"))
    return renderer.render(replace(job, **options)).content


def test_markdown_comes_in_byte_for_byte(world, owned):
    text = "# Räume\r\n\r\n<b>x</b>  \r\n$a$ [@k]"
    made = imported(world, owned, "a.md", text.encode())
    assert made["document_content"] == text and made["kind"] == "edit" and made["base_revision"] == 0
    assert documents.read(world.ports, owned).content == "", "nothing happens before a person approves"
    answer = approve(world, owned, made)
    assert answer["document"] == text and answer["revision"] == 1
    assert documents.revision(world.ports, owned, 1).cause == "imported"


def test_a_document_that_is_there_is_replaced_only_by_name_and_as_it_was_seen(world, owned):
    documents.put(world.ports, owned, '"0"', "# Old\n")
    made = imported(world, owned, "new.md", b"# New\n")
    preview = approval.preview(world.ports, owned.user_id, ApprovalCommand(owned.id, made["pending_content_id"]))
    assert "-# Old" in preview["diff"] and "+# New" in preview["diff"]
    unnamed = approval.preview(world.ports, owned.user_id, ApprovalCommand(owned.id))
    assert unnamed["diff"] == preview["diff"], "a preview changes nothing, so it needs no name"
    with pytest.raises(Conflict, match="Send the draft's id"):
        approval.approve(world.ports, owned.user_id, ApprovalCommand(owned.id))
    documents.put(world.ports, owned, '"1"', "# Old\n\nMore.\n")
    with pytest.raises(Conflict, match="has changed since revision 1"):
        approve(world, owned, made)
    assert approve(world, owned, made, base_revision=2)["document"] == "# New\n"
    assert documents.revision(world.ports, owned, 3).cause == "edited"


@pytest.mark.parametrize(
    ("filename", "name"),
    [
        ("C:/papers/new (2).md", "new (2).md"),
        ("“a”<b>.md", "a b .md"),
        (f"{'n' * 300}.md", "n" * 100),
    ],
)
def test_the_reason_names_the_file_and_says_whether_there_was_a_document(world, owned, filename, name):
    def reason():
        made = imported(world, owned, filename, b"# New\n")
        asked = ApprovalCommand(owned.id, made["pending_content_id"])
        return approval.preview(world.ports, owned.user_id, asked)["placement"]["reason"]

    assert reason() == f"The edit replaces the whole document with the file “{name}”."
    documents.put(world.ports, owned, '"0"', "# Old\n")
    assert reason() == f"The edit replaces the whole document with the file “{name}”."


def test_the_users_own_edit_of_it_is_what_is_approved(world, owned):
    made = imported(world, owned, "a.md", b"# One\n")
    assert approve(world, owned, made, document_content="# Two\n")["document"] == "# Two\n"


def test_rejecting_it_changes_nothing(world, owned):
    made = imported(world, owned, "a.md", b"# One\n")
    approval.reject(
        world.ports, owned.user_id, ApprovalCommand(owned.id, pending_content_id=made["pending_content_id"])
    )
    assert documents.read(world.ports, owned).number == 0


@NEEDED
def test_latex_keeps_keys_labels_and_formulas_and_its_works_join_on_approval(world, owned):
    made = imported(world, owned, "paper.tex", LATEX, bibliography=UploadedFile("refs.bib", BIB))
    text = made["document_content"]
    assert "[@berg2021; @gone2020]" in text and "\\ref{sec:trees}" in text and "\\label{eq:a}" in text
    assert any("gone2020" in each and "berg2021" not in each for each in made["warnings"])
    assert references.listed(world.ports, owned)["items"] == []
    approve(world, owned, made)
    [entry] = references.listed(world.ports, owned)["items"]
    assert (entry["key"], entry["origin"], entry["cited"]) == ("berg2021", "import", 1)
    assert entry["csl"]["volume"] == "4" and entry["csl"]["DOI"] == "10.1234/shade.4.11"


@NEEDED
def test_a_latex_project_comes_with_its_pictures_and_works(world, owned):
    main = (
        r"""\documentclass{article}\graphicspath{{figs/}}\begin{document}\input{a}\bibliography{refs}\end{document}"""
    )
    part = r"""Trees cool \cite{berg2021}. \begin{figure}\centering\includegraphics[width=0.5\textwidth]{tree}
\caption{A tree.}\label{fig:tree}\end{figure} See Figure \ref{fig:tree}. \includegraphics{plot}"""
    files = {
        "p/main.tex": main,
        "p/a.tex": part,
        "p/figs/tree.png": PIXEL,
        "p/figs/plot.pdf": "%PDF",
        "p/refs.bib": BIB,
    }
    made = imported(world, owned, "paper.zip", package(**files))
    assert '![A tree.](tree.png){#fig:tree width="50%"}' in made["document_content"]
    assert "[@berg2021]" in made["document_content"] and made["pictures"] == ["tree.png"]
    assert made["warnings"] == [
        "The picture “figs/plot.pdf” was not kept: this PDF file is not a whole PNG, JPEG, GIF, WebP or SVG file."
    ]
    approve(world, owned, made)
    assert references.get(world.ports, owned, "berg2021")["csl"]["DOI"] == "10.1234/shade.4.11"


def test_a_broken_list_in_a_project_is_told(world, owned):
    files = {"main.tex": LATEX, "a.bib": b"@article{x, title = {" * 3}
    told = imported(world, owned, "paper.zip", package(**files))["warnings"]
    assert any("berg2021, gone2020" in each for each in told) and len(told) > 1


def test_a_key_that_is_another_works_gives_way(world, owned):
    references.add(world.ports, owned, [("berg2021", {"title": "Another work", "DOI": "10.1/other"})], "own")
    made = imported(world, owned, "paper.tex", LATEX, bibliography=UploadedFile("refs.bib", BIB))
    assert made["keys"][0] != "berg2021" and f"@{made['keys'][0]};" in made["document_content"]
    note = b"Trees [@berg2021].\n"
    same = imported(world, owned, "note.md", note, bibliography=UploadedFile("refs.bib", BIB))
    assert same["document_content"] == f"Trees [@{same['keys'][0]}].\n" and same["keys"][0] != "berg2021"


@NEEDED
def test_a_word_file_brings_its_pictures_and_importing_it_again_keeps_their_names(world, owned):
    file = docx("# One\n\n![A tree.](tree.png)\n", pictures=[Picture("tree.png", PIXEL, "image/png")])
    made = imported(world, owned, "a.docx", file)
    [name] = made["pictures"]
    assert f"({name})" in made["document_content"] and pictures.get(world.ports, owned, name).content == PIXEL
    assert imported(world, owned, "a.docx", file)["pictures"] == [name]


def test_a_key_without_an_entry_comes_back_from_our_own_word_file(world, owned):
    text = "# One\n\nIt is warm [@berg2021; @oke1982]. It is **really?** warm [@oke1982].\n"
    documents.put(world.ports, owned, '"0"', text)
    assert imported(world, owned, "a.docx", docx(text))["document_content"] == text


def test_a_picture_of_another_kind_is_told(world, owned):
    class Reads:
        def read(self, job):
            return ImportedText("![x](tkp1x)", "tk", pictures=[Picture("media/a.emf", b"EMF", "image/x-emf")])

    ports = replace(world.ports, importer=Reads())
    file = UploadedFile("a.html", b"<html>x</html>")
    made = importing.import_document(ports, owned, Import(file))
    assert made["document_content"] == "![x](a.emf)" and made["pictures"] == []
    assert any("a.emf" in each and "EMF" in each for each in made["warnings"])


@pytest.mark.parametrize(
    ("name", "content", "bibliography", "field"),
    [
        ("a.pdf", b"%PDF-1.7", None, "file"),
        ("a.md", b"", None, "file"),
        ("a.md", b"text", UploadedFile("refs.doc", b"x"), "bibliography"),
        ("a.md", b"text", UploadedFile("refs.bib", b"no entry"), "bibliography"),
        ("a.md", b"text", UploadedFile("refs.json", b"{"), "bibliography"),
        ("a.md", b"x" * 5_000_001, None, "file"),
    ],
)
def test_what_is_refused_says_why(world, owned, name, content, bibliography, field):
    with pytest.raises(Refused) as caught:
        imported(world, owned, name, content, bibliography=bibliography)
    assert set(caught.value.errors or ()) == {field}


def test_no_more_drafts_wait_than_may(world, owned, monkeypatch):
    monkeypatch.setattr(drafts, "MOST_OPEN", 1)
    imported(world, owned, "a.md", b"# One\n")
    with pytest.raises(Conflict):
        imported(world, owned, "a.md", b"# One\n")


def test_somebody_elses_session_is_not_found(world, owned):
    other = OwnedSession("somebody else", owned.id)
    with pytest.raises(NotFound):
        imported(world, other, "a.md", b"# One\n")


def test_citations_of_mendeley_cite_become_keys(world, owned):
    item = {"id": "u1", "type": "article-journal", "title": "Street trees", "DOI": "10.1234/shade.4.11"}
    item |= {"author": [{"family": "Berg", "given": "Anna"}], "issued": {"date-parts": [[2021]]}}
    tag = tag_of({"citationItems": [{"id": "u1", "itemData": item}]})
    made = imported(world, owned, "a.docx", with_body(f"<w:p>{run('Trees cool ')}{control(tag, run('(Berg)'))}</w:p>"))
    assert "Trees cool [@berg2021street]" in made["document_content"] and made["warnings"] == []
    approve(world, owned, made)
    assert references.get(world.ports, owned, "berg2021street")["csl"]["DOI"] == "10.1234/shade.4.11"


def test_a_retracted_work_of_the_bibliography_is_a_retracted_reference_once_approved(world, owned):
    gone = BIB.replace(b"title={", b"title={RETRACTED: ", 1)
    made = imported(world, owned, "paper.tex", LATEX, bibliography=UploadedFile("refs.bib", gone))
    assert any(each.endswith("was retracted.") for each in made["warnings"])
    decide = ApprovalCommand(owned.id, pending_content_id=made["pending_content_id"])
    approval.approve(world.ports, owned.user_id, decide)
    assert "retracted" in {each["status"] for each in references.listed(world.ports, owned)["items"]}
