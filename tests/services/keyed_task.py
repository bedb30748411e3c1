"""As much of a request as keys depend on: a session with one reference, and what its document says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from backend.services import references
from backend.services.gathering import Task

BERG = {
    "type": "book", "title": "Street trees", "author": [{"family": "Berg"}], "DOI": "10.1234/berg",
    "issued": {"date-parts": [[2021]]},
}  # fmt: skip


def keyed_task(world: Any, text: str) -> Task:
    """A request about `text` in a session that cites by keys and has Berg's book as `myBerg`."""
    references.add(world.ports, world.owned, [("myBerg", BERG)], "import")
    fields = SimpleNamespace(
        session_id=world.session_id,
        message=SimpleNamespace(number=10_000),
        revision=SimpleNamespace(text=text),
        citations="keys",
        attached_works={},
    )
    return cast(Task, fields)
