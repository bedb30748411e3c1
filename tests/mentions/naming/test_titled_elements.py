"""Elements that a message names by the title before their noun."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.mentions.element_phrases import Phrase
from backend.mentions.lexicon import tokens
from backend.mentions.naming.titled_elements import parts_of_title, with_title
from backend.mentions.resolver import resolve
from backend.mentions.section_references import SectionReferences

TEXT = """# Methods

One.

Two.

Three.

# Budget

The sum.

| Item | Cost |
| --- | --- |
| Boat | 3 |

# Results

## Tides

First.

Second.
"""
DOCUMENT = read(TEXT)


@pytest.mark.parametrize(
    ("message", "kind", "text"),
    [
        ("shorten the last methods paragraph", "paragraph", "Three."),
        ("the first two methods paragraphs", "paragraph", "One.\n\nTwo."),
        ("delete the budget table", "table", "| Item | Cost |\n| --- | --- |\n| Boat | 3 |"),
        ("shorten the budget paragraph", "paragraph", "The sum."),
        ("Methods, 2nd par.: shorter", "paragraph", "Two."),
        ("2nd par. of Methods: shorter", "paragraph", "Two."),
        ("shorten par 2 of Methods", "paragraph", "Two."),
        ("Methods P3 is odd", "paragraph", "Three."),
        ("kürze den 2. Abs. von Methods", "paragraph", "Two."),
        ("acorta el segundo párr. de Methods", "paragraph", "Two."),
        ("swap the two paragraphs of Tides", "paragraph", "First.\n\nSecond."),
        ("tausche die beiden Absätze von Tides", "paragraph", "First.\n\nSecond."),
        ("the first paragraph of Results, Tides", "paragraph", "First."),
    ],
)
def test_an_element_is_named_with_its_section(message, kind, text):
    (found,) = resolve(DOCUMENT, message)
    assert (found.kind, found.sure, DOCUMENT.text[slice(*found.span)].strip()) == (kind, True, text)


@pytest.mark.parametrize(
    "message",
    ["the two paragraphs of Methods", "remplace 3 par 2 phrases", "add the two paragraphs", "P2 is a subject"],
)
def test_other_words_name_no_paragraph(message):
    assert not any(each.kind == "paragraph" for each in resolve(DOCUMENT, message))


def test_of_several_elements_each_is_a_rival():
    (found,) = resolve(DOCUMENT, "shorten the methods paragraph")
    assert len(found.rivals) == 2


def test_a_title_is_needed():
    view, words = DocumentView(DOCUMENT), tokens("a methods paragraph")
    sections = SectionReferences(view, "a methods paragraph", words).read()
    phrase = Phrase(2, 3, ("paragraph",), "paragraph")
    assert with_title(phrase, words, sections) == (phrase, None)
    assert len(parts_of_title(view, "paragraph", sections[0])) == 3
