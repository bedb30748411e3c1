"""Replace the whole document by an imported file, as an edit that waits for approval.

The placement is `replace` at `whole document of revision N`, where N is the revision that the importing user saw.
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
    """Return the edit that replaces the document as it is at revision `number`."""
    return Placement("replace", position=f"whole document of revision {number}", reason=reason, confidence=1.0)


def is_whole(edit: Placement) -> bool:
    return edit.operation == "replace" and _POSITION.fullmatch(edit.position or "") is not None


def base_of(operation: Mapping[str, Any] | None) -> int | None:
    """Return the number of the revision that a stored edit replaces as a whole; None if the edit changes only a
    part.
    """
    if operation is None or operation["operation"] != "replace":
        return None
    found = _POSITION.fullmatch(operation["position"] or "")
    return int(found[1]) if found else None


def carry_out(document: Document, content: str, edit: Placement) -> Placed:
    """Return the content as the whole document."""
    return Placed(content, (Splice(0, len(document.blocks), content),), edit)
