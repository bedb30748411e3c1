"""Items that are counted by the title of their section."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.mentions.enumerated_items import enumerated_items
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import resolve

TEXT = """# Goals

1. Dig.
2. Dry.
3. Burn.

# Risiken und Ziele

- Sturm
- Flut

# Objectifs

Un.

- Lire
- Écrire

# Riesgos

Nada.

# Limits

| Limit | Size |
| --- | --- |
| Wind | 3 |
| Rain | 4 |
"""
DOCUMENT = read(TEXT)


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("delete the first goal", "1. Dig."),
        ("rewrite goal 2", "2. Dry."),
        ("the last goal is vague", "3. Burn."),
        ("swap the first two goals", "1. Dig.\n2. Dry."),
        ("goal #3", "3. Burn."),
        ("kürze das zweite Ziel", "- Flut"),
        ("raccourcis le premier objectif", "- Lire"),
        ("the second limit", "| Rain | 4 |"),
    ],
)
def test_an_item_is_counted_by_the_title_of_its_section(text, item):
    (found,) = enumerated_items(DocumentView(DOCUMENT), tokens(text))
    assert DOCUMENT.text[slice(*found.part.span)].strip() == item
    (mention,) = resolve(DOCUMENT, text)
    assert (mention.kind, mention.span, mention.sure) == (found.kind, found.part.span, True)


@pytest.mark.parametrize("text", ["delete the ninth goal", "borra el segundo riesgo"])
def test_where_there_is_no_such_item_nothing_is_named(text):
    assert resolve(DOCUMENT, text) == ()


@pytest.mark.parametrize("text", ["delete the goals", "the first paragraph of Goals", "the goal of the paper"])
def test_other_words_count_no_items(text):
    assert list(enumerated_items(DocumentView(DOCUMENT), tokens(text))) == []
