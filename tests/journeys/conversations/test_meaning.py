"""A conversation with a model does what the researcher means, one test for each thing that must not go wrong."""

import json

from tests.researcher import highlight
from tests.sonar_stand_in import Answer

METHODS = "We took cores by hand. We dried them for two days. We weighed each core twice [@doe2019]."
RESULTS = "Carbon was lost. Drained sites lost most of it."
PAPER = f"# Peat\n\n# Methods\n\n{METHODS}\n\n# Results\n\n{RESULTS}\n\n# Discussion\n\nDrainage matters.\n"
ORDER, NOTE = "Add a sentence on ovens at the end of Methods.", "The oven ran at 105 degrees."


def test_what_a_message_names_is_shown_whole_and_every_sentence_once(author):
    author.say("Shorten the section Methods.", "We took cores.")
    assert METHODS in author.prompt and author.prompt.count("Drained sites lost most of it.") == 1


def test_attachments_and_decisions_are_told_to_later_turns(author):
    first = author.say(ORDER, NOTE, highlight("Peat burns at 300 degrees.", "Poe 2020"))
    author.decide("reject", pending_content_id=first["pending_content_id"], reason="too technical")
    author.say("Use what I attached before.", "Peat burns.")
    assert "Peat burns at 300 degrees." in author.prompt and "too technical" in author.prompt


def test_drafts_wait_side_by_side_and_each_keeps_the_place_of_its_own_thread(author):
    first = author.say(ORDER, NOTE)
    second = author.say("Add a sentence on climate to Discussion.", "Warm years make it worse.")
    author.say("Who took the cores that Results speak of?")
    author.say("Should I delete the last paragraph of Results?")
    author.decide("approve", pending_content_id=first["pending_content_id"])
    done = author.decide("approve", pending_content_id=second["pending_content_id"])
    assert done["document"] == PAPER.replace(METHODS, f"{METHODS}\n\n{NOTE}") + "\nWarm years make it worse.\n"


def test_a_version_that_shrank_must_be_named_and_the_older_one_can_be_approved(author):
    long = " ".join(f"Oven {number} ran at {100 + number} degrees for two days." for number in range(9))
    first = author.say("Add a paragraph on ovens to Methods.", long)
    second = author.say("Say kilns instead of ovens.", "Kiln 3 ran at 103 degrees.", intent="revise")
    assert second["revises"] == first["pending_content_id"] and second["warnings"]
    author.decide("approve", 409)
    assert long in author.decide("approve", pending_content_id=first["pending_content_id"])["document"]


def test_a_remark_on_a_drafts_wording_orders_nothing_about_the_paper(author):
    author.say(ORDER, f"{NOTE} It was old.")
    author.say("Remove the last sentence.", NOTE, intent="revise")
    assert author.decide("approve")["document"] == PAPER.replace(METHODS, f"{METHODS}\n\n{NOTE}")


def test_a_rewrite_knows_the_first_request(author):
    author.say(ORDER, NOTE)
    author.say("Shorter please.", "The oven ran.", intent="revise")
    author.model.script(Answer(json.dumps({"message": "Again.", "document_content": "An oven ran."}), results=()))
    author.decide("rewrite", instruction="other words")
    assert f"Original request: {ORDER}" in author.prompt


def test_a_reloaded_page_shows_what_the_answer_showed(author):
    author.say(ORDER, "An oven [4].")
    (message,) = [each for each in author.messages() if each["role"] == "assistant"]
    assert (message["intent"], message["status"], message["document_content"]) == (
        "new",
        "pending_approval",
        "An oven.",
    )
    assert any("[4]" in each for each in message["warnings"])


def test_a_new_section_gets_the_level_of_its_siblings_and_the_end_is_the_end(author):
    author.say("Write a section Funding at the end.", "### Funding\n\nNobody paid.")
    assert author.decide("approve")["document"] == f"{PAPER}\n# Funding\n\nNobody paid.\n"


def test_a_replacement_names_the_citations_that_it_loses(author):
    answer = author.say("Rephrase the first paragraph of Methods.", "Cores were taken by hand and dried for two days.")
    assert any("@doe2019" in each for each in answer["warnings"])
    looked = author.decide("preview")
    assert (looked["placement"]["operation"], looked["lost_citations"]) == ("replace", ["@doe2019"])


def test_moves_and_edits_wait_for_approval_and_call_no_model(author):
    author.say(ORDER, NOTE)
    calls = len(author.model.requests)
    assert author.send("Put it at the end of Results instead.")["intent"] == "move"
    edit = author.send("Rename the section Discussion to Outlook.")
    assert edit["intent"] == "edit" and author.document()["content"] == PAPER and len(author.model.requests) == calls
    author.decide("approve", pending_content_id=edit["pending_content_id"])
    done = author.decide("approve")
    assert done["document"] == PAPER.replace("# Discussion", "# Outlook").replace(RESULTS, f"{RESULTS}\n\n{NOTE}")


def test_words_are_replaced_where_they_stand_and_no_model_is_called(author):
    author.say(ORDER, NOTE)
    calls = len(author.model.requests)
    edit = author.send("Replace “Carbon” with “Nitrogen” in Results.")
    done = author.decide("approve", pending_content_id=edit["pending_content_id"])
    assert done["document"] == PAPER.replace("Carbon was lost", "Nitrogen was lost")
    assert len(author.model.requests) == calls


def test_approving_again_with_another_place_moves_the_text(author):
    author.say(ORDER, NOTE)
    done = author.decide("approve")
    place = {"operation": "append_to_document", "position": "end"}
    moved = author.decide("approve", pending_content_id=done["pending_content_id"], placement=place)
    assert moved["document"] == f"{PAPER}\n{NOTE}\n" and moved["revision"] == done["revision"] + 1


def test_a_model_that_only_writes_says_that_nothing_was_searched(author):
    assert any("Nothing was searched" in each for each in author.say("What is known?", mode="research")["warnings"])
