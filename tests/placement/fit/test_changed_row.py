"""A row as the answer replaces the row of the table that begins with the same cell."""

import pytest

from backend.document.blocks import read
from backend.placement.place import carry_out
from backend.placement.rules import decide

ROWS = "| Event | Drug | Placebo |\n| --- | ---: | ---: |\n| Rash | 4 | 1 |\n| Headache | 20 | 22 |"
TABLE = read(f"# P\n\n## R\n\n{ROWS}\n\nText.\n")
LATEX = "\\begin{tabular}{lr}\nn & sd \\\\\n\\hline\n10 & 0.2 \\\\\n100 & 0.05 \\\\ \\hline\n\\end{tabular}"
TABULAR = read(f"# P\n\n## R\n\n{LATEX}\n\nText.\n")


@pytest.mark.parametrize(
    "message",
    [
        "Change the number of headaches under placebo to 23.",
        "Ändere die Zahl der Kopfschmerzen auf 23",
        "Corrige la fila: 23.",
        "In Table 1, headache should be 23",
    ],
)
def test_the_row_is_replaced_if_the_message_says_what_is_new(message):
    decision = decide(TABLE, "| Headache | 20 | 23 |", (message,))
    assert decision.sure
    after = carry_out(TABLE, "| Headache | 20 | 23 |", decision.placement).text
    assert after == TABLE.text.replace("| Headache | 20 | 22 |", "| Headache | 20 | 23 |")


def test_a_person_is_asked_if_the_message_does_not_say_it():
    decision = decide(TABLE, "| Headache | 20 | 23 |", ("Correct the row of headaches.",))
    assert not decision.sure and decision.placement.position == "row 2"


@pytest.mark.parametrize("row", [r"100 & 0.06 \\", "100 & 0.06"])
def test_a_row_of_a_tabular_is_replaced(row):
    decision = decide(TABULAR, row, ("Correct the sd for n=100: 0.06",))
    assert decision.sure and carry_out(TABULAR, row, decision.placement).text == TABULAR.text.replace("0.05", "0.06")


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Add a row for headaches with 23.", "| Headache | 20 | 23 |"),
        ("Change the number of rashes to 5.", "| Itching | 5 | 1 |"),
        ("Change it.", "| Headache | 20 | 22 |"),
        ("Is 23 right for headaches?", "| Headache | 20 | 23 |"),
        ("Change the number to 23.", "Headache was seen 23 times."),
    ],
)
def test_other_content_replaces_no_row(message, content):
    assert decide(TABLE, content, (message,)).placement.operation != "replace"
