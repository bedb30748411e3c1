"""The outside world as Protocols, and `Ports`, the frozen bundle of them that every service is given."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from backend.kernel.events import Emit, Numbered, Token
from backend.kernel.exchange import ChatReply, ChatRequest, Quoted
from backend.kernel.importing import ImportedText, ImportJob
from backend.kernel.policy import Policy as Policy
from backend.kernel.policy import Retention as Retention
from backend.kernel.records import Found, Lookup, Record
from backend.kernel.rendering import Rendered, RenderJob
from backend.kernel.search_requests import USUAL, Failure, Limits, ResultList, SearchCall, SearchOutcome
from backend.kernel.session_feed import SessionFeed
from backend.kernel.tool_calls import ToolCall, ToolResult, ToolSpec, ToolUse
from backend.kernel.works import Source, Work


class Listener(Protocol):
    """Hears an answer while it is being given, on the thread that asked for it. What it raises ends the call.

    A call with a listener that is `live` is streamed where the provider can; nobody watches the words of another, and
    a plain answer costs less. The texts one after another are the reply's `text`, in
    one piece where nothing was streamed; only where a provider rewrites what it has said (`ask`) does the reply differ.
    """

    live: bool

    def begun(self) -> None:
        """A request is about to be sent: from here on it may cost. Told again before every further attempt."""

    def text(self, delta: str) -> None:
        """More of the answer, as raw as `ChatReply.text`: JSON, after `<think>` where the model puts that in front."""

    def thought(self, delta: str) -> None:
        """More of the reasoning that the provider keeps apart from the answer; no part of the reply."""

    def sources(self, found: Sequence[Source]) -> None:
        """Everything the provider has searched up so far, each time that is more or other than before."""


class ChatModel(Protocol):
    """A model that answers a conversation.

    `searches` says that the model looks things up by the last user message, which decides the
    prompt's layout. `complete` raises a `ProviderError` or gives an answer: never an empty one. It raises `Cancelled`
    within a second of the cancellation it runs under (kernel/cancellation.py). Both carry, as `partial`, what had come.
    """

    name: str
    model: str
    searches: bool

    def complete(self, request: ChatRequest, emit: Emit, listen: Listener | None = None) -> ChatReply: ...


class Embedder(Protocol):
    """Texts to vectors. `key` names model and version: vectors of different keys never mix.

    `embed` gives float32 of shape (len(texts), dimensions) with rows of unit length; the row
    of a text without a known token is zero, never NaN.
    """

    key: str

    def embed(self, texts: Sequence[str]) -> np.ndarray: ...


class Searcher(Protocol):
    """The search services the operator set up, asked all at once under one deadline (connectors/search.py)."""

    @property
    def names(self) -> tuple[str, ...]: ...

    def search_all(self, call: SearchCall) -> SearchOutcome: ...


class PageReader(Protocol):
    """Pages of the web to their readable text, all at once: for each address its text, or why there is none."""

    def read(self, urls: Sequence[str], *, seconds: float) -> Mapping[str, str | Failure]: ...


class Extractor(Protocol):
    """A file of the library to the works in it: one, or many where it is a list of references.

    It raises `Refused` in words for what can't be read (wrong type, encrypted, over the limits of time or memory).
    """

    def check(self, path: Path, filename: str) -> None:
        """Raises Refused for a file whose first bytes tell that it is none of ours."""

    def extract(self, path: Path, filename: str, emit: Emit) -> tuple[Work, ...]: ...


class Renderer(Protocol):
    """Writes documents as files of other formats."""

    @property
    def styles(self) -> tuple[str, ...]:
        """The names of the citation styles that are shipped."""

    def style(self, name: str) -> str:
        """The text of a shipped CSL style."""

    def render(self, job: RenderJob) -> Rendered:
        """The file and its warnings. Raises Refused for what cannot be rendered, and Busy."""


class Importer(Protocol):
    """Reads files of other formats as Markdown."""

    def read(self, job: ImportJob) -> ImportedText:
        """The text, and what was lost. Raises Refused for what cannot be read, and Busy."""


class Toolbox(Protocol):
    """The tools that a model may have called (tools/)."""

    def specs(self, names: Collection[str], use: ToolUse) -> tuple[ToolSpec, ...]:
        """Return those of the named tools that this request can use."""

    def call(self, call: ToolCall, use: ToolUse) -> ToolResult:
        """Do what is asked. Raises a CoscribeError in words for the model."""


class Registers(Protocol):
    """The registries that the operator lets be asked whether a work exists, all at once (connectors/registries.py)."""

    @property
    def names(self) -> frozenset[str]: ...

    def look_up(self, lookups: Sequence[Lookup], *, seconds: float) -> Mapping[Lookup, Found]:
        """The records of each look-up; a Failure for what has not come within `seconds`."""


class RecordMemory(Protocol):
    """Remembers recent answers of registries, for all users together."""

    def recall(self, lookups: Sequence[Lookup], *, stale: bool = False) -> Mapping[Lookup, tuple[Record, ...]]:
        """Return the records that are still valid; with `stale`, older ones too, for when a registry does
        not answer.
        """

    def keep(self, found: Mapping[Lookup, Found]) -> None:
        """Keep what was found, and that something was not found. Failures are never kept."""


class ResultMemory(Protocol):
    """Result lists found not long ago, by a digest of all they depend on. `age` in seconds."""

    def recall(self, keys: Sequence[str], age: float) -> Mapping[str, ResultList]: ...

    def keep(self, lists: Mapping[str, ResultList]) -> None: ...


#: The sentences of some texts that answer a question, at most so many, and whether they do.
Quote = Callable[[str, Sequence[Source], int], Quoted]

Held = str | tuple[str, str]


class Heartbeat(Protocol):
    """Keeps a lease of this process alive while the context is open: one thread a process, none when idle.

    `held` is a run's id, or a user's id with the key of a request that is being answered. What is not held any more
    is not kept alive, even where the database could not be told of its end.
    """

    def start(self) -> None:
        """Beat for good, for a process that serves."""

    def beating(self, held: Held) -> AbstractContextManager[None]: ...

    def watching(self) -> AbstractContextManager[None]:
        """Fill the feeds of runs that other processes work on while the context is open."""


class Recorder(Protocol):
    """Stores what the runs of this process tell, that of many runs in one commit, and passes cancellations on."""

    def tending(self, work: Any) -> AbstractContextManager[None]:
        """Look after a run (services/run_progress.py) while the context is open."""

    def wake(self, urgent: bool) -> None:
        """Something is to be stored; at once where it is urgent, because somebody follows."""

    def stop(self, run_id: str, what: str) -> None:
        """Stop a run, if it goes on here."""


class Follower(Protocol):
    """Somebody who follows a run. `done`: the last event was given, or none will come."""

    done: bool

    def read(self, seconds: float) -> list[Numbered | Token]:
        """Return new events as soon as there are any, or none after `seconds`. The last event of a run comes last."""


class Feed(Protocol):
    """All that one run has told, for those who follow it in this process; safe for any number of threads."""

    run_id: str
    #: whether somebody in this process has ever followed it
    followed: bool
    closed: bool
    #: counts what was written
    version: int
    #: of a feed that is filled from the database: which of the kept texts it has
    text_number: int

    @property
    def newest(self) -> int:
        """The number of the last event."""

    def events(self) -> Sequence[Numbered]:
        """The events so far."""

    def texts(self) -> dict[str, str]:
        """Return the text of every channel so far."""

    def add(self, events: Sequence[Numbered]) -> None:
        """More events, which are stored."""

    def write(self, channel: str, offset: int, text: str) -> None:
        """Text of a channel from `offset` on; whatever stood there is replaced."""

    def settle(self, channel: str, text: str, whole: bool = True) -> None:
        """Make the channel's text `text`; write only what differs. Not `whole`: it may be behind."""

    def close(self) -> None:
        """Nothing more comes."""

    def follow(self, number: int = 0, resumes: bool = False) -> Follower:
        """A new follower, behind event `number`; one that `resumes` gets the texts so far before everything else."""


