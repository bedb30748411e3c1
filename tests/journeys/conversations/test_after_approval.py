"""What a researcher says right after an approval: take it out again, undo it, or change it."""

import pytest

PAPER = (
    "# Bees\n\n## Methods\n\nWe counted bees in ten gardens.\n\n\n\nEach garden was visited twice.\n\n"
    "| garden | bees |\n| --- | --- |\n| north | 12 |\n| south | 9 |\n\n"
    "## Risks\n\n- Rain keeps bees at home.\n- Gardeners move the hives.\n\n\n## Results\n\nThere were more bees.  \n"
    "\n\n"
)
DRIFT = "The scale drifted with the weather. We set it anew each week."
ROW, ITEM, SENTENCE = "| east | 7 |", "- Wasps take the traps.", "Nobody counted at night."


@pytest.mark.parametrize(
    ("order", "content"),
    [
        ("Add a row on the east garden to the table in Methods.", ROW),
        ("Add a bullet on wasps to the list in Risks.", ITEM),
        ("Add a paragraph on drift after the first paragraph of Methods.", DRIFT),
        ("Add a paragraph on drift at the end of Results.", DRIFT),
        ("Add this to the end of Risks: two paragraphs on drift.", f"{DRIFT}\n\n{SENTENCE}"),
    ],
)
@pytest.mark.parametrize("said", ["Delete it again.", "Remove that again.", "take that out again"])
def test_what_was_approved_is_taken_out_to_the_last_byte(author, order, content, said):
    assert author.add(order, content) != PAPER
    answer = author.say(said)
    assert answer["intent"] == "edit" and "approval of “" in answer["response"]
    assert author.decide("approve")["document"] == PAPER


def test_an_approval_is_taken_out_although_other_parts_have_changed(author):
    author.add("Add a row on the east garden to the table in Methods.", ROW)
    author.bring(author.document()["content"].replace("There were more bees.", "There were fewer bees."))
    author.say("Delete it again.")
    assert author.decide("approve")["document"] == PAPER.replace("There were more bees.", "There were fewer bees.")


def test_an_approved_text_that_was_moved_by_hand_is_deleted_where_it_is(author):
    author.add("Add a sentence on the night after the first sentence of Methods.", SENTENCE)
    author.bring(PAPER.replace("There were more bees.", f"{SENTENCE} There were more bees."))
    answer = author.say("Remove it again.")
    assert answer["intent"] == "edit" and "approval" not in answer["response"]
    assert author.decide("approve")["document"] == PAPER


def test_what_was_written_beside_an_approved_text_stays(author):
    author.add("Add a paragraph on drift at the end of Methods.", DRIFT)
    author.bring(author.document()["content"].replace(DRIFT, f"{DRIFT} Mine."))
    author.say("Delete it again.")
    assert "Mine." in author.document()["content"]
    assert " Mine.\n" not in author.decide("approve")["document"].replace(DRIFT, "")


def test_undo_names_the_change_and_goes_one_further_back_and_redo_forward(author):
    first = author.add("Add a paragraph on drift at the end of Methods.", DRIFT)
    author.bring(by_hand := first.replace("ten gardens", "nine gardens"))
    assert "edit of the document from" in author.say("Undo that.")["response"]
    assert author.decide("approve")["document"] == first
    assert "approval of “The scale drifted" in author.say("undo that")["response"]
    assert author.decide("approve")["document"] == PAPER
    assert author.say("undo that")["intent"] == "talk"
    assert "The edit brings back the approval" in author.say("redo")["response"]
    assert author.decide("approve")["document"] == first
    assert author.say("put it back")["response"].startswith("The edit brings back your edit")
    assert author.decide("approve")["document"] == by_hand


def test_undo_while_a_draft_waits_asks(author):
    first = author.add("Add a paragraph on drift at the end of Methods.", DRIFT)
    author.say("Add a sentence on nights to Results.", SENTENCE)
    for said in ("Undo that.", "doch nicht, rückgängig", "撤销"):
        answer = author.say(said)
        assert (answer["intent"], answer["status"]) == ("talk", None), said
    assert author.document()["content"] == first and author.pending()
    answer = author.say("Undo the last change.")
    assert answer["intent"] == "edit" and "The scale drifted" in answer["response"]


