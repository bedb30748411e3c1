"""Define the outside world as Protocols, and `Ports`, the frozen bundle of them that every service gets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from backend.kernel.events import Emit, Event, Numbered, Token
from backend.kernel.exchange import ChatReply, ChatRequest, Quoted
from backend.kernel.files import StoredFile
from backend.kernel.importing import ImportedText, ImportJob
from backend.kernel.policy import Budgets as Budgets
from backend.kernel.policy import Policy as Policy
from backend.kernel.policy import Retention as Retention
from backend.kernel.records import Found, Lookup, Record
from backend.kernel.rendering import Rendered, RenderJob
from backend.kernel.search_requests import USUAL, Failure, Limits, ResultList, SearchCall, SearchOutcome
from backend.kernel.session_feed import SessionFeed
from backend.kernel.tool_calls import ToolCall, ToolResult, ToolSpec, ToolUse
from backend.kernel.traces import Trace
from backend.kernel.works import Source, Work


class Listener(Protocol):
    """Receives an answer in progress, on the calling thread. An exception that a method raises ends the call.

    A call with a `live` listener is streamed if the provider can; without one, a plain answer costs less. The texts
    together are the reply's `text`, in one piece if nothing was streamed. They differ only if the provider changes text
    that it has already sent (providers/ask.py).
    """

    live: bool

    def begun(self) -> None:
        """Report that a request is about to be sent, so that it may cost money from now on. Called again before every
        retry.
        """

    def text(self, delta: str) -> None:
        """Report more of the answer, unparsed, as in `ChatReply.text`: JSON, after `<think>` if the model writes that
        first.
        """

    def thought(self, delta: str) -> None:
        """Report more of the reasoning that the provider sends separately from the answer; it is not
        part of the reply.
        """

    def sources(self, found: Sequence[Source]) -> None:
        """Report all search results of the provider so far, whenever they change."""


class ChatModel(Protocol):
    """A model that answers a conversation.

    `searches`: the model searches for the last user message, which determines the prompt's layout. `complete` raises a
    `ProviderError` or returns an answer that is never empty. It raises `Cancelled` within a second of the cancellation
    (kernel/cancellation.py). Both errors have the text so far as `partial`.
    """

    name: str
    model: str
    searches: bool

    def complete(self, request: ChatRequest, emit: Emit, listen: Listener | None = None) -> ChatReply: ...


class Embedder(Protocol):
    """Computes vectors of texts. `key` names model and version: vectors of different keys are never mixed.

    `embed` returns float32 of shape (len(texts), dimensions) with unit rows; the row of a text without known tokens is
    zero, never NaN.
    """

    key: str

    def embed(self, texts: Sequence[str]) -> np.ndarray: ...


class Searcher(Protocol):
    """The operator's search services, asked all at once with one deadline (connectors/search.py)."""

    @property
    def names(self) -> tuple[str, ...]: ...

    def search_all(self, call: SearchCall) -> SearchOutcome: ...


class PageReader(Protocol):
    """Reads web pages as text, all at once: for each address its text, or the reason for its failure."""

    def read(self, urls: Sequence[str], *, seconds: float) -> Mapping[str, str | Failure]: ...


class Extractor(Protocol):
    """Extracts the works from a library file: one, or many for a reference list.

    It raises `Refused`, with the reason, for a file of the wrong type, an encrypted one, or one over the limits of time
    or memory.
    """

    def check(self, path: Path, filename: str) -> None:
        """Raise Refused for a file whose first bytes show an unsupported format."""

    def extract(self, path: Path, filename: str, emit: Emit) -> tuple[Work, ...]: ...


class Renderer(Protocol):
    """Writes documents as files of other formats."""

    @property
    def styles(self) -> tuple[str, ...]:
        """Return the names of the included citation styles."""

    def style(self, name: str) -> str:
        """Return the text of an included CSL style."""

    def render(self, job: RenderJob) -> Rendered:
        """Return the file and its warnings. Raises Refused if that fails, and Busy if too many are in progress."""


