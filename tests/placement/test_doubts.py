"""What puts a place in doubt, and what does not."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.mentions.resolver import resolve
from backend.placement.content import Content
from backend.placement.doubts import (
    counts_what_is_not_found,
    doubts,
    is_definite,
    means_a_block,
    missing_part,
    names_a_sentence,
    names_what_is_not_there,
    speaks_of_a_part,
)
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import Anchor, Placement
from backend.placement.request.asked_place import read_request
from backend.placement.rules import decide

PAPER = read(
    "# Tides\n\n## Methods\n\nWe measured.\n\nThen we waited.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
    "## Study A\n\n### Results\n\nIt was wet.\n\n## Study B\n\n### Results\n\nIt was dry.\n"
)
BUILDER = PlacementBuilder(DocumentView(PAPER), Content.of("New words."))


def named(message):
    return [each for each in resolve(PAPER, message) if each.kind != "document"]


def doubted(message, reworks=False):
    return doubts(BUILDER, message, read_request(BUILDER.view, message), reworks)


@pytest.mark.parametrize(
    "message",
    [
        "Rewrite the table in the Methods section with fewer rows.",
        "Rewrite the table in section Methods with fewer rows.",
        "Add this to Methods.",
        "Add “…” to Methods.",
        "В разделе Methods поставь это сразу после первого абзаца.",
    ],
)
def test_what_is_there_by_its_name_is_not_missing(message):
    assert not names_what_is_not_there(PAPER, message, named(message))


@pytest.mark.parametrize(
    "message", ["Add this to the Beekeeping section.", "Add this to “Glass furnace logs”.", "Put it into the section."]
)
def test_a_name_that_the_document_lacks_is_missing(message):
    assert names_what_is_not_there(PAPER, message, named(message))


def test_sections_of_one_name_are_shown_both():
    is_doubtful, places = doubted("Rewrite the first paragraph of Results.", reworks=True)
    assert is_doubtful and [PAPER.source(PAPER.blocks[each.anchor.block]).strip() for each in places] == [
        "It was wet.",
        "It was dry.",
    ]


@pytest.mark.parametrize(("message", "doubtful"), [("Add this to Methods.", False), ("Put this into Results.", True)])
def test_a_place_is_in_doubt_where_two_have_its_name(message, doubtful):
    assert doubted(message)[0] is doubtful


def test_a_sentence_is_less_than_a_paragraph():
    assert names_a_sentence(PAPER, "Replace the first sentence of Methods by this.")
    assert not names_a_sentence(PAPER, "Replace the first paragraph of Methods by this.")


def test_a_loose_name_beside_a_certain_one_leaves_a_doubt():
    paper = read("# P\n\n## Model generation\n\nG.\n\n## Survival models (`cox` module)\n\nS.\n")
    found = decide(
        paper, "New words.", ["À ajouter à la fin de la section sur les modèles de survie (Survival models)."]
    )
    assert not found.sure or found.placement.section == ("P", "Survival models (`cox` module)")


def test_a_word_of_the_request_does_not_lengthen_a_name():
    paper = read("# P\n\n## Introduction\n\nI.\n\n## Results\n\nR.\n")
    found = decide(paper, "New words.", ["放在引言的开头。"])
    assert found.sure
    assert found.placement.section == ("P", "Introduction")


def test_a_part_of_a_section_is_spoken_of():
    message = "Move the paragraph on tides, please, that is in Methods."
    section = next(each for each in named(message) if each.kind == "section")
    assert speaks_of_a_part(message, section)
    (section,) = named("Shorten Methods.")
    assert not speaks_of_a_part("Shorten Methods.", section)


def test_a_usual_part_that_the_document_lacks_is_named():
    (warning,) = missing_part(PAPER, ("Write a conclusion.",))
    assert "“Conclusion”" in warning
    assert missing_part(PAPER, ("Write a conclusion.", "Put it into the Methods section.")) == ()
    assert missing_part(read(""), ("Write a conclusion.",)) == ()


def test_two_blocks_that_fit_a_description_alike_are_both_possible():
    paper = read("# Tides\n\n## Methods\n\nThe gauge was read at dawn.\n\n## Results\n\nThe gauge was read at dusk.\n")
    builder = PlacementBuilder(DocumentView(paper), Content.of("New words."))
    asked = read_request(builder.view, "Put it above the explanation of the gauge.")
    assert asked is not None and asked.target is not None and asked.target.kind == "block"
    doubtful, rivals = doubts(builder, "Put it above the explanation of the gauge.", asked, False)
    assert doubtful and [each.section[-1] for each in rivals if each.section] == ["Results"]


@pytest.mark.parametrize(
    ("message", "definite"),
    [
        ("the first paragraph of Methods", True),
        ("Methods, last paragraph.", False),
        ("Methods - last paragraph", False),
        ("as the last paragraph of Methods", False),
        ("Shorten last paragraph of Methods", True),
    ],
)
def test_an_ordinal_names_what_is_there_or_what_the_text_becomes(message, definite):
    assert is_definite(message, message.index("the first" if "the first" in message else "last")) == definite


@pytest.mark.parametrize(("word", "place"), [("After", ("insert_after", "Three")), ("Before", None)])
def test_several_paragraphs_are_no_single_block_and_only_their_end_is_offered(word, place):
    paper = read("# T\n\n## Methods\n\nOne ran.\n\nTwo ran.\n\nThree ran.\n\nFour ran.\n\n## Results\n\nIt was.\n")
    builder = PlacementBuilder(DocumentView(paper), Content.of("New words."))
    message = f"{word} paragraphs 2 to 3 of Methods."
    doubtful, offered = doubts(builder, message, read_request(builder.view, message), False)
    assert doubtful
    assert [(each.operation, each.anchor.excerpt.split()[0]) for each in offered if each.anchor] == [place] * bool(
        place
    )


def test_a_section_that_is_still_to_come_is_not_missing():
    message = "Concludi l'articolo con una sezione sulle maree."
    assert not names_what_is_not_there(PAPER, message, named(message))


def test_a_counted_paragraph_that_is_not_found_is_no_other_one():
    replaced = Placement("replace", ("Methods",), Anchor(2, "We measured."), "block")
    assert not counts_what_is_not_found(PAPER, "Replace the first paragraph of Methods.", replaced)
    assert counts_what_is_not_found(PAPER, "Replace the seventh paragraph of Methods.", replaced)
    assert not counts_what_is_not_found(PAPER, "Replace the paragraph on measuring.", replaced)


@pytest.mark.parametrize(
    ("message", "expected"),
    [("After the table.", False), ("After the figure.", True), ("Study A, after the figure.", False),
     ("In Methods, section 1, after the second paragraph.", False)],
)  # fmt: skip
def test_one_of_several_figures_is_in_doubt(message: str, expected: bool):
    text = PAPER.text.replace("It was wet.", "![a](a.png)").replace("It was dry.", "![b](b.png)")
    builder = PlacementBuilder(DocumentView(read(text)), Content.of("New words."))
    assert doubts(builder, message, read_request(builder.view, message), reworks=False)[0] is expected


@pytest.mark.parametrize(
    "message",
    [
        "Add a list item … after the one on prices.",
        "Insert … between the fourth and the fifth item of the list in Foundations.",
        "as the second bullet in Foundations",
    ],
)
def test_a_list_item_that_is_not_found_makes_the_place_unsure(message):
    document = read("# P\n\n## Foundations\n\nWords.\n\n- the demand\n- the resources\n- the grid\n")
    assert not decide(document, "- the weather", (message,)).sure


def test_a_list_item_that_is_found_by_its_words_makes_the_place_sure():
    document = read("# P\n\n## Foundations\n\nWords.\n\n- the demand\n- the resources\n- the grid\n")
    decision = decide(document, "- the weather", ("Add a list item … after the one on resources.",))
    assert decision.sure
    assert decision.placement.position == "item 2"


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Write a short paragraph for the Introduction.", True),
        ("Schreib einen Absatz für die Einleitung.", True),
        ("Und am Ende der Ergebnisse noch ein Satz zu den Grenzen", False),
        ("Add a sentence to the end of the Results, and mention the Limitations.", False),
        ("Add a row for task 2.3 Statistics to the table in Results.", False),
    ],
)
def test_a_missing_part_beside_one_that_is_there_is_a_topic(message, told):
    document = read("# P\n\n## Ergebnisse\n\nWords.\n\n## Results\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert bool(missing_part(document, (message,))) is told


def test_a_title_in_another_form_above_the_named_section_may_be_meant():
    paper = read(
        "# Tides\n\n## Abstract\n\n### Conclusion\n\nWet.\n\n## Body\n\nIt rains.\n\n## Conclusions\n\nVery wet.\n"
    )
    assert not decide(paper, "New words.", ["Put it into the Conclusion."]).sure
    assert decide(paper, "New words.", ["Put it into the Conclusions."]).sure


@pytest.mark.parametrize(
    "message",
    [
        "In Rain, after the paragraph on gutters and pipes.",
        "In Rain, before rain-barrels come up.",
        "In Rain, after the paragraph on rain-barrels.",
    ],
)
def test_two_blocks_with_all_words_of_a_description_leave_a_doubt(message):
    paper = read(
        "# Tides\n\n## Rain\n\nGutters and pipes fill.\n\nThe gutters and pipes drip.\n\nSome rain-barrels help.\n\n"
        "Other rain-barrels leak.\n\n## Sun\n\nDry.\n"
    )
    assert not decide(paper, "New words.", [message]).sure


def test_a_neighbor_in_a_list_that_is_not_found_makes_the_place_unsure():
    paper = read("# Tides\n\n## Goals\n\nThree goals:\n\n- Measure tides\n- Map shores\n- Warn towns\n")
    assert not decide(paper, "- Ask sailors", ["In the list of goals, after the odd one."]).sure


def test_a_number_at_the_end_of_a_sentence_belongs_to_the_name_before_it():
    paper = read("# Tides\n\n## Tip 4: Watch\n\nWatch.\n\n## Tip 5: Wait\n\nWait.\n")
    decision = decide(paper, "New words.", ["Not tip 5. Tip 4, at its end."])
    assert decision.sure
    assert decision.placement.section == ("Tides", "Tip 4: Watch")


def test_a_name_that_is_understood_in_two_ways_leaves_a_doubt():
    paper = read(
        "# P\n\n## Spatial proteomics as a case\n\n### Challenge 2: expression\n\nE.\n\n## Software strategies\n\n"
        "### Challenge 2: infrastructure\n\nI.\n\n# Challenge 2: the end\n\nL.\n"
    )
    found = decide(paper, "Rain fell.", ("Spatial proteomics, challenge 2: close with this",))
    assert not found.sure or found.placement.section[-1] == "Challenge 2: expression"


@pytest.mark.parametrize(
    ("message", "means"),
    [
        ("The last paragraph of Methods.", True),
        ("Add a sentence to the first paragraph of Methods.", True),
        ("Methods: the last paragraph.", True),
        ("As the last paragraph of Methods.", False),
        ("Methods, last paragraph.", False),
        ("Put it before the last paragraph of Methods.", False),
        ("At the end of Methods.", False),
        ("At the end.", False),
    ],
)
def test_an_edge_of_a_section_may_mean_the_paragraph_there(message, means):
    assert means_a_block(PAPER, message, read_request(BUILDER.view, message)) is means
