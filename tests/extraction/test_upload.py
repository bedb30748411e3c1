"""What is refused of a file whose kind is known: more text than is kept, and what no reader is installed for."""

from __future__ import annotations

import sys

import pytest

from backend.extraction import upload
from backend.extraction.refusal import UnsuitableFile
from tests.extraction.documents import docx, paragraph, pdf


def works(content: bytes, filename: str) -> list[dict]:
    return upload.works_of(content, filename, lambda done, total: None)


def test_all_works_of_a_file_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    references = b"".join(b"TY  - JOUR\nTI  - Work %d\nAB  - Tides rise.\nER  - \n\n" % number for number in range(3))
    monkeypatch.setattr(upload, "MOST_TEXT", 33)
    assert [each["title"] for each in works(references, "list.ris")] == ["Work 0", "Work 1", "Work 2"]
    monkeypatch.setattr(upload, "MOST_TEXT", 32)
    with pytest.raises(UnsuitableFile, match=r"more than 32 characters.*divide it"):
        works(references, "list.ris")


@pytest.mark.parametrize(
    ("library", "content", "filename", "kind"),
    [
        ("pypdfium2", pdf("Tides rise."), "paper.pdf", "PDF"),
        ("mammoth", docx(paragraph("Tides rise.")), "paper.docx", "Word"),
    ],
)
def test_a_reader_that_is_not_installed_is_named_by_its_extra(
    library: str, content: bytes, filename: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert works(content, filename)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(UnsuitableFile, match=rf"{kind}.*pip install -e '\.\[library\]'"):
        works(content, filename)
