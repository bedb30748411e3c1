"""Citations of Mendeley Cite in Word files."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from typing import Any

import pytest

from backend.formats.lost_words import lost_words
from backend.formats.mendeley_controls import with_fields
from tests.formats.test_import_files import DOCUMENT, package

ITEM = {"id": "u1", "type": "article-journal", "title": "Trees & <shade>", "DOI": "10.1234/a"}


def tag_of(citation: Any) -> str:
    return "MENDELEY_CITATION_v3_" + base64.b64encode(json.dumps(citation).encode()).decode()


def control(tag: str, shown: str) -> str:
    return f'<w:sdt><w:sdtPr><w:tag w:val="{tag}"/></w:sdtPr><w:sdtContent>{shown}</w:sdtContent></w:sdt>'


def cited(**more: Any) -> str:
    return tag_of({"citationID": "c", "citationItems": [{"id": "u1", "itemData": ITEM, "locator": "12"}], **more})


def run(text: str) -> str:
    return f"<w:r><w:t>{text}</w:t></w:r>"


def body(*xml: str) -> bytes:
    return package(**{DOCUMENT: f"<w:document><w:body>{''.join(xml)}</w:body></w:document>", "a.png": "x"})


def text_of(content: bytes, part: str = DOCUMENT) -> str:
    return zipfile.ZipFile(io.BytesIO(content)).read(part).decode()


def test_a_citation_becomes_a_field() -> None:
    made, told = with_fields(body(f"<w:p>{run('Trees')}{control(cited(), run('(Berg, 2021)'))}</w:p>"))
    xml = text_of(made)
    assert "ADDIN CSL_CITATION" in xml and "Trees &amp; &lt;shade>" in xml.replace("&gt;", ">")
    assert xml.index('"begin"') < xml.index('"separate"') < xml.index("(Berg, 2021)") < xml.index('"end"')
    assert told == () and text_of(made, "a.png") == "x"
    assert lost_words("docx", made, "Trees [@berg2021]") == ""


def test_a_control_around_a_paragraph_keeps_the_field_within_it() -> None:
    shown = f"<w:p><w:pPr><w:b/></w:pPr>{run('(Berg, 2021)')}</w:p>"
    xml = text_of(with_fields(body(control(cited(), shown)))[0])
    assert xml.index("</w:pPr>") < xml.index('"begin"') and xml.index('"end"') < xml.index("</w:p>")


def test_unpadded_base64_for_addresses_is_read() -> None:
    tag = cited(more="??>>~~").rstrip("=").replace("+", "-").replace("/", "_")
    assert "ADDIN" in text_of(with_fields(body(control(tag, run("(1)"))))[0])


def test_the_printed_list_goes() -> None:
    made, _ = with_fields(body(control("MENDELEY_BIBLIOGRAPHY", f"<w:p>{run('Old list')}</w:p>"), run("after")))
    assert "Old list" not in text_of(made) and "after" in text_of(made)


def test_words_typed_over_a_citation_are_told() -> None:
    override = {"isManuallyOverridden": True, "manualOverrideText": "as Berg\nshowed"}
    _, told = with_fields(body(control(cited(manualOverride=override), run("as Berg showed"))))
    assert told == (
        "A citation was changed by hand in Word to “as Berg showed”. This change is not kept: exports will write the "
        "citation as the citation style requires.",
    )


@pytest.mark.parametrize(
    "tag", ["MENDELEY_CITATION_v3_e", tag_of([]), tag_of({"citationItems": [3]}), tag_of("x"), "Other", "MENDELEY_X"]
)
def test_a_control_that_is_no_citation_keeps_its_words(tag: str) -> None:
    content = body(control(tag, run("words")))
    assert with_fields(content) == (content, ())


def test_a_control_without_its_end_stays_as_it_is() -> None:
    content = body(control(cited(), run("words")).replace("</w:sdtContent>", ""))
    assert with_fields(content) == (content, ())
