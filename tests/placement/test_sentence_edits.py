import pytest

from backend.document.blocks import read
from backend.errors import Unplaceable
from backend.placement.edited_text import carry_out_edit
from backend.placement.planned_edit import SURE
from backend.placement.sentence_edits import read_sentence_edit

RAIN, SNOW = "Rain fell in May. Snow came late.", "Snow came late. Rain fell in May."
ROOTS, WORMS = "Roots were rare.\nWorms were many.", "Worms were many.\nRoots were rare."
PAPER = """# Study

## Methods

We dug pits.  Rain fell in May. Snow came late.

Alone it stands.

## Results

### Field

Roots were rare.
Worms were many.

- An item.
"""


def _edited(message: str, text: str = PAPER) -> str:
    document = read(text)
    edit = read_sentence_edit(document, message)
    assert edit is not None and edit.confidence > SURE
    return carry_out_edit(document, edit).text


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("message", "old", "new"),
    [
        ("move the sentence on rain to the end of that paragraph", RAIN, SNOW),
        ("move “Snow came late.” before the sentence on rain", RAIN, SNOW),
        ("move “Roots were rare.” after the sentence on worms", ROOTS, WORMS),
        ("split the first paragraph of Methods after the second sentence", "in May. Snow", "in May.\n\nSnow"),
        ("split Field before the sentence on worms", "rare.\nWorms", "rare.\n\nWorms"),
    ],
)
def test_only_the_space_between_sentences_changes(message, old, new, eol):
    text = PAPER.replace("\n", eol)
    assert _edited(message, text) == text.replace(old.replace("\n", eol), new.replace("\n", eol))


def test_a_sentence_goes_to_either_end_of_several_paragraphs():
    text = PAPER.replace("Worms were many.\n", "Worms were many.\n\nBirds sang.\n")
    without = text.replace("Rain fell in May. ", "")
    moved = _edited("move the sentence on rain to the start of the first two paragraphs of Field", text)
    assert moved == without.replace("Roots were", "Rain fell in May.\nRoots were")
    moved = _edited("move the sentence on rain to the end of the first two paragraphs of Field", text)
    assert moved == without.replace("Birds sang.", "Birds sang. Rain fell in May.")


def test_a_sentence_goes_into_another_section():
    moved = _edited("move the last sentence of the first paragraph of Methods to the start of Field")
    assert moved == PAPER.replace(" Snow came late.", "").replace("Roots were", "Snow came late.\nRoots were")
    moved = _edited("move the sentence on rain to the end of Field")  # which ends with a list
    assert moved == PAPER.replace("Rain fell in May. ", "").replace("An item.\n", "An item.\n\nRain fell in May.\n")
    moved = _edited("move the sentence on rain to Results")  # which has no text of its own
    assert moved == PAPER.replace("Rain fell in May. ", "").replace("Results\n\n", "Results\n\nRain fell in May.\n\n")


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("place", "at"),
    [
        ("before the second paragraph of Methods", "Alone it"),
        ("after the second paragraph of Methods", "## Results"),
        ("before the list", "- An item."),
        ("to the start of Results", "### Field"),
    ],
)
def test_a_sentence_beside_a_block_becomes_a_paragraph_of_its_own(place, at, eol):
    document = read(PAPER.replace("\n", eol))
    edit = read_sentence_edit(document, f"move the sentence on rain {place}")
    assert edit is not None
    wanted = PAPER.replace("Rain fell in May. ", "").replace(at, f"Rain fell in May.\n\n{at}")
    assert carry_out_edit(document, edit).text == wanted.replace("\n", eol)


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_a_paragraph_at_the_end_leaves_the_end_of_the_document_as_it_was(end):
    text = PAPER.rstrip("\n") + end
    document = read(text)
    edit = read_sentence_edit(document, "move the sentence on rain after the list")
    assert edit is not None and edit.confidence < SURE, "the list may go on after it"
    moved = text.replace("Rain fell in May. ", "").removesuffix(end) + "\n\nRain fell in May." + end
    assert carry_out_edit(document, edit).text == moved


def test_a_sentence_goes_into_no_heading_and_no_list():
    for place in ("before Results", "after Methods", "to the start of the list"):
        assert read_sentence_edit(read(PAPER), f"move the sentence on rain {place}") is None


@pytest.mark.parametrize("order", ["to the end of Field", "before the list", "to the start of Methods"])
@pytest.mark.parametrize(
    "new", ["# Study\n", "# Study\n\n## Methods\n\n- We dug pits. Rain fell in May. Snow came late.\n"]
)
def test_an_edit_of_a_text_that_is_another_block_now_is_refused(order, new):
    edit = read_sentence_edit(read(PAPER), f"move the sentence on rain {order}")
    assert edit is not None
    with pytest.raises(Unplaceable):
        carry_out_edit(read(new), edit)


def test_a_sentence_that_would_become_a_list_or_join_two_paragraphs_is_not_moved():
    text = "# A\n\nWe dug. 2. It rained.\n\nAlone.\n"
    with pytest.raises(Unplaceable, match="would become another block"):
        _edited(
            "split the first paragraph of A after the first sentence", text.replace("2. It rained.", "- Rain fell.")
        )


def test_a_paragraph_without_its_only_sentence_goes():
    moved = _edited("move the sentence “Alone it stands.” after the sentence on rain")
    assert moved == PAPER.replace("Alone it stands.\n\n", "").replace("in May. ", "in May. Alone it stands. ")


def test_a_quoted_paragraph_goes_into_another_one():
    moved = _edited("move “Alone it stands.” to the end of the first paragraph of Methods")
    assert moved == PAPER.replace("late.\n\nAlone it stands.", "late. Alone it stands.")
    assert read_sentence_edit(read(PAPER), "move “Alone it stands.” to the end of Field") is None  # a block of its own


def test_chinese_sentences_have_no_space_between_them():
    text = "# 一\n\n甲在这里。乙在那里。\n"
    assert _edited("move “甲在这里。” after the sentence “乙在那里。”", text) == "# 一\n\n乙在那里。甲在这里。\n"


def test_an_edit_of_a_text_that_changed_is_refused():
    document = read(PAPER)
    edit = read_sentence_edit(document, "move the sentence on rain to the end of Field")
    assert edit is not None
    with pytest.raises(Unplaceable):
        carry_out_edit(read(PAPER.replace("Rain", "Hail")), edit)


@pytest.mark.parametrize(
    "message",
    [
        "move “Snow came late.” to the end of that paragraph",
        "split the first paragraph of Methods after the sentence on snow",
        "split the second paragraph of Methods after the first sentence",
    ],
)
def test_what_changes_nothing_is_no_edit(message):
    assert read_sentence_edit(read(PAPER), message) is None
