"""The small paper in which the rules look for a place."""

from __future__ import annotations

from backend.document.blocks import read
from backend.placement.place import carry_out_first
from backend.placement.rules import decide

PAPER = read(
    """---
title: Ice
---

# Ice in rivers

## Introduction

Rivers freeze in winter.

Frazil forms in turbulent water.

## Methods

### Sampling

We drilled cores every week.

- Auger
- Thermometer

### Statistical analysis

Mixed models were fitted.

| Station | Depth |
|---------|-------|
| A       | 1.2   |

Table: Depth of the stations.

## Results

### Sampling

Cores were complete.

Drilling took two days a week.

## Discussion

The ice thinned. Warm springs explain it.

## References

[a]: https://example.org/a
"""
)
PLAIN = "Something quite new stands here."


def before(content, *messages):
    """The line that comes right before the content once it is placed."""
    text = carry_out_first(PAPER, content, decide(PAPER, content, messages).candidates).text
    lines = [line for line in text[: text.index(content)].split("\n") if line]
    return lines[-1]
