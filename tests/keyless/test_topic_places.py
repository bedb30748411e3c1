"""Questions whether and where the document speaks of something, and what is left to others."""

from __future__ import annotations

import pytest

from backend.kernel.exchange import Evidence
from backend.keyless.topic_places import places_of_topic

PAPER = """# Intro

Reefs grow slowly. Storage of carbon is slow, too.

# Methods

- We measured the carbon storage of 12 cores;
- and the light.
"""


def answered(question: str) -> str:
    found = places_of_topic(Evidence("write", question, document=PAPER))
    return "" if found is None else found.line


@pytest.mark.parametrize(
    "question",
    [
        "Do we mention carbon storage anywhere?",
        "where do I talk about carbon storage?",
        "Does the paper say something about carbon storage?",
        "Have we already discussed carbon storage?",
        "In which section does the paper cover carbon storage?",
    ],
)
def test_the_sentences_with_all_words_of_the_subject_are_listed_with_their_sections(question):
    assert answered(question).splitlines() == [
        "The document mentions it in 2 sentences:",
        "- Storage of carbon is slow, too. (This document: Intro)",
        "- We measured the carbon storage of 12 cores; (This document: Methods)",
    ]


def test_one_sentence_is_counted_as_one_and_none_is_said():
    assert answered("Does the paper mention light?").startswith("The document mentions it in one sentence:\n- and the")
    assert answered("Does the paper mention whales?") == "The document does not contain “whales”."
    assert answered("Does the paper mention slow light?") == "No sentence of the document has all of these words."


def test_a_long_list_is_cut_and_says_so():
    text = "# A\n\n" + "\n\n".join(f"Reef {n} is dead." for n in range(20))
    found = places_of_topic(Evidence("write", "Does the paper mention dead reefs?", document=text))
    assert found is not None and found.line.startswith("The document mentions it in 20 sentences; the first 8 are:")
    assert len(found.used) == 8


@pytest.mark.parametrize(
    "message",
    [
        "Should we mention storage?",
        "Why do we mention storage?",
        "Devrait-on mentionner storage ?",
        "What does the paper say about storage?",
        "Mention storage in the introduction.",
        "Do reefs grow slowly?",
        "Does the paper mention it anywhere?",
        "How many references does the paper cite?",
        "Where are the cores?",
        "Which storage is mentioned?",
        "Is the light in a city?",
    ],
)
def test_other_messages_are_left_to_others(message):
    assert places_of_topic(Evidence("write", message, document=PAPER)) is None


def test_an_empty_document_speaks_of_nothing():
    assert places_of_topic(Evidence("write", "Does the paper mention light?", document=" ")) is None


@pytest.mark.parametrize(
    "question",
    [
        "Is light mentioned anywhere?",
        "Where is light mentioned?",
        "Is there anything about light in the paper?",
        "Where is the sentence on light?",
        "Wo wird light erwähnt?",
        "Steht irgendwo etwas über light?",
        "Où est-ce que light est mentionné ?",
    ],
)
def test_a_question_need_not_name_the_document(question: str) -> None:
    assert answered(question).startswith("The document mentions it in one sentence:\n- and the light")


def test_words_are_called_absent_only_after_a_literal_look() -> None:
    assert answered("Is there anything about krill or whales?") == "The document does not contain “krill” or “whales”."
    assert answered("Is bon mentioned?") == "No sentence of the document has all of these words."  # in "carbon"
