"""Requests to models and their answers, in no provider's dialect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from backend.kernel.search_requests import AS_SET_UP, SearchOptions
from backend.kernel.tool_calls import ToolCall, ToolSpec
from backend.kernel.works import Source

Role = Literal["system", "user", "assistant"]
Mode = Literal["write", "research"]
#: What an answer does: it brings content, brings a new version of a draft, moves a draft, changes the document without
#: writing, or only talks.
Intent = Literal["new", "revise", "move", "edit", "talk"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A message of a request, as the provider sees it."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A piece of text a keyless writer may quote, and where it is from (`""`: unknown).

    `cite` is how a text names somebody else's work in brackets; words that have it are put in quotation marks.
    """

    text: str
    kind: Literal["highlight", "section", "library", "passage", "pending", "rejected"]
    origin: str = ""
    note: str = ""
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """The part of the document that a message names, word for word; a section with its heading and its subsections.

    `section` holds the headings that the part stands under, joined by " > "; a section's own title is the last of
    them. `whole` is False where the text had to be cut.
    """

    text: str
    kind: str = "section"
    section: str = ""
    whole: bool = True


@dataclass(frozen=True, slots=True)
class OpenDraft:
    """A draft that waits for the researcher's decision."""

    id: str
    content: str
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """The facts behind a request's words, for writers that read them instead of the words."""

    mode: Mode
    instruction: str
    excerpts: tuple[Excerpt, ...] = ()
    #: what the rewrite or revision starts from, and why it was refused
    previous_content: str = ""
    rejection_reason: str = ""
    #: the sources (the model's strings) that `previous_content` came with
    previous_sources: tuple[str, ...] = ()
    #: the one part of the document that the instruction names; None where it names none, or not clearly one
    target: Target | None = None
    #: the titles of all headings of the document, in its order
    titles: tuple[str, ...] = ()
    #: the offsets of the instruction's words that name a part of the document; none of a rewrite
    named: tuple[tuple[int, int], ...] = ()
    #: all drafts that wait, newest first
    drafts: tuple[OpenDraft, ...] = ()
    #: whether content of this conversation was approved: "it" may mean that where no draft waits
    has_approved: bool = False


@dataclass(frozen=True, slots=True)
class Quoted:
    """Sentences that answer a question, best first, each with the place of its text; none where no text does.

    `doubt` says in words that they may not answer it; it is "" where they do.
    """

    sentences: tuple[tuple[int, str], ...] = ()
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Reader:
    """The person who asks. The place may bias a search; the profile sets the tone and is never part of a query."""

    location: str = ""
    profile: str = ""


NOBODY = Reader()


@dataclass(frozen=True, slots=True)
class AnswerSchema:
    """A JSON schema in the constrained form every provider takes: no open objects, no recursion."""

    name: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A call of one model.

    `turns` obey strict alternation already: leading system turns, then user and assistant
    in turn, the last one from the user. `model`, `temperature` and `max_tokens` of None mean the
    provider's setting. `search` of False asks a searching model to leave the web alone. `tools` are what the model may
    call; one that has no such calls is told of them in the words of the request (research/subagents/actions.py).
    What `turns` say of the `reader` stands there already: it is for models that search by themselves, as
    `system_model` is for those that have steps within.
    """

    turns: tuple[Turn, ...]
    schema: AnswerSchema | None = None
    evidence: Evidence | None = None
    model: str | None = None
    temperature: float | None = None
    max_tokens: int | None = None
    search: bool | None = None
    tools: tuple[ToolSpec, ...] = ()
    reader: Reader = NOBODY
    system_model: str | None = None
    #: how a model that searches shall do it
    search_options: SearchOptions = AS_SET_UP


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and money as the provider counted them; None is unknown, never 0. `cost` in US dollars."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class ChatReply:
    """A model's answer, unparsed. `results` are the records the provider itself searched up.

    `calls` are those of the request's tools that the model wants to be made; only then may `text` be empty.
    """

    text: str
    provider: str
    model: str
    usage: Usage = Usage()
    results: tuple[Source, ...] = ()
    #: "stop", "length" …; None where the provider did not say
    finish_reason: str | None = None
    #: how the answer's form was asked for: json_schema | json_object | prompt | none
    rung: str = "none"
    extra: Mapping[str, Any] = field(default_factory=dict)
    calls: tuple[ToolCall, ...] = ()
    #: whether what the request says of the reader could have a part; it has none where no model reads the words
    used_location: bool = True
    used_profile: bool = True
    #: what failed on the way to the answer, a sentence each
    warnings: tuple[str, ...] = ()
