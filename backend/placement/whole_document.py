"""Replace the whole document by an imported file. This is an edit that waits for approval.

Its placement is `replace` at `whole document of revision N`, where N is the current revision at the time of the import.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from backend.document.blocks import Document, Splice
from backend.placement.place import Placed
from backend.placement.plan import Placement

_POSITION = re.compile(r"whole document of revision (\d+)")


def replacement(number: int, reason: str) -> Placement:
    """Return the edit that replaces the whole document. `number` is the document's current revision, and `reason` is
    the sentence that tells the user what the edit does.
    """
    return Placement("replace", position=f"whole document of revision {number}", reason=reason, confidence=1.0)


def is_whole(edit: Placement) -> bool:
    return edit.operation == "replace" and _POSITION.fullmatch(edit.position or "") is not None


def base_of(operation: Mapping[str, Any] | None) -> int | None:
    """Return the number of the revision that a stored edit replaces as a whole. Returns None if the edit changes only a
    part, or if there is no edit.
    """
    if operation is None or operation["operation"] != "replace":
        return None
    found = _POSITION.fullmatch(operation["position"] or "")
    return int(found[1]) if found else None


def carry_out(document: Document, content: str, edit: Placement) -> Placed:
    """Return the result of the edit: the content is the whole new document."""
    return Placed(content, (Splice(0, len(document.blocks), content),), edit)
