"""Define the operator's decisions that all services must follow, such as the limit on spending."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Retention:
    """The days until data is deleted: events of runs, raw answers of models, closed drafts. 0 means never."""

    events: float = 0
    raw: float = 0
    drafts: float = 0


@dataclass(frozen=True, slots=True)
class Policy:
    """The operator's decisions about costs, copies and retention.

    `classify_searches`: tell a model that searches the web which messages need no search. `answer_age`: the number of
    seconds for which a repeated research question gets the same answer; 0 means that it is always answered anew.
    `publish`: write documents as doc.md on this machine, and notice changes that somebody makes in doc.md.
    `share_copies`: store a copy of each document with the other files, for all machines. `spend_limit`: the number of
    US dollars that a user may spend on models in a month; 0 means no limit.
    """

    classify_searches: bool = True
    answer_age: float = 0
    publish: bool = True
    share_copies: bool = False
    spend_limit: float = 0
    retention: Retention = Retention()


@dataclass(frozen=True, slots=True)
class Budgets:
    """The limits of one request.

    `top_k` is the number of document passages in a prompt. `chunk_size` is the length of such a passage, and
    `chunk_overlap` the length of the text that two neighboring passages share, both in characters. `document_tokens`,
    `history_tokens` and `placement_tokens` limit parts of prompts. A model has `placement_seconds` to place a draft;
    after this time rules place the draft.
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
        """Return the maximum number of characters of document passages in a prompt."""
        return self.top_k * self.chunk_size
