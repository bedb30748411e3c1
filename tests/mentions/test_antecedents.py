"""Words that refer back to an added text get this text as a quotation."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.antecedents import points_within, spell_out

TEXT = "Gauges drift with time."
QUOTED = f"“{TEXT}”"
ADDED = read(TEXT)
PAPER = read(f"# Tides\n\n## Methods\n\nWe read gauges.\n\n{TEXT}\n\n## Discussion\n\nIt was the moon.\n")


@pytest.mark.parametrize(
    ("message", "spelled_out"),
    [
        ("delete that paragraph again", f"delete that paragraph {QUOTED} again"),
        ("remove the paragraph you just added", f"remove the paragraph {QUOTED}"),
        ("a table below the one you've just inserted, please", f"a table below {QUOTED}, please"),
        ("let the new paragraph name a cause", f"let the new paragraph {QUOTED} name a cause"),
        ("add a sentence on cost after it", f"add a sentence on cost after {QUOTED}"),
        ("add this before it: “Gauges are old.”", f"add this before {QUOTED}: “Gauges are old.”"),
        ("follow it with a sentence on cost", f"follow {QUOTED} with a sentence on cost"),
        ("shorten it", f"shorten {QUOTED}"),
        ("Füge danach einen Satz über Kosten ein", f"Füge nach {QUOTED} einen Satz über Kosten ein"),
        ("Kürze den Absatz, den du gerade eingefügt hast", f"Kürze den Absatz {QUOTED}"),
        ("Supprime le paragraphe que tu viens d'ajouter", f"Supprime le paragraphe {QUOTED}"),
        ("Borra el párrafo que acabas de añadir", f"Borra el párrafo {QUOTED}"),
        ("Elimina il paragrafo appena aggiunto", f"Elimina il paragrafo {QUOTED}"),
        ("Verwijder de alinea die je net hebt toegevoegd", f"Verwijder de alinea {QUOTED}"),
    ],
)  # fmt: skip
def test_what_refers_back_is_spelled_out(message, spelled_out):
    assert spell_out(message, ADDED, PAPER) == spelled_out


@pytest.mark.parametrize(
    "message",
    [
        "add a new paragraph on cost",
        "add this sentence to the methods: “We did.”",
        "delete the first paragraph of Methods",
        "the first paragraph of Methods is dull. Shorten that paragraph.",
        "add a table after that figure",
        "is it good?",
        "",
    ],
)
def test_other_words_stay(message):
    assert spell_out(message, ADDED, PAPER) == message


def test_a_text_that_the_document_no_longer_has_is_not_meant():
    assert spell_out("delete that paragraph", ADDED, read("# Tides\n\nIt was the moon.\n")) == "delete that paragraph"


def test_of_several_blocks_the_one_of_that_kind_is_meant():
    added = read("Costs rose.\n\n| Year | Cost |\n|---|---|\n| 1 | 2 |\n")
    document = read(f"# Tides\n\n{added.text}")
    assert spell_out("delete that table", added, document) == "delete that table “| Year | Cost | …”"
    assert spell_out("delete it", added, document) == "delete it"


def test_of_a_long_text_the_first_words_are_quoted():
    long = " ".join(f"word{number}" for number in range(100))
    said = spell_out("delete that paragraph", read(long), read(f"# Tides\n\n{long}\n"))
    assert said.startswith("delete that paragraph “word0 word1") and said.endswith(" …”") and len(said) < 200


def test_of_several_blocks_the_nearest_is_quoted() -> None:
    added = read("The loggers have power.\n\n- one\n- two\n\nThey last two years.\n")
    document = read(f"# Sites\n\nWe chose three.\n\n{added.text}")
    assert spell_out("Add “Dry.” after it.", added, document) == "Add “Dry.” after “They last two years.”."
    assert spell_out("Add “Dry.” before it.", added, document) == "Add “Dry.” before “The loggers have power.”."
    assert spell_out("Delete it.", added, document) == "Delete it."


def test_a_text_of_two_sentences_is_quoted_by_its_first() -> None:
    added = read("The loggers have their own power. It lasts.\n")
    document = read(f"# Sites\n\n{added.text}")
    assert (
        spell_out("Add “Dry.” after it.", added, document) == "Add “Dry.” after “The loggers have their own power …”."
    )


@pytest.mark.parametrize(
    ("message", "points"),
    [
        ("Replace “a” by “b” in it.", True),
        ("Ersetze „a“ durch „b“ darin", True),
        ("Remplace « a » par « b » dans cela.", True),
        ("Replace “a” by “b” in it and in Methods.", False),
        ("Replace “a” by “b” in Methods.", False),
    ],
)
def test_a_place_within_it_is_found(message: str, points: bool) -> None:
    assert points_within(message) is points


TWO = "Gauges drift with time. Clocks do not."
WITH_TWO = read(f"# Tides\n\n## Methods\n\nWe read gauges.\n\n{TWO}\n")


@pytest.mark.parametrize(
    ("message", "spelled_out"),
    [
        ("remove the 2nd sentence of it", "remove “Clocks do not.”"),
        ("delete last sentence of it", "delete “Clocks do not.”"),
        ("streich den ersten Satz davon", "streich “Gauges drift with time.”"),
        ("remove the third sentence of it", "remove the third sentence of it"),
        ("the first paragraph of Methods: drop the last sentence of it", None),
    ],
)
def test_a_part_of_it_is_a_part_of_the_added_text(message, spelled_out):
    assert spell_out(message, read(TWO), WITH_TWO) == (spelled_out or message)
