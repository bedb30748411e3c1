"""Paragraphs, sentences and list items that are described by their topic."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import tokens
from backend.mentions.naming.topics import end_of_topic, part_about

TEXT = "Ice is cold. Ice melts in spring.\n\nFire burns wood in spring.\n\nMud dries. A student drew the mud.\n"
VIEW = DocumentView(read(TEXT))


def meant(told):
    return None if told is None else (VIEW.document.text[slice(*told.part.span)].strip(), len(told.others))


@pytest.mark.parametrize(
    ("topic", "sentence"),
    [
        ("the student", ("A student drew the mud.", 0)),
        ("melting ice", ("Ice melts in spring.", 0)),
        ("ice", ("Ice is cold.", 1)),
        ("spring", ("Ice melts in spring.", 1)),
        ("whales", None),
        ("the", None),
    ],
)
def test_a_sentence_has_every_word_of_its_topic(topic, sentence):
    assert meant(part_about(VIEW, tokens(topic), "sentence", (0, 3))) == sentence


@pytest.mark.parametrize(
    ("topic", "paragraph"), [("burning wood", "Fire burns wood in spring."), ("whales", None), ("", None)]
)
def test_a_paragraph_fits_its_topic_best(topic, paragraph):
    found = meant(part_about(VIEW, tokens(topic), "paragraph", (0, 3)))
    assert (found and found[0]) == paragraph


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("the student has to go", "the student"),
        ("ice, please", "ice"),
        ("über Dächer raus", "über Dächer"),
        ("ice in spring", "ice in spring"),
        ("ice to the end of Mud", "ice"),
        ("ice behind the mud", "ice"),
        ("ice a short sentence on mud", "ice"),
        ("ice add one about mud", "ice"),
        ("ice by this version", "ice"),
        ("eis bitte kürzen", "eis"),
        ("why a student was cold", "why a student"),
        ("ice isn't clear", "ice"),
        ("das Eis streichen", "das Eis"),
        ("glace n'est pas claire", "glace"),
    ],
)
def test_a_topic_ends_before_a_verb_a_place_or_a_new_text(text, topic):
    words = tokens(text)
    assert " ".join(word.text for word in words[: end_of_topic(words, 0, len(words))]) == topic


def test_a_clause_has_verbs():
    words = tokens("why a student was cold, please")
    assert end_of_topic(words, 0, len(words), clause=True) == len("why a student was cold".split())


LISTS = DocumentView(read("- Nets of wool.\n- Poles: for nets.\n- Nets: two.\n\n# Later\n\n- Nets: mended.\n"))


@pytest.mark.parametrize(
    ("topic", "first", "others"), [("nets", "- Nets: two.", 0), ("the poles", "- Poles: for nets.", 0), ("ice", "", 0)]
)
def test_an_item_is_about_its_first_words(topic, first, others):
    found = part_about(LISTS, tokens(topic), "item", (0, 1))
    assert (LISTS.document.text[slice(*found.part.span)].strip() if found else "") == first
    assert found is None or len(found.others) == others
    assert topic != "nets" or len(part_about(LISTS, tokens(topic), "item", (0, len(LISTS.blocks))).others) == 1


def test_a_participle_at_the_end_belongs_to_the_topic():
    words = tokens("les vendeurs qui se sont retirés")
    assert end_of_topic(words, 0, len(words), clause=True) == len(words)
