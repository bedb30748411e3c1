"""A statement behind the colon of an order is read as if it stood in quotation marks."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.given_statements import with_quotation_marks

PAPER = read(
    "# Study\n\n## Introduction\n\nTrees cool streets. They need water.\n\n## Methods\n\nWe measured 12 sites. It was "
    "dry.\n\n- one site\n- two sites\n\n## Limitations\n\nThe summer was wet. The sample was small.\n"
)


@pytest.mark.parametrize(
    ("order", "text"),
    [
        ("Add at the end of the Limitations: ", "We lost Bob."),
        ("Change the second sentence of Methods to: ", "It was wet."),
        ("Replace the last sentence of Limitations by: ", "The sample was tiny."),
        ("The last sentence of Limitations should be: ", "The sample was tiny."),
        ("In Methods, after “It was dry.” add: ", "Bees came."),
        ("Start Methods with: ", "We began in May."),
        ("Add a bullet to the list in Methods: ", "three sites"),
        ("Füge am Ende von Methods hinzu: ", "Wir danken Bob."),
        ("Ändere den letzten Satz von Limitations in: ", "Die Probe war zu klein."),
        ("Mets à la fin de Limitations : ", "Il a plu."),
        ("Pon al principio de Methods: ", "Empezamos en mayo."),
        ("Inserisci dopo la prima frase di Limitations: ", "Ann era malata."),
        ("Coloca no início de Methods: ", "Começámos em maio."),
    ],
)
def test_the_text_of_an_order_gets_quotation_marks(order: str, text: str) -> None:
    assert with_quotation_marks(order + text, PAPER) == f"{order}“{text}”"


def test_thanks_behind_the_text_are_no_text() -> None:
    said = with_quotation_marks("Could you add to Limitations: We lost three traps. Thanks!", PAPER)
    assert said == "Could you add to Limitations: “We lost three traps.” Thanks!"


@pytest.mark.parametrize(
    "message",
    [
        "Add to Methods: Describe how we measured the sites.",
        "Add to Methods: More detail on the gauge.",
        "Add a paragraph to Methods: Birds, bees and rain.",
        "Add a sentence to Limitations: the small sample.",
        "Add something to Methods: We need the number of sites.",
        "Write an introduction: It should be short.",
        "Rewrite Methods: Use the past tense.",
        "Change Methods: It is unclear.",
        "Shorten Methods: It is too long.",
        "Reviewer 2 says about Methods: Add more detail.",
        "Move to Methods: It was dry.",
        "Add two sentences on rain to Methods: one on June, one on July.",
        "Ergänze Methods: Beschreibe die Messung genauer.",
        "Ajoute à Methods : Explique les mesures.",
        "Add to Methods: “It rained.”",
        "Add a row to the table in Methods: 2024, the same site.",
        "À la fin de Methods, ajoute : « It rained without each other's notes. »",
        "Add a limitation: We had no controls?",
        "Add to Methods:\nIt rained.",
    ],
)
def test_a_topic_an_order_and_a_remark_get_none(message: str) -> None:
    assert with_quotation_marks(message, PAPER) == message


def test_an_order_behind_a_reference_is_no_text() -> None:
    said = with_quotation_marks("Add to Methods: Lee, A. B. (2015). Ice thaws. Ice, 9, e3. Please sort it in.", PAPER)
    assert said == "Add to Methods: “Lee, A. B. (2015). Ice thaws. Ice, 9, e3.” Please sort it in."