@pytest.mark.parametrize(
    "said", ["撤销", "撤销上一步修改", "取り消して", "直前の変更を元に戻してください", "恢复", "Mach das rückgängig."]
)
def test_undo_is_understood_in_other_languages(author, said):
    author.add("Add a paragraph on drift at the end of Methods.", DRIFT)
    assert author.say(said)["intent"] == "edit"
    assert author.decide("approve")["document"] == PAPER


@pytest.mark.parametrize(
    "said",
    [
        "delete the last sentence you added",
        "Lösch den letzten Satz, den du eingefügt hast.",
        "Supprime la dernière phrase que tu as ajoutée.",
        "Borra la última frase que añadiste.",
        "删除你刚加的最后一句话",
        "drop the last sentence of what you just added",
        "Remove a última frase que você adicionou",
    ],
)
def test_the_last_sentence_of_what_was_approved_is_deleted(author, said):
    text = author.add("Add a paragraph on drift at the end of Results.", DRIFT)
    assert author.say(said)["intent"] == "edit"
    assert author.decide("approve")["document"] == text.replace(" We set it anew each week.", "")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (SENTENCE, "remove the sentence you just added"),
        (SENTENCE, "delete that sentence"),
        (SENTENCE, "take that sentence out again"),
        (ITEM, "remove the bullet you just added"),
        (ROW, "Lösch die Zeile wieder, die du eingefügt hast."),
        (DRIFT, "删除你刚加的那一段"),
        (SENTENCE, "追加した文を削除してください"),
    ],
)
def test_a_part_that_is_all_of_what_was_approved_is_taken_out(author, content, said):
    orders = {
        SENTENCE: "Add a sentence on nights at the end of Results.",
        DRIFT: "Add a paragraph on drift to Methods.",
    }
    orders |= {ROW: "Add a row on the east garden to the table in Methods.", ITEM: "Add a bullet on wasps to Risks."}
    author.add(orders[content], content)
    answer = author.say(said)
    assert answer["intent"] == "edit" and author.decide("approve")["document"] == PAPER


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("a bit shorter", "The scale drifted with the weather; we set it anew."),
        ("use past perfect", "The scale had drifted with the weather. We had set it anew each week."),
        ("merge the two sentences", "The scale drifted with the weather, so we set it anew each week."),
        ("no, it should be each month", "The scale drifted with the weather. We set it anew each month."),
        ("etwas förmlicher bitte", "The scale drifted with the weather. It was set anew each week."),
        ("不对，应该是每月", "The scale drifted with the weather. We set it anew each month."),
    ],
)
def test_another_form_of_what_was_approved_replaces_it_without_a_question(author, said, content):
    text = author.add("Add a paragraph on drift at the end of Methods.", DRIFT)
    author.say(said, content)
    done = author.decide("approve")
    assert done["sure"] and done["document"] == text.replace(DRIFT, content)


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("another one, please", "The clock drifted with the weather. We set it anew each week."),
        ("now the same for the trap", "The trap drifted with the weather. We set it anew each week."),
        ("more concrete", "The scale drifted."),
    ],
)
def test_what_may_be_a_new_text_or_a_loss_replaces_nothing_without_a_question(author, said, content):
    author.add("Add a paragraph on drift at the end of Methods.", f"{DRIFT} It had been bought in May by the city.")
    author.say(said, content)
    shown = author.decide("preview")
    assert not (shown["sure"] and shown["placement"]["operation"] == "replace")


PAST = "The scale had drifted with the weather. We had set it anew each week."


def test_a_version_of_a_text_leaves_what_a_hand_added_to_its_paragraph(author):
    text = author.add("Add a paragraph on drift at the end of Methods.", DRIFT)
    author.bring(text.replace(DRIFT, f"{DRIFT} Mine."))
    author.say("use past perfect", PAST)
    assert author.decide("approve")["document"] == text.replace(DRIFT, f"{PAST} Mine.")


def test_a_version_of_a_text_that_was_changed_by_hand_asks(author):
    text = author.add("Add a paragraph on drift at the end of Methods.", DRIFT)
    author.bring(text.replace(DRIFT, DRIFT.replace("scale", "old scale")))
    author.say("use past perfect", PAST)
    shown = author.decide("preview")
    assert not (shown["sure"] and shown["placement"]["operation"] == "replace")


