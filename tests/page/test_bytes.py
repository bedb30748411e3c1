"""What is opened and saved at the page comes out byte for byte, whatever its line ends."""

from __future__ import annotations

import pytest

from tests.page.writer import Writer

PAPERS = {
    "mixed line ends": "# One\r\n\r\nTwo\rthree\nfour\r\n\n\r\rfive",
    "a byte order mark": "\ufeff# Title\n\nText.\n",
    "old Macintosh": "# One\r\rTwo.\r",
    "separators that end no line": "one\u2028two\u2029three\x0bfour\x0cfive\x85six\n",
    "blanks and tabs": "\t- a  \n    - b\t\t\n\n\n\n   \n",
    "beyond the basic plane": "𝒳 🧪 e\u0301 \u200d\u202e שלום\n",
    "no end": "last line without an end",
}


@pytest.mark.parametrize("kind", PAPERS)
def test_typing_at_the_end_changes_nothing_before_it(writer: Writer, kind: str) -> None:
    text = PAPERS[kind]
    writer.start()
    session = writer.call("POST", "/api/sessions", {"title": kind})["id"]
    writer.put(session, text)
    writer.open(session)
    assert writer.editor_text() == text
    writer.tab.focus(".cm-content")
    writer.tab.press("Control+End")
    writer.tab.type("!")
    writer.tab.press("Control+s")
    writer.tab.see("Saved · revision 2")
    assert writer.text() == text + "!"


def test_a_file_that_is_chosen_becomes_the_paper_byte_for_byte(writer: Writer) -> None:
    text = PAPERS["mixed line ends"] + PAPERS["beyond the basic plane"]
    writer.start()
    writer.tab.choose_file("input[type=file]", "My study.md", text.encode())
    writer.tab.see("My study.md is in the paper.")
    assert writer.text() == text
    assert writer.call("GET", f"/api/sessions/{writer.session}")["title"] == "My study"


def test_a_file_that_is_no_text_is_refused_in_words(writer: Writer) -> None:
    writer.start()
    writer.tab.choose_file("input[type=file]", "latin.md", "café".encode("latin-1"))
    writer.tab.see("latin.md is not text in UTF-8.")
