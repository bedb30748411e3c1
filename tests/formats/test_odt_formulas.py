"""Formulas of ODT files."""

from __future__ import annotations

import io
import zipfile

from backend.formats.odt_formulas import with_words
from tests.formats.test_import_files import package

FRAME = '<draw:frame draw:name="f"><draw:object xlink:href="./{}" xlink:type="simple"/><draw:image/></draw:frame>'
MATH = '<?xml version="1.0"?><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>'


def text_of(content: bytes) -> str:
    return zipfile.ZipFile(io.BytesIO(content)).read("content.xml").decode()


def test_a_formula_becomes_a_word() -> None:
    text = f"<office:text><text:p>Let {FRAME.format('Object 1')} be.</text:p></office:text>"
    made, formulas = with_words(package(**{"content.xml": text, "Object 1/content.xml": MATH, "a.png": "x"}), "tk")
    assert text_of(made) == "<office:text><text:p>Let tkf1x be.</text:p></office:text>"
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
