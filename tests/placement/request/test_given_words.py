"""What a message says the text shall say is left out, and places stay."""

import pytest

from backend.document.blocks import read
from backend.placement.request.given_words import without_content
from backend.placement.rules import decide

CONTENT = "Wooden hives are less convenient for authors who travel."


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("Add that wooden hives are less convenient for authors who travel.", "Add that ."),
        ("wooden hives are less convenient for authors - into Results", " - into Results"),
        ("Put it into Results, for authors.", None),
        ("Add “wooden hives are less convenient for authors who travel” to Results.", None),
        ("Into Results.", None),
    ],
)
def test_words_of_the_content_are_left_out(message, left):
    assert without_content(message, CONTENT) == (message if left is None else left)


@pytest.mark.parametrize(
    "message",
    [
        "Add a sentence: wooden hives are less convenient for authors who travel.",
        "Wooden hives are less convenient for authors who travel. Please add this.",
        "Mention somewhere that wooden hives annoy authors who travel.",
    ],
)
def test_words_of_the_content_are_no_sure_place(message):
    paper = read("# Bees\n\n## Authors\n\nA. Bee\n\n## Results\n\nHoney dried.\n")
    assert not decide(paper, CONTENT, [message]).sure
    assert decide(paper, CONTENT, [f"{message} Put it at the end of Results."]).placement.section[-1] == "Results"
