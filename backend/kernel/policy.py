"""Define the operator's decisions: those that all services must follow, such as the limit on spending, and those for
serving many people and storing files.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Operation:
    """The settings for serving many people at once; the comment at each field gives its unit."""

    drain_seconds: float  # for which a stopping server still answers, so that proxies notice
    max_in_flight: int  # the most long requests that all processes together answer at a time
    edge: bool  # an asynchronous server holds the event streams
    spend_limit: float  # US dollars that a user may spend in a month; 0: no limit
    retain_events: float  # days until events of runs are deleted; 0: never
    retain_raw: float  # days until raw answers of models are deleted; 0: never
    retain_drafts: float  # days until closed drafts are deleted; 0: never
    pool_size: int  # database connections that a process keeps open
    pool_overflow: int  # further database connections that a process opens under load
    pool_wait: float  # seconds that a request waits for a database connection


@dataclass(frozen=True, slots=True)
class Store:
    """Where files are stored. If `bucket` is "", files are stored in the data folder.

    Otherwise they are stored in this bucket of an S3-compatible store, at its `endpoint` and `region`, with the keys
    `access_key` and `secret_key`. The names of the files in the bucket begin with `prefix`.
    """

    bucket: str = ""
    prefix: str = ""
    endpoint: str = ""  # the store's address; "": Amazon's
    region: str = ""
    access_key: str = field(default="", repr=False)  # "": boto3 finds both keys itself
    secret_key: str = field(default="", repr=False)


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
