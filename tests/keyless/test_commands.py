"""Orders that need no writing are read by form; what is asked, refused or told of orders nothing."""

from dataclasses import replace

import pytest

from backend.keyless.commands import (
    DECIDE_YOURSELF,
    NOTHING_WAITS,
    REJECTED,
    WAITS,
    Situation,
    brings_other_words,
    corrects_place,
    orders_other_text,
    read_command,
)

TITLES = ("Methods", "Results", "Discussion", "Methoden", "Méthodes", "Métodos")


def intent(message: str, has_draft: bool = True, has_attachments: bool = False) -> str | None:
    command = read_command(message, Situation(has_draft, has_attachments, TITLES))
    return command.intent if command else None


@pytest.mark.parametrize(
    "message",
    [
        "Move it.",
        "Put it at the end of Methods instead.",
        "No, it belongs at the end of the Results section.",
        "Place the draft behind Table 2, please.",
        "Could you please move it to the Discussion?",
        "It should stand after the second paragraph of Methods.",
        "Better at the very end of Results.",
        "Can this go to the end of Discussion instead?",
        "Make it the last paragraph of Methods.",
        "Let it be the first paragraph of Methods.",
        "Setz ihn stattdessen ans Ende von „Methoden“.",
        "Verschieb den Entwurf hinter Tabelle 2.",
        "Mets-le plutôt à la fin de « Méthodes ».",
        "Muévelo después de Métodos.",
    ],
)
def test_a_draft_is_moved(message):
    assert intent(message) == "move"
    assert intent(message, has_draft=False) == "talk"


@pytest.mark.parametrize(
    "message",
    [
        "Undo.",
        "Merge Methods with Results.",
        "Füge Methoden und Results zusammen.",
        "Put that back.",
        "Please take the last change back.",
        "Roll back the last change.",
        "Throw out the second paragraph of Methods.",
        "Get rid of the first paragraph in Results.",
        "Give Methods the title “Materials”.",
        "Mach das rückgängig.",
        "Annule la dernière modification.",
        "Delete the last paragraph of Methods.",
        "The last paragraph of Results must go, delete it.",
        "The last paragraph of Results is wrong, out with it.",
        "Remove the whole Results section.",
        "Delete Table 2.",
        "I want the section Methods removed.",
        "Cancel the last change.",
        "Borra el último párrafo de «Métodos».",
        "Lösch den Abschnitt „Methoden“.",
        "Rename Methods to “Materials”.",
        "The section Methods should be called “Materials”.",
        "Benenne den Abschnitt „Methoden“ in „Material“ um.",
        "Take the first paragraph of Methods and put it at the end of Results.",
        "The first paragraph of Methods belongs at the end of Results, move it there.",
        "Move the section Results before the account of the weather.",
        "Verschiebe den Abschnitt Results hinter den Wetterbericht.",
    ],
)
@pytest.mark.parametrize("has_draft", [True, False])
def test_the_document_is_edited(message, has_draft):
    assert intent(message, has_draft) == "edit"


@pytest.mark.parametrize(
    "message",
    ["Thanks, that helps.", "Danke, das hilft.", "yes", "Merci beaucoup.", "Good, let me think about it.", "No."],
)
def test_kind_words_are_talk(message):
    assert intent(message) == intent(message, has_draft=False) == "talk"


@pytest.mark.parametrize(
    "message",
    [
        "I am thinking about deleting the first paragraph of Methods some day.",
        "Don't delete the first paragraph of Methods yet.",
        "My coauthor wants to delete the first paragraph of Methods.",
    ],
)
def test_what_is_only_spoken_of_is_talk(message):
    assert intent(message) == "talk"


