"""The lines of rules in six languages: each is a line that rules say, and none is half translated."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import backend
from backend.drafting.briefing import Briefing
from backend.drafting.highlights import AttachedSection
from backend.drafting.history import PastMessage
from backend.drafting.prompt import build
from backend.kernel.policy import Budgets
from backend.keyless.commands import DECIDE_YOURSELF, NOTHING_WAITS, WAITS
from backend.keyless.fixed_sentences import LANGUAGES, LINES, in_language_of
from backend.keyless.spoken_changes import SEEMS_A_REMARK
from backend.keyless.waiting_drafts import NONE_WAITS
from backend.keyless.writer import ASK, CANNOT_REPHRASE, OFFER

WITH_SLOTS = Path(backend.__file__).parent / "keyless" / "words" / "sentences_with_slots.json"
OWN = "The draft has your own words, unchanged."


@pytest.mark.parametrize(
    ("message", "begins"),
    [
        ("Füge am Ende von Methods den folgenden Satz ein: „Es war kalt.“", "Der Entwurf enthält Ihre"),
        ("Ajoute la phrase suivante à la fin de la section Methods.", "Le brouillon contient vos"),
        ("Añade la frase siguiente al final de la sección Methods.", "El borrador contiene sus"),
        ("Aggiungi la frase seguente alla fine della sezione Methods.", "La bozza contiene le sue"),
        ("Acrescente a frase seguinte no fim da seção Methods.", "O rascunho contém as suas"),
        ("Add the following sentence to the end of Methods.", "The draft has your"),
        ("Добавь в конец раздела Methods.", "The draft has your"),
    ],
)
def test_a_line_is_said_in_the_language_of_the_message(message, begins):
    assert in_language_of(message, OWN).startswith(begins)


def test_a_doubt_names_what_is_missing_in_the_language_of_the_question():
    doubt = "This may not answer the question, as the sentences found contain no date."
    said = in_language_of("Wann haben die Muscheln im See gelaicht?", doubt)
    assert said == "Das beantwortet die Frage vielleicht nicht: In den gefundenen Sätzen fehlt ein Datum."


@pytest.mark.parametrize(
    "line",
    [
        WAITS,
        DECIDE_YOURSELF,
        NOTHING_WAITS,
        NONE_WAITS,
        SEEMS_A_REMARK,
        "“A. B” cannot go into a section that it contains itself, so nothing was prepared.",
        "Should “Aims” be one level higher, or a main section? Nothing was prepared."
        " Send the order again, and say which.",
        "Several sections have this name: “A > Aims”, “B > Aims”. Say which one is meant, such as “Aims in B”;"
        " nothing was prepared.",
    ],
)
def test_lines_about_drafts_and_orders_are_said_in_the_language_of_the_message(line):
    assert in_language_of("Kürze den letzten Absatz und verschiebe ihn bitte.", line) != line


@pytest.mark.parametrize("line", [OFFER, ASK, CANNOT_REPHRASE, f"I left the draft as it is. {CANNOT_REPHRASE}"])
def test_lines_of_several_sentences_are_said_whole(line):
    said = in_language_of("Kürze den letzten Absatz und verschiebe ihn bitte.", line)
    assert said != line and not any(english in said for english in LINES)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "The edit deletes the section “A. B and C”. Approve the draft to make this change.",
            "Gelöscht wird: Abschnitt “A. B and C”. Nehmen Sie den Entwurf an, damit die Änderung geschieht.",
        ),
        (
            "The edit deletes the sentence “So ist es. Gut …”. Approve the draft to make this change.",
            "Gelöscht wird: Satz “So ist es. Gut …”. Nehmen Sie den Entwurf an, damit die Änderung geschieht.",
        ),
        (
            "I revised the draft without a model: I kept the most telling sentence. The other sentences are left out.",
            "Ohne Modell überarbeitet: Ich habe den aussagekräftigsten Satz behalten; die anderen Sätze sind"
            " weggelassen.",
        ),
        (
            "I revised the draft without a model: I left out 1 sentence and set it as a list. The rest is unchanged.",
            "Ohne Modell überarbeitet: Ich habe 1 Satz weggelassen und eine Liste daraus gemacht; der Rest ist, wie er"
            " war.",
        ),
        (
            "Approving this draft removes these citations from the document: [@a], [@b] and 3 more.",
            "Wer das annimmt, entfernt diese Zitate aus dem Dokument: [@a], [@b] und 3 weitere.",
        ),
        (
            "Once you approve it, the draft will be placed in “Aims”, before “We show. Then …”.",
            "Sobald Sie ihn annehmen, steht der Entwurf in “Aims”, vor “We show. Then …”.",
        ),
        (
            "The headings of the document:\n- Methods\n- Results and Discussion",
            "Die Überschriften des Dokuments:\n- Methods\n- Results and Discussion",
        ),
    ],
)
def test_slots_are_said_in_the_same_language_and_names_stay(line, said):
    assert in_language_of("Kürze den letzten Absatz und verschiebe ihn bitte.", line) == said


def test_warnings_about_a_prompt_are_said_in_the_language_of_the_message():
    message = "Kürze den letzten Absatz und verschiebe ihn bitte."
    past = tuple(PastMessage("user", f"Note {number}: " + "many words " * 400) for number in range(30))
    sections = (AttachedSection("section", "Birds sing at dawn. " * 3_000),)
    briefing = Briefing("write", message, history=past, sections=sections)
    warnings = build(briefing, searches=False, budgets=Budgets(document_tokens=400, history_tokens=2_000)).warnings
    assert len(warnings) == 2
    assert all(in_language_of(message, each) != each for each in warnings), warnings


@pytest.mark.parametrize("kind", ["sentences", "phrases"])
def test_each_row_with_slots_has_all_languages_with_the_same_slots(kind):
    table = json.loads(WITH_SLOTS.read_text(encoding="utf-8"))[kind]
    for english, others in table.items():
        slots = {f"{{{number}}}" for number in range(len(re.findall(r"\{[xn]\}", english)))}
        assert len(others) == len(LANGUAGES), english
        assert all(set(re.findall(r"\{\d\}", other)) == slots for other in others), english


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Supprime la phrase sur la glace.", "Déplacement : la phrase “A.”, à la fin du paragraphe “Fin de le B.”."),
        ("Elimina la frase sobre el hielo.", "Se mueve: la frase “A.”, al final del párrafo “Fin de le B.”."),
        ("Lösche den Satz über das Eis.", "Verschoben wird: Satz “A.”, ans Ende von Absatz “Fin de le B.”."),
    ],
)
def test_a_preposition_and_an_article_become_one_word_but_not_in_a_quotation(message, said):
    line = "The edit moves the sentence “A.” to the end of the paragraph “Fin de le B.”."
    assert in_language_of(message, line) == said


def test_what_an_earlier_edit_did_is_said_in_the_same_language_whatever_it_quotes():
    edits = (
        "this change: “The edit swaps the table “T1” and the table “T2”. Numbers that are typed in captions stay "
        "as they are”; this change: “The edit undoes this change: “The edit deletes the sentence “It is. So.”””"
    )
    said = in_language_of("Mach alles rückgängig.", f"The edit undoes the last 2 changes: {edits}.")
    assert said == (
        "Zurückgenommen werden die letzten 2 Änderungen: diese Änderung: “Vertauscht werden: Tabelle “T1” und "
        "Tabelle “T2”. Nummern in Beschriftungen bleiben, wie sie sind”; diese Änderung: “Zurückgenommen wird "
        "diese Änderung: “Gelöscht wird: Satz “It is. So.”””."
    )


def test_each_sentence_with_slots_is_one_that_the_code_says():
    root = Path(backend.__file__).parent
    code = "".join("".join(path.read_text(encoding="utf-8").split()) for path in root.rglob("*.py")).replace('"f"', "")
    code = code.replace('""', "")
    for english in json.loads(WITH_SLOTS.read_text(encoding="utf-8"))["sentences"]:
        parts = ["".join(part.split()).strip(".,:;") for part in re.split(r"\{[xn]\}|[;:]", english)]
        assert all(part[:18] in code for part in parts), english


def test_what_is_only_half_in_the_table_stays_english():
    line = f"Here is something else: two sentences. {OFFER}"
    assert in_language_of("Kürze den letzten Absatz und verschiebe ihn bitte.", line) == line


def test_each_line_is_one_that_the_code_says():
    root = Path(backend.__file__).parent
    names = ("keyless/writer.py", "keyless/commands.py", "keyless/waiting_drafts.py", "services/edits/orders.py")
    names += (
        "keyless/replaced_words.py",
        "keyless/spoken_changes.py",
        "services/edits/message_orders.py",
        "services/edits/several_orders.py",
        "services/edits/undoing.py",
        "services/edits/change_history.py",
        "services/answers/answer_intent.py",
        "placement/edit_orders.py",
    )
    code = "".join("".join((root / name).read_text(encoding="utf-8").split()) for name in names).replace('""', "")
    for english in LINES:
        sentence = "".join(english.split(":")[0].split())
        assert sentence[:40] in code, english


def test_each_row_has_all_languages_and_no_english():
    for english, others in LINES.items():
        assert len(others) == len(LANGUAGES) and len({english, *others}) == len(others) + 1


def test_a_slot_has_words_of_one_sentence_only():
    said = in_language_of("Kürze die Einleitung bitte", "“The edition” has 2 tables. It has 1 figure.")
    assert said == "“The edition”: 2 Tabellen. Vorhanden: 1 Abbildung."


def test_a_sentence_that_only_has_a_common_verb_is_not_translated_in_part():
    line = "The answer has no new version of the draft, and the earlier one waits."
    assert in_language_of("Kürze die Einleitung bitte", line) == line


def test_what_was_approved_last_and_several_changes_are_said_in_the_same_language():
    changes = "this change: “A (“B. C.”)”; the approval of a version without “D.”"
    said = in_language_of("mach die letzten Änderungen rückgängig", f"The edit undoes the last 2 changes: {changes}.")
    assert "diese Änderung: “A (“B. C.”)”; die Annahme einer Fassung ohne “D.”" in said
    line = "The edit moves what was approved last (“B.”) to the end of the section “C”."
    assert "das zuletzt Angenommene (“B.”)" in in_language_of("Verschiebe das ans Ende von C", line)
