"""Words that an import has lost."""

from __future__ import annotations

import time

import pytest

from backend.formats.lost_words import lost_words
from tests.formats.test_import_files import DOCUMENT, package


def word(*runs: str) -> bytes:
    return package(**{DOCUMENT: "<w:document><w:p>" + "".join(runs) + "</w:p></w:document>"})


def test_a_word_that_is_missing_is_named() -> None:
    file = word("<w:r><w:t>Trees cool </w:t></w:r>", "<w:r><w:t>streets</w:t></w:r>")
    assert lost_words("docx", file, "Trees **cool** streets.") == ""
    told = lost_words("docx", file, "Trees cool.")
    assert told == "1 word of the file is not in the text: “streets”. Compare the text with the file."
    assert "2 words of the file are not" in lost_words("docx", file, "Trees.")


@pytest.mark.parametrize(
    "markdown",
    ["H~2~O", "(H~2~O)", "[H2](https://x.org/a_(b))O", "*H*2[O]{.underline}", "h<sub>2</sub>o", "H\\_2O h2o"],
)
def test_markup_within_a_word_loses_nothing(markdown: str) -> None:
    assert lost_words("docx", word("<w:r><w:t>H</w:t></w:r><w:r><w:t>2O</w:t></w:r>"), markdown) == ""


def test_deleted_text_and_fields_of_references_are_no_words() -> None:
    field = (
        '<w:fldChar w:fldCharType="begin"/><w:instrText>ADDIN ZOTERO_ITEM {}</w:instrText>'
        '<w:fldChar w:fldCharType="separate"/><w:t>(Berg, 2021)</w:t><w:fldChar w:fldCharType="end"/><w:t>after</w:t>'
    )
    file = word("<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>", field)
    assert lost_words("docx", file, "[@berg2021] after") == ""
    assert "“after”" in lost_words("docx", file, "[@berg2021]")


def test_a_character_reference_in_code_is_there_as_it_is_written() -> None:
    content = package(**{DOCUMENT: "<w:p><w:r><w:t>&amp;dcaron; &amp;#35;</w:t></w:r></w:p>"})
    assert lost_words("docx", content, "```\n&dcaron; &#35;\n```\n") == ""


def test_a_page_and_an_odt() -> None:
    page = b"<html><head><title>T</title></head><body><script>var x</script><p>One <b>t</b>wo &amp; three</p>"
    assert lost_words("html", page, "One **t**wo & three") == ""
    assert "“three”" in lost_words("html", page, "One two")
    content = "<office:text><text:p>One <text:span>t</text:span>wo</text:p></office:text>"
    assert "“two”" in lost_words("odt", package(**{"content.xml": content}), "One")


def test_a_latex_file_and_a_book() -> None:
    assert lost_words("latex", rb"Trees \emph{cool} $x$ streets \cite{a}.", "Trees cool streets.") == ""
    assert "“streets”" in lost_words("latex", rb"Trees \emph{cool} streets.", "Trees cool.")
    description = (
        '<manifest><item id="a" href="text/one%201.xhtml"/><item properties="nav" id="n" href="nav.xhtml"/></manifest>'
        '<spine><itemref idref="n"/><itemref idref="a"/><itemref idref="gone"/></spine>'
    )
    pages = {"b/text/one 1.xhtml": "<body>One <i>t</i>wo</body>", "b/nav.xhtml": "<body>Contents</body>"}
    book = package(**{"b/content.opf": description, **pages})
    assert lost_words("epub", book, "One two") == "" and "“two”" in lost_words("epub", book, "One")


def test_the_words_of_a_comment_are_no_words_of_the_text() -> None:
    assert "“gone”" in lost_words("html", b"<body>here gone", "here <!-- Comment by A: gone -->")


@pytest.mark.parametrize("piece", ["<script ", "<!--", "<<", "<a <b", "&amp", "</script>"])
def test_hostile_pages_take_time_in_proportion(piece: str) -> None:
    def cost(count: int) -> float:
        started = time.process_time()
        lost_words("html", (piece * count).encode(), "")
        return time.process_time() - started

    cost(1_000)
    assert cost(160_000) < 64 * max(cost(10_000), 0.005)
