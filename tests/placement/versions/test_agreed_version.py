"""A model's replacement of a named text by another version of it needs no question; of any other text it does."""

import pytest

from backend.document.blocks import read
from backend.placement.plan import Placement, anchor_at
from backend.placement.versions.agreed_version import is_agreed_version

SITE = "The site has 24 lime trees that were planted in 1998, and it gets 544 mm of rain a year [@berg2021]."
SENSORS = "We install sensors at a height of 1.3 m. Each sensor is 20 mm long and was calibrated by the maker."
PAPER = read(f"# Methods\n\n## Site\n\n{SITE}\n\n## Sensors\n\n{SENSORS}\n\nData were logged.\n\n# Results\n\nNone.\n")
PAST = SENSORS.replace("install", "installed").replace("is 20", "was 20")
UNITS = SITE.replace("544 mm", "\\SI{544}{\\milli\\metre}")


def agreed(message: str, content: str = PAST, block: int = 4) -> bool:
    return is_agreed_version(PAPER, content, Placement("replace", (), anchor_at(PAPER, block), "block"), [message])


@pytest.mark.parametrize(
    "message",
    ["Unify the tense in Sensors.", "past tense in section 1.2", "Sensors: the same again", "Zeitformen in Sensors!"],
)
def test_a_version_of_the_named_text_is_agreed(message):
    assert agreed(message)


def test_a_command_of_tex_brings_no_subject():
    assert agreed("use \\SI for units in Site", UNITS, 2) and agreed("the same for section 1.1", UNITS, 2)


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Unify the tense in Site.", PAST),  # another part is named
        ("Unify the tense.", PAST),
        ("Should I unify the tense in Sensors?", PAST),
        ("Write a variant for Sensors.", PAST),
        ("Add it to Sensors.", PAST),
        ("Same for Lund in Sensors.", PAST.replace("the maker", "Lund")),
        ("Unify the tense in Sensors.", "We installed sensors at a height of 1.3 m."),
        (
            "Unify the tense in Sensors.",
            "It rained on most of the days of the year, and nobody counted the trees there.",
        ),
    ],
)
def test_another_text_or_order_is_not(message, content):
    assert not agreed(message, content)


def test_a_lost_citation_is_asked_about():
    assert not agreed("Unify the tense in Site.", SITE.replace(" [@berg2021]", ""), 2)


def test_the_paragraph_beside_a_named_one_may_be_meant():
    content = "Data were always logged."
    quoted = "We install sensors at a height of 1.3 m …"
    assert agreed(f"same for the paragraph after “{quoted}”", content, 5)
    assert not agreed(f"same for the paragraph after “{quoted}”")
    assert agreed("same for the paragraph before “Data were logged.”")
    assert not agreed("same for the paragraph before “Data were logged.”", UNITS, 2), "it is not beside it"
    assert not agreed("same for “Data were logged.”"), "it is not said to be before it"


def test_no_message_and_no_replacement_are_not_agreed():
    wanted = Placement("insert_after", (), anchor_at(PAPER, 4), "block")
    assert not is_agreed_version(PAPER, PAST, wanted, ["Unify the tense in Sensors."])
    assert not is_agreed_version(PAPER, PAST, Placement("replace", (), anchor_at(PAPER, 4), "block"), [])


def test_the_caption_of_a_named_table_may_be_meant_and_a_title_that_is_another_word_too():
    shown = read("# P\n\n## Site\n\nTable 1: Mean heights of trees at noon.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    wanted = Placement("replace", (), anchor_at(shown, 2), "block")
    content = "Table 1: Mean heights of all trees at noon."
    assert is_agreed_version(shown, content, wanted, ["The caption of Table 1 is too short."])
    assert not is_agreed_version(shown, content, wanted, ["Table 2 is too short."])


def test_a_version_of_more_than_the_message_names_is_not_agreed():
    paper = read("# P\n\n## Soil\n\nWe dug one pit. It was wet. Ants were rare there.\n")
    wanted = Placement("replace", (), anchor_at(paper, 2), "block")
    content = "It was wet, and ants were rare there in the pit."
    assert is_agreed_version(paper, content, wanted, ["Soil is wordy."])
    assert not is_agreed_version(paper, content, wanted, ["The last sentence of Soil is wordy, and the one before."])
