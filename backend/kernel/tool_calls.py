"""Define the tools that a model may call, the calls, and their results, independent of any provider."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from backend.kernel.search_requests import ANYTHING, Filters
from backend.kernel.works import Source


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as it is described to a model. `parameters` is the JSON schema of an object, in the form that all
    providers accept.

    `about` names the parameter whose value clients show as the purpose of a call (`query`, `url` …).
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    about: str = ""
    #: returns further facts from a call's arguments to show to clients, such as a video's id
    extra: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call that a model requests: the tool's name and the arguments."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The result of a tool call: `text` is for the model, `sources` are what the answer may cite, and `count` is the
    number of findings, or None if they cannot be counted.

    If the call `failed`, the text gives the reason.
    """

    text: str
    sources: tuple[Source, ...] = ()
    count: int | None = None
    failed: bool = False


#: Searches the user's library: takes a query and the largest number of passages, and returns the best passages.
FileSearch = Callable[[str, int], Sequence[Source]]


@dataclass(frozen=True, slots=True)
class ToolUse:
    """The context of a tool call. The call may take at most `seconds`.

    `question` is the question that the model works on. `files` searches those library works that the request may use;
    it is None if there are none. `session_id` is None outside of a session. `document` is the text that the tool may
    read, or None. Searches apply the limits `filters`.
    """

    question: str
    seconds: float
    session_id: str | None = None
    files: FileSearch | None = None
    document: str | None = None
    filters: Filters = ANYTHING
