"""Define requests to models and their answers, independent of any provider."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from backend.kernel.search_requests import AS_SET_UP, SearchOptions
from backend.kernel.tool_calls import ToolCall, ToolSpec
from backend.kernel.works import Source

_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)

Role = Literal["system", "user", "assistant"]
Mode = Literal["write", "research"]
#: What an answer does: it brings content, brings a new version of a draft, moves a draft, changes the document without
#: writing, or only talks.
Intent = Literal["new", "revise", "move", "edit", "talk"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One message in a request to a model: its author's role, and its text."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A text that the writer without a model may quote.

    `origin` says where the text comes from, and `note` is the user's remark about it; both may be "". If the text is
    another author's work, `cite` is its citation; a quotation from it then gets quotation marks. Otherwise `cite` is
    "".
    """

    text: str
    kind: Literal["highlight", "section", "library", "passage", "pending", "rejected"]
    origin: str = ""
    note: str = ""
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """The part of the document that a message names, with its exact text. A section includes its heading and its
    subsections.

    `kind` is "section", "paragraph", "table" and so on. `section` has the titles of the headings above the part, joined
    by " > "; for a section, its own title is the last of them. `whole` is False if the text was shortened.
    """

    text: str
    kind: str = "section"
    section: str = ""
    whole: bool = True


@dataclass(frozen=True, slots=True)
class OpenDraft:
    """A draft that the user has not decided about yet. `sources` are its sources as the model wrote them."""

    id: str
    content: str
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownSource:
    """A source that belongs to a session: a work among its references or answers, a work that its document names
    without a reference entry, or the source of a text that the user attached.

    `line` describes the source, `passages` are the parts of its text that answers were compared with, and `cited` is
    True if the document cites it. `checked` is True if registries were asked about it. `attached` is True for the
    source of an attached text; its only passage is this text. If the same work is also among the references, it is
    listed a second time, as a reference.
    """

    line: str
    status: str = "unchecked"
    cited: bool = False
    passages: tuple[str, ...] = ()
    checked: bool = False
    attached: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything that a request tells the writer, as separate fields. The writer without a model uses them; a model
    gets the same as the text of a prompt.
    """

    mode: Mode
    #: the user's message
    instruction: str
    excerpts: tuple[Excerpt, ...] = ()
    #: the text that a rewrite or revision starts from, and the user's reason for rejecting it
    previous_content: str = ""
    rejection_reason: str = ""
    #: the source strings that a model wrote for `previous_content`
    previous_sources: tuple[str, ...] = ()
    #: the one part of the document that the instruction names; None if it names no part, or more than one part fits
    target: Target | None = None
    #: the titles of all headings, in the document's order
    titles: tuple[str, ...] = ()
    #: the whole text of the document, for questions such as "How many words does it have?"
    document: str = ""
    #: start and end, in characters, of the instruction's words that name a part of the document; empty for a rewrite
    named: tuple[tuple[int, int], ...] = ()
    #: all drafts that wait for the user's decision, newest first
    drafts: tuple[OpenDraft, ...] = ()
    #: True if an edit of the document waits for the user's decision
    edit_waits: bool = False
    #: True if content of this conversation was approved: without a waiting draft, "it" may mean this content
    has_approved: bool = False
    #: the session's sources, if the instruction asks about them
    sources: tuple[KnownSource, ...] = ()
    #: True if the instruction clearly names a place for the draft that waits
    names_place: bool = False


@dataclass(frozen=True, slots=True)
class Quoted:
    """The sentences that answer a question, best first. Each is a pair: the index of the text that contains it, and the
    sentence.

    `doubt` is a warning that the sentences may not answer the question, or "".
    """

    sentences: tuple[tuple[int, str], ...] = ()
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Reader:
    """The person who reads the answer. The location may influence a search. The profile sets the tone of the answer; it
    is never part of a search query.
    """

    location: str = ""
    profile: str = ""


NOBODY = Reader()


@dataclass(frozen=True, slots=True)
class AnswerSchema:
    """The JSON schema that a model's answer must match. It avoids what some providers refuse: objects with arbitrary
    keys, and recursion.
    """

    name: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A request to a model.

    `turns` begin with system turns. Then user and assistant alternate, and the last turn is the user's. If `model`,
    `temperature` or `max_tokens` is None, the provider's setting is used. `search=False` asks a model that searches the
    web not to search. The model may call the `tools`; if it cannot call tools, the prompt describes them
    (research/subagents/actions.py).

    `reader` is for models that search by themselves; for other models, `turns` say what is needed about the reader.
    `system_model` names the model for internal steps, if the writer has such steps.
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
    #: the limits of the search, for a model that searches the web
    search_options: SearchOptions = AS_SET_UP


@dataclass(frozen=True, slots=True)
class Usage:
    """The tokens of the prompt and of the answer, and the cost in US dollars, that the provider reported. None means
    unknown; an unknown value is never 0.
    """

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: float | None = None

    def to_json(self) -> dict[str, float | None]:
        """Return the usage as a JSON object."""
        return {
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "cost": self.cost,
        }


@dataclass(frozen=True, slots=True)
class ChatReply:
    """A model's answer before it is parsed. `results` are the sources that the provider found when it searched the web
    itself.

    `calls` are the tool calls that the model requests; `text` may be empty only if there are such calls. `extra` has
    further values that the provider reported.
    """

    text: str
    provider: str
    model: str
    usage: Usage = Usage()
    results: tuple[Source, ...] = ()
    #: the provider's reason for the end of the text: "stop", "length" …; None if the provider gave none
    finish_reason: str | None = None
    #: how the request asked for the answer's form: json_schema | json_object | prompt | none
    rung: str = "none"
    extra: Mapping[str, Any] = field(default_factory=dict)
    calls: tuple[ToolCall, ...] = ()
    #: False if the reader's location or profile cannot have influenced the answer, because no model read it
    used_location: bool = True
    used_profile: bool = True
    #: a sentence for each thing that failed while the answer was made
    warnings: tuple[str, ...] = ()
    #: True if the model saw the results with ids instead of numbers: then a number in the text cites no result
    by_id: bool = False


def without_thoughts(text: str) -> str:
    """Return a model's answer without its reasoning (`<think>…</think>`), and without white space around the rest."""
    return _THOUGHT.sub("", text).strip()
