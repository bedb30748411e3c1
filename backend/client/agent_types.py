"""Define those arguments and results of the agents' tools that differ from those of the public API."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from backend.client.api_types import Attached, Message, Pending, Recency, SearchLimits, SearchMode, Session


class Sessions(TypedDict):
    sessions: list[Session]


class Conversation(TypedDict):
    session: Session
    messages: list[Message]


class ExportedFile(TypedDict):
    file: str
    bytes: int
    warnings: list[str]


class Library(TypedDict):
    works: list[dict[str, Any]]


class PendingContent(TypedDict):
    pending: Pending | None


@with_config(ConfigDict(extra="forbid"))
class Passage(TypedDict):
    """A text that is sent with a request, of one of two kinds: a highlight is a short passage that the answer may use,
    and a section is a longer text.
    """

    type: Literal["highlight", "section"]
    content: Annotated[str, Field(min_length=1, max_length=20_000)]
    source: NotRequired[Annotated[str | None, Field(description="the source of the passage")]]


@with_config(ConfigDict(extra="forbid"))
class Filters(TypedDict):
    """Limits on what a search may return."""

    domains: NotRequired[
        Annotated[
            list[str],
            Field(max_length=20, description="search only these domains; a domain with a leading - is excluded"),
        ]
    ]
    recency: NotRequired[Annotated[Recency, Field(description="the maximum age of results")]]
    after: NotRequired[Annotated[str, Field(description="the first day of publication, as 2024-01-31")]]
    before: NotRequired[Annotated[str, Field(description="the last day of publication")]]


def search_limits(mode: SearchMode | None, filters: Filters | None = None) -> SearchLimits:
    """Convert a tool's arguments to the limits of a search."""
    wanted = filters or {}
    return SearchLimits(
        mode, tuple(wanted.get("domains") or ()), wanted.get("recency"), wanted.get("after"), wanted.get("before")
    )


def attached_texts(passages: list[Passage] | None) -> list[Attached]:
    """Convert a tool's argument to the texts that are attached to a message; () for None."""
    return [{"type": each["type"], "content": each["content"], "source": each.get("source")} for each in passages or ()]
