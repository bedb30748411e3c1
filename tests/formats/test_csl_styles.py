"""CSL styles as files."""

from __future__ import annotations

import pytest

from backend.errors import Refused
from backend.formats.csl_styles import MOST_BYTES, name_in, read_style
from backend.rendering.pandoc import PandocRenderer

STYLE = """<?xml version="1.0" encoding="utf-8"?>
<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">
 <info><title>{title}</title><id>http://www.zotero.org/styles/{id}</id>{more}<updated>2026-01-01T00:00:00Z</updated></info>
 {rules}
</style>"""
RULES = """<citation><layout prefix="[" suffix="]" delimiter="; "><text variable="title"/></layout></citation>
 <bibliography><layout><text variable="title" suffix=" (own style)"/></layout></bibliography>"""


def style(title: str = "Journal of Shade", id: str = "journal-of-shade", more: str = "", rules: str = RULES) -> bytes:
    return STYLE.format(title=title, id=id, more=more, rules=rules).encode()


def dependent(parent: str, id: str = "shade-letters") -> bytes:
    link = f'<link href="http://www.zotero.org/styles/{parent}" rel="independent-parent"/>'
    return style("Shade Letters", id, link, "")


def test_a_style_is_called_by_its_id() -> None:
    found = read_style(style())
    assert (found.name, found.title, found.parent) == ("journal-of-shade", "Journal of Shade", "")
    assert found.csl_id == "http://www.zotero.org/styles/journal-of-shade" and name_in(found.csl_id) == found.name
    assert read_style(style("Öko & Bäume".replace("&", "&amp;"), "")).name == "styles"


def test_a_dependent_style_names_its_parent() -> None:
    assert read_style(dependent("apa")).parent == "http://www.zotero.org/styles/apa"


def test_every_shipped_style_is_one() -> None:
    renderer = PandocRenderer()
    assert {read_style(renderer.style(name).encode()).name for name in renderer.styles} == set(renderer.styles)


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "well-formed"),
        (b"<style>", "well-formed"),
        (b"<html xmlns='http://www.w3.org/1999/xhtml'/>", "not a CSL style"),
        (b"<style/>", "not a CSL style"),
        (style(rules=""), "no rules"),
        (style(title=""), "no title"),
        (b'<!DOCTYPE style SYSTEM "file:///etc/passwd">' + style().partition(b"?>")[2], "document type"),
        (b'<!DOCTYPE style [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + style().partition(b"?>")[2], "document type"),
        (b"x" * (MOST_BYTES + 1), "is larger than"),
    ],
)
def test_what_is_no_style_is_refused_in_words(content: bytes, word: str) -> None:
    with pytest.raises(Refused) as caught:
        read_style(content)
    assert word in str(caught.value.errors)
