"""Of two merged sections the first loses its heading, and all its text is in the other."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement.edit_orders import read_edit
from backend.placement.edited_text import carry_out_edit
from tests.placement.structure.paper import DOCUMENT, PAPER


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Merge Discussion into Results.", PAPER.replace("# Discussion\n\n", "")),
        (
            "Merge Results into Discussion.",
            PAPER.replace("# Results\n\nEight.\n\n", "").replace("Nine.", "Nine.\n\nEight."),
        ),
        ("Merge Housing into Sensors.", PAPER.replace("### Housing\n\n", "")),
        ("Merge Cables into Sensors.", PAPER.replace("### Cables\n\nSix.\n\n", "").replace("Four.", "Four.\n\nSix.")),
        (
            "Merge Sensors into Results.",
            PAPER.replace("## Sensors\n\nFour.\n\n### Housing\n\nFive.\n\n### Cables\n\nSix.\n\n", "").replace(
                "Eight.", "Eight.\n\nFour.\n\n## Housing\n\nFive.\n\n## Cables\n\nSix."
            ),
        ),
        (
            "Merge Statistics into Sensors.",
            PAPER.replace("## Statistics\n\nSeven.\n\n", "").replace("Four.", "Four.\n\nSeven."),
        ),
    ],
)  # fmt: skip
def test_a_section_is_merged_into_another(message: str, expected: str) -> None:
    edit = read_edit(DOCUMENT, message, "join")
    assert edit is not None and carry_out_edit(DOCUMENT, edit).text == expected


def test_without_a_direction_or_within_itself_nothing_is_merged() -> None:
    assert read_edit(DOCUMENT, "Merge Sites and Results.", "join") is None
    assert read_edit(DOCUMENT, "Merge Methods into Sites.", "join") is None
    two = read(PAPER.replace("Housing", "Cables"))
    edit = read_edit(two, "Merge Cables into Sites.", "join")
    assert edit is not None and edit.confidence < 0.5
