"""Orders to replace words: what is read as one, what is left to others, and where the words occur."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.word_orders import read_word_order

TEXT = "We model the colour of reefs. A model is fitted in R; Colour fades. The model-based teh index is new."


@pytest.mark.parametrize(
    ("message", "old", "new"),
    [
        ("Replace “colour” with “color”.", "colour", "color"),
        ("Change 'colour' to 'color' in Methods. Thanks!", "colour", "color"),
        ("Could you replace ‘colour’ by ‘hue’?", "colour", "hue"),
        ("teh -> the", "teh", "the"),
        ("fix the typo teh → the", "teh", "the"),
        ("Correct the spelling of teh to the", "teh", "the"),
        ("Write “color” instead of “colour”.", "colour", "color"),
        ("“colour” should read “color”", "colour", "color"),
        ("“colour” is odd, make it “color”", "colour", "color"),
        ("„colour“ bitte durch „hue“ ersetzen", "colour", "hue"),
        ("Statt „colour“ soll „hue“ stehen.", "colour", "hue"),
        ("„colour“ muss „hue“ heißen.", "colour", "hue"),
        ("Remplace « colour » par « hue ».", "colour", "hue"),
        ("«colour» deve escrever-se «hue».", "colour", "hue"),
        ("Cambia «colour» por «hue» en todo el documento", "colour", "hue"),
        ("Replace “colour” with hue in Methods", "colour", "hue"),
        ("replace every mention of colour by hue", "colour", "hue"),
        ("colour durch hue ersetzen", "colour", "hue"),
        ("Replace colour with hue throughout the paper, please", "colour", "hue"),
        ("Rename colour to hue everywhere.", "colour", "hue"),
        ("rename all occurrences of “colour” to “hue”", "colour", "hue"),
        ("Rename colour to hue everywhere in Methods", "colour", "hue"),
        ("call it hue instead of colour everywhere", "colour", "hue"),
        ("please call it “hue” instead of colour", "colour", "hue"),
        ("write hue instead of colour throughout the paper", "colour", "hue"),
        ("把“colour”全部改成“hue”", "colour", "hue"),
        ("将“colour”替换为“hue”", "colour", "hue"),
    ],
)
def test_orders_to_replace_words_are_read(message, old, new):
    at = message.find("Methods")
    named = [(at, at + len("Methods"))] if at >= 0 else []
    found = read_word_order(message, [TEXT], ["Methods"], named)
    assert found is not None and (found.old, found.new) == (old, new)
    assert [message[slice(*each)].strip("“”„\"'‘’«» ") for each in found.at] == [old, new]


@pytest.mark.parametrize(
    "message",
    [
        "Should I replace “colour” with “color”?",
        "Don't replace “colour” with “color”.",
        "“colour” should come before “color”.",
        "Replace the paragraph that starts with “We model” with “Hello.”",
        "Replace the introduction with a shorter one",
        "Change it to bullet points",
        "Change “Methods” to “Procedure”",
        "Translate “colour” to “French”",
        "Replace the model with a table",
        "replace xylophone with violin",
        "Insert “colour” into “Methods”.",
        "Replace “colour” with “color”. Then shorten the introduction.",
        "Replace “model” with “model”.",
        "Rename colour to hue",
        "Replace “model” in “the model is” with network.",
        "",
    ],
)
def test_other_messages_are_no_orders_to_replace_words(message):
    assert read_word_order(message, [TEXT], ["Methods"]) is None


@pytest.mark.parametrize(
    "message", ["use hue instead of colour", "call the reef new instead of colour", "write about hue instead of colour"]
)
def test_instead_may_be_about_what_was_done(message):
    assert read_word_order(message, [TEXT]) is None


def test_an_article_before_a_name_is_no_word_of_the_text():
    order = "Replace the first paragraph of Methods by a tighter version."
    named = [(order.index("first"), order.index(" by"))]
    assert read_word_order(order, [f"{TEXT} The reefs are the point."], ["Methods"], named) is None


@pytest.mark.parametrize(
    ("message", "nth"),
    [("Replace the second “model” with “fit”", 2), ("Change the last occurrence of “model” to “fit”", -1)],
)
def test_one_occurrence_is_meant_by_its_number(message, nth):
    found = read_word_order(message, [TEXT])
    assert found is not None and found.nth == nth


@pytest.mark.parametrize(
    ("message", "old"),
    [
        ("Delete the word “teh” from Methods", "teh"),
        ("drop 'in R' from that", "in R"),
        ("Delete the word teh in Methods.", "teh"),
        ("Lösche das Wort „teh“ aus Methods", "teh"),
        ("Supprime le mot « teh » dans Methods", "teh"),
    ],
)
def test_orders_to_delete_words_are_read(message, old):
    found = read_word_order(message, [TEXT], ["Methods"])
    assert found is not None and (found.old, found.new) == (old, "")


@pytest.mark.parametrize(
    "message",
    [
        "Delete the section “Methods”",
        "Delete the paragraph “We model”",
        "Delete the paragraph that starts with “We model”",
        "Delete “model” and “reefs”",
        "Delete the word count in Methods",
        "Delete the words of thanks",
    ],
)
def test_other_deletions_are_no_orders_about_words(message):
    assert read_word_order(message, [TEXT], ["Methods"]) is None


def test_the_place_behind_the_new_words_belongs_to_them_only_if_it_is_no_place_of_the_old_words():
    text = "Count it.\n\nRun: `call peaks -g hs`.\n"
    found = read_word_order("replace hs by mm in the peaks call", [text])
    assert found is not None and (found.new, found.near) == ("mm", "peaks call")
    found = read_word_order("replace hs by mm in the lake", [text])
    assert found is not None and (found.new, found.near) == ("mm in the lake", "")
    found = read_word_order("replace hs by The Human", [text])
    assert found is not None and found.new == "The Human"


def test_everywhere_may_come_first():
    found = read_word_order("everywhere reefs -> lakes", [TEXT])
    assert found is not None and (found.old, found.new) == ("reefs", "lakes")


def test_everywhere_a_title_and_code_are_words() -> None:
    order = "Rename ``Fit`` to Fit-2 everywhere"
    found = read_word_order(order, ["The Fit is new."], ["Fit"], [(9, 12), (18, 21)])
    assert found is not None and (found.old, found.new, found.code) == ("Fit", "Fit-2", True)


def test_a_quoted_title_is_words_only_behind_a_noun_for_words():
    assert read_word_order("Change the word “Methods” to “Procedures”", [TEXT], ["Methods"]) is not None


@given(st.text(max_size=60))
def test_any_message_is_read_without_an_error(message):
    read_word_order(message, [TEXT], ["Methods"])
    read_word_order(f"Replace {message} with “{message}”", [TEXT])


@pytest.mark.parametrize(
    "message",
    [
        "900 -> 950, 40 -> 45", "Oaks -> Beeches (only in Water)", "Replace Oaks by Beeches, Elms by Ashes",
        "Replace “Oaks” with “Beeches” except in Water", "Ersetze „Oaks“ durch „Buchen“ außer in Water",
    ],
)  # fmt: skip
def test_an_order_with_a_second_one_or_an_exception_is_no_order_to_replace_words(message):
    assert read_word_order(message, ["Oaks and Elms cost 900 and 40."], ["Water"]) is None
