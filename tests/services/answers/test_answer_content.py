"""The content of an answer in the form in which it is placed."""

from __future__ import annotations

from tests.services.edits.test_message_orders import answered
from tests.services.ordering import TIDES, say, without_model

TABLE = TIDES + "\n| Site | n | m |\n| --- | --- | --- |\n| Park | 4 | 5 |\n"


def test_a_row_of_the_users_gets_the_bars_of_its_table_and_no_other_words(world) -> None:
    ports = without_model(world, TABLE)
    made = say(ports, world, "Add the row “Lake | 7 | 8” to the table")
    assert made["document_content"] == "| Lake | 7 | 8 |" and not ports.writer.requests


def test_a_text_of_the_users_keeps_its_quotation_marks(world) -> None:
    text = "We wrote “it was cold” in the log."
    made = say(without_model(world, TABLE), world, f"Add to Methods:\n\n{text}")
    assert made["document_content"] == text


def test_a_model_leaves_its_words_to_the_user_out(world) -> None:
    made = answered(world, "Rewrite Limits.", "Here is the new text:\n\nThe summer was wet, and the sample small.")
    assert made["document_content"] == "The summer was wet, and the sample small." and made["warnings"]
