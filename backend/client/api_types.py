"""Define types for the API's requests and answers. Further fields of an answer, which its type does not name, are kept
unchanged.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from backend.client.failures import ServerError

Mode = Literal["write", "research"]
Effort = Literal["low", "medium", "high"]
Focus = Literal["web", "local", "chat"]
SearchMode = Literal["web", "academic", "both"]
Recency = Literal["hour", "day", "week", "month", "year"]


class ServerObject(dict[str, Any]):
    """A JSON object from a server. Reading a missing field raises ServerError: the server at the address is probably
    not Coscribe.
    """

    def __missing__(self, name: str) -> Any:
        raise ServerError(
            f"The server's answer lacks the field {name!r}. Check that the address leads to a Coscribe server."
        )


def read_object(text: str | bytes) -> ServerObject | None:
    """Parse a JSON object. Returns None if the text is not a JSON object."""
    try:
        found = json.loads(text, object_hook=ServerObject)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, ServerObject) else None


class User(TypedDict):
    id: str
    email: str
    name: str | None
    created_at: str


class Session(TypedDict):
    id: str
    title: str
    created_at: str
    updated_at: str
    revision: int
    pending_content_id: str | None
    #: the retracted works among the references and the sources of answers; empty in lists of sessions
    retracted: NotRequired[list[dict[str, Any]]]


class Attached(TypedDict):
    """A text attached to a message."""

    type: Literal["highlight", "section"]
    content: str
    title: NotRequired[str | None]
    note: NotRequired[str | None]
    source: NotRequired[str | None]


class Citation(TypedDict):
    id: str
    title: str
    url: str | None
    doi: str | None
    status: str
    n: NotRequired[int | None]


class Notice(TypedDict):
    kind: str
    source: str
    doi: str | None
    date: str | None


class CheckedReference(Citation):
    """A reference with the result of its check. `key` is None for an entry in the document's own reference list. Such
    an entry has a `mark` (its number in the list) and its `text`.
    """

    key: str | None
    mark: NotRequired[str | None]
    text: NotRequired[str]
    reason: str | None
    notices: list[Notice]


class Unsupported(TypedDict):
    sentence: str
    key: str
    verdict: str
    passage: str
    reason: str
    decided_by: str


class Checked(TypedDict):
    references: list[CheckedReference]
    unsupported: list[Unsupported]
    missing: list[str]
    uncited: list[str]


class Answer(TypedDict):
    response: str
    document_content: str
    sources: list[str]
    session_id: str
    message_id: str
    status: str | None
    pending_content_id: str | None
    citations: list[Citation]
    new_types: list[str]
    warnings: list[str]
    meta: dict[str, Any]


class Pending(TypedDict):
    pending_content_id: str
    document_content: str
    title: NotRequired[str]
    kind: NotRequired[str]
    sources: list[str]
    citations: list[Citation]
    created_at: str
    requested_at: str
    truncated: bool


class Anchor(TypedDict):
    block: int
    excerpt: str


class Placement(TypedDict):
    operation: str
    section: list[str] | None
    anchor: Anchor | None
    position: str | None
    decided_by: str
    reason: str
    confidence: float


class Preview(TypedDict):
    placement: Placement
    candidates: list[Placement]
    sure: NotRequired[bool]
    diff: str
    base_revision: int


class Approved(TypedDict):
    status: str
    session_id: str
    pending_content_id: str
    revision: int
    document: str
    placement: Placement
    diff: str


class Rejected(TypedDict):
    status: str
    session_id: str
    pending_content_id: str


class Document(TypedDict):
    session_id: str
    revision: int
    content: str


class Node(TypedDict):
    id: str
    type: str
    title: str
    level: int
    children: list[dict[str, Any]]


class Imported(TypedDict):
    """A draft that was made from an imported file. `warnings` name the parts of the file that the draft lacks."""

    session_id: str
    pending_content_id: str
    document_content: str
    base_revision: int
    keys: list[str]
    pictures: list[str]
    warnings: list[str]


class Structure(TypedDict):
    tree: list[Node]
    summary: str


class Revision(TypedDict):
    revision: int
    cause: str
    created_at: str
    sha256: str
    placement: Placement | None
    content: NotRequired[str]


class Message(TypedDict):
    id: str
    role: str
    content: str
    mode: str | None
    status: str | None
    document_content: str
    sources: list[str]
    citations: NotRequired[list[Citation]]
    created_at: str


class Source(TypedDict):
    id: str
    title: str
    url: str | None
    doi: str | None
    authors: list[str]
    year: int | None
    content: str
    score: float | None
    connector: str
    published_at: str | None
    retracted: NotRequired[bool]


class Failure(TypedDict):
    connector: str
    reason: str


class Found(TypedDict):
    results: list[Source]
    failures: list[Failure]
    total_results: int
    took_ms: int


class Researched(TypedDict):
    answer: str
    citations: dict[str, Source]
    sources: list[Source]
    confidence: int
    warnings: list[str]
    iterations: int
    steps: list[dict[str, Any]]
    meta: dict[str, Any]


# --- what is sent -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """Limits on what a search may return. `domains` are the domains of pages; a domain that begins with "-" is
    excluded. `after` and `before` are the first and the last day of publication, such as 2024-01-31. None or () means
    the server's default.
    """

    search_mode: SearchMode | None = None
    domains: Sequence[str] = ()
    recency: Recency | None = None
    after: str | None = None
    before: str | None = None

    def fields(self) -> dict[str, Any]:
        """Return the limits as fields of a request's body. Limits that are None or () are left out."""
        said = {name: getattr(self, name) for name in ("search_mode", "recency", "after", "before")}
        said["domains"] = list(self.domains)
        return {name: value for name, value in said.items() if value}


ANYTHING = SearchLimits()


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message to the writer (Stage 1), with its options."""

    text: str = ""
    mode: Mode = "write"
    attached: Sequence[Attached] = ()
    fast: bool = False
    search_mode: SearchMode | None = None
    focus: Focus | None = None


@dataclass(frozen=True, slots=True)
class NewProposal:
    """The user's own text (`document_content`), to be stored as a draft. Each item of `sources` describes one source.
    `message` says where in the document the text goes; None if the user does not say it.
    """

    document_content: str
    sources: Sequence[str] = ()
    message: str | None = None


@dataclass(frozen=True, slots=True)
class NewQuestion:
    """A question for the research engine."""

    query: str
    effort: Effort = "medium"
    focus: Focus = "web"
    #: search in several rounds, for some minutes
    deep: bool = False
    session_id: str | None = None
    search_limits: SearchLimits = ANYTHING


@dataclass(frozen=True, slots=True)
class NewApproval:
    """An approval of a draft.

    - `pending_content_id`: the draft's id; None means the newest draft
    - `document_content`: the text after the user's edits; None if unchanged
    - `placement`: the place; None: Stage 2 chooses it
    - `base_revision`: the revision of the document for which the place was chosen
    - `accept_truncated`, `accept_sources`: approve a text that is cut off, or that has doubtful sources
    """

    pending_content_id: str | None = None
    document_content: str | None = None
    placement: Placement | None = None
    base_revision: int | None = None
    accept_truncated: bool = False
    accept_sources: bool = False
