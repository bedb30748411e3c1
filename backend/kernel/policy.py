"""Define the operator's decisions that services obey."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Retention:
    """The days after which data is deleted: events of runs, raw answers, closed drafts. 0: never."""

    events: float = 0
    raw: float = 0
    drafts: float = 0


@dataclass(frozen=True, slots=True)
class Policy:
    """The operator's decisions about costs, copies and retention.

    `classify_searches`: messages that need no web search tell a searching model so. `answer_age`: seconds for which a
    repeated research question gets the cached answer. `publish`: documents are written to doc.md, and hand edits of it
    are stored. `spend_limit`: US dollars that a user may spend on models per month; 0: unlimited.
    """

    classify_searches: bool = True
    answer_age: float = 0
    publish: bool = True
    spend_limit: float = 0
    retention: Retention = Retention()