@pytest.mark.parametrize(
    "message",
    [
        "Delete the last sentence.",
        "Remove the reference to RULER.",
        "Streich den letzten Satz.",
        "Make it shorter.",
        "The Methods section is too long, cut it down by half.",
        "Add a paragraph on rain to Results.",
        "Please write three paragraphs on rain; it belongs in Methods.",
        "Should I delete the first paragraph of Methods?",
        "Insert this at the end of Methods:\n\n> We had no controls.",
        "What is in Methods?",
        "After Methods there should be a new section named “Ethics”.",
        "After Methods there must be a subsection “Ethics”.",
        "In „Methods“ fehlt noch etwas zu Feuchte.",
        "The other highlight matters, too. Add it.",
        "The chart should go to the end of Methods.",
    ],
)
def test_revisions_requests_and_questions_are_no_commands(message):
    assert intent(message) is None


def test_attached_texts_are_to_be_added_not_moved():
    assert intent("Put these after the Results.", has_attachments=True) is None


def test_what_is_named_in_other_words_counts_as_a_name():
    message = "Nimm den ersten Absatz der Danksagung raus."
    named = ((4, message.index(" raus")),)
    assert read_command(message, Situation(named=named)).operation == "delete"


@pytest.mark.parametrize(
    "message", ["Muito obrigado, ficou ótimo!", "Das ist super, danke.", "Many thanks.", "C'est parfait."]
)
def test_a_kind_word_may_stand_second(message):
    assert intent(message) == "talk"


def test_a_no_with_a_place_is_no_kind_word():
    assert intent("Nein, lieber ans Ende von „Methoden“.") == "move"


@pytest.mark.parametrize(
    "text", ["Delete the draft about Methods.", "Lösch den Entwurf zu Methods.", "Quita el borrador."]
)
def test_a_draft_is_no_part_of_the_document(text: str) -> None:
    command = read_command(text, Situation(True, False, ("Methods",)))
    assert command is None or command.intent != "edit"


@pytest.mark.parametrize(
    "text", ["In Methods, Data should come after Results.", "Dans Methods, mets Data avant Results."]
)
def test_a_section_ahead_of_the_order_is_no_object_of_it(text: str) -> None:
    found = read_command(text, Situation(titles=("Methods", "Data", "Results"), has_approved=True))
    assert found is not None and (found.intent, found.operation, found.of_approved) == ("edit", "move", False)


def test_it_means_what_was_approved_where_no_draft_waits():
    command = read_command("Move it to Results.", Situation(titles=TITLES, has_approved=True))
    assert command is not None and command.of_approved and command.operation == "move"
    waiting = read_command("Move it to Results.", Situation(has_draft=True, titles=TITLES, has_approved=True))
    assert waiting is not None and waiting.intent == "move" and not waiting.of_approved


@pytest.mark.parametrize(
    ("text", "is_approved"),
    [
        ("That is invented! Remove it again.", True),
        ("This sentence is too bold. Delete it.", True),
        ("The sentence on the threshold sounds like advice. Take it out.", False),
        ("Der Satz über die Schwelle klingt wie ein Rat. Lösch ihn.", False),
    ],
)
def test_it_is_not_what_was_approved_if_the_message_describes_another_text(text: str, is_approved: bool) -> None:
    found = read_command(text, Situation(titles=TITLES, has_approved=True))
    assert (found is not None and found.of_approved) == is_approved


@pytest.mark.parametrize(
    "message", ["reviens en arrière", "Devuelve ese párrafo.", "Geh einen Schritt zurück.", "torna indietro", "annule"]
)
def test_going_back_needs_no_object(message):
    command = read_command(message, Situation())
    assert command is not None and command.operation == "restore"


def test_a_place_before_an_order_belongs_to_it():
    order = "In Methods, delete the last paragraph."
    situation = Situation(has_draft=True, titles=("Methods",), named=((23, 37),))
    assert order[23:37] == "last paragraph" and read_command(order, situation).operation == "delete"


def test_a_place_that_stage_2_reads_moves_the_draft_that_waits():
    order = "Results ought to open with it."
    waiting = Situation(has_draft=True, titles=TITLES)
    assert read_command(order, waiting) is None
    assert read_command(order, replace(waiting, names_place=True)).intent == "move"
    assert read_command(order, Situation(titles=TITLES, names_place=True)) is None


