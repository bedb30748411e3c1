"""A named part is changed in place: its own sentences, fewer or in another form, in their order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.document.sentences import sentences
from backend.kernel.exchange import Target
from backend.keyless.rework import rework, wants_rework

BODY = (
    "We surveyed forty reefs in 2019 [@smith2020]. The reefs lie off the coast. However, two were closed. Divers "
    "counted fish on the reefs.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nFish were counted twice by divers. It rained."
)
SECTION = Target(f"## Survey\n\n{BODY}\n", "section", "Methods > Survey")


def said(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    "order",
    [
        "Make ꙮ shorter",
        "Shorten ꙮ.",
        "Kürze den Abschnitt ꙮ.",
        "Raccourcis la section ꙮ.",
        "ꙮ is too long, cut it by half.",
        "Boil ꙮ down to two sentences.",
    ],
)
def test_a_shorter_section_has_the_same_sentences_in_their_order(order):
    assert wants_rework(order)
    made = rework(SECTION, order).content
    assert made.startswith("## Survey\n\n") and "| 1 | 2 |" in made
    before, after = said(SECTION.text), said(made)
    assert len(after) < len(before) and [each for each in before if each in after] == after


def test_a_number_of_sentences_is_kept():
    made = rework(Target("One is here. Two is here. Three is here.", "paragraph"), "Shorten it to two sentences.")
    assert len(said(made.content)) == 2


def test_a_paragraph_becomes_a_list_and_its_neighbours_stay():
    made = rework(SECTION, "Turn ꙮ into bullets").content
    assert "- We surveyed forty reefs in 2019 [@smith2020].\n- The reefs" in made and "| 1 | 2 |" in made


def test_a_paragraph_is_split_at_a_sentence():
    made = rework(Target(BODY.partition("\n\n")[0], "paragraph"), "Split ꙮ into two paragraphs").content
    assert made.count("\n\n") == 1 and made.replace("\n\n", " ") == BODY.partition("\n\n")[0]


@pytest.mark.parametrize("order", [
    "Rephrase ꙮ", "Translate ꙮ into German", "Übersetze ꙮ", "Clean up the language of ꙮ",
    "Could you work on the style of the section ꙮ?", "Bring die Sprache von ꙮ in Ordnung", "Soigne le style de ꙮ",
])  # fmt: skip
def test_what_needs_other_words_is_not_done(order):
    assert wants_rework(order)
    assert rework(SECTION, order).content == ""


@pytest.mark.parametrize(
    "order",
    [
        "Summarize ꙮ",
        "What is in ꙮ?",
        "Add a short paragraph to ꙮ",
        "Don't shorten ꙮ",
        "Add a list of reefs to ꙮ",
        "Describe the language of ꙮ",
        "Draft two sentences on language barriers for ꙮ",
        "Write about the style of ꙮ",
        "The prose of ꙮ is fine",
        "Propose deux phrases sur le gel pour ꙮ",
        "Prépare aussi une phrase qui dit que les filles diffèrent",
    ],
)
def test_other_orders_change_nothing(order):
    assert not wants_rework(order)


@given(
    st.lists(
        st.sampled_from(["Reefs are warm.", "However, fish left.", "This was new [1].", "# Title", "- item"]),
        max_size=9,
    )
)
def test_nothing_is_invented(parts):
    text = "\n\n".join(parts)
    made = rework(Target(text, "section", "A"), "shorten it").content
    assert set(made.split()) <= set(text.split())
    headings = [block.title for block in read(text).blocks if block.kind == "heading"]
    assert not made or [block.title for block in read(made).blocks if block.kind == "heading"] == headings


def test_a_section_is_not_split_into_subsections():
    assert rework(SECTION, "split ꙮ into two subsections, Fish and Reefs").content == ""


def test_the_first_half_is_a_part_and_half_is_an_amount():
    text = "Reefs are warm. Fish left them in May. Nobody knows why. It may be heat."
    assert rework(Target(text, "section", "A"), "delete half of ꙮ").content
    assert not rework(Target(text, "section", "A"), "Remove the first half of ꙮ").content


@pytest.mark.parametrize(
    "order",
    [
        "Shorten ꙮ, but keep the citations.",
        "Make ꙮ shorter without losing a number.",
        "In the list of ꙮ, divers come before fish.",
        "Kürze ꙮ, ausgenommen die Tabelle.",
    ],
)
def test_an_order_about_the_inside_of_a_part_is_not_carried_out_on_all_of_it(order: str) -> None:
    assert rework(SECTION, order).content == ""


def test_no_heading_loses_all_of_its_text() -> None:
    nested = Target(
        "## A\n\nReefs grow. Reefs are old. Reefs die of heat in reefs.\n\n### B\n\nIt rained.\n", "section", "A"
    )
    assert rework(nested, "Shorten ꙮ to one sentence.").content == ""
    assert rework(nested, "Shorten ꙮ to one sentence.").done == ""
