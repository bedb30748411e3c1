"""Define the fields of an answer, their spellings, and an object that contains some of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

FIELDS = ("message", "document_content", "document_structure", "sources", "new_types")
#: Say something about the answer; by them alone no object is known to be one.
ATTRIBUTES = ("intent", "draft")
_SQUEEZED = {name.replace("_", ""): name for name in (*FIELDS, *ATTRIBUTES)}
_SQUEEZED |= {"documentcontents": "document_content", "newtype": "new_types"}


def canonical(key: str) -> str:
    """Return the field that a key means, ignoring case and separators; an unknown key is returned unchanged."""
    return _SQUEEZED.get(re.sub(r"[\W_]", "", key).lower(), key)


@dataclass(slots=True)
class Found:
    """One object of the text. `cut` names the keys whose value is incomplete.

    `closed`: its closing brace is there. `stopped`: the brace is missing but other text follows, so the model ended by
    itself. `loose`: it has no opening brace.
    """

    start: int
    end: int = 0
    values: dict[str, Any] = field(default_factory=dict)
    cut: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)
    closed: bool = False
    stopped: bool = False
    loose: bool = False

    @property
    def fields(self) -> set[str]:
        return self.values.keys() & set(FIELDS)

    def keep(self, key: str, value: Any, complete: bool = True) -> None:
        """Store a value. If a key occurs twice, the more informative value is kept: not empty, not cut."""
        if key in self.values and key not in self.cut and (value in (None, "", [], {}) or not complete):
            return
        self.values[key] = value
        if complete:
            self.cut.discard(key)
        else:
            self.cut.add(key)
