"""Single sentences: which one the rules replace, and when a person is asked first."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement.place import carry_out, carry_out_first
from backend.placement.rules import decide


def test_a_sentence_to_be_rewritten_is_asked_about():
    paper = read("# Methods\n\nRivers freeze in winter. Lakes do too.\n\nIce grows. It melts.\n")
    decision = decide(paper, "Rivers freeze.", ["Rewrite the sentence in Methods."])
    assert decision.placement.operation == "replace"
    assert not decision.sure


def test_the_only_sentence_about_a_topic_is_replaced_alone():
    paper = read("# Methods\n\nRivers freeze in winter. Lakes do too.\n\nIce grows. It melts.\n")
    decision = decide(paper, "Rivers freeze.", ["Rewrite the sentence about winter."])
    assert decision.sure and carry_out_first(paper, "Rivers freeze.", decision.candidates).text == paper.text.replace(
        "Rivers freeze in winter.", "Rivers freeze."
    )


@pytest.mark.parametrize(
    "message",
    [
        "Replace the first sentence of Findings by: New one.",
        "Remplace la première phrase de Findings par « … »",
        "Ersetze den ersten Satz von Findings durch „…“",
    ],
)
def test_a_paragraph_is_not_replaced_for_one_of_its_sentences(message):
    paper = read("# T\n\n## Findings\n\nOne is here. Two is there. Three is far.\n\nOther.\n")
    placed = carry_out(paper, "New one.", decide(paper, "New one.", [message], "of what is named").placement)
    assert placed.text == paper.text.replace("One is here.", "New one.")


SENTENCES = read("# T\n\n## Results\n\nPools hold water. They warm fast. Fish live there.\n\n## Outlook\n\nMore.\n")
OLD = "Pools hold water. They warm fast. Fish live there."


@pytest.mark.parametrize(
    ("message", "content", "after"),
    [
        ("Replace the first sentence of Results by this.", "Ponds do.", "Ponds do. They warm fast. Fish live there."),
        ("Ersetze den letzten Satz von Results durch das.", "Frogs.", "Pools hold water. They warm fast. Frogs."),
        ("Replace the second sentence of Results by this.", OLD.replace("warm", "cool"), OLD.replace("warm", "cool")),
    ],
)
def test_exactly_the_sentence_that_is_named_is_replaced(message, content, after):
    decision = decide(SENTENCES, content, [message], "of what is named")
    placed = carry_out(SENTENCES, content, decision.placement)
    assert decision.sure and placed.text == SENTENCES.text.replace(OLD, after)


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Replace the ninth sentence of Results by this.", "Ponds hold it."),
        ("Replace the first sentence of Results by this.", "Ponds hold it. They warm up fast and fish live there too."),
        ("Replace the first sentence of Results by this.", "- one\n- two"),
    ],
)
def test_what_may_cost_more_than_the_sentence_asks(message, content):
    assert not decide(SENTENCES, content, [message]).sure


def test_a_sentence_with_more_words_replaces_the_one_beside_which_it_was_ordered():
    rest = "Fish live there, and three kinds of frogs were counted. Nobody knows since when they live in the valley."
    paper = read(f"# T\n\n## Results\n\nThe pools have grown over time. {rest}\n\n## Outlook\n\nMore.\n")
    longer = "The pools have grown over time, because it rained."
    decision = decide(paper, longer, ["Add after “The pools have grown over time.” that it rained."])
    placed = carry_out(paper, longer, decision.placement)
    assert decision.sure and placed.text == paper.text.replace("The pools have grown over time.", longer)
    other = "The lakes have shrunk over time."
    decision = decide(paper, other, ["Add after “The pools have grown over time.” a sentence on lakes."])
    assert carry_out(paper, other, decision.placement).text == paper.text.replace("over time.", f"over time. {other}")


def test_words_that_the_message_gives_as_content_may_also_go():
    paper = read("# T\n\n## End\n\nOur sample is small, and we hope that others repeat the interviews elsewhere.\n")
    new = "Our sample is small, the interviews were in English only, and we hope that others repeat them elsewhere."
    decision = decide(paper, new, ["At the end, mention that the interviews were in English only."])
    assert decision.sure and carry_out(paper, new, decision.placement).text == f"# T\n\n## End\n\n{new}\n"


def test_a_place_beside_a_paragraph_is_not_sure_if_a_sentence_is_named_and_not_found():
    assert not decide(SENTENCES, "Frogs sing.", ["Pon después de la frase sobre los peces otra sobre ranas"]).sure
    decision = decide(SENTENCES, "Frogs sing.", ["After the sentence on fish another on frogs"])
    assert decision.sure and decision.placement.place.startswith("characters")
    assert decide(SENTENCES, "Frogs sing.", ["After the paragraph on fish a sentence on frogs"]).sure
