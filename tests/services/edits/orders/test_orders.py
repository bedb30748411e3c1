"""Orders that need no writing: no model is called, nothing is carried out unasked."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from backend.document.blocks import read as read_blocks
from backend.errors import Conflict
from backend.services import approval, documents, drafting
from backend.services.approval import ApprovalCommand
from backend.services.drafting import SendMessage
from backend.services.edits import orders
from backend.storage.sessions import OwnedSession
from tests.fakes import ScriptedModel
from tests.services.ordering import OWN, say, text_of, without_model
from tests.services.ordering import TIDES as PAPER


@pytest.fixture
def ports(world):
    """Ports whose model must not be asked."""
    return without_model(world, PAPER)


def test_own_words_are_placed_word_for_word_and_no_model_sees_them(ports, world) -> None:
    answer = say(ports, world, f"Insert the following at the end of Methods: “{OWN}”")
    assert answer["document_content"] == OWN and not ports.writer.requests
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert text_of(ports, world) == PAPER.replace("We repeated it.\n", f"We repeated it.\n\n{OWN}\n")


def test_a_draft_is_moved_and_lands_there(ports, world) -> None:
    first = say(ports, world, f"Insert the following at the end of Methods: “{OWN}”")
    moved = say(ports, world, "Put it at the end of Results instead.")
    assert (moved["intent"], moved["pending_content_id"]) == ("move", None) and "Results" in moved["response"]
    assert text_of(ports, world) == PAPER
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, first["pending_content_id"]))
    assert done["document"] == PAPER + f"\n{OWN}\n"


def test_the_moved_draft_is_named_if_an_edit_waits_beside_it(ports, world) -> None:
    say(ports, world, f"Insert the following at the end of Methods: “{OWN}”")
    say(ports, world, "Rename the section Results to Findings.")
    moved = say(ports, world, "Put it at the end of Results instead.")
    assert moved["intent"] == "move" and f"the draft “{OWN[:20]}" in moved["response"]


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("On second thought, it goes to the beginning of Results.", "at the beginning of “Tides > Results”"),
        ("Better: Results should open with it.", "at the beginning of “Tides > Results”"),
        ("Make it the opening paragraph of Results.", "at the beginning of “Tides > Results”"),
        ("First thing readers should meet in Results.", "at the beginning of “Tides > Results”"),
        ("It ought to close Results.", "at the end of “Tides > Results”"),
    ],
)
def test_a_message_that_hardly_says_more_than_a_place_moves_the_draft(ports, world, message: str, place: str) -> None:
    say(ports, world, f"Insert the following at the end of Methods: “{OWN}”")
    moved = say(ports, world, message)
    assert moved["intent"] == "move" and place in moved["response"]


@pytest.mark.parametrize("message", ["Results should begin with the temperature.", "Does it open Results?"])
def test_what_names_no_place_for_the_draft_is_for_the_writer(ports, world, message: str) -> None:
    say(ports, world, f"Insert the following at the end of Methods: “{OWN}”")
    ports.writer.answers.append(json.dumps({"message": "Yes.", "document_content": ""}))
    assert say(ports, world, message)["intent"] == "talk"


def test_an_edit_waits_is_previewed_and_done_when_approved(ports, world) -> None:
    answer = say(ports, world, "Delete the last paragraph of Methods.")
    assert answer["intent"] == "edit" and answer["status"] == "pending_approval" and text_of(ports, world) == PAPER
    assert "-We repeated it." in approval.preview(ports, world.user_id, ApprovalCommand(world.session_id))["diff"]
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert text_of(ports, world) == PAPER.replace("We repeated it.\n\n", "")


def test_the_last_change_is_taken_back_unless_another_came(ports, world) -> None:
    say(ports, world, f"Insert the following at the end of Methods: “{OWN}”")
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    undo = say(ports, world, "Undo the last change.")["pending_content_id"]
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, undo))
    assert text_of(ports, world) == PAPER
    undo = say(ports, world, "Undo the last change.")["pending_content_id"]
    documents.put(ports, OwnedSession(world.user_id, world.session_id), "*", PAPER + "\nBy hand.\n")
    with pytest.raises(Conflict):
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, undo))


def test_a_part_is_not_moved_by_an_order_to_copy_it(ports, world) -> None:
    before = text_of(ports, world)
    answer = say(ports, world, "Copy the first paragraph of Methods to the end of Results.")
    assert "I do not copy parts" in answer["response"]
    assert answer["status"] is None and text_of(ports, world) == before


def test_what_cannot_be_found_is_said_and_nothing_waits(ports, world) -> None:
    keyless = replace(ports, writer=ports.research.keyless)
    answer = say(keyless, world, "Delete the ninth paragraph of Methods.")
    assert answer["status"] is None and text_of(ports, world) == PAPER


def test_a_quoted_title_names_the_place_and_is_no_text_of_the_users() -> None:
    document = read_blocks("# Tides\n\n## The gauge is on the pier\n\nIt stands there.\n\n## Results\n\nIt was warm.\n")
    asked = "Schreib drei Absätze über Pegel für „The gauge is on the pier“."
    assert orders.order_of(asked, document) == asked
    given = "Insert the following in “The gauge is on the pier”: “It was mended in May.”"
    assert "mended" not in orders.order_of(given, document) and "pier" in orders.order_of(given, document)


@pytest.mark.parametrize(
    ("message", "says"),
    [
        (
            "Delete the ninth paragraph of Methods.",
            "The section “Methods” does not have the part that you name, so nothing was prepared. It has 2 paragraphs.",
        ),
        (
            "Get rid of the grant paragraph of Methods.",
            "I could not tell which part of the section “Methods” is meant, so nothing was prepared. It has 2 "
            "paragraphs.",
        ),
        (
            "Lösche den achten Absatz von Methods.",
            "Abschnitt “Methods” hat keinen solchen Teil; es wurde nichts vorbereitet. Vorhanden: 2 Absätze.",
        ),
        (
            "Delete the second citation of Methods.",  # citations are not counted
            "I could not tell which part of the section “Methods” is meant, so nothing was prepared. It has 2 "
            "paragraphs.",
        ),
        (
            "Delete all sentences in Methods except the first",
            "The order has an exception, so nothing was prepared. Name each part that should be deleted.",
        ),
    ],
)
def test_a_part_that_a_section_lacks_is_said_to_be_missing(ports, world, message: str, says: str) -> None:
    keyless = replace(ports, writer=ports.research.keyless)
    answer = say(keyless, world, message)
    assert (answer["status"], answer["response"]) == (None, says)


def test_a_section_that_has_the_part_is_not_said_to_lack_it(ports, world) -> None:
    paper = (
        "# P\n\n## Hours\n\nStaff slept. Working hours did not change.\n\n## End\n\nOpening times matter. So be it.\n"
    )
    documents.put(ports, OwnedSession(world.user_id, world.session_id), "*", paper)
    order = (
        "Move the sentence on opening times of End to Hours, behind the sentence on working hours, and keep it short."
    )
    answer = say(replace(ports, writer=ports.research.keyless), world, order)
    assert "does not have" not in answer["response"] and "which part of the section" not in answer["response"]


def test_words_that_another_part_has_are_not_said_to_be_missing(ports, world) -> None:
    keyless = replace(ports, writer=ports.research.keyless)
    answer = say(keyless, world, "Replace “measured” by “gauged” in Results.")
    assert answer["response"] == (
        "The part that the message means does not contain “measured”, but another part does; nothing was prepared."
    )
    assert "did not find “gauged”" in say(keyless, world, "Replace “gauged” by “gaged” in Results.")["response"]


def test_the_top_of_its_section_is_a_place_and_no_level(ports, world) -> None:
    keyless = replace(ports, writer=ports.research.keyless)
    answer = say(keyless, world, "Move the last paragraph of Methods to the top of that section.")
    assert "to the start of the section “Methods”" in answer["response"]


def test_the_text_that_was_brought_in_is_never_taken_back(ports, world) -> None:
    keyless = replace(ports, writer=ports.research.keyless)
    answer = say(keyless, world, "Undo the last change.")
    assert answer["status"] is None and "no change" in answer["response"]


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("Not there, but at the end of Results.", "at the end of “Tides > Results”"),
        ("Mejor ponlo al principio de Results.", "al principio de “Tides > Results”"),
    ],
)
def test_the_answer_to_a_move_names_the_place(ports, world, message: str, place: str) -> None:
    say(ports, world, f"Insert the following at the end of Methods: “{OWN}”")
    assert place in say(ports, world, message)["response"]


def test_a_shortened_section_stands_in_place_of_the_old_one(ports, world) -> None:
    keyless = replace(ports, writer=ports.research.keyless)
    long = "It was warm. It was dry. Gulls came back in June and stayed. The pier was closed for a week."
    documents.put(ports, OwnedSession(world.user_id, world.session_id), "*", PAPER.replace("It was warm.", long))
    draft = say(keyless, world, "Kürze die Results auf zwei Sätze.")["document_content"]
    done = approval.approve(keyless, world.user_id, ApprovalCommand(world.session_id))
    assert done["document"].endswith(draft + "\n") and done["document"].count("## Results") == 1
    assert sum(each + "." in done["document"] for each in long.rstrip(".").split(". ")) == 2


def test_what_is_added_to_a_section_with_citations_warns_of_no_loss(ports, world) -> None:
    paper = PAPER.replace("We measured.", "We measured with the gauge [@gauge2020], and the gauge stood at the pier.")
    documents.put(ports, OwnedSession(world.user_id, world.session_id), "*", paper)
    answer = say(ports, world, "Add this sentence to the end of Methods: “The gauge stood at the pier, in May.”")
    assert answer["warnings"] == []
    answer = say(ports, world, "Replace the first paragraph of Methods by: “We measured with the gauge at the pier.”")
    assert any("@gauge2020" in warning for warning in answer["warnings"])


def test_a_part_that_the_document_does_not_have_is_named_before_anything_is_approved(ports, world) -> None:
    written = json.dumps({"message": "Here.", "document_content": "Gusts were strong.", "sources": [], "new_types": []})
    ports = replace(ports, writer=ScriptedModel(written))
    answer = say(ports, world, "Write a short paragraph on wind for the Introduction.")
    shown = approval.preview(ports, world.user_id, ApprovalCommand(world.session_id))
    warning = (
        "The document has no section “Introduction”. Check in the preview where the draft would go before you approve"
        " it."
    )
    assert warning in answer["warnings"] and warning in shown["warnings"]
    assert not shown["sure"] and shown["placement"]["operation"] == "new_section"
    say(ports, world, "Put it at the end of Methods instead.")
    assert warning not in approval.preview(ports, world.user_id, ApprovalCommand(world.session_id))["warnings"]


def test_two_sections_are_swapped_over_what_stands_between_them(ports, world) -> None:
    text = PAPER + "\n## Outlook\n\nMore gauges.\n"
    documents.put(ports, OwnedSession(world.user_id, world.session_id), "*", text)
    answer = say(ports, world, "Swap Methods and Outlook.")
    assert answer["intent"] == "edit" and "The edit swaps" in answer["response"]
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert done["document"].index("Outlook") < done["document"].index("Results") < done["document"].index("Methods")
    assert sorted(done["document"].split()) == sorted(text.split())


def test_own_words_go_to_the_end_of_a_document_without_headings(ports, world) -> None:
    documents.put(ports, OwnedSession(world.user_id, world.session_id), "*", "One.\n\nTwo.\n\nThree.\n")
    say(ports, world, f"Añade al final: «{OWN}»")
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert done["document"] == f"One.\n\nTwo.\n\nThree.\n\n{OWN}\n"


def test_a_sentence_is_the_drafts_while_one_waits(ports, world) -> None:
    say(ports, world, f"Insert the following at the end of Methods: “{OWN}”")
    about_draft = json.dumps({"message": "Done.", "document_content": "The gauge stood there.", "sources": []})
    waiting = replace(ports, writer=ScriptedModel(about_draft, about_draft))
    answer = drafting.send(
        waiting, world.user_id, SendMessage(world.session_id, "Delete the sentence about what we measured.")
    )
    assert answer["intent"] != "edit" and waiting.writer.requests and text_of(ports, world) == PAPER


def test_two_edits_of_one_list_delete_what_each_of_them_named(ports, world) -> None:
    paper = "# Tools\n\n- Nets of wool.\n- Poles.\n- Bags.\n\n# End\n\nDone.\n"
    documents.put(ports, OwnedSession(world.user_id, world.session_id), "*", paper)
    first = say(ports, world, "Delete the first bullet of Tools.")["pending_content_id"]
    last = say(ports, world, "Delete the last bullet of Tools.")["pending_content_id"]
    for each in (first, last):
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, each))
    assert text_of(ports, world) == paper.replace("- Nets of wool.\n", "").replace("\n- Bags.", "")


def test_an_edit_that_a_model_prepares_for_a_question_is_not_opened(ports, world) -> None:
    answer = {"intent": "edit", "message": "I think so.", "document_content": "", "sources": [], "new_types": []}
    ports = replace(ports, writer=ScriptedModel(*[json.dumps(answer)] * 2))
    for question in ("Should I delete the last paragraph of Methods?", "Why did you not delete Methods?"):
        made = say(ports, world, question)
        assert (made["intent"], made["response"], made["pending_content_id"]) == ("talk", "I think so.", None)


def test_paragraphs_with_a_figure_between_them_are_not_deleted_together(ports, world) -> None:
    paper = PAPER.replace("We measured.", "We measured.\n\n![Gauge](gauge.png)")
    documents.put(ports, OwnedSession(world.user_id, world.session_id), "*", paper)
    answer = {"intent": "edit", "message": "Yes.", "document_content": "", "sources": [], "new_types": []}
    ports = replace(ports, writer=ScriptedModel(json.dumps(answer)))
    made = say(ports, world, "Delete the first two paragraphs of Methods.")
    assert made["pending_content_id"] is None and "one by one" in made["response"]


def test_of_two_sections_of_one_name_one_must_be_said(ports, world) -> None:
    documents.put(
        ports, OwnedSession(world.user_id, world.session_id), "*", PAPER + "\n# Summary\n\n## Results\n\nA.\n"
    )
    answer = say(ports, world, "Rename Results to Findings.")
    assert answer["status"] is None and "Several sections have this name" in answer["response"]


def test_words_that_do_not_occur_are_named_without_a_model(ports, world) -> None:
    assert "I did not find “teh”" in say(ports, world, "teh -> the")["response"]
    assert not ports.writer.requests


@pytest.mark.parametrize(
    ("message", "lost"),
    [
        ("a paragraph on Hartree corrections for the Discussion, from these", []),
        ("Replace the first paragraph of the Discussion by a version without the citation.", ["@lee2020"]),
    ],
)
def test_what_is_lost_is_told_only_where_it_is_replaced(ports, world, message, lost) -> None:
    paper = "# Paper\n\n## Discussion {#sec:disc}\n\nThe peak shifts with the strain, and it is small [@lee2020].\n"
    documents.put(ports, OwnedSession(world.user_id, world.session_id), "*", paper)
    said = "The peak shifts with the strain, and it is small. Corrections by Hartree terms are smaller."
    written = json.dumps({"message": "Here.", "document_content": said, "sources": [], "new_types": []})
    answer = say(replace(ports, writer=ScriptedModel(written)), world, message)
    told = [each for each in answer["warnings"] if "removes" in each]
    assert [each.rpartition(": ")[2].rstrip(".") for each in told] == lost


@pytest.mark.parametrize("message", ["No, leave that.", "actually leave it", "never mind", "ok add it", "no"])
def test_an_edit_that_waits_is_not_denied(ports, world, message: str) -> None:
    keyless = replace(ports, writer=ports.research.keyless)
    assert say(keyless, world, message)["response"].startswith(("Noted. There is no open draft", "There is no open"))
    say(keyless, world, "Delete the last paragraph of Methods.")
    assert say(keyless, world, message)["response"] == "The change waits until you approve or reject it."


@pytest.mark.parametrize(
    "order",
    ["Combine the first two sentences of Methods.", "Split the last paragraph of Methods after its first sentence."],
)
def test_a_writer_joins_and_splits_sentences(ports, world, order: str) -> None:
    written = json.dumps({"message": "Done.", "document_content": "We measured and repeated it."})
    asked = replace(ports, writer=ScriptedModel(written))
    assert say(asked, world, order)["document_content"] == "We measured and repeated it."


def test_to_delete_a_sentence_and_put_it_elsewhere_is_a_move(ports, world) -> None:
    say(ports, world, "Delete the first sentence of Methods and put it at the beginning of Results.")
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert text_of(ports, world).endswith("## Methods\n\nWe repeated it.\n\n## Results\n\nWe measured. It was warm.\n")


def test_one_of_several_occurrences_is_changed(ports, world) -> None:
    say(ports, world, "Replace We with They the second time")
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert text_of(ports, world) == PAPER.replace("We repeated", "They repeated")


def test_no_place_is_looked_for_in_an_order_for_new_text(ports, world, monkeypatch) -> None:
    say(ports, world, f"Insert the following at the end of Methods: “{OWN}”")
    monkeypatch.setattr(orders, "names_place", None)
    writer = ScriptedModel(
        json.dumps({"message": "Here.", "document_content": "Storms bend the gauge.", "sources": []})
    )
    drafted = say(replace(ports, writer=writer), world, "Add a paragraph on storms to Results.")
    assert drafted["document_content"] == "Storms bend the gauge." and len(writer.requests) == 1


def test_the_answer_about_a_new_place_is_as_sure_as_the_preview(world) -> None:
    paper = f"# Tides\n\n## Sensors\n\n{'We install sensors at a height of one metre. ' * 9}\n\n## Results\n\nNone.\n"
    ports = without_model(world, paper)
    content = {"message": "Here.", "document_content": "Sensors hang high.", "sources": [], "new_types": []}
    ports = replace(ports, writer=ScriptedModel(json.dumps(content | {"intent": "new"})))
    say(ports, world, "Polish the first paragraph of Sensors.")
    shown = approval.preview(ports, world.user_id, ApprovalCommand(world.session_id))
    assert not shown["sure"]
    moved = say(
        replace(ports, writer=ScriptedModel(json.dumps(content | {"intent": "move", "document_content": ""}))),
        world,
        "Put it second.",
    )
    assert "I am not sure which place you mean" in moved["response"]
