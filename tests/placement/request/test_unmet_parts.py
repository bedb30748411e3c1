"""A place is unsure if the message names a sentence, list or item as the place, and the place is beside none."""

import pytest

from backend.document.blocks import read
from backend.placement.place import carry_out
from backend.placement.rules import decide

PAPER = read(
    "# Lakes\n\n## Methods\n\nWe sampled ten lakes. Cores were sliced.\n\n- corer\n- boat\n\nThe end was cold.\n\n"
    "## Results\n\nCarbon rose.\n\n## Risks\n\nTwo risks matter.\n\n- storms\n- floods\n\nMore words.\n\n1. one\n"
    "2. two\n"
)
SENTENCE = "They were frozen at once."


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (SENTENCE, "As the last sentence of the first paragraph, please"),
        (SENTENCE, "Put it behind the sentence that mentions wombats"),
        ("- drought", "Put it at the end of the bulleted list"),
        ("drought", "Put it at the end of the bulleted list"),
        ("- drought", "Lieber als ersten Stichpunkt"),
        ("drought", "Put it below the bullet about wombats"),
        (SENTENCE, "Better at the beginning of that paragraph"),
    ],
)
def test_a_place_that_is_beside_no_such_part_is_unsure(content: str, message: str):
    decision = decide(PAPER, content, ["Add some words to Methods.", message])
    assert not decision.sure and len(decision.candidates) > 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (SENTENCE, "Put it after the sentence about ten lakes"),
        (SENTENCE, "Put it before the list in Methods"),
        (SENTENCE, "Between the first paragraph of Methods and the list"),
        (SENTENCE, "At the end of Methods"),
        (SENTENCE, "Put the sentence at the end of Results"),
        ("- drought", "Put it at the end of the list in Methods"),
        ("- drought", "Put it below the bullet about the boat"),
    ],
)
def test_a_place_beside_such_a_part_stays_sure(content: str, message: str):
    assert decide(PAPER, content, ["Add some words.", message]).sure


@pytest.mark.parametrize("which", ["first", "second"])
def test_the_number_of_a_list_is_no_edge_of_it(which: str):
    decision = decide(PAPER, "- drought", [f"Put it at the end of the {which} list in Risks"])
    first = "- storms" if which == "first" else "1. one"
    assert decision.sure and decision.placement.place == "item 2"
    assert decision.placement.operation == "insert_after"
    assert decision.placement.anchor is not None and decision.placement.anchor.excerpt.startswith(first)


@pytest.mark.parametrize("message", ["Add it to the Study site section.", "Add it to Study site."])
def test_a_section_that_the_document_lacks_leaves_the_place_unsure(message: str):
    assert not decide(PAPER, SENTENCE, [message]).sure


@pytest.mark.parametrize(
    ("message", "number"),
    [("Make it the first sentence", 0), ("It should be the second sentence.", 1), ("Lieber als zweiten Satz", 1)],
)
def test_a_sentence_takes_its_place_in_the_section_of_the_earlier_message(message: str, number: int):
    decision = decide(PAPER, SENTENCE, ["Add a sentence to Methods.", message])
    sentences = ["We sampled ten lakes.", "Cores were sliced."]
    sentences.insert(number, SENTENCE)
    assert decision.sure and " ".join(sentences) in carry_out(PAPER, SENTENCE, decision.placement).text


@pytest.mark.parametrize(
    "message", ["no, as the very top thing", "No, rather at the end of it.", "Nein, als allererstes."]
)
def test_a_correction_that_moves_nothing_is_unsure(message):
    order = "Add it at the end of Results."
    assert decide(PAPER, SENTENCE, (order,)).sure and not decide(PAPER, SENTENCE, (order, message)).sure


@pytest.mark.parametrize(
    "remark",
    ["Please rewrite this content.", "yes, go ahead", "Good to go", "Prima, danke", "Great, put it in", "Fine by me"],
)
def test_a_remark_without_a_place_leaves_the_place_sure(remark):
    assert decide(PAPER, SENTENCE, ("Add it at the end of Results.", remark)).sure
