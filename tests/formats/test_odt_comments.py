"""Comments of ODT files, and lists in their notes."""

from __future__ import annotations

import io
import zipfile

from backend.formats.odt_comments import with_marks, with_words
from tests.formats.test_import_files import package

ABOUT = (
    "<dc:creator>Ada &amp; Bo</dc:creator><dc:date>2026-01-02T00:00:00</dc:date>"
    "<meta:creator-initials>A</meta:creator-initials>"
)


def text_of(content: bytes) -> str:
    return zipfile.ZipFile(io.BytesIO(content)).read("content.xml").decode()


def test_a_comment_becomes_words_around_what_it_is_about() -> None:
    held = f"{ABOUT}<text:p>Is it?</text:p><text:p>No.</text:p>"
    comment = f'<office:annotation office:name="n">{held}</office:annotation>'
    text = f'<p>A {comment}b<office:annotation-end office:name="n"/>.</p>'
    made = with_marks(package(**{"content.xml": text, "a.png": "x"}), "tk")
    assert text_of(made.content) == "<p>A tkb1xbtke1x.</p>"
    assert made.comments == {"1": {"author": "Ada & Bo", "date": "2026-01-02T00:00:00", "text": "Is it? No."}}
    assert zipfile.ZipFile(io.BytesIO(made.content)).read("a.png") == b"x"


def test_a_comment_at_a_point_and_the_end_of_none() -> None:
    text = '<p>A<office:annotation>Hm.</office:annotation>b<office:annotation-end office:name="z"/></p>'
    made = with_marks(package(**{"content.xml": text}), "tk")
    assert text_of(made.content) == "<p>Atkb1xtke1xb</p>"
    assert made.comments["1"] == {"author": "", "date": "", "text": "Hm."}


def test_lists_of_notes_become_paragraphs_and_others_stay() -> None:
    items = "<text:list><text:list-item><text:p>one</text:p></text:list-item></text:list>"
    made = with_marks(package(**{"content.xml": f"{items}<text:note-body>{items}</text:note-body>"}), "tk")
    assert text_of(made.content) == f"{items}<text:note-body><text:p>one</text:p></text:note-body>"
    assert made.notes_with_lists == 1


def test_a_file_without_them_stays_as_it_is() -> None:
    for content in (package(**{"content.xml": "<office:annotation/><text:p>A</text:p>"}), package(a="b")):
        assert with_marks(content, "tk").content == content


FRAME = '<draw:frame draw:name="f"><draw:object xlink:href="./{}" xlink:type="simple"/><draw:image/></draw:frame>'
MATH = '<?xml version="1.0"?><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>'


def text_of_of_odt_formulas(content: bytes) -> str:
    return zipfile.ZipFile(io.BytesIO(content)).read("content.xml").decode()


def test_a_formula_becomes_a_word() -> None:
    text = f"<office:text><text:p>Let {FRAME.format('Object 1')} be.</text:p></office:text>"
    made, formulas = with_words(package(**{"content.xml": text, "Object 1/content.xml": MATH, "a.png": "x"}), "tk")
    assert text_of_of_odt_formulas(made) == "<office:text><text:p>Let tkf1x be.</text:p></office:text>"
    assert formulas == {"tkf1x": MATH.partition("?>")[2]} and zipfile.ZipFile(io.BytesIO(made)).read("a.png") == b"x"


def test_other_frames_and_other_files_stay_as_they_are() -> None:
    picture = '<draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame>'
    for text, members in (
        (picture, {}),
        (FRAME.format("../../etc/passwd"), {}),
        (FRAME.format("Object 1"), {"Object 1/content.xml": "<chart/>"}),
        (FRAME.format("Object 1").removesuffix("</draw:frame>"), {"Object 1/content.xml": MATH}),
    ):
        content = package(**{"content.xml": text, **members})
        assert with_words(content, "tk") == (content, {})
    assert with_words(package(a="b"), "tk")[1] == {}


def test_a_prefix_of_the_formula_goes() -> None:
    math = '<math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:mi>x</math:mi></math:math>'
    _, formulas = with_words(package(**{"content.xml": FRAME.format("o"), "o/content.xml": math}), "tk")
    assert formulas["tkf1x"].endswith("><mi>x</mi></math>")
