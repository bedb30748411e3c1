"""The content tells which of several described texts a replacement means."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import view_of
from backend.placement.content import Content
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import Placement, anchor_at
from backend.placement.repeated_blocks import text_of_content
from backend.placement.rules import decide

TIDE = "The tide gauges were read by hand on every second day, and the salt marsh flooded twice in the spring of 2019."
REED = "Reed grew on the salt marsh in 2019 wherever the tide left fresh mud behind, and geese ate most of the shoots."
DOCUMENT = read(f"# Marsh\n\n## Methods\n\n{TIDE}\n\n## Results\n\n{REED}\n")


@pytest.mark.parametrize(
    ("content", "sure"),
    [
        ("Reed grew on the salt marsh wherever the tide left fresh mud behind, and geese ate the shoots.", True),
        ("The tide gauges were read by hand on every second day, and the salt marsh flooded twice.", False),
        ("Plants of several kinds came back to the shore, and birds ate them.", True),
    ],
)
def test_a_replacement_is_sure_if_words_and_content_mean_the_same_text(content, sure):
    decision = decide(DOCUMENT, content, ["Replace the paragraph on reed and the tide in 2019 with this."])
    assert decision.placement.operation == "replace"
    assert decision.sure is sure


@pytest.mark.parametrize(
    ("content", "at", "meant"),
    [
        (f"In 2019, {REED}", 4, "replaced"),
        (f"In 2019, {REED}", 2, "another"),
        ("Reed grew on the salt marsh", 4, "none"),  # too short to be another version of the paragraph
        ("Geese came back.", 4, "none"),
    ],
)
def test_the_text_of_which_content_is_a_version(content, at, meant):
    builder = PlacementBuilder(view_of(DOCUMENT), Content.of(content))
    found = Placement("replace", None, anchor_at(DOCUMENT, at), "block")
    assert text_of_content(builder, found) == meant
