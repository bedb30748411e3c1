"""Define tools and calls of them, independent of any provider."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from backend.kernel.search_requests import ANYTHING, Filters
from backend.kernel.works import Source


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as a model sees it. `parameters` is a JSON schema of an object in the form that all providers accept.

    `about` names the parameter that followers see as the purpose of a call (`query`, `url` …).
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    about: str = ""
    #: what else of a call's arguments is told to those who follow, as a video's id
    extra: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call that a model asks for."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The result of a call: `text` for the model, `sources` that the answer may cite, and the `count` of findings.

    If it `failed`, the text gives the reason.
    """

    text: str
    sources: tuple[Source, ...] = ()
    count: int | None = None
    failed: bool = False


#: The best passages of the user's own library for a query, at most so many.
FileSearch = Callable[[str, int], Sequence[Source]]


@dataclass(frozen=True, slots=True)
class ToolUse:
    """The context of a tool call, and its time limit in seconds.

    `question` is the purpose of the call; `files` searches the works that the request may use, or None; `session_id` is
    None outside of a session. Searches obey `filters`.
    """

    question: str
    seconds: float
    session_id: str | None = None
    files: FileSearch | None = None
    document: str | None = None
    filters: Filters = ANYTHING
