"""The small papers that are edited, and the edit carried out on the first."""

from __future__ import annotations

from backend.document.blocks import read
from backend.placement.edit_orders import read_edit
from backend.placement.edited_text import carry_out_edit

PAPER = """# Tides

Opening words.

## Methods {#sec:methods}

We measured the water level.

We repeated it in winter.

## Results

It was high. It was cold.

- one
- two
"""
DOCUMENT = read(PAPER)


def done(message: str) -> str:
    edit = read_edit(DOCUMENT, message)
    assert edit is not None, message
    return carry_out_edit(DOCUMENT, edit).text


TWO = read("# Ants\n\nOne.\n\nTable 1: Depths\n\n| a |\n|---|\n| 1 |\n\nTwo.\n\n# Bees\n\nThree.\n\n# Crabs\n\nFour.\n")
GRANT = read(
    "# T\n\n## WP1: Ice\n\nOne.\n\nTwo.\n\nThree.\n\n## WP2: Mud\n\nFour.\n\n## WP3: Fire\n\nFive.\n\n"
    "| a |\n|---|\n| b |\n\nTable: Sites.\n"
)
