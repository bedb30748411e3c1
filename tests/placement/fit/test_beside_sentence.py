"""A new sentence goes beside the sentence that the message describes, and not beside its whole paragraph."""

import pytest

from backend.document.blocks import read
from backend.placement.rules import decide

PAPER = read(
    "# Lakes\n\n## Methods\n\nWe sampled ten lakes. Two divers cut the cores. Cores were sliced.\n\n"
    "The end was cold.\n\n## Results\n\nCarbon rose. Nitrogen did not. Wind had no effect.\n"
)
SENTENCE = "They were frozen at once."


@pytest.mark.parametrize(
    ("messages", "position"),
    [
        (["Right after the bit about the divers, say that they were frozen."], "insert_after characters 22-47"),
        (["Add one sentence on freezing behind the two divers"], "insert_after characters 22-47"),
        (["Before 'Two divers cut' insert a sentence that they were frozen"], "insert_before characters 22-47"),
        (["Write a sentence on freezing.", "In Methods, after the bit on divers"], "insert_after characters 22-47"),
    ],
)
def test_a_sentence_goes_beside_the_described_sentence(messages: list[str], position: str):
    decision = decide(PAPER, SENTENCE, messages)
    assert f"{decision.placement.operation} {decision.placement.position}" == position and decision.sure


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (SENTENCE, "After the paragraph about divers, say that they were frozen."),
        (SENTENCE, "Put this after the bit about the divers."),
        (f"{SENTENCE} They stayed so.", "Right after the bit about the divers, say that they were frozen."),
    ],
)
def test_another_text_goes_beside_the_paragraph(content: str, message: str):
    assert decide(PAPER, content, [message]).placement.place == "block"


def test_a_description_that_no_sentence_fits_is_doubtful():
    message = "Say that they were frozen, right after the one that introduces us to ice."
    assert not decide(PAPER, SENTENCE, [message]).sure
