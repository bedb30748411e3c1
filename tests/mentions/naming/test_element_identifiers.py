"""Elements that a message names by their identifier."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import tokens
from backend.mentions.naming.element_identifiers import identified
from backend.mentions.resolver import resolve

TEXT = """# Drag {#sec:drag}

Text.

$$
a = b
$$ {#eq:drag}

More.

\\begin{equation}
c = d \\label{eq:ham}
\\end{equation}

![Map](map.png){#fig-map}

| a | b |
|---|---|
| 1 | 2 |

: Sites {#tbl-sites}

Table: Years {#tbl-years}

| c | d |
|---|---|
| 3 | 4 |
"""
DOCUMENT = read(TEXT)


@pytest.mark.parametrize(
    ("text", "kind", "begins"),
    [
        ("Insert it after equation eq:drag.", "equation", "$$"),
        ("Insert it after {#eq:drag}", "equation", "$$"),
        ("behind @Eq:ham, please", "equation", "\\begin"),
        ("lösche Gleichung eq:ham", "equation", "\\begin"),
        ("supprime @fig-map", "figure", "![Map]"),
        ("update @tbl-sites", "table", "| a | b |"),
        ("delete tbl-years", "table", "| c | d |"),
    ],
)
def test_an_element_is_named_by_its_identifier(text, kind, begins):
    (found,) = [each for each in resolve(DOCUMENT, text) if each.kind != "document"]
    assert (found.kind, found.sure) == (kind, True)
    assert DOCUMENT.text[slice(*found.span)].startswith(begins)


@pytest.mark.parametrize("text", ["see eq:none", "the eq is long", "ratio 1:2", "@sec:drag"])
def test_other_words_are_no_identifier(text):
    assert list(identified(DocumentView(DOCUMENT), tokens(text))) == []