class SessionFeeds(Protocol):
    """The feeds of the sessions that are followed in this process."""

    def watch(self, session_id: str) -> SessionFeed: ...
    def unwatch(self, session_id: str) -> None: ...
    def watched(self) -> Sequence[SessionFeed]: ...


class EventChannel(Protocol):
    """Carries events: the feeds of this process, and hints to other processes that there is news."""

    @property
    def sessions(self) -> SessionFeeds: ...

    def open(self, run_id: str, events: Iterable[Numbered] = (), texts: Mapping[str, str] | None = None) -> Feed:
        """The feed of a run that this process works on."""

    def find(self, run_id: str) -> Feed | None:
        """The feed of a run that this process works on, if it does."""

    def drop(self, run_id: str) -> None:
        """The run has ended: who comes later reads it from the database."""

    def watch(self, run_id: str, events: Iterable[Numbered] = (), texts: Mapping[str, str] | None = None) -> Feed:
        """The feed of a run that another process works on, shared by all who follow it here; `unwatch` ends it."""

    def unwatch(self, run_id: str) -> None: ...
    def watched(self) -> Sequence[Feed]:
        """The feeds that have to be filled from the database."""

    def hint(self, run_ids: Iterable[str]) -> None:
        """Tell other processes that something about these runs has been stored."""

    def await_hint(self, seconds: float) -> None:
        """Wait until another process may have told something about a watched run, at most for `seconds`."""

    def wake(self) -> None: ...  # ends the wait of `await_hint`


