"""Paragraphs are scored by how much of a topic they contain."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.mentions.elements import parts
from backend.mentions.lexicon import tokens
from backend.mentions.topic_scores import Topic, is_alone, scored

TEXT = (
    "Ice melts in spring. Ice is cold.\n\nIn spring, as many said before us, wood burns, and then there is ice.\n\n"
    "Wood and stone houses stand here.\n\nA stone house of wood burned.\n"
)
VIEW = DocumentView(read(TEXT))
PARAGRAPHS = parts(VIEW, "paragraph", 0, len(VIEW.blocks))


def ranked(words, loose=""):
    topic = Topic(tuple(tokens(words)), tuple(tokens(loose)))
    return [
        (VIEW.document.text[slice(*each.part.span)].split()[0], each.share) for each in scored(VIEW, topic, PARAGRAPHS)
    ]


@pytest.mark.parametrize(
    ("topic", "first"),
    [
        ("ice", ("Ice", 1.0)),
        ("burning wood", ("A", 1.0)),
        ("stone houses", ("Wood", 1.0)),
    ],
)
def test_frequent_and_early_words_count_more(topic, first):
    assert ranked(topic)[0] == first


def test_words_without_occurrence_find_nothing():
    assert ranked("whales") == []


def test_loose_words_decide_between_equals_only():
    assert [first for first, _ in ranked("spring", "ice")] == ["In", "Ice"] or ranked("spring")[0][0] == "In"
    assert ("Wood", 1.0) not in ranked("spring", "wood")


def test_short_words_must_be_the_same():
    assert ranked("is") == [("Ice", 1.0), ("In", 1.0)]


@pytest.mark.parametrize(
    ("text", "topic", "alone"),
    [
        ("Missing words: imputed. It is missing.\n\nThe data were open. We missed it.\n", "missing data", False),
        ("We imputed missing data.\n\nThe data were open. Some persons missed a module.\n", "missing data", True),
        ("The wrist was free. The devices were light.\n\nIt rained.\n", "wrist devices", True),
        ("Scores fell.\n\nIt rained.\n", "drowsiness scores", False),
        ("Ice melts.\n\nIce is cold.\n", "ice", False),
    ],
)
def test_a_part_is_alone_with_most_of_the_topic_and_without_a_near_rival(text, topic, alone):
    view = DocumentView(read(text))
    found = scored(view, Topic(tuple(tokens(topic))), parts(view, "paragraph", 0, len(view.blocks)))
    assert is_alone(found) is alone


def test_a_topic_of_any_length_is_read_only_in_part():
    assert ranked("ice " + "whales " * 30)[0][0] == "Ice" and not ranked("whales " * 30 + "ice")


def test_a_list_is_described_by_the_paragraph_that_introduces_it():
    view = DocumentView(
        read("Tides rise.\n\nThe study has limits:\n\n- Two boats sank.\n\n- Gulls left.\n\nCosts.\n\n- Ropes.\n")
    )
    lists = parts(view, "list", 0, len(view.blocks))
    found = scored(view, Topic(tuple(tokens("limits"))), lists)
    assert [each.part for each in found] == lists[:1] and is_alone(found)
    assert scored(view, Topic(tuple(tokens("limits"))), parts(view, "item", 0, len(view.blocks))) == []
