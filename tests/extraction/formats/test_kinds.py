"""Files are known by what is in them; a name only has to agree."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.extraction.formats.kinds import check, decoded, recognised
from backend.extraction.refusal import UnsuitableFile
from backend.kernel.works import KINDS

HTML = b"<!doctype html><html><body><p>Reefs.</p></body></html>"
BIBTEX = b"@article{a,\n  title = {Reefs}\n}\n"
RIS = b"TY  - JOUR\nTI  - Reefs\nER  - \n"
CSL = json.dumps([{"title": "Reefs"}]).encode()
MARKDOWN = b"# Reefs\n\n> quoted\n\n## More\n\n**bold**\n"


@pytest.mark.parametrize(
    ("content", "name", "kind"),
    [
        (b"%PDF-1.7\n...", "a.pdf", "pdf"),
        (b"junk in front\n%PDF-1.4", "", "pdf"),
        (b"PK\x03\x04...", "a.docx", "docx"),
        (HTML, "a.html", "html"),
        (HTML, "", "html"),
        (b'<?xml version="1.0"?>\n<!-- made -->\n<html><body>x</body></html>', "a.xhtml", "html"),
        (b"<p>A fragment.</p>", "a.htm", "html"),
        (HTML, "page.md", "markdown"),
        (BIBTEX, "a.bib", "bibtex"),
        (b"% a comment\n" + BIBTEX, "", "bibtex"),
        (b"Exported by hand.\n\n" + BIBTEX, "a.bib", "bibtex"),
        (RIS, "a.ris", "ris"),
        (b"\n" + RIS, "", "ris"),
        (CSL, "a.json", "csl-json"),
        (b'{"items": [{"DOI": "10.1/x"}]}', "", "csl-json"),
        (MARKDOWN, "", "markdown"),
        (b"---\ntitle: Reefs\n---\nText", "", "markdown"),
        (b"Only words.", "", "text"),
        (b"Only words.", "a.md", "markdown"),
        (MARKDOWN, "a.txt", "text"),
        (b"[1] A list of notes in brackets", "notes.txt", "text"),
        (b"Said @home (by) her", "", "text"),
    ],
)
def test_a_kind_is_what_the_content_says(content: bytes, name: str, kind: str) -> None:
    found = recognised(content, name)
    assert found.kind == kind in KINDS
    assert bool(found.text) == (kind not in ("pdf", "docx"))


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        (b"", "a.pdf", "is empty"),
        (b" \x00\r\n\t", "a.txt", "is empty"),
        (b"Only words.", "a.pdf", "is a PDF by its name, but its content is plain text"),
        (b"%PDF-1.7", "a.docx", "is a Word document .DOCX. by its name, but its content is a PDF"),
        (b"%PDF-1.7", "a.md", "is Markdown by its name, but its content is a PDF"),
        (RIS, "a.bib", "is a BibTeX list by its name, but its content is"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", "a.docx", "old or encrypted Office file"),
        (b"{\\rtf1 x}", "a.rtf", "RTF"),
        (b"\x89PNG\r\n\x1a\n", "a.pdf", "is a picture"),
        (b"\x1f\x8b\x08", "a.tar.gz", "compressed"),
        (b"\x7fELF\x02", "", "a program"),
        (b"SQLite format 3\x00", "", "a database"),
        (b'<?xml version="1.0"?><rss></rss>', "", "not a web page"),
        (b'{"a": 1}', "a.json", "not a CSL-JSON"),
        (b"[1, 2]", "a.json", "not a CSL-JSON"),
        (b'[{"title": "x"}', "a.json", "invalid JSON"),
        (b"[" * 100_000, "a.json", "JSON"),
        (b"\x80\x81\x82\x83\x00\x01", "a.txt", "Coscribe reads PDF"),
    ],
)
def test_what_is_not_read_is_said_in_words(content: bytes, name: str, words: str) -> None:
    with pytest.raises(UnsuitableFile, match=words):
        recognised(content, name)


@given(st.binary(max_size=200), st.sampled_from(["", "a.pdf", "a.txt", "a.md", "a.html", "a.json", "a.bib", "a.zip"]))
def test_any_bytes_are_of_a_kind_or_refused_in_words(content: bytes, name: str) -> None:
    try:
        found = recognised(content, name)
    except UnsuitableFile as error:
        assert str(error).startswith("is ")
    else:
        assert found.kind in KINDS and "\x00" not in found.text


@given(st.sampled_from([HTML, RIS, BIBTEX, CSL, MARKDOWN]), st.sampled_from(["utf-8-sig", "utf-16", "utf-32"]))
def test_a_kind_does_not_depend_on_the_encoding(content: bytes, encoding: str) -> None:
    assert recognised(content.decode().encode(encoding), "") == recognised(content, "")


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"", "x.md"),
        (b"\x00" * 40, "x.pdf"),
        (b"\x89PNG\r\n", "x.png"),
        (b"\x89PNG\r\n", "x.pdf"),
        (b"words", "x.pdf"),
        (b"words", "x.docx"),
        (b"%PDF-1.7", "x.docx"),
        (b"%PDF-1.7", "x.md"),
        (b"PK\x03\x04", "x.pdf"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "x.doc"),
    ],
)
def test_what_its_first_bytes_tell_is_refused_at_once(head: bytes, name: str) -> None:
    with pytest.raises(UnsuitableFile):
        check(head, name)


@pytest.mark.parametrize(
    ("head", "name"), [(b"%PDF-1.7", "x.pdf"), (b"%PDF-1.7", "x"), (b"PK\x03\x04", "x.docx"), (b"# T", "x.md")]
)
def test_what_may_be_ours_is_read_further(head: bytes, name: str) -> None:
    check(head, name)


FRENCH = "Les récifs coralliens blêmissent à cause de la chaleur. « Été » – l’œuvre coûte 5 €."
TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff"), min_size=1, max_size=300)


@given(TEXT, st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]))
def test_what_says_its_encoding_comes_back_as_it_was(text: str, encoding: str) -> None:
    assert decoded(text.encode(encoding)) == text


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_known_by_its_zeros(encoding: str) -> None:
    assert decoded(FRENCH.encode(encoding)) == FRENCH


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_western_letters_in_words(encoding: str) -> None:
    assert decoded(FRENCH.encode(encoding)) == FRENCH


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("Коралловые рифы белеют.", "koi8-r"), ("珊瑚礁の白化について", "shift_jis"), ("Σφάλμα", "cp1253")],
)
def test_an_encoding_that_nothing_tells_is_refused(text: str, encoding: str) -> None:
    with pytest.raises(UnsuitableFile, match="UTF-8"):
        decoded(text.encode(encoding))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xfea", "not valid UTF-16"),
        (b"\xef\xbb\xbf\xff", "not valid UTF-8"),
        (b"a\x00b" * 40, "zero bytes"),
        (b"\x01\x02\x03 a", "control characters"),
    ],
)
def test_what_is_no_text(content: bytes, words: str) -> None:
    with pytest.raises(UnsuitableFile, match=words):
        decoded(content)


def test_line_ends_are_one_and_a_page_ends_a_paragraph() -> None:
    assert decoded(b"a\r\nb\rc\nd\fe\vf") == "a\nb\nc\nd\n\ne\nf"


def test_a_stray_control_character_is_left_out() -> None:
    assert decoded(b"a" * 2_000 + b"\x02b\x7f") == "a" * 2_000 + "b"


@given(st.binary(max_size=300))
def test_no_bytes_bring_control_characters(content: bytes) -> None:
    try:
        text = decoded(content)
    except UnsuitableFile:
        return
    assert not any(c < " " and c not in "\n\t\x1b" for c in text) and "\x7f" not in text and "\r" not in text
    text.encode("utf-8")
