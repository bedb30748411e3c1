"""What the operator decided that services act on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Retention:
    """After how many days things are removed: events of runs, raw answers, closed drafts. 0: never."""

    events: float = 0
    raw: float = 0
    drafts: float = 0


@dataclass(frozen=True, slots=True)
class Policy:
    """The operator's decisions about costs, copies and what is kept.

    `classify_searches`: turns that need no web search say so to models that search. `answer_age`: seconds for which a
    repeated research question gets the same answer. `publish`: documents are published as doc.md, and hand edits of
    them noticed. `spend_limit`: US dollars that a user may spend on models in a month; 0: any.
    """

    classify_searches: bool = True
    answer_age: float = 0
    publish: bool = True
    spend_limit: float = 0
    retention: Retention = Retention()
