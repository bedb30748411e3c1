"""The states of a Draft (content that waits for the researcher's word), and the only ways between them.

    pending ──approve──▶ approved
       ├─────reject────▶ rejected
       └──new content──▶ superseded

Placing is a run of the session, not a state: where the process dies in the middle, the draft is still
`pending`. A rejected draft may be rewritten, which makes a new one; the old one stays rejected.
"""

from __future__ import annotations

from typing import Literal

Status = Literal["pending", "approved", "rejected", "superseded"]
MessageStatus = Literal["pending_approval", "approved", "rejected", "superseded"]

TRANSITIONS: dict[Status, frozenset[Status]] = {
    "pending": frozenset({"approved", "rejected", "superseded"}),
    "approved": frozenset(),
    "rejected": frozenset(),
    "superseded": frozenset(),
}


def can(before: Status, after: Status) -> bool:
    """Whether a draft may go from one state to the other; staying where it is, is no transition."""
    return after in TRANSITIONS[before]


def is_decided(status: Status) -> bool:
    """Nothing changes this state any more."""
    return not TRANSITIONS[status]


def message_status(status: Status) -> MessageStatus:
    """The state of the message that brought the draft, in the contract's words (section 3)."""
    return "pending_approval" if status == "pending" else status
