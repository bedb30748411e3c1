"""Parts that a message names by a quotation of their first words, or of words in them."""

import pytest

from backend.document.blocks import read
from backend.mentions.lexicon import tokens
from backend.mentions.naming.quoted_parts import noun_of_quotation
from backend.mentions.resolver import resolve

TEXT = """# Survey

`Boats` use sonar at night. It is cheap by 3.7 points.

Gulls follow the boats. They use sonar, too.
"""
DOCUMENT = read(TEXT)


@pytest.mark.parametrize(
    ("message", "kind", "begins"),
    [
        ("shorten the paragraph that begins 'Boats use'", "paragraph", "`Boats`"),
        ("shorten the paragraph starting with “Gulls follow”", "paragraph", "Gulls"),
        ("kürze den Absatz, der mit „Gulls follow“ beginnt", "paragraph", "Gulls"),
        ("raccourcis le paragraphe qui commence par « Boats use »", "paragraph", "`Boats`"),
        ("acorta el párrafo que empieza por «Gulls follow»", "paragraph", "Gulls"),
        ("accorcia il paragrafo che inizia con «Boats use»", "paragraph", "`Boats`"),
        ("delete the sentence that says “by 3.7 points”", "sentence", "It is"),
    ],
)
def test_a_part_is_named_by_its_words(message, kind, begins):
    (found,) = resolve(DOCUMENT, message)
    assert (found.kind, found.sure) == (kind, True)
    assert DOCUMENT.text[slice(*found.span)].startswith(begins)


def test_several_parts_with_the_words_are_rivals():
    (found,) = resolve(DOCUMENT, "shorten the paragraph with “use sonar”")
    assert not found.sure


@pytest.mark.parametrize(
    "message",
    ["add a paragraph that begins “Boats use”", "add “Boats use” to it", "shorten the paragraph to “Boats use”"],
)
def test_text_to_be_added_names_no_part(message):
    words = tokens(message)
    quoted = [at for at, word in enumerate(words) if word.quote]
    assert noun_of_quotation(words, quoted[0], quoted[-1] + 1) == ("", False)
