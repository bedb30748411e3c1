"""Define the operator's settings for serving many people, and for storing files."""

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
    """Where files are stored. If `bucket` is "", it is the data folder.

    Otherwise it is a bucket of an S3-compatible store, at its `endpoint` and `region`, with the keys `access_key` and
    `secret_key`. The names of the files in the bucket begin with `prefix`.
    """

    bucket: str = ""
    prefix: str = ""
    endpoint: str = ""  # the store's address; "": Amazon's
    region: str = ""
    access_key: str = field(default="", repr=False)  # "": boto3 finds both keys itself
    secret_key: str = field(default="", repr=False)
