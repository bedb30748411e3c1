"""Changes are undone one by one, by name, and what somebody wrote since is never undone with them."""

from __future__ import annotations

import pytest

from backend.services import approval, documents
from backend.services.approval import ApprovalCommand
from tests.services.ordering import OWN, say, text_of, without_model
from tests.services.ordering import TIDES as PAPER


@pytest.fixture
def ports(world):
    made = without_model(world, PAPER)
    say(made, world, f"Insert the following at the end of Methods: “{OWN}”")
    approval.approve(made, world.user_id, ApprovalCommand(world.session_id))
    return made


def edit(ports, world, old: str, new: str) -> None:
    documents.put(ports, world.owned, "*", text_of(ports, world).replace(old, new))


def carried_out(ports, world, message: str) -> str:
    say(ports, world, message)
    return approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))["document"]


def test_undo_goes_back_step_by_step_and_redo_forward(ports, world) -> None:
    placed = text_of(ports, world)
    edit(ports, world, "# Methods", "# Our methods")
    changed = text_of(ports, world)
    assert [carried_out(ports, world, said) for said in ("Undo that.", "Undo that.")] == [placed, PAPER]
    assert [carried_out(ports, world, said) for said in ("Redo that.", "Put it back.")] == [placed, changed]


def test_what_was_not_carried_out_is_not_undone(ports, world) -> None:
    assert say(ports, world, "Delete the remark after the proof.")["intent"] == "talk"
    for said in ("Hmm, undo that.", "Undo that, the remark is useful.", "Mach das rückgängig.", "Put it back."):
        assert say(ports, world, said)["pending_content_id"] is None
        say(ports, world, "Delete the remark after the proof.")
    assert "approval of" in say(ports, world, "Undo the last change.")["response"]


def test_a_new_change_ends_what_can_be_brought_back(ports, world) -> None:
    carried_out(ports, world, "Undo that.")
    edit(ports, world, "# Methods", "# Our methods")
    assert "The edit undoes your edit of the document" in say(ports, world, "Put that back.")["response"]


def test_an_edit_by_order_is_named(ports, world) -> None:
    carried_out(ports, world, "Delete the section Results.")
    answer = say(ports, world, "Mach das bitte rückgängig.")
    assert "diese Änderung: “Gelöscht wird: Abschnitt “Results””" in answer["response"]
    assert "The edit" not in answer["response"]


def test_a_quotation_says_which_change_is_meant(ports, world) -> None:
    edit(ports, world, "# Methods", "# Our methods")
    answer = say(ports, world, f"Undo the insertion of “{OWN}”")
    assert "approval of" in answer["response"]
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))["document"]
    assert done == PAPER.replace("# Methods", "# Our methods")
    assert say(ports, world, "Undo the insertion of “It snowed in May.”")["intent"] == "talk"


def test_an_approval_is_named_by_its_own_words(ports, world) -> None:
    carried_out(ports, world, "Insert the following at the end of Methods: “All clocks ran well.”")
    assert "the approval of “All clocks ran well.”" in say(ports, world, "Undo that.")["response"]


@pytest.mark.parametrize("message", ["Undo the last two.", "undo both", "mach beides rückgängig", "撤销最后两次修改"])
def test_several_changes_are_taken_back_together(ports, world, message: str) -> None:
    edit(ports, world, "# Methods", "# Our methods")
    answer = say(ports, world, message)
    assert "Our methods" in answer["response"] and OWN[:20] in answer["response"]
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))["document"]
    assert done == PAPER


def test_more_changes_than_there_are_cannot_be_undone(ports, world) -> None:
    answer = say(ports, world, "Undo my last 3 changes.")
    assert answer["status"] is None and "only one change" in answer["response"]


def test_several_changes_that_were_taken_back_are_brought_back_one_by_one(ports, world) -> None:
    placed = text_of(ports, world)
    edit(ports, world, "# Methods", "# Our methods")
    changed = text_of(ports, world)
    assert carried_out(ports, world, "Undo the last two changes.") == PAPER
    assert [carried_out(ports, world, said) for said in ("Redo that.", "Redo that.")] == [placed, changed]


@pytest.mark.parametrize("message", ["Undo the change in Methods.", "Undo what you did in the section Methods."])
def test_the_last_change_in_a_section_is_taken_back(ports, world, message: str) -> None:
    edit(ports, world, "It was warm.", "It was cold.")
    assert carried_out(ports, world, message) == PAPER.replace("It was warm.", "It was cold.")


@pytest.mark.parametrize(
    ("noun", "block"),
    [
        ("paragraph", "Rain fell."),
        ("table", "| a | b |\n|---|---|\n| 1 | 2 |"),
        ("figure", "![Rain](rain.png)"),
        ("list", "- rain\n- snow"),
        ("quote", "> It rains."),
        ("code block", "```\nrain()\n```"),
        ("equation", "$$\nr = 1\n$$"),
        ("footnote", "[^1]: Rain."),
    ],
)
def test_a_removed_part_is_brought_back_by_its_kind(ports, world, noun: str, block: str) -> None:
    edit(ports, world, OWN, f"{OWN}\n\n{block}")
    whole = text_of(ports, world)
    edit(ports, world, f"\n\n{block}", "")
    edit(ports, world, "# Methods", "# Our methods")
    assert carried_out(ports, world, f"Put the {noun} back.") == whole.replace("# Methods", "# Our methods")


