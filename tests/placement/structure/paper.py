"""The small paper whose structure is changed."""

from __future__ import annotations

from backend.document.blocks import read
from backend.placement.edited_text import carry_out_edit
from backend.placement.plan import Placement
from backend.placement.structure_changes import read_structure_change

PAPER = """# Introduction

Opening.

# Methods

## Sites

One.

Two.

Three.

## Sensors

Four.

### Housing

Five.

### Cables

Six.

## Statistics

Seven.

# Results

Eight.

# Discussion

Nine.
"""
DOCUMENT = read(PAPER)


def ordered(message: str, text: str = PAPER) -> Placement | str | None:
    return read_structure_change(read(text), message)


def changed(message: str, text: str = PAPER) -> str:
    """Return the text after the change, or the reason why there is none."""
    found = ordered(message, text)
    assert found is not None, message
    return found if isinstance(found, str) else carry_out_edit(read(text), found).text


def moved(text: str, part: str, before: str, new: str) -> str:
    """Return the text without a part, and with `new` before another part."""
    assert text.count(part) == text.count(before) == 1
    return text.replace(part, "").replace(before, new + before)