@pytest.mark.parametrize("has_draft", [True, False])
def test_the_place_of_a_new_text_moves_no_draft(has_draft):
    assert intent("At the end of Methods, add a paragraph on rain.", has_draft) is None


def test_parts_that_are_joined_and_rewritten_need_a_writer():
    assert intent("Merge Methods and Results and shorten them.") is None


def test_a_place_behind_no_is_no_courtesy():
    assert intent("No, the other one: behind the first paragraph.") != "talk"
    assert intent("Great, a nice paragraph.") == "talk"


@pytest.mark.parametrize("message", ["yes, approve it", "Accepte la première.", "Lehn den zweiten Entwurf ab."])
def test_only_the_user_decides_on_a_draft(message):
    for waiting in (Situation(has_draft=True), Situation(edit_waits=True)):
        found = read_command(message, waiting)
        assert (found.intent, found.line) == ("talk", DECIDE_YOURSELF)
    assert read_command(message, Situation()).line == NOTHING_WAITS


@pytest.mark.parametrize("message", ["ok add it", "yes, go ahead", "oui, ajoute-le"])
def test_consent_to_a_draft_says_that_it_waits(message):
    found = read_command(message, Situation(has_draft=True))
    assert (found.intent, found.line) == ("talk", WAITS)
    assert read_command(message, Situation()).line == NOTHING_WAITS


@pytest.mark.parametrize("message", ["add more", "add a paragraph", "take it out", "what should I add?"])
def test_what_asks_for_more_is_no_consent(message):
    assert read_command(message, Situation(has_draft=True)) is None


@pytest.mark.parametrize(
    "order",
    [
        "I think it reads better right after Methods, put it there please.",
        "Wouldn't it fit better at the end of Methods? Put it there.",
    ],
)
def test_the_draft_is_put_where_a_sentence_before_says(order):
    assert intent(order, has_draft=True) == "move"
    assert intent("Methods is wrong there, put it at the end of Results.", has_draft=True) == "edit"


@pytest.mark.parametrize("message", ["Forget it.", "no, never mind", "Vergiss es", "Laisse tomber !"])
def test_only_a_rejection_closes_a_draft(message):
    found = read_command(message, Situation(has_draft=True))
    assert found is not None and found.line == WAITS


def test_an_order_about_other_text_names_a_place_in_the_document() -> None:
    situation = Situation(True, titles=TITLES, drafts=("The drift was small.",))
    assert orders_other_text("In Methods, put the caption in bold.", situation)
    assert not orders_other_text("Put the last sentence first.", situation)
    assert not orders_other_text("Put the drift paragraph after Methods.", situation)


@pytest.mark.parametrize(
    ("message", "operation"),
    [
        ("Take Methods one level down, please.", "restructure"),
        ("Setz Methods bitte eine Ebene tiefer.", "restructure"),
        ("Methods should come first.", "move"),
        ("Put Methods last.", "move"),
        ("Methods should be followed by “Rain fell on all days.”", None),
    ],
)
def test_an_order_about_a_part_is_recognized(message: str, operation: str | None) -> None:
    command = read_command(message, Situation(titles=TITLES))
    assert (command.operation if command else None) == operation


@pytest.mark.parametrize("message", ["leave it out of Methods", "leave the last sentence", "leave it to the reviewers"])
def test_to_leave_something_out_is_no_dropping(message: str) -> None:
    found = read_command(message, Situation(has_draft=True, titles=TITLES))
    assert found is None or found.intent != "talk"


@pytest.mark.parametrize("message", ["not there, one paragraph up", "nein, einen Absatz höher", "на абзац выше"])
def test_one_paragraph_up_moves_the_draft_or_the_text_approved_last(message: str) -> None:
    assert intent(message) == "move"
    found = read_command(message, Situation(has_approved=True, titles=TITLES))
    assert found is not None and (found.operation, found.of_approved) == ("move", True)
    found = read_command(message, Situation(titles=TITLES))
    assert found is None or found.intent == "talk"


