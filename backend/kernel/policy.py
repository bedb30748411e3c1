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

    `classify_searches`: a model that searches is told which messages need no search. `answer_age`: seconds for which a
    repeated research question gets the same answer. `publish`: documents are written as doc.md on this machine, and
    hand edits of doc.md are noticed. `share_copies`: a copy of each document is stored with the other files, for all
    machines. `spend_limit`: US dollars that a user may spend on models in a month; 0 means no limit.
    """

    classify_searches: bool = True
    answer_age: float = 0
    publish: bool = True
    share_copies: bool = False
    spend_limit: float = 0
    retention: Retention = Retention()


@dataclass(frozen=True, slots=True)
class Budgets:
    """Limits on what one request carries: characters for retrieval, tokens for prompts.

    `placement_seconds`: how long a model may take to place a draft; then the rules place it.
    """

    top_k: int = 5
    chunk_size: int = 1000
    chunk_overlap: int = 100
    document_tokens: int = 6000
    history_tokens: int = 12000
    placement_tokens: int = 6000
    placement_seconds: float = 60.0

    @property
    def shown(self) -> int:
        """The largest number of characters of the document's passages that a writer is shown."""
        return self.top_k * self.chunk_size
