"""Combine undoing the last change with another edit, so that both are one edit. After "delete the first list", the
message "no, the second one" brings the first list back and deletes the second.

The position of such an edit has the number of the revision to restore, and then, as JSON text, the edit to carry out on
this revision.
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
    """Return the edit that restores the revision `number` and then carries out `edit`. `taken_back` is a sentence that
    says which change is undone.
    """
    position = f"revision {number}{_THEN}{json.dumps(edit.to_json(), ensure_ascii=False)}"
    return Placement("restore", position=position, reason=f"{taken_back} {edit.reason}", confidence=edit.confidence)


def revision_in(operation: Mapping[str, Any]) -> str:
    """Return the words, such as "revision 3", for the revision that a stored edit (`operation`) restores."""
    return str(operation["position"]).partition(_THEN)[0]


def follows(operation: Mapping[str, Any]) -> bool:
    """Return True if the operation restores a revision and then carries out another edit on it."""
    return _THEN in str(operation["position"])


def with_edit(text: str, operation: Mapping[str, Any]) -> str:
    """Return `text`, a restored revision, after the second edit of `operation`. `operation` is a stored edit that
    restores a revision and may contain a second edit, to be carried out on this revision. Without a second edit, `text`
    is returned unchanged. Raises Unplaceable if the second edit does not fit the text.
    """
    edit = str(operation["position"]).partition(_THEN)[2]
    return carry_out_edits(read(text), edit_from_json(json.loads(edit))).text if edit else text
