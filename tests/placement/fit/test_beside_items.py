"""Content goes beside the list item that a message names, as an item of that list."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement.place import carry_out
from backend.placement.rules import decide

PAPER = """# Methods

We used:

- Gloves: for the hands.
- Nets, and a pole.

# Results

1. Wasps

2. Gloves are
   lost.

The end.
"""


def placed(message: str, content: str = "Bags: for the bees.") -> str:
    document = read(PAPER)
    decision = decide(document, content, (message,))
    assert decision.sure
    return carry_out(document, content, decision.placement).text


@pytest.mark.parametrize(
    ("message", "before", "after"),
    [
        ("Insert it after the bullet about gloves", "hands.\n", "hands.\n- Bags: for the bees.\n"),
        ("Put it between the first and second bullet of Methods", "hands.\n", "hands.\n- Bags: for the bees.\n"),
        ("Put it after the second bullet of Methods", "a pole.\n", "a pole.\n- Bags: for the bees.\n"),
        ("Insert it before the bullet about nets", "- Nets", "- Bags: for the bees.\n- Nets"),
        ("Put it behind the first item of Results", "1. Wasps\n", "1. Wasps\n\n2. Bags: for the bees.\n"),
        ("Put it after the item on gloves in Results", "   lost.\n", "   lost.\n\n3. Bags: for the bees.\n"),
        ("Add a bullet to the list in Methods", "a pole.\n", "a pole.\n- Bags: for the bees.\n"),
    ],
)
def test_a_paragraph_becomes_an_item_of_the_list(message, before, after):
    assert placed(message) == PAPER.replace(before, after, 1)


def test_the_words_of_longer_items_stay_as_they_are():
    text = placed("Put it after the item on gloves in Results", "Bags\nof wool.")
    assert "\n\n3. Bags\nof wool.\n\nThe end." in text


@pytest.mark.parametrize(
    "message",
    [
        "Add a paragraph after the bullet about gloves.",
        "Put it after the item on drones",
        "Put it after the itemized list in Methods",
        "Put it at the end of Methods",
        "Put it between the first bullet of Methods and the second item of Results",
    ],
)
def test_no_item_is_made_where_none_is_meant(message):
    decision = decide(read(PAPER), "Bags: for the bees.", (message,))
    assert not decision.placement.place.startswith("item")


def test_items_of_two_lists_are_asked_about():
    text = "# A\n\n- One.\n\n# B\n\n- Two.\n"
    decision = decide(read(text), "Three.", ("Put it after the first bullet",))
    assert not decision.sure and [each.place for each in decision.candidates] == ["item 1", "item 1"]


def test_an_item_that_is_only_the_subject_is_no_place():
    document = read("# Goals\n\n1. Map it.\n2. Compare it.\n")
    found = decide(document, "Rain fell on the gauges.", ("The second goal is too long.",))
    assert not found.sure or not found.placement.place.startswith("item")


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("rewrite the second risk", "- Storms.\n- New.\n- Lead.\n"),
        ("shorten the last item of Risks", "- Storms.\n- Fences.\n- New.\n"),
    ],
)
def test_another_version_of_an_item_replaces_it(message, expected):
    document = read("# Risks\n\n- Storms.\n- Fences.\n- Lead.\n")
    decision = decide(document, "New.", [message], "of what is named")
    assert decision.sure and carry_out(document, "New.", decision.placement).text == f"# Risks\n\n{expected}"


def test_two_items_are_not_replaced_by_one():
    document = read("# Risks\n\n- Storms.\n- Fences.\n- Lead.\n")
    decision = decide(document, "New.", ["rewrite the first two risks"], "of what is named")
    assert decision.placement.operation != "replace" or not decision.sure


@pytest.mark.parametrize("message", ["Insert this at the end of the list in Risks", "Bitte am Ende der Liste in Risks"])
def test_the_end_of_a_named_list_is_its_last_item(message):
    document = read("# Risks\n\n- Storms.\n- Fences.\n\nThe end.\n")
    found = decide(document, "New.", (message,))
    assert found.sure and carry_out(document, "New.", found.placement).text.startswith(
        "# Risks\n\n- Storms.\n- Fences.\n- New.\n"
    )


def test_a_paragraph_at_the_end_of_a_list_is_no_item():
    document = read("# Risks\n\n- Storms.\n- Fences.\n\nThe end.\n")
    found = decide(document, "New.", ("Insert a paragraph at the end of the list in Risks",))
    assert not found.placement.place.startswith("item")


TOOLS = read(
    "# Bees\n\n## Tools\n\nWe used two lists.\n\n- Lua, a language\n- dkjson, a parser of Lua tables\n- Rain gauges\n\n"
    "## Rain\n\n1. Cold rain\n2. Warm rain\n"
)


@pytest.mark.parametrize(
    ("message", "block", "place"),
    [
        ("Tools, in the list, behind dkjson", 3, "item 2"),
        ("the list under Tools: before rain gauges", 3, "item 3"),
        ("Rain: new bullet after cold rain", 5, "item 1"),
        ("in the list of exceptions, after dkjson", 3, "item 2"),
    ],
)
def test_item_beside_an_item_that_is_named_by_its_words(message, block, place):
    found = decide(TOOLS, "- Snow fell.", (message,))
    assert (found.placement.anchor.block, found.placement.place) == (block, place)
    assert found.sure


@pytest.mark.parametrize("message", ["after Tools", "in the list, after rain", "in the list, not after dkjson"])
def test_section_and_words_of_several_items_name_no_item(message):
    found = decide(TOOLS, "- Snow fell.", (message,))
    assert not (found.sure and found.placement.place.startswith("item"))


@pytest.mark.parametrize("message", ["Add a bullet to Methods", "Add another item to Methods"])
def test_a_new_item_goes_to_the_only_list_of_the_section_although_other_text_follows(message):
    document = read("# Methods\n\n- Gloves.\n- Nets.\n\nWe counted wasps.\n")
    found = decide(document, "Bags.", (message,))
    assert found.sure and carry_out(document, "Bags.", found.placement).text == (
        "# Methods\n\n- Gloves.\n- Nets.\n- Bags.\n\nWe counted wasps.\n"
    )


def test_the_end_of_a_list_is_before_the_list_that_follows():
    document = read("# Risks\n\n- Storms.\n- Fences.\n\n1. Lead.\n2. Tin.\n")
    found = decide(document, "New.", ("Put it at the end of the first list",))
    assert found.sure and "- Fences.\n- New.\n" in carry_out(document, "New.", found.placement).text


RISKS = read("# Plan\n\n## Risks\n\n- Ice may come.\n- Thieves may come.\n\n## End\n\nGo.\n")


def test_a_sentence_beside_the_item_with_a_word_is_an_item_where_only_a_list_stands():
    decision = decide(RISKS, "Storms may come.", ("Add this to the risks, right after the ice.",))
    after = carry_out(RISKS, "Storms may come.", decision.placement).text
    assert decision.sure and "- Ice may come.\n- Storms may come.\n- Thieves" in after


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Storms may come. They may stay.", "Add this to the risks, right after the ice."),
        ("Storms may come.", "Add a paragraph to the risks, right after the ice."),
    ],
)
def test_a_paragraph_behind_the_list_is_unsure_if_an_inner_item_is_named(content, message):
    assert not decide(RISKS, content, (message,)).sure


@pytest.mark.parametrize(
    ("message", "sure"),
    [
        ("Put this into the risks, before the thievery.", False),
        ("Put this into the risks, after the list.", True),
        ("Put this into the risks, behind the thieves.", True),
    ],
)
def test_a_place_beside_a_list_is_sure_only_if_the_words_fit_its_edge(message, sure):
    assert decide(RISKS, "Storms may come. They may stay.", (message,)).sure == sure