OLD = "We counted bees in ten gardens."
NEW = "We counted the bees in ten gardens by hand."


def test_a_text_that_moved_is_replaced_where_it_is_now(author):
    author.say("Rewrite the first paragraph of Methods.", NEW)
    moved = PAPER.replace(f"{OLD}\n\n\n\n", "").replace("There were", f"{OLD}\n\nThere were")
    author.bring(moved)
    done = author.decide("approve")
    assert done["document"] == moved.replace(OLD, NEW)


def test_a_text_that_is_gone_is_not_added_again(author):
    author.say("Rewrite the first paragraph of Methods.", NEW)
    author.bring(gone := "# Bees\n\n## Results\n\nThere were more bees.\n")
    assert "changed or deleted" in author.decide("preview")["warnings"][0]
    refused = author.decide("approve", status=409)
    assert "changed or deleted" in refused["detail"] and refused["candidates"]
    assert author.document()["content"] == gone


def test_a_draft_for_a_section_that_is_gone_says_so(author):
    author.say("Add a sentence on nights to the end of Risks.", SENTENCE)
    author.bring("# Bees\n\n## Results\n\nThere were more bees.\n\n## References\n\nMiller.\n")
    shown = author.decide("preview")
    assert not shown["sure"] and "section “Risks”" in shown["warnings"][0]


@pytest.mark.parametrize(
    "said",
    [
        "and after the table in Methods a sentence on nights",
        "After the table in Methods, a sentence on nights, please.",
        "Und nach der Tabelle in Methods ein Satz zu den Nächten.",
        "Methods的表格后面，加一句关于夜间的话",
        "then a short paragraph on nights after the table in Methods",
        "Methodsの表の後に夜についての文を一つ追加して",
    ],
)
def test_a_second_request_while_a_draft_waits_is_written(author, said):
    first = author.say("Add a paragraph on drift to the end of Risks.", DRIFT)["pending_content_id"]
    second = author.say(said, SENTENCE)
    assert second["intent"] == "new" and second["pending_content_id"] not in (None, first)
    assert f"| south | 9 |\n\n{SENTENCE}\n" in author.decide("approve")["document"]
    assert author.decide("preview", pending_content_id=first)["placement"]["section"] == ["Bees", "Risks"]


@pytest.mark.parametrize("said", ["Swap them: the scale to Results, the nights to Methods.", "Tausch sie bitte."])
def test_drafts_that_are_to_be_swapped_are_no_sections(author, said):
    author.say("Add a paragraph on drift to Methods.", DRIFT)
    author.say("Add a sentence on nights to Results.", SENTENCE, intent="new")
    answer = author.say(said)
    assert (answer["intent"], answer["status"]) == ("talk", None)


def test_a_change_and_a_place_in_one_message_both_count(author):
    author.say("Add a paragraph on drift to the end of Results.", f"{DRIFT} It was old.")
    answer = author.say("make it two sentences, and put it at the start of Results", DRIFT, intent="revise")
    assert answer["intent"] == "revise"
    assert f"## Results\n\n{DRIFT}\n\nThere were" in author.decide("approve")["document"]


@pytest.mark.parametrize("said", ["Bórralo otra vez.", "把它删掉", "それを削除してください"])
def test_it_is_taken_out_in_other_languages(author, said):
    author.add("Add a row on the east garden to the table in Methods.", ROW)
    author.say(said)
    assert author.decide("approve")["document"] == PAPER


def test_a_corrected_place_means_the_approved_text_although_an_older_draft_waits(author):
    older = author.say("Write a sentence on wasps.", "Wasps were not counted.")["pending_content_id"]
    before = author.add("Add a sentence to the end of Methods.", SENTENCE)
    author.say("no, put it before the first paragraph of Methods")
    after = author.decide("approve")["document"]
    assert after.index(SENTENCE) < after.index("We counted bees") and sorted(after.split()) == sorted(before.split())
    waiting = author.pending()
    assert waiting is not None and waiting["pending_content_id"] == older