def test_a_change_that_no_section_has_is_not_guessed(ports, world) -> None:
    answer = say(ports, world, "Undo the change in Results.")
    assert answer["status"] is None and "None of the latest changes is in “Results”" in answer["response"]
    edit(ports, world, "It was warm.", "It was cold.")
    answer = say(ports, world, "Bring Results back.")  # it was changed, not removed
    assert answer["status"] is None and "None of the latest changes is in “Results”" in answer["response"]


@pytest.mark.parametrize(
    "message",
    [
        "Undo everything.",
        "Deshaz todo",
        "Mach alles rückgängig.",
        "Annule tout.",
        "Undo all changes.",
        "Deshaz todos los cambios",
    ],
)
def test_all_changes_are_taken_back_if_the_message_says_all(ports, world, message: str) -> None:
    carried_out(ports, world, "Delete the last paragraph of Methods.")
    carried_out(ports, world, "Rename Results to “Findings”.")
    assert carried_out(ports, world, message) == PAPER


@pytest.mark.parametrize(
    ("message", "undone"),
    [
        ("undo the deletion", "deletion"),
        ("bring back the deleted sentence", "deletion"),
        ("undo the deletion but keep the new heading", "deletion"),
        ("mach die Löschung rückgängig", "deletion"),
        ("undo the rename, keep the rest", "renaming"),
        ("annule le renommage", "renaming"),
        ("undo the change before the last one", "deletion"),
    ],
)
def test_the_change_of_the_named_kind_is_taken_back(ports, world, message: str, undone: str) -> None:
    placed = text_of(ports, world)
    carried_out(ports, world, "Delete the first sentence of Methods.")
    carried_out(ports, world, "Rename Results to “Findings”.")
    deleted, renamed = placed.replace("We measured.\n\n", ""), placed.replace("## Results", "## Findings")
    assert carried_out(ports, world, message) == (renamed if undone == "deletion" else deleted)


def test_no_other_change_is_taken_back_for_one_that_does_not_exist(ports, world) -> None:
    carried_out(ports, world, "Rename Results to “Findings”.")
    answer = say(ports, world, "undo the deletion")
    assert answer["pending_content_id"] is None and "None of the latest changes is of the kind" in answer["response"]


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("Undo the first change.", "The edit undoes the approval of"),
        ("Undo the last change but one.", "The edit renames the section “Methods”"),
        ("Annule la première modification", "Annule l'approbation de"),
        ("Undo the second change", "The edit renames the section “Methods”"),
        ("Undo the first deletion.", "The edit deletes the section “Results”"),
        ("Undo the fifth change.", "The document has only 3 changes to undo"),
        ("Undo change 2.", "Quote some words of the change to undo"),
        ("Go back to version 2.", "Quote some words of the change to undo"),
        ("Go back to the original.", "undoes the last 3 changes"),
        ("Stelle die ursprüngliche Fassung wieder her.", "die letzten 3 Änderungen"),
    ],
)
def test_one_of_several_changes_is_meant_by_its_number_or_kind(ports, world, message: str, answer: str) -> None:
    carried_out(ports, world, "Rename Methods to “Design”.")
    carried_out(ports, world, "Delete the section Results.")
    assert answer in say(ports, world, message)["response"]


@pytest.mark.parametrize(
    ("message", "undone"),
    [
        ("Undo only the renaming.", "renaming"), ("Mach nur die Umbenennung rückgängig.", "renaming"),
        ("Undo the deletion.", "deletion"), ("Annule seulement la suppression.", "deletion"),
        ("Put the paragraph back, please.", "deletion"),
    ],
)  # fmt: skip
def test_only_the_named_part_of_a_change_is_taken_back(ports, world, message: str, undone: str) -> None:
    placed = text_of(ports, world)
    carried_out(ports, world, "Rename Results to “Findings” and delete the first paragraph of Methods")
    deleted, renamed = placed.replace("We measured.\n\n", ""), placed.replace("## Results", "## Findings")
    assert carried_out(ports, world, message) == (renamed if undone == "deletion" else deleted)


def test_a_part_of_an_older_change_is_not_taken_back_alone(ports, world) -> None:
    carried_out(ports, world, "Rename Results to “Findings” and delete the first paragraph of Methods")
    carried_out(ports, world, "Rename Findings to “Facts”.")
    answer = say(ports, world, "Undo the deletion.")
    assert answer["pending_content_id"] is None and "only the whole change" in answer["response"]


def test_what_is_back_in_the_document_is_not_removed_again(ports, world) -> None:
    carried_out(ports, world, "Delete the first paragraph of Methods.")
    carried_out(ports, world, "Undo that.")
    answer = say(ports, world, "Put it back.")
    assert answer["pending_content_id"] is None and "in the document again" in answer["response"]


def test_a_removed_sentence_is_brought_back_after_another_change(ports, world) -> None:
    carried_out(ports, world, "Delete the first sentence of Methods.")
    carried_out(ports, world, "Rename Results to “Findings”.")
    before = text_of(ports, world)
    assert carried_out(ports, world, "Bring the first sentence of Methods back.") == before.replace(
        "We repeated", "We measured.\n\nWe repeated"
    )
