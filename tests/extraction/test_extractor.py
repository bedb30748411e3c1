"""Files of every kind, made here, through the real child process."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from backend.errors import Cancelled, Refused
from backend.extraction.extractor import FileExtractor
from backend.extraction.sandbox import Sandbox, Unreadable
from backend.kernel.cancellation import Cancellation, obeying
from backend.kernel.events import Event, silent
from backend.kernel.works import KINDS, PageText, Work
from backend.ports import Extractor
from tests.extraction.documents import PAGE, docx, paragraph, pdf, pdf_of
from tests.extraction.hostile import QUICK

for library in ("pypdfium2", "trafilatura", "mammoth"):
    pytest.importorskip(library)

BIBTEX = '@article{lee2020, title={The {DNA} of {\\"U}ber-corals}, author={Lee, Ann and Bo Chen}, year=2020}'
FILES: dict[str, tuple[str, bytes]] = {
    "pdf": ("paper.pdf", pdf("Corals bleach.")),
    "markdown": ("paper.md", b"---\ntitle: Reefs\n---\n# One\n\nCorals bleach."),
    "text": ("notes.txt", "Der Rifflattich blüht.".encode("latin-1")),
    "html": ("page.html", PAGE.encode()),
    "docx": ("paper.docx", docx(paragraph("Reefs", "Heading1") + paragraph("Corals bleach."))),
    "bibtex": ("refs.bib", BIBTEX.encode()),
    "ris": ("refs.ris", b"TY  - JOUR\r\nTI  - Reefs\r\nAU  - Lee, Ann\r\nPY  - 2020\r\nER  - \r\n"),
    "csl-json": ("refs.json", json.dumps([{"type": "book", "title": "Reefs", "DOI": "10.1234/X"}]).encode()),
}


def extract(folder: Path, content: bytes, filename: str, emit=silent) -> tuple[Work, ...]:
    path = folder / "upload"
    path.write_bytes(content)
    extractor: Extractor = FileExtractor()
    return extractor.extract(path, filename, emit)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_known_by_its_content_and_read(tmp_path: Path, kind: str) -> None:
    filename, content = FILES[kind]
    for name in (filename, "upload"):
        (work,) = extract(tmp_path, content, name)
        assert work.kind == kind or (kind, work.kind, name) == ("markdown", "markdown", "upload")
        assert work.title
        assert all(page.number == (1 if kind == "pdf" else None) for page in work.pages)


def test_a_work_has_values_of_its_own(tmp_path: Path) -> None:
    (work,) = extract(tmp_path, FILES["bibtex"][1], "refs.bib")
    about = dict(work.metadata)
    csl = about.pop("csl")
    assert about == {"citation_key": "lee2020", "type": "article-journal"}
    assert csl["author"] == [{"family": "Lee", "given": "Ann"}, {"family": "Chen", "given": "Bo"}]
    assert replace(work, metadata={}) == Work("bibtex", "The DNA of Über-corals", ("Ann Lee", "Bo Chen"), 2020)
    (work,) = extract(tmp_path, FILES["text"][1], "notes.txt")
    assert work.pages == (PageText(None, "Der Rifflattich blüht."),)


def test_it_tells_how_far_it_is(tmp_path: Path) -> None:
    told: list[Event] = []
    content = pdf_of([[(60, 700 - 12 * row, 9, "Corals bleach. " * 6) for row in range(50)] for _ in range(900)])
    extract(tmp_path, content, "long.pdf", told.append)
    assert {event.name for event in told} == {"phase"}
    assert told[0].data == {"phase": "reading"}
    counted = [event.data["pages"] for event in told[1:]]
    assert counted and counted == sorted(counted) and all(event.data["of"] == 900 for event in told[1:])


@pytest.mark.parametrize(
    ("filename", "content", "words"),
    [
        ("paper.pdf", PAGE.encode(), "paper.pdf is a PDF by its name, but its content is a web page"),
        ("paper.docx", pdf("Text."), "a Word document .* by its name, but its content is a PDF"),
        ("paper.txt", pdf("Text."), "plain text by its name, but its content is a PDF"),
        ("refs.bib", b"no entry here", "a BibTeX list by its name"),
        ("refs.json", b'{"a": 1}', "not a CSL-JSON"),
        ("refs.json", b'[{"title": "x"', "invalid JSON"),
        ("a.png", b"\x89PNG\r\n\x1a\n" + bytes(90), "is a picture; Coscribe reads PDF"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(90), "save it as DOCX"),
        ("a.bin", bytes(range(256)), "not text"),
        ("a.md", b"words\x00with\x00zeros", "not text"),
        ("a.txt", b"", "is empty"),
        ("a.txt", b" \n\x00\n", "is empty"),
        ("a.xml", b"<?xml version='1.0'?><svg/>", "XML"),
        ("\x1b[31m\n" + "x" * 900, b"", r"^\?\[31m\?x"),
    ],
)
def test_what_is_not_read_is_refused_in_words(tmp_path: Path, filename: str, content: bytes, words: str) -> None:
    with pytest.raises(Refused, match=words) as caught:
        extract(tmp_path, content, filename)
    assert caught.value.status == 422
    assert len(caught.value.detail) < 500
    assert caught.value.errors == {"file": [caught.value.detail]}


def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"words")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    os.mkfifo(tmp_path / "pipe")
    for name, words in (("link", "is a link"), ("pipe", "is a folder or device"), ("missing", "cannot be opened")):
        with pytest.raises(Refused, match=words):
            FileExtractor().extract(tmp_path / name, name, silent)
    with pytest.raises(Refused):
        FileExtractor().extract(tmp_path, "folder", silent)


def test_a_file_that_is_too_large_is_never_read(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(50_000_001)
    with pytest.raises(Refused, match="larger than 50 MB"):
        FileExtractor().extract(tmp_path / "large", "large.pdf", silent)


def test_it_stops_when_that_is_wanted(tmp_path: Path) -> None:
    wish = Cancellation()
    wish.cancel()
    with obeying(wish), pytest.raises(Cancelled):
        extract(tmp_path, b"words", "a.txt")


def test_time_is_limited_in_words(tmp_path: Path) -> None:
    (tmp_path / "upload").write_bytes(FILES["html"][1])
    with pytest.raises(Refused, match=r"page.html took longer to read than allowed \(0.01 s\): try again"):
        FileExtractor(seconds=0.01).extract(tmp_path / "upload", "page.html", silent)


@pytest.mark.parametrize("name", QUICK)
def test_hostile_files_are_refused_within_their_limits(name: str) -> None:
    with Sandbox(ready=False) as sandbox:
        with pytest.raises(Unreadable):
            sandbox.works(QUICK[name](), name, 60, lambda done, total: None)
        assert sandbox.cost["megabytes"] <= 600
        assert sandbox.cost["seconds"] <= 21
