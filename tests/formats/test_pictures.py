"""Pictures by their bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.errors import Refused
from backend.formats.pictures import is_safe_name, kind_of, media_type, safe_name, shown_as

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{}</svg>'


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n and so on IEND\xaeB`\x82", "png"),
        (b"\xff\xd8\xff\xe0 and so on \xff\xd9 and more", "jpg"),
        (b"GIF89a and so on \0;", "gif"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "webp"),
        (SVG.format('<use xlink:href="#a"/><path style="fill:url(#b)"/>').encode(), "svg"),
        (b'<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://x/svg11.dtd">\n<svg/>', "svg"),
        (SVG.format('<image xlink:href="data:image/png;base64,AAAA"/><a href="https://e.org">x</a>').encode(), "svg"),
    ],
)
def test_a_picture_is_known_by_its_first_bytes(content: bytes, kind: str) -> None:
    assert kind_of(content) == kind


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"GIF89a", b"RIFF\x10\0\0\0WEBPVP8 "])
def test_a_picture_without_its_end_is_refused(content: bytes) -> None:
    with pytest.raises(Refused, match="incomplete"):
        kind_of(content)


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7", b"<html><script>", b"BM", b"PNG", b"\x7fELF"])
def test_what_is_no_picture_is_refused(content: bytes) -> None:
    with pytest.raises(Refused):
        kind_of(content)


@pytest.mark.parametrize(
    ("inner", "named"),
    [
        ("<script>alert(1)</script>", "<script>"),
        ("<foreignObject><p/></foreignObject>", "<foreignobject>"),
        ('<path onload="x()"/>', "onload"),
        ('<image href="http://169.254.169.254/x.png"/>', "address outside"),
        ('<image xlink:href="file:///etc/passwd"/>', "address outside"),
        ('<use href="other.svg#a"/>', "address outside"),
        ('<image href="data:image/svg+xml;base64,AAAA"/>', "address outside"),
        ('<a href="javascript:alert(1)">x</a>', "runs something"),
        ("<style>@import 'http://e.org/a.css';</style>", "style"),
        ('<path style="fill: url( http://e.org/a )"/>', "style"),
        ('<animate attributeName="href" to="javascript:1"/>', "<animate>"),
    ],
)
def test_an_svg_that_does_more_than_show_is_refused_by_name(inner: str, named: str) -> None:
    with pytest.raises(Refused) as caught:
        kind_of(SVG.format(inner).encode())
    assert named in str(caught.value.errors)


def test_an_svg_with_entities_or_without_end_is_refused() -> None:
    bomb = b'<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&a;</svg>'
    for content in (bomb, b"<svg>"):
        with pytest.raises(Refused):
            kind_of(content)


@pytest.mark.parametrize(
    ("filename", "name"),
    [
        ("Figure 1 (final).PNG", "Figure-1-final.png"),
        ("../../etc/passwd", "passwd.png"),
        ("C:\\Users\\a\\plot.jpeg", "plot.png"),
        (".hidden.png", "hidden.png"),
        ("", "picture.png"),
        ("doc.md", "doc.md.png"),
        ("größe.v2.png", "größe.v2.png"),
        ('a"><script>.png', "a-script.png"),
    ],
)
def test_a_name_is_made_safe(filename: str, name: str) -> None:
    assert safe_name(filename, "png") == name


@given(st.text())
def test_a_safe_name_is_safe_whatever_it_was(filename: str) -> None:
    name = safe_name(filename, "svg")
    assert is_safe_name(name) and "/" not in name and not name.startswith(".") and len(name) <= 104
    assert media_type(name) == "image/svg+xml"


@pytest.mark.parametrize("name", ["doc.md", "../a.png", ".a.png", "a.png/", "references.bib", "a b.png", ""])
def test_other_names_are_not_ours(name: str) -> None:
    assert not is_safe_name(name)


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("![](one.png)", ("one.png",)),
        ('![A](figures/one.png "t"){#fig:a} <img src="./one.png">', ("./one.png", "figures/one.png")),
        ("![](a/one.png) ![](b/one.png)", ()),
        ("![](a/one.png) ![](b/one.png) ![](one.png)", ("one.png",)),
        ("![](https://e.org/one.png) ![](//e.org/one.png)", ()),
        ("![](zone.png) one.pngs", ()),
    ],
)
def test_where_a_document_shows_a_picture(text: str, paths: tuple[str, ...]) -> None:
    assert shown_as(text, "one.png") == paths
