"""What a researcher says to bring an undone change back, and orders that go with an undo."""

import pytest

PAPER = (
    "# Petitions\n\n## Findings\n\nWidows sent 31 petitions.\n\n## Weaknesses\n\nThe sample was small.\n\n"
    "## Conclusion\n\nThe pen mattered.\n"
)
FEES = "Heath charged sixpence for a petition."
PRICE = "So did the price of paper."


@pytest.fixture
def undone(author):
    author.first = author.add("Add a sentence on fees at the end of Findings.", FEES)
    author.second = author.add("Add a sentence at the end of the Conclusion.", PRICE)
    author.say("Undo the last two changes.")
    assert author.decide("approve")["document"] == PAPER
    return author


@pytest.mark.parametrize(
    "said", ["Bring back the sentence on Heath's sixpence.", "Redo the first of them.", "Bring the sentence back."]
)
def test_the_change_that_is_named_is_brought_back(undone, said):
    answer = undone.say(said)
    assert answer["intent"] == "edit" and "brings back" in answer["response"] and "Heath" in answer["response"]
    assert undone.decide("approve")["document"] == undone.first


def test_what_is_brought_back_with_it_is_named(undone):
    answer = undone.say("Bring back the sentence on the price.")
    assert "Heath" in answer["response"] and "price" in answer["response"]
    assert undone.decide("approve")["document"] == undone.second


def test_redo_is_understood_behind_an_order_that_was_not(undone):
    assert undone.say("Delete the paragraph on bears.", intent="edit")["intent"] == "talk"
    assert undone.say("Redo.")["intent"] == "edit"
    assert undone.decide("approve")["document"] == undone.first


def test_a_second_order_beside_an_undo_is_not_dropped(author):
    author.say("Delete the section Weaknesses.")
    author.decide("approve")
    answer = author.say("The other reviewer disagrees. Bring it back, but call it Limitations.")
    assert answer["intent"] == "talk" and "“call it Limitations”" in answer["response"]


def test_an_undo_beside_another_order_says_that_it_goes_alone(author):
    author.say("Rename Findings to Results.")
    author.decide("approve")
    answer = author.say("No! Undo that, and rename the section Weaknesses to Limitations.")
    assert answer["intent"] == "talk" and "one change of the document at a time" in answer["response"]


def test_a_title_stands_behind_the_verb(author):
    author.add("Add a sentence on fees at the end of Findings.", FEES)
    assert author.say("You forgot to rename it.", intent="talk")["intent"] == "talk"
    assert author.pending() is None


def test_a_remark_on_the_approved_text_names_another_one(author):
    author.add("Add a sentence on fees at the end of Findings.", FEES)
    author.say("Hmm, that repeats the first paragraph of Findings. Take it out again.")
    assert author.decide("approve")["document"] == PAPER


@pytest.mark.parametrize("said", ["Forget the undo.", "Drop the undo, please."])
def test_an_undo_that_is_dropped_is_not_prepared_again(author, said):
    author.add("Add a sentence on fees at the end of Findings.", FEES)
    author.say("Undo that.")
    assert author.say(said, intent="talk")["status"] is None


@pytest.mark.parametrize(
    "said",
    [
        "Delete the section Weaknesses, the reviewer finds it superfluous.",
        "Delete the section Weaknesses, it's superfluous.",
        "Lösche den Abschnitt Weaknesses, der ist überflüssig.",
    ],
)
def test_a_remark_behind_an_order_is_no_part_of_it(author, said):
    assert "“Weaknesses”" in author.say(said)["response"]
    assert "small" not in author.decide("approve")["document"]


def test_the_sentence_that_is_described_comes_back_and_not_the_one_deleted_last(author):
    for order in ("Delete the sentence on widows.", "Delete the sentence on the small sample."):
        assert author.say(order)["intent"] == "edit"
        author.decide("approve")
    assert "Widows" in author.say("Bring back the sentence on widows.")["response"]
    document = author.decide("approve")["document"]
    assert "Widows sent 31 petitions." in document and "sample" not in document