class Importer(Protocol):
    """Reads files of other formats as Markdown."""

    def read(self, job: ImportJob) -> ImportedText:
        """Return the text, and what was lost. Raises Refused if that fails, and Busy if too many are in progress."""


class Toolbox(Protocol):
    """The tools that a model may call (tools/)."""

    def specs(self, names: Collection[str], use: ToolUse) -> tuple[ToolSpec, ...]:
        """Return those of the named tools that this request can use."""

    def call(self, call: ToolCall, use: ToolUse) -> ToolResult:
        """Carry out a call. Raises a CoscribeError with a message for the model."""


class Registers(Protocol):
    """The registries that the operator allows, to check whether works exist (connectors/registries.py)."""

    @property
    def names(self) -> frozenset[str]: ...

    def look_up(self, lookups: Sequence[Lookup], *, seconds: float) -> Mapping[Lookup, Found]:
        """Return the records of each look-up, or a Failure for a look-up without an answer within `seconds`."""


class RecordMemory(Protocol):
    """Caches recent answers of registries, for all users together."""

    def recall(self, lookups: Sequence[Lookup], *, stale: bool = False) -> Mapping[Lookup, tuple[Record, ...]]:
        """Return the records that are still valid; with `stale`, older ones too, for when a registry does
        not answer.
        """

    def keep(self, found: Mapping[Lookup, Found]) -> None:
        """Cache records, including the fact that nothing was found. Failures are never cached."""


class ResultMemory(Protocol):
    """Caches result lists, by a digest of everything on which they depend. `age` is in seconds."""

    def recall(self, keys: Sequence[str], age: float) -> Mapping[str, ResultList]: ...

    def keep(self, lists: Mapping[str, ResultList]) -> None: ...


#: Returns the sentences of some texts that answer a question, at most so many, and whether they do answer it.
Quote = Callable[[str, Sequence[Source], int], Quoted]

Held = str | tuple[str, str]


class Heartbeat(Protocol):
    """Renews leases of this process while the context is open: one thread per process, none when idle.

    `held` is a run's id, or a user's id with the key of a request in progress. A lease that the process no longer holds
    is not renewed, even if the end could not be stored in the database.
    """

    def start(self) -> None:
        """Run permanently, for a server process."""

    def beating(self, held: Held) -> AbstractContextManager[None]: ...

    def watching(self) -> AbstractContextManager[None]:
        """Fill the feeds of other processes' runs while the context is open."""


class Recorder(Protocol):
    """Stores the events of this process's runs, many runs in one commit, and passes on cancellations."""

    def recording(self, work: Any) -> AbstractContextManager[None]:
        """Store the events of a run (`work`, a services.run_progress.Progress) while the context is open."""

    def wake(self, urgent: bool = False) -> None:
        """Store new events; immediately if `urgent`, because somebody waits until they are stored."""

    def stop(self, run_id: str, what: str) -> None:
        """Stop a run if this process works on it."""


class Follower(Protocol):
    """A follower of a run. `done` is True if the last event was returned, or none will come."""

    done: bool

    def read(self, seconds: float) -> list[Numbered | Token | Event]:
        """Return new events as soon as there are any, or [] after `seconds`. The last event of a run comes last."""

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Call `call`, from any thread, whenever there is news, until the returned function is called."""


class Feed(Protocol):
    """All events and text of one run, for its followers in this process; any number of threads may use it."""

    run_id: str
    closed: bool
    #: increases with each written text
    version: int
    #: for a feed that is filled from the database: the number of the stored text that it has
    text_number: int

    @property
    def newest(self) -> int:
        """Return the number of the last event."""

    def events(self) -> Sequence[Numbered]:
        """Return the events so far."""

    def texts(self) -> dict[str, str]:
        """Return the text so far of every channel, by the channel's name."""

    def add(self, events: Sequence[Numbered]) -> None:
        """Add stored events."""

    def write(self, channel: str, offset: int, text: str) -> None:
        """Put text of a channel at character `offset`; later text of the channel is replaced."""

    def settle(self, channel: str, text: str, whole: bool = True) -> None:
        """Make `text` the channel's text; only differences are sent. If it is not `whole`, it may be outdated."""

    #: sets the run's place in the workers' queue; None: it does not wait there
    def report_place(self, place: int | None) -> None: ...
    #: ends the feed
    def close(self) -> None: ...
    def follow(self, number: int = 0, resumes: bool = False) -> Follower:
        """Add a follower after event `number`; one that `resumes` first gets the texts so far."""


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
        """Open the feed of a run on which this process works."""

    def find(self, run_id: str) -> Feed | None:
        """Return the feed of a run on which this process works; None if this process does not."""

    def drop(self, run_id: str) -> None:
        """Remove the feed of an ended run; later followers read from the database."""

    def watch(self, run_id: str, events: Iterable[Numbered] = (), texts: Mapping[str, str] | None = None) -> Feed:
        """Return this process's feed of another's run. Only the first call makes it; each call needs one `unwatch`."""

    def unwatch(self, run_id: str) -> None: ...
    def watched(self) -> Sequence[Feed]:
        """Return the feeds that must be filled from the database."""

    def hint(self, run_ids: Iterable[str]) -> None:
        """Tell other processes that these runs have stored something."""

    def await_hint(self, seconds: float) -> None:
        """Wait up to `seconds` for a hint of another process about a followed run."""

    def wake(self) -> None: ...  # ends the wait of `await_hint`