@pytest.mark.parametrize("message", ["no, one paragraph up", "не туда, на абзац выше", "不是那里，移到上一段"])
def test_one_paragraph_up_behind_a_no_corrects_the_place_of_the_text_approved_last(message: str) -> None:
    assert corrects_place(message)
    assert not corrects_place("one paragraph up")


def test_two_numbered_parts_of_any_kind_are_swapped() -> None:
    for message in ("swap comments 1.1 and 1.2", "Please swap the aims 2 and 3."):
        found = read_command(message, Situation(titles=TITLES))
        assert found is not None and (found.intent, found.operation) == ("edit", "move")
    assert read_command("swap to 2 columns and 3 rows in the table", Situation(titles=TITLES)) is None


def test_what_is_to_be_taken_out_is_not_put_there() -> None:
    waiting = Situation(True, titles=TITLES, has_approved=True, names_place=True)
    assert read_command("Take the one in Methods out again", waiting) is None
    assert read_command("Rather in Methods", waiting).intent == "move"


@pytest.mark.parametrize(
    "message",
    ["Make it the first sentence", "Lieber als zweiten Satz", "It should be the last item.", "as the last row please"],
)
def test_saying_which_small_part_the_draft_becomes_moves_it(message: str):
    assert intent(message) == "move"


@pytest.mark.parametrize("message", ["Make the first sentence shorter", "I had it as the first sentence before."])
def test_speaking_of_a_small_part_moves_nothing(message: str):
    assert intent(message) != "move"


@pytest.mark.parametrize(
    ("message", "others"),
    [
        ("In the budget we also need a line for access fees, directly under Travel.", True),
        ("And one more milestone between the first two: a mid-term report in month 18.", True),
        ("It would read better after the description of the two stations.", False),
        ("Rather at the end of the Methods.", False),
    ],
)
def test_a_message_that_brings_other_words_may_be_about_another_text(message, others):
    situation = Situation(has_draft=True, titles=("Methods", "Budget"), drafts=("Storms.",))
    assert brings_other_words(message, situation) == others


def test_what_is_added_is_not_the_text_approved_last():
    message = "It runs on version 3.12 too, please add this to the versions in Methods."
    assert read_command(message, Situation(titles=("Methods",), has_approved=True)) is None


@pytest.mark.parametrize("message", ["Nein, lieber als ersten Absatz dort.", "No, rather directly before the link."])
def test_a_correction_of_the_place_moves_the_draft_even_to_an_unknown_place(message):
    found = read_command(message, Situation(has_draft=True))
    assert found is not None and found.intent == "move"


def test_a_rejected_draft_is_not_the_open_one():
    message = "Use the one I just rejected after all, but put it under Limits."
    found = read_command(message, Situation(has_draft=True, titles=("Limits",)))
    assert found is not None and (found.intent, found.line) == ("talk", REJECTED)


@pytest.mark.parametrize(
    "message", ["The last sentence can go.", "The first sentence could go, I think", "Der letzte Satz kann weg."]
)
def test_a_sentence_of_the_draft_that_can_go_moves_no_draft(message):
    assert intent(message) is None


@pytest.mark.parametrize("order", ["The {} to the top, please.", "Den {} nach vorn."])
def test_a_name_and_an_edge_move_the_part_unless_a_text_may_be_meant(order):
    order = order.format("second paragraph")
    at = order.index("second")
    situation = Situation(named=((at, at + len("second paragraph")),))
    assert read_command(order, replace(situation, has_approved=True)).operation == "move"
    assert read_command(order, replace(situation, has_draft=True)) is None
    assert read_command(order.replace("paragraph", "section"), situation) is None


def test_a_part_that_should_stand_beside_the_list_is_moved():
    order = "The second paragraph belongs before the list."
    assert read_command(order, Situation(named=((4, 20),))).operation == "move"


def test_a_question_after_wait_takes_nothing_back() -> None:
    assert read_command("Wait, which one did you delete?", Situation()) is None
