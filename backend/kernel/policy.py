"""Define the operator's decisions that services obey."""

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

    `classify_searches` is True to tell a model that searches the web which messages need no search. `answer_age` is the
    number of seconds for which a repeated research question gets the same answer. `publish` is True to write documents
    as doc.md on this machine, and to notice hand edits of doc.md. `share_copies` is True to store a copy of each
    document with the other files, for all machines. `spend_limit` is the number of US dollars that a user may spend on
    models in a month; 0 means no limit.
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

    `top_k` is the number of document passages that a writer sees. `chunk_size` and `chunk_overlap` are the length of
    such a passage and what two neighbors share, in characters. `document_tokens`, `history_tokens` and
    `placement_tokens` limit parts of prompts. A model has `placement_seconds` to place a draft; after them rules place
    the draft.
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
        """Return the largest number of characters of document passages that a writer sees."""
        return self.top_k * self.chunk_size
