"""Define the fields of a model's answer, and read other spellings of them ("Document Content"). Also define the class
for a JSON object that was found in a model's text and has some of these fields.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

FIELDS = ("message", "document_content", "document_structure", "sources", "new_types")
#: Fields that describe the answer. An object that has only these is not known to be an answer.
ATTRIBUTES = ("intent", "draft")
_SQUEEZED = {name.replace("_", ""): name for name in (*FIELDS, *ATTRIBUTES)}
_SQUEEZED |= {"documentcontents": "document_content", "newtype": "new_types"}


def canonical(key: str) -> str:
    """Return the name of the field that a key stands for, ignoring case, spaces and underscores. An unknown key is
    returned unchanged.
    """
    return _SQUEEZED.get(re.sub(r"[\W_]", "", key).lower(), key)


@dataclass(slots=True)
class Found:
    """An object found in a model's text, from character `start` to `end`.

    - `cut`, `unsure`: the keys whose value is incomplete, and those whose value may be wrong
    - `closed`: True if it has its closing brace
    - `stopped`: True if it lacks this brace but other text follows, so that the answer was not cut off there
    - `loose`: True if it has no opening brace
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
        """Store a value under its key. If the key occurs twice, a complete value that is not empty is preferred to
        another one; of two such values, the later one is kept.
        """
        if key in self.values and key not in self.cut and (value in (None, "", [], {}) or not complete):
            return
        self.values[key] = value
        if complete:
            self.cut.discard(key)
        else:
            self.cut.add(key)
