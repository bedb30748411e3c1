"""Nouns of elements with their ordinals and numbers, also where several ordinals share a noun."""

import pytest

from backend.mentions.element_phrases import ElementPhrases
from backend.mentions.lexicon import tokens


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("the second and third paragraph of X", [2, 3]),
        ("the first and the last sentence", [1, -1]),
        ("the first paragraph and the third", [1, 3]),
        ("los párrafos primero y tercero de X", [1, 3]),
        ("den ersten und den dritten Absatz", [1, 3]),
        ("le premier et le dernier paragraphe", [1, -1]),
        ("the first paragraph and the third sentence", [1, 3]),
        ("put this paragraph first", [0]),
        ("the paragraph and the table", [0, 0]),
    ],
)
def test_ordinals_share_a_noun(text, numbers):
    assert [phrase.number for phrase in ElementPhrases(tokens(text), set()).read()] == numbers


def test_words_of_a_title_are_no_phrase():
    words = tokens("the second paragraph")
    assert [p.first for p in ElementPhrases(words, set()).read()] == [1]
    assert not list(ElementPhrases(words, {2}).read())


@pytest.mark.parametrize(
    ("text", "together"),
    [("los dos primeros párrafos", 2), ("les deux premiers paragraphes", 2), ("the first three sentences", 3),
     ("Table 2, first row", 1), ("between both paragraphs", 2), ("zwischen beiden Absätzen", 2), ("¶ 2", 1)],
)  # fmt: skip
def test_a_count_takes_several_together(text, together):
    assert list(ElementPhrases(tokens(text), set()).read())[-1].together == together


def test_one_last_paragraph_is_still_to_be_written():
    (new,) = ElementPhrases(tokens("one closing paragraph on rain"), set()).read()
    (known,) = ElementPhrases(tokens("the one last paragraph"), set()).read()
    assert (new.number, known.number) == (0, -1)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("put the paragraph on ice before the one on mud", "paragraph"),
        ("le paragraphe sur la glace doit venir avant celui sur la boue", "paragraph"),
        ("den Satz über Eis vor den über Schlamm", "sentence"),
        ("pon la frase sobre el hielo antes de la de los costes", "sentence"),
        ("a sentence on ice after the one saying that it melts", "sentence"),
    ],
)
def test_a_pronoun_with_a_description_stands_for_the_noun_before_it(text, kind):
    found = list(ElementPhrases(tokens(text), set()).read())
    assert [(each.kinds[0], each.refers) for each in found] == [(kind, False), (kind, True)]


@pytest.mark.parametrize(
    "text", ["delete the one on mud", "put the paragraph on ice before the mud", "this paragraph, one of two"]
)
def test_other_pronouns_are_no_phrases(text):
    assert not any(each.refers for each in ElementPhrases(tokens(text), set()).read())


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("delete the paragraph at the end of Methods", -1),
        ("streich den Satz am Anfang der Methoden", 1),
        ("supprime la phrase à la fin de la discussion", -1),
        ("put the paragraph at the end of Methods", 0),
        ("delete the paragraph at the pier of Methods", 0),
        ("the paragraph at the end", 0),
    ],
)
def test_an_edge_counts_a_part_unless_a_text_goes_there(text, number):
    assert [each.number for each in ElementPhrases(tokens(text), set()).read()] == [number]


def test_a_plural_noun_may_have_several_descriptions():
    found = list(ElementPhrases(tokens("join the paragraphs on ice and on mud"), set()).read())
    assert [(each.kinds[0], each.refers) for each in found] == [("paragraph", False), ("paragraph", True)]
