"""Define requests to models and their answers, independent of any provider."""

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
    """A message of a request to a model."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A text that a keyless writer may quote, and its origin ("": unknown).

    `cite` is the citation of somebody else's work; text with a citation is put in quotation marks.
    """

    text: str
    kind: Literal["highlight", "section", "library", "passage", "pending", "rejected"]
    origin: str = ""
    note: str = ""
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """The part of the document that a message names, word for word; a section with its heading and subsections.

    `section` are the headings above the part, joined by " > "; a section's own title is the last of them. `whole` is
    False if the text was cut.
    """

    text: str
    kind: str = "section"
    section: str = ""
    whole: bool = True


@dataclass(frozen=True, slots=True)
class OpenDraft:
    """A draft that waits for the user's decision."""

    id: str
    content: str
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """The facts of a request, for writers that do not read its text."""

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
    #: the whole text of the document, for questions about it as a text
    document: str = ""
    #: the offsets of the instruction's words that name a part of the document; none of a rewrite
    named: tuple[tuple[int, int], ...] = ()
    #: all drafts that wait, newest first
    drafts: tuple[OpenDraft, ...] = ()
    #: whether content of this conversation was approved: "it" may mean that where no draft waits
    has_approved: bool = False


@dataclass(frozen=True, slots=True)
class Quoted:
    """Sentences that answer a question, best first, each with the index of the text that contains it.

    `doubt` is a warning that they may not answer it, or "".
    """

    sentences: tuple[tuple[int, str], ...] = ()
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Reader:
    """The user. The location may influence a search; the profile sets the tone and is never part of a query."""

    location: str = ""
    profile: str = ""


NOBODY = Reader()


@dataclass(frozen=True, slots=True)
class AnswerSchema:
    """A JSON schema in the restricted form that every provider accepts: no open objects, no recursion."""

    name: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A request to a model.

    `turns` alternate strictly: system turns first, then user and assistant, the last from the user. `model`,
    `temperature` and `max_tokens` of None mean the provider's setting. `search` False asks a searching model not to
    search. `tools` are those that the model may call; a model without tool calls reads about them in the prompt
    (research/subagents/actions.py). `reader` is already part of `turns`: it is for models that search by themselves, as
    `system_model` is for those with internal steps.
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
    """Tokens and money as the provider counted them; None is unknown, never 0. `cost` is in US dollars."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class ChatReply:
    """A model's unparsed answer. `results` are the provider's own search results.

    `calls` are the tool calls that the model requests; only then may `text` be empty.
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
    #: the model was shown the results by their ids: a number in its text means none of them
    by_id: bool = False
