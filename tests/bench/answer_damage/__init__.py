"""Damage model answers in ways that the shared answers yardstick lacks, to test that parsing generalizes.

Every class of these files takes a truthful answer of the yardstick's generator and damages it in one way seen in
practice.
"""

from __future__ import annotations

import random
from typing import Any

THOUGHT = 'The user wants text.\nMaybe {x} or "y". Let me write it.'


def one_of(r: random.Random, *choices: Any) -> Any:
    return r.choice(choices)
