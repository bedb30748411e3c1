"""New items go to the end of the list to which a message orders to add them, with the markers of that list."""

import pytest

from backend.document.blocks import read
from backend.placement.place import carry_out
from backend.placement.rules import decide

BULLETS = read("# P\n\n## Methods\n\nWe asked for outcomes:\n\n- pain\n- sleep\n\nEach was scored.\n\n## End\n\nGo.\n")
MORE = BULLETS.text.replace("- sleep\n", "- sleep\n- cramps\n")
NUMBERS = read("# P\n\n## Gaps\n\n1. No trials.\n2. No women.\n\n## End\n\n- x\n")


@pytest.mark.parametrize("content", ["- cramps", "* cramps", "3. cramps", "cramps", "- pain\n- sleep\n- cramps"])
@pytest.mark.parametrize(
    "message",
    [
        "Add cramps to the list.",
        "Add cramps to the list of outcomes.",
        "Füge Krämpfe zur Liste hinzu.",
        "Ajoute les crampes à la liste.",
        "Añade calambres a la lista.",
        "Add cramps to the list in Methods.",
    ],
)
def test_an_item_goes_to_the_end_of_the_list(message, content):
    decision = decide(BULLETS, content, (message,))
    assert decision.sure and carry_out(BULLETS, content, decision.placement).text == MORE


def test_several_items_are_numbered_on():
    decision = decide(NUMBERS, "- No data on cost.\n- No data on sleep.", ("Add two gaps to Gaps.",))
    after = carry_out(NUMBERS, "- No data on cost.\n- No data on sleep.", decision.placement).text
    assert "2. No women.\n3. No data on cost.\n4. No data on sleep.\n\n## End" in after and decision.sure


def test_the_only_list_is_a_guess_if_nothing_is_named():
    decision = decide(BULLETS, "- cramps", ("Add a third outcome: cramps.",))
    assert not decision.sure and carry_out(BULLETS, "- cramps", decision.placement).text == MORE


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Add a sentence after the list.", "It is short."),
        ("Add a sentence on the list to the End.", "It is short."),
        ("Add a list of costs to the End.", "- rent\n- food"),
        ("Should I add cramps to the list?", "- cramps"),
        ("Add cramps to the list.", "- pain\n- cramps"),
    ],
)
def test_other_orders_do_not_go_to_its_end(message, content):
    placement = decide(BULLETS, content, (message,)).placement
    assert (placement.operation, placement.place) != ("insert_after", "item 2")


@pytest.mark.parametrize(
    ("message", "number"),
    [
        ("Add cramps as the first item of the list.", 1),
        ("Add cramps at the top of the list.", 1),
        ("Add cramps as the second item of the list.", 2),
    ],
)
def test_an_item_may_get_another_number(message, number):
    placement = decide(BULLETS, "- cramps", (message,)).placement
    assert (placement.operation, placement.place) == ("insert_before", f"item {number}")


def test_an_item_that_is_to_stand_beside_another_is_not_sure_to_go_to_the_end():
    assert not decide(BULLETS, "- cramps", ("Add a bullet to the list after the one on pain.",)).sure


CRITERIA = read("# P\n\n## Criteria\n\n- a field study\n- a city\n\n## End\n\nGo.\n")


@pytest.mark.parametrize("message", ["Add “one year” to the criteria.", "Füge „one year“ zu Criteria hinzu."])
def test_words_are_another_item_of_a_section_that_is_only_a_list(message):
    decision = decide(CRITERIA, "one year", (message,))
    after = carry_out(CRITERIA, "one year", decision.placement).text
    assert decision.sure and after == CRITERIA.text.replace("- a city\n", "- a city\n- one year\n")


def test_a_sentence_is_perhaps_a_paragraph_of_a_section_that_is_only_a_list():
    assert not decide(CRITERIA, "We chose one year.", ("Add “We chose one year.” to the criteria.",)).sure


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (CRITERIA, "Add “one year” after the criteria."),
        (BULLETS, "Add “one year” to Methods."),
    ],
)
def test_words_for_another_place_are_no_item(document, message):
    assert decide(document, "one year", (message,)).placement.place != "item 2"


TRIAL = read(
    "# T\n\n## Secondary outcomes\n\nThese:\n\n- stay\n- falls\n- pain\n\n## Primary outcomes\n\n- death\n- shock\n"
)


@pytest.mark.parametrize(
    ("message", "before"),
    [
        ("Add sleep to the secondary outcomes.", "- pain\n"),
        ("Add sleep to the list of secondary outcomes.", "- pain\n"),
        ("Add sleep to the second list.", "- shock\n"),
        ("Add sleep to the primary outcomes.", "- shock\n"),
        ("Add sleep as the second item of the primary outcomes.", "- death\n"),
        ("Add sleep as the third item to the secondary outcomes.", "- falls\n"),
    ],
)
def test_only_an_ordinal_that_counts_items_is_a_place(message, before):
    decision = decide(TRIAL, "- sleep", (message,))
    after = carry_out(TRIAL, "- sleep", decision.placement).text
    assert decision.sure and after == TRIAL.text.replace(before, f"{before}- sleep\n")


def test_an_ordinal_of_something_else_makes_the_place_unsure():
    decision = decide(TRIAL, "- sleep", ("Add the final sleep to the list of primary outcomes.",))
    assert not decision.sure


@pytest.mark.parametrize("words", [", second to last", " as the second to last item"])
def test_an_item_that_is_counted_from_the_end_goes_before_the_last_one(words):
    decision = decide(BULLETS, "- cramps", (f"Add cramps to the list of outcomes{words}.",))
    after = carry_out(BULLETS, "- cramps", decision.placement).text
    assert decision.sure and after == BULLETS.text.replace("- sleep\n", "- cramps\n- sleep\n")
