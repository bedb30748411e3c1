"""A place is unsure if words for a place in the message are not true of it."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import view_of
from backend.placement.place import carry_out
from backend.placement.plan import Anchor, Placement
from backend.placement.request.unmet_parts import leaves_place_unmet
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


TOOLS = read(
    "# Reef\n\n## Methods\n\nDivers counted fish. Each dive took an hour.\n\nA camera hung from a buoy. Its clock was "
    "set daily.\n\n| site | fish |\n|---|---|\n| north | 12 |\n| south | 7 |\n\n## Tools\n\n- slate\n- buoy\n- rope\n"
)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Nets were not used.", "Put it at the end of Methods, right after the paragraph on the camera."),
        ("Nets were not used.", "Before the table, i.e. right after the first paragraph of Methods, as a paragraph."),
        ("Nets were not used.", "Put it within the paragraph on divers."),
        ("- net", "One more bullet for Tools: last one, right after the slate."),
        ("- net", "Add a bullet to Tools, after the buoy, as the second one."),
        ("| east | 3 |", "Add this row after north, as the last row."),
    ],
)
def test_a_second_place_that_the_first_one_does_not_meet_leaves_it_unsure(content: str, message: str):
    assert not decide(TOOLS, content, [message]).sure


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Nets were not used.", "Put this paragraph at the end of Methods, after the table."),
        ("- net", "One more bullet for Tools: the last one, right after the rope."),
        ("- net", "Add a bullet to Tools, after the slate, as the second one."),
        ("| east | 3 |", "Add this row after south, as the last row."),
        ("- net", "A fourth bullet for Tools, after the slate."),
    ],
)
def test_two_places_that_are_the_same_one_are_sure(content: str, message: str):
    assert decide(TOOLS, content, [message]).sure


@pytest.mark.parametrize(
    "message",
    [
        "Replace the first sentence of Methods and the sentence after it by this.",
        "Replace the first sentence of Methods and the second by this.",
    ],
)
def test_a_replacement_of_one_part_is_unsure_if_the_message_has_words_for_another(message: str):
    alone = message.split(" and ")[0] + " by this."
    assert decide(TOOLS, "Divers counted all fish twice.", [alone]).sure
    assert not decide(TOOLS, "Divers counted all fish twice.", [message]).sure


REEF = read(
    "# P\n\n## Methods\n\nM one.\n\nM two.\n\nM three.\n\n| a |\n|---|\n| 1 |\n\nTable 1: Waves.\n\nText.\n\n| b |\n"
    "|---|\n| 2 |\n\nTable 2: Wind.\n"
)


@pytest.mark.parametrize(
    ("message", "before", "unmet"),
    [
        ("After the second paragraph of Methods.", "M three.", False),
        ("After the first paragraph of Methods.", "M three.", True),
        ("After Table 1.", "Text.", False),
        ("After Table 2.", "Text.", True),
    ],
)
def test_a_part_is_met_if_it_or_its_caption_is_beside_the_place(message: str, before: str, unmet: bool):
    block = next(each for each in REEF.blocks if REEF.source(each).startswith(before))
    place = Placement("insert_before", None, Anchor(block.index, ""), "block")
    assert leaves_place_unmet(view_of(REEF), message, place, "Nets were not used.") is unmet


def test_words_for_another_part_in_a_topic_count_for_a_replacement():
    message = "Replace the paragraph on divers and everything before it by this."
    assert not decide(TOOLS, "Divers counted fish for an hour.", [message]).sure
