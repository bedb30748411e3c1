"""Answers to orders to replace words: in the draft, in the document, or nowhere."""

from __future__ import annotations

from dataclasses import replace

from backend.kernel.exchange import Evidence
from backend.keyless.replaced_words import replaced_in_rejected, replaced_words, what_is_unclear

PAPER = "# Methods\n\nThe colour fades.\n"


def evidence(message: str, **fields: object) -> Evidence:
    return Evidence("write", message, document=PAPER, titles=("Methods",), **fields)


def test_words_of_the_draft_change_and_its_sources_stay():
    found = replaced_words(
        evidence("Change “colour” to “hue”.", previous_content="Its colour is red.", previous_sources=("Smith",))
    )
    assert found is not None and found.intent == "revise"
    assert (found.content, found.sources) == ("Its hue is red.", ("Smith",))


def test_words_of_the_document_are_announced_as_an_edit():
    found = replaced_words(evidence("Change “colour” to “hue”."))
    assert found is not None and (found.intent, found.content) == ("edit", "")


def test_words_in_a_named_part_are_the_documents_though_the_draft_has_them_too():
    message = "Change “colour” to “hue” in Methods."
    at = message.index("Methods")
    found = replaced_words(evidence(message, previous_content="Its colour.", named=((at, at + 7),)))
    assert found is not None and found.intent == "edit"


def test_words_that_occur_nowhere_are_named():
    found = replaced_words(evidence("Change “color” to “hue”."))
    assert found is not None and found.intent == "talk" and "“color”" in found.line


def test_an_order_without_new_words_says_what_is_missing():
    assert "did not find “teh”" in what_is_unclear(evidence('Fix the typo "teh"'))
    assert "which words should replace “colour”" in what_is_unclear(evidence("Correct “colour”."))
    assert "which part of the document" in what_is_unclear(evidence("Fix the spelling."))


def test_research_changes_nothing():
    found = replaced_words(Evidence("research", "Change “colour” to “hue”.", document=PAPER))
    assert found is not None and found.intent == "talk" and "write mode" in found.line


def test_words_of_a_draft_are_left_out():
    found = replaced_words(evidence("drop 'in winter' from that", previous_content="It was cold in winter."))
    assert found is not None and (found.intent, found.content) == ("revise", "It was cold.")


def test_one_occurrence_of_a_draft_changes():
    found = replaced_words(evidence("Replace the last “red” with “blue”.", previous_content="red, red and red"))
    assert found is not None and found.content == "red, red and blue"


def test_the_wish_for_a_rejected_draft_is_read():
    rejected = evidence("Write on reefs.", previous_content="Its colour is red.")
    found = replaced_in_rejected(rejected, "Use “blue” instead of “red”.")
    assert found is not None and found.content == "Its colour is blue."
    assert replaced_in_rejected(rejected, "Use “blue” instead of “green”.") is None


def test_other_messages_are_left_to_others():
    assert replaced_words(evidence("Shorten it.", previous_content="Its colour is red.")) is None


def test_a_correction_changes_the_value_in_the_draft_or_announces_an_edit():
    paper = "# Budget\n\nTravel is 45 k€. Food is 32 k€.\n"
    said = Evidence("write", "travel is 54, not 45", document=paper)
    found = replaced_words(said)
    assert found is not None and (found.intent, found.content) == ("edit", "")
    found = replaced_words(replace(said, previous_content="Rooms cost 45 k€.\n\nTravel costs 45 k€."))
    assert found is not None and (found.intent, found.content) == ("revise", "Rooms cost 45 k€.\n\nTravel costs 54 k€.")
    found = replaced_words(replace(said, document="Travel is 45 k€ at home.\n\nTravel is 45 k€ abroad.\n"))
    assert found is not None and found.intent == "talk" and "“45” is in 2 places" in found.line
    assert replaced_words(replace(said, mode="research")) is None


def test_an_order_about_a_sentence_of_the_document_is_an_edit_and_no_new_text():
    paper = "# Methods\n\nIt rained. It snowed.\n\n# Results\n\nAll froze.\n"
    said = Evidence("write", "put the sentence “It rained.” at the end of Results", document=paper)
    found = replaced_words(said)
    assert found is not None and (found.intent, found.content) == ("edit", "")


def test_a_new_value_of_a_cell_is_announced_as_an_edit():
    table = "| Place | Boats |\n|---|---|\n| Pier | 5 |\n"
    found = replaced_words(Evidence("write", "The boats of Pier should be 7.", document=table))
    assert found is not None and (found.intent, found.content) == ("edit", "")
