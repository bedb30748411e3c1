"""The orders of a message are carried out without what the message says beside them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.fakes import ScriptedModel
from tests.services.ordering import TIDES, approved, say, without_model

PAPER = (
    "# Study\n\n## Intro\n\nTrees cool streets. They need water.\n\n## Methods\n\nWe measured 12 sites.\n\n"
    "## Limits\n\nThe summer was wet. The sample was small.\n\n## Outlook\n\nMore sites will follow.\n"
)
LIMITS, OUTLOOK = PAPER[PAPER.index("## Limits") : PAPER.index("## Outlook")], PAPER[PAPER.index("## Outlook") :]
MOVED = PAPER.replace(LIMITS + OUTLOOK, f"{OUTLOOK}\n{LIMITS.rstrip()}\n")


@pytest.fixture
def ports(world):
    """Ports whose model must not be asked."""
    return without_model(world, PAPER)


@pytest.fixture
def tides(world):
    """Ports of a session that owns another paper."""
    return without_model(world, TIDES)


@pytest.mark.parametrize(
    "message",
    [
        "Move Outlook before Limits, because Methods is too long already.",
        "Because Methods is too long, move Outlook before Limits.",
        "Move Outlook before Limits. Methods is too long.",
        "Move Outlook before Limits and leave Methods alone",
        "Verschiebe Outlook vor Limits, denn Methods ist lang.",
    ],
)
def test_a_section_that_a_reason_names_is_no_place(ports, world, message: str) -> None:
    say(ports, world, message)
    assert approved(ports, world) == MOVED


def test_own_words_go_where_the_order_says_and_not_where_the_reason_does(ports, world) -> None:
    answer = say(ports, world, "Add “Rain came late.” after the first sentence of Limits because Methods mentions it.")
    assert answer["document_content"] == "Rain came late."
    assert approved(ports, world) == PAPER.replace("wet.", "wet. Rain came late.")


@pytest.mark.parametrize(
    "message",
    [
        "Delete Outlook. Actually no, leave it.", "Rename Outlook to “Future”. Forget it.",
        "Delete Outlook, or maybe wait until Friday.", "Lösche Outlook. Ach nein, lass es.",
        "Add “Rain came late.” to the end of Limits. Never mind.",
    ],
)  # fmt: skip
def test_nothing_is_prepared_if_the_message_takes_its_order_back(ports, world, message: str) -> None:
    answer = say(ports, world, message)
    assert (answer["pending_content_id"], answer["document_content"], answer["intent"]) == (None, "", "talk")
    assert "withdraws its own order" in answer["response"] or "nimmt ihren Auftrag zurück" in answer["response"]


@pytest.mark.parametrize(
    ("message", "named"),
    [
        ("Delete Outlook and check the spelling", "check the spelling"),
        ("Delete Outlook. The figure belongs into Limits.", "The figure belongs into Limits"),
        ("Add “Rain came late.” to Limits and rename it to “Caveats”.", "rename it to “Caveats"),
        (
            "Add “Rain came late.” to the end of Limits and number the list",
            "Rain came late.” to the end of Limits” in a",
        ),
    ],
)
def test_half_of_a_message_is_not_carried_out(ports, world, message: str, named: str) -> None:
    answer = say(ports, world, message)
    assert answer["pending_content_id"] is None and named in answer["response"]


@pytest.mark.parametrize("message", ["Rewrite Limits and delete Outlook.", "Polish Intro, and delete Outlook"])
def test_a_change_beside_a_text_that_is_not_written_is_asked_for_alone(ports, world, message: str) -> None:
    answer = say(replace(ports, writer=ports.research.keyless), world, message)
    assert (
        answer["pending_content_id"] is None and "Send “delete Outlook” in a message of its own" in answer["response"]
    )


@pytest.mark.parametrize(
    "message", ["same for Intro", "and in Intro too", "das Gleiche für Intro bitte", "lo mismo en Intro"]
)
def test_the_last_order_is_repeated_for_another_section(ports, world, message: str) -> None:
    say(ports, world, "Delete the last sentence of Limits.")
    cut = approved(ports, world)
    say(ports, world, message)
    assert approved(ports, world) == cut.replace(" They need water.", "")


def test_an_order_is_repeated_with_a_new_value_although_its_section_has_another_title(ports, world) -> None:
    say(ports, world, "Rename Outlook to “Future”.")
    approved(ports, world)
    say(ports, world, "and the same for Limits: “Caveats”")
    assert approved(ports, world) == PAPER.replace("## Outlook", "## Future").replace("## Limits", "## Caveats")


def test_nothing_is_inserted_if_it_is_unclear_what_is_repeated(ports, world) -> None:
    say(ports, world, "Delete the last sentence of Limits.")
    approved(ports, world)
    answer = say(ports, world, "the same for Intro: “Caveats”")
    assert answer["pending_content_id"] is None and "the same for Intro" in answer["response"]


def test_sections_are_merged_under_a_new_title(ports, world) -> None:
    answer = say(ports, world, "Merge Limits and Outlook into one section called “End”.")
    assert "joins the section" in answer["response"] and "to “End”" in answer["response"]
    assert approved(ports, world) == PAPER.replace("## Limits", "## End").replace("## Outlook\n\n", "")


def test_sections_that_are_apart_are_not_merged_and_the_answer_says_why(ports, world) -> None:
    answer = say(ports, world, "Merge Methods and Outlook into one section called “End”.")
    assert answer["pending_content_id"] is None and "neighboring sections" in answer["response"]


@pytest.mark.parametrize("rest", ["", ", because Outlook is long.", ". Thanks!"])
def test_an_added_object_is_removed_too(ports, world, rest: str) -> None:
    say(ports, world, f"Delete the first sentence of Intro as well as the first paragraph of Methods{rest}")
    assert approved(ports, world) == PAPER.replace("Trees cool streets. ", "").replace("We measured 12 sites.\n\n", "")


@pytest.mark.parametrize(
    ("message", "named"),
    [
        ("Delete the last sentence of Limits plus the one before.", "plus the one before"),
        ("Lösche den letzten Satz von Limits und den davor.", "und den davor"),
    ],
)
def test_an_unclear_added_object_is_named(ports, world, message: str, named: str) -> None:
    edit = json.dumps({"message": "I delete them.", "document_content": "", "intent": "edit"})
    answer = say(replace(ports, writer=ScriptedModel(edit)), world, message)
    assert (answer["pending_content_id"], answer["intent"]) == (None, "talk") and named in answer["response"]


def test_two_sections_are_moved_each_to_its_own_place(ports, world) -> None:
    say(ports, world, "Put Limits before Methods and Outlook behind Intro")
    intro, methods = PAPER[: PAPER.index("## Methods")], PAPER[PAPER.index("## Methods") : PAPER.index("## Limits")]
    assert approved(ports, world) == f"{intro}{OUTLOOK}\n{LIMITS}{methods.rstrip()}\n"


def test_a_part_is_not_moved_to_the_part_that_is_moved_elsewhere(ports, world) -> None:
    answer = say(ports, world, "Move Outlook to the back and Methods to the end.")
    assert answer["pending_content_id"] is None and "Outlook to the back" in answer["response"]


@pytest.mark.parametrize(
    "message",
    [
        "Move Outlook before Limits, where Methods used to be.", "Move Outlook before Limits, not Methods.",
        "Move Outlook before Limits, which Methods was before, and leave Intro alone.",
    ],
)  # fmt: skip
def test_a_section_that_a_relative_clause_names_is_no_place(ports, world, message: str) -> None:
    say(ports, world, message)
    assert approved(ports, world) == MOVED


def test_an_added_object_is_removed_too_if_another_order_follows(ports, world) -> None:
    say(
        ports,
        world,
        "Delete the first sentence of Intro as well as the first paragraph of Methods and rename Limits to “End”",
    )
    wanted = PAPER.replace("Trees cool streets. ", "").replace("We measured 12 sites.\n\n", "")
    assert approved(ports, world) == wanted.replace("# Limits", "# End")


def test_an_unclear_added_object_is_named_if_another_order_follows(ports, world) -> None:
    answer = say(ports, world, "Delete the last sentence of Limits plus the one before and rename Intro to “Start”")
    assert answer["pending_content_id"] is None and "plus the one before" in answer["response"]


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Rename Methods to “Design” and translate Results.", "what to do with “translate Results”"),
        ("rename Results to Open problems and move it before Methods", "Send “move it before Methods” in a message"),
        ("Benenne Methods in Aufbau um und kürze Results.", "“kürze Results”"),
        (
            "Renomme Methods en Plan et traduis Results.",
            "“traduis Results”",
        ),
    ],
)
def test_one_of_several_orders_is_not_carried_out_alone(tides, world, message: str, told: str) -> None:
    answer = say(tides, world, message)
    assert (answer["intent"], answer["pending_content_id"]) == ("talk", None)
    assert told in answer["response"]


def test_a_wish_in_the_form_of_a_question_is_carried_out(tides, world) -> None:
    say(tides, world, "Could we say “cold” instead of “warm” in Results?")
    assert approved(tides, world) == TIDES.replace("warm", "cold")


def test_the_part_that_follows_goes_behind_and_not_into_the_other(ports, world) -> None:
    say(ports, world, "I would like Limits to follow Outlook.")
    assert approved(ports, world) == MOVED


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("Rename Methods to “Design” and its title to “Figures”", "I did not understand what to do with “Figures”"),
        (
            "Delete the last sentence of Methods, I mean Results",
            "I did not understand what to do with “I mean Results”",
        ),
        ("Replace “We” with “They” once", "“We” is in 2 places: “We measured.”, “We repeated it.”. Say which one"),
        ("Ersetze „We“ einmal durch „They“", "“We” steht an 2 Stellen"),
    ],
)
def test_an_order_of_which_an_edit_uses_only_a_part_is_asked_about(tides, world, message: str, answer: str) -> None:
    done = say(tides, world, message)
    assert done["pending_content_id"] is None and answer in done["response"]


def answered(world, message: str, content: str) -> dict:
    """Return the answer to a message for which the model writes this content."""
    answer = {"message": "Here.", "document_content": content, "sources": [], "new_types": []}
    return say(replace(without_model(world, PAPER), writer=ScriptedModel(json.dumps(answer))), world, message)


@pytest.mark.parametrize(
    ("message", "content", "left_out"),
    [
        ("Rewrite Limits and delete Intro.", "Wet summer, small sample.", ["delete Intro"]),
        ("Rewrite Limits, then rename it to “Caveats”.", "Wet summer, small sample.", ["rename it to “Caveats”"]),
        ("Rewrite Limits and delete its second sentence.", "It was a wet summer.", []),
    ],
)
def test_a_change_beside_an_ordered_text_is_carried_out_by_the_text_or_named(
    world, message: str, content: str, left_out: list[str]
) -> None:
    made = answered(world, message, content)
    assert made["intent"] == "new" and made["status"] == "pending_approval"
    told = [each for each in made["warnings"] if "does not carry out" in each]
    assert [each.split("“", 1)[1].rsplit("”", 1)[0] for each in told] == left_out


def test_a_change_beside_a_new_draft_is_named_although_another_draft_waits(world) -> None:
    answered(world, "Write a sentence on cost for Intro.", "It was cheap.")
    made = answered(world, "Rewrite Limits and delete Intro.", "Wet summer, small sample.")
    assert any("“delete Intro”" in each for each in made["warnings"])


@pytest.mark.parametrize("message", ["Rewrite Limits. No, leave it as it is.", "Add a sentence to Limits. Forget it."])
def test_an_order_to_write_that_the_message_takes_back_asks_no_model(ports, world, message: str) -> None:
    made = say(ports, world, message)
    assert made["status"] is None and "withdraws its own order" in made["response"]


def test_words_behind_a_colon_are_the_users_own_words(ports, world) -> None:
    answer = say(ports, world, "Add at the end of Limits: Rain came late.")
    assert answer["document_content"] == "Rain came late."
    assert approved(ports, world) == PAPER.replace("The sample was small.", "The sample was small.\n\nRain came late.")


def test_a_sentence_is_replaced_by_the_words_behind_a_colon(ports, world) -> None:
    say(ports, world, "Change the last sentence of Limits to: The sample was tiny.")
    assert approved(ports, world) == PAPER.replace("small", "tiny")


@pytest.mark.parametrize("message", ["Put it at the very end instead.", "Setze ihn lieber ganz ans Ende."])
def test_the_very_end_moves_what_was_approved_to_the_end_of_the_document(world, message: str) -> None:
    answered(world, "Add a sentence to Methods.", "Rain was logged.")
    ports = replace(world.ports, writer=ScriptedModel(), placer=None)
    approved(ports, world)
    made = say(ports, world, message)
    assert made["intent"] == "edit" and any(end in made["response"] for end in ("end of the document", "Ende des"))
    assert approved(ports, world) == f"{PAPER}\nRain was logged.\n"


def test_a_model_that_moves_nothing_does_not_say_that_it_does(world) -> None:
    answer = {"message": "I will move it.", "document_content": "", "sources": [], "intent": "move"}
    ports = replace(without_model(world, PAPER), writer=ScriptedModel(json.dumps(answer)))
    made = say(ports, world, "What about somewhere better?")
    assert made["status"] is None and made["response"].startswith("There is no open draft to move.")


def test_a_letter_is_announced_as_one(world) -> None:
    made = answered(world, "Reply to reviewer 2 that the summer was wet.", "We thank the reviewer. It was wet.")
    assert any("seems to be a letter" in each for each in made["warnings"])


@pytest.mark.parametrize(
    ("order", "answer"),
    [
        ("replace “warm” with “cold”", "I did not find “warm” in exactly this spelling"),
        ("join Intro and Limits", "I did not understand what to do with “join Intro and Limits”"),
    ],
)
def test_the_answer_quotes_what_was_not_carried_out_of_several_orders(ports, world, order: str, answer: str) -> None:
    assert answer in say(ports, world, f"Delete Outlook and {order}.")["response"]


@pytest.mark.parametrize(
    ("message", "stays"),
    [
        ("Make the limits clearer. Leave the last sentence untouched.", True),
        ("Take the limits and make running text of them.", True),
        ("Rename Limits to “Caveats”. Make the intro clearer.", False),
    ],
)
def test_what_a_model_wrote_for_several_orders_stays_if_none_is_an_edit(world, message: str, stays: bool) -> None:
    made = answered(world, message, "It was a wet summer, and the sample was small.")
    assert (made["document_content"] != "") is stays


@pytest.mark.parametrize(
    "message",
    [
        "Without the heading please, it's just the last paragraph of Methods.",
        "Mets-le en dernière phrase, sans le titre, dans Methods.",
        "say 'dry' instead of giving a season, and drop that note",
    ],
)
def test_a_model_reads_what_rules_only_half_understand_of_a_remark_about_a_draft(world, message: str) -> None:
    answered(world, "We need a paragraph on the weather.", "## Weather\n\nThe summer was wet.\n\n*Note: new section.*")
    made = answered(world, message, "The summer was dry.")
    assert made["status"] == "pending_approval" and made["document_content"].endswith("The summer was dry.")


@pytest.mark.parametrize("message", ["Actually forget it, we have no data.", "Vergiss es, uns fehlen die Daten."])
def test_an_order_that_is_taken_back_with_a_reason_leaves_the_draft(ports, world, message: str) -> None:
    answered(world, "We need a paragraph on the weather.", "The summer was wet.")
    answer = say(ports, world, message)
    waits = ("The draft waits until you approve", "Der Entwurf wartet")
    assert answer["intent"] == "talk" and answer["response"].startswith(waits)


@pytest.mark.parametrize("mark", ["…", "...", " ..."])
def test_a_sentence_is_deleted_by_its_first_words_and_dots(world, mark: str) -> None:
    paper = "# Study\n\n## Methods\n\nWe measured. The package is used in three projects of ours. It rained.\n"
    ports = without_model(world, paper)
    say(ports, world, f'Delete the sentence "The package is used in{mark}" in Methods, we don\'t want that in there.')
    assert approved(ports, world) == paper.replace("The package is used in three projects of ours. ", "")
