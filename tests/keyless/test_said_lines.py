"""The lines of rules in six languages: each is a line that rules say, and none is half translated."""

from __future__ import annotations

from pathlib import Path

import pytest

import backend
from backend.keyless.said_lines import LANGUAGES, LINES, in_language_of
from backend.keyless.writer import ASK, CANNOT_REPHRASE, OFFER

OWN = "Your own words, unchanged."


@pytest.mark.parametrize(
    ("message", "begins"),
    [
        ("Füge am Ende von Methods den folgenden Satz ein: „Es war kalt.“", "Ihre"),
        ("Ajoute la phrase suivante à la fin de la section Methods.", "Vos"),
        ("Añade la frase siguiente al final de la sección Methods.", "Sus"),
        ("Aggiungi la frase seguente alla fine della sezione Methods.", "Le sue"),
        ("Acrescente a frase seguinte no fim da seção Methods.", "As suas"),
        ("Add the following sentence to the end of Methods.", "Your"),
        ("Добавь в конец раздела Methods.", "Your"),
    ],
)
def test_a_line_is_said_in_the_language_of_the_message(message, begins):
    assert in_language_of(message, OWN).startswith(begins)


@pytest.mark.parametrize("line", [OFFER, ASK, CANNOT_REPHRASE, f"I left the draft as it is. {CANNOT_REPHRASE}"])
def test_lines_of_several_sentences_are_said_whole(line):
    said = in_language_of("Kürze den letzten Absatz und verschiebe ihn bitte.", line)
    assert said != line and not any(english in said for english in LINES)


def test_what_is_only_half_in_the_table_stays_english():
    line = f"Another choice: two sentences. {OFFER}"
    assert in_language_of("Kürze den letzten Absatz und verschiebe ihn bitte.", line) == line


def test_each_line_is_one_that_the_code_says():
    root = Path(backend.__file__).parent
    names = ("keyless/writer.py", "keyless/commands.py", "services/orders.py")
    code = "".join("".join((root / name).read_text(encoding="utf-8").split()) for name in names).replace('""', "")
    for english in LINES:
        sentence = "".join(english.split(":")[0].split())
        assert sentence[:40] in code, english


def test_each_row_has_all_languages_and_no_english():
    for english, others in LINES.items():
        assert len(others) == len(LANGUAGES) and len({english, *others}) == len(others) + 1
