"""Define the settings of a server for many people, and of its store of files."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Operation:
    """The settings for serving many people at once."""

    drain_seconds: float  # that a server which is to stop goes on answering, so that proxies see it
    max_in_flight: int  # long requests that all worker processes answer at once
    edge: bool  # an asynchronous server holds the event streams
    spend_limit: float  # US dollars a user and month; 0: none
    retain_events: float  # days; 0: for ever
    retain_raw: float
    retain_drafts: float
    pool_size: int  # connections to the database that a process keeps
    pool_overflow: int  # and more that it opens under load
    pool_wait: float  # seconds that a request waits for one


@dataclass(frozen=True, slots=True)
class Store:
    """Where files are kept: in a bucket of an S3-compatible store, or, without one, in the data folder."""

    bucket: str = ""
    prefix: str = ""
    endpoint: str = ""  # "": Amazon's
    region: str = ""
    access_key: str = field(default="", repr=False)  # "": as boto3 finds them
    secret_key: str = field(default="", repr=False)
