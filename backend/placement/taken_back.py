"""Combine the withdrawal of the last change with another edit, so that both are one edit: "no, the first one".

Such an edit is a `Placement` that restores a revision. In its position, the number of the revision is followed by the
edit of that revision as JSON text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from backend.document.blocks import read
from backend.placement.plan import Placement, edit_from_json
from backend.placement.several_edits import carry_out_edits

_THEN = " then "


def instead_of(number: int, edit: Placement, taken_back: str) -> Placement:
    """Return the edit that restores the revision `number` and then carries out `edit`. `taken_back` is the sentence
    that says which change is withdrawn.
    """
    position = f"revision {number}{_THEN}{json.dumps(edit.to_json(), ensure_ascii=False)}"
    return Placement("restore", position=position, reason=f"{taken_back} {edit.reason}", confidence=edit.confidence)


def revision_in(operation: Mapping[str, Any]) -> str:
    """Return the position of an edit that restores a revision, without the other edit that follows."""
    return str(operation["position"]).partition(_THEN)[0]


def follows(operation: Mapping[str, Any]) -> bool:
    """Return True if another edit follows after a revision is restored."""
    return _THEN in str(operation["position"])


def with_edit(text: str, operation: Mapping[str, Any]) -> str:
    """Return the text of a restored revision after the edit that follows, if there is one, is carried out. Raises
    Unplaceable if the edit does not fit the text.
    """
    edit = str(operation["position"]).partition(_THEN)[2]
    return carry_out_edits(read(text), edit_from_json(json.loads(edit))).text if edit else text
