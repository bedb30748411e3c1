"""Tools and calls of them, in no provider's dialect: what a model may ask to be done, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from backend.kernel.search_requests import ANYTHING, Filters
from backend.kernel.works import Source


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as a model sees it. `parameters` is a JSON schema of an object, in the form that all providers take.

    `about` names the parameter that says what a call is for: it is shown to those who follow (`query`, `url` …).
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
    """What a call brought: `text` for the model, `sources` that the answer may cite, `count` of what was found. Of one
    that `failed`, the text says why."""

    text: str
    sources: tuple[Source, ...] = ()
    count: int | None = None
    failed: bool = False


#: The best passages of the user's own library for a query, at most so many.
FileSearch = Callable[[str, int], Sequence[Source]]


@dataclass(frozen=True, slots=True)
class ToolUse:
    """On whose behalf a tool is called, and how long it may take (seconds).

    `question` is what the call is for in the end; `files` searches the works that the request may use, None where
    there are none; `session_id` is None outside of a session. Searches keep to `filters`.
    """

    question: str
    seconds: float
    session_id: str | None = None
    files: FileSearch | None = None
    document: str | None = None
    filters: Filters = ANYTHING