class Executor(Protocol):
    """Does the work of runs outside of requests. `here`: in this process."""

    here: bool

    def submit(self, user_id: str, run_id: str) -> None: ...


class Clock(Protocol):
    """Now, in UTC with a zone: a seam so that leases and expiry can be tested."""

    def __call__(self) -> datetime: ...


@dataclass(frozen=True, slots=True)
class Budgets:
    """Limits on what one request carries: characters for retrieval, tokens for prompts.

    `placement_seconds`: how long a model may take to place a draft; then the rules place it.
    """

    top_k: int = 5
    chunk_size: int = 1000
    chunk_overlap: int = 100
    document_tokens: int = 6000
    history_tokens: int = 12000
    placement_tokens: int = 6000
    placement_seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class Verification:
    """How sources are checked. An answer waits at most `seconds` for it; a check by itself may take
    `longest` seconds.
    """

    registers: Registers
    memory: RecordMemory | None = None
    seconds: float = 3.0
    longest: float = 20.0


@dataclass(frozen=True, slots=True)
class ResearchPorts:
    """The adapters of the research engine. Without `chat` it quotes, without `system` it searches for keywords.

    `keyless` is Stage 1's writer where there is no `chat`; `pages` is None where pages are never read, `embedder` where
    texts are ranked by their words alone.
    """

    services: Searcher
    pages: PageReader | None
    chat: ChatModel | None
    system: ChatModel | None
    keyless: ChatModel
    quote: Quote
    embedder: Embedder | None
    memory: ResultMemory | None = None
    tools: Toolbox | None = None
    #: of a deep research
    limits: Limits = USUAL
    #: which DOIs are known to be of retracted works; nobody is asked
    withdrawn: Callable[[Sequence[str]], Collection[str]] | None = None


@dataclass(frozen=True, slots=True)
class Ports:
    """All a use case may touch besides the database.

    `placer` is None where the rules place alone, `embedder` where texts are ranked by their words alone.
    """

    writer: ChatModel
    placer: ChatModel | None
    system: ChatModel | None
    embedder: Embedder | None
    clock: Clock
    pulse: Heartbeat
    recorder: Recorder
    channel: EventChannel
    executor: Executor
    research: ResearchPorts
    extractor: Extractor
    renderer: Renderer
    importer: Importer
    data_dir: Path
    budgets: Budgets
    policy: Policy = field(default_factory=Policy)
    #: None: no registry is asked about sources, and no DOI is looked up
    verification: Verification | None = None
    #: the writer's quicker model, where the provider has one
    fast_model: str | None = None
    allowed_models: frozenset[str] = frozenset()
