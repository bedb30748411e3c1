"""An imported file in place of the whole document, as an edit that waits for approval.

Its placement is `replace` at `whole document of revision N`: the revision that its author saw it replace.
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
    """The edit that replaces the document as it is at revision `number`."""
    return Placement("replace", position=f"whole document of revision {number}", reason=reason, confidence=1.0)


def is_whole(edit: Placement) -> bool:
    return edit.operation == "replace" and _POSITION.fullmatch(edit.position or "") is not None


def base_of(operation: Mapping[str, Any] | None) -> int | None:
    """The revision that an edit's stored operation replaces; None for any other edit."""
    if operation is None or operation["operation"] != "replace":
        return None
    found = _POSITION.fullmatch(operation["position"] or "")
    return int(found[1]) if found else None


def carry_out(document: Document, content: str, edit: Placement) -> Placed:
    """The content as the document."""
    return Placed(content, (Splice(0, len(document.blocks), content),), edit)