class Executor(Protocol):
    """Does the work of runs outside of requests: in this process if `here` is True, else in a separate worker."""

    here: bool

    def submit(self, user_id: str, run_id: str) -> None: ...


class Files(Protocol):
    """Stores uploads, pictures, notes and copies of documents under the names of kernel/files.py.

    A file is written completely or not at all. A failed store raises StoreUnavailable, a failed disk OSError, and a
    missing file NotFound.
    """

    def put(self, name: str, content: bytes) -> None: ...  # replaces a file with that name
    def take(self, name: str, path: Path) -> None: ...  # stores the file at `path`, which may be moved
    def read(self, name: str) -> bytes: ...
    def on_disk(self, name: str) -> AbstractContextManager[Path]:
        """Provide the file `name` on disk while the context is open, for programs that need a path."""

    def remove(self, name: str) -> None: ...  # does nothing if there is none

    def listed(self, folder: str, deep: bool = False) -> tuple[StoredFile, ...]:
        """Return the files in a folder, sorted by name; with `deep`, also those in its subfolders."""

    def folders(self, above: str) -> tuple[str, ...]: ...  # the names of the folders in a folder
    def remove_folder(self, folder: str) -> None: ...
    def move_folder(self, old: str, new: str) -> None: ...


class Clock(Protocol):
    """Returns the present time in UTC, so that tests can control leases and expiry."""

    def __call__(self) -> datetime: ...


@dataclass(frozen=True, slots=True)
class Verification:
    """The settings of source checks. An answer waits at most `seconds`; a separate check may take `longest` seconds."""

    registers: Registers
    memory: RecordMemory | None = None
    seconds: float = 3.0
    longest: float = 20.0


@dataclass(frozen=True, slots=True)
class ResearchPorts:
    """The adapters of the research engine. Without `chat` it quotes, without `system` it searches for keywords.

    `keyless` is Stage 1's writer without a `chat` model; `pages` is None if pages are never read, `embedder` if texts
    are ranked by words only.
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
    #: the limits of a deep research
    limits: Limits = USUAL
    #: returns those of the DOIs that are known to be of retracted works, without asking a registry
    withdrawn: Callable[[Sequence[str]], Collection[str]] | None = None


@dataclass(frozen=True, slots=True)
class Ports:
    """Everything that a service may use besides the database.

    `placer` is None if only the rules place, `embedder` if texts are ranked by words only.
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
    files: Files
    data_dir: Path
    budgets: Budgets
    policy: Policy = field(default_factory=Policy)
    #: None: no registry is asked about sources, and no DOI is looked up
    verification: Verification | None = None
    #: the name of the writer's quicker model, if the provider has one
    fast_model: str | None = None
    allowed_models: frozenset[str] = frozenset()
    #: sends the durations of a piece of work's steps to a collector; None: no collector
    tracer: Callable[[Trace], None] | None = None
