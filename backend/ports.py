"""Define interfaces (Protocols) to all that is outside of the program, and `Ports`, the adapters that services get."""

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
from backend.kernel.policy import Budgets as Budgets
from backend.kernel.policy import Policy as Policy
from backend.kernel.policy import Retention as Retention
from backend.kernel.records import Found, Lookup, Notice, Record
from backend.kernel.rendering import ImportedText, ImportJob, Rendered, RenderJob
from backend.kernel.search_requests import USUAL, Failure, Limits, ResultList, SearchCall, SearchOutcome
from backend.kernel.session_feed import SessionFeed
from backend.kernel.tool_calls import ToolCall, ToolResult, ToolSpec, ToolUse
from backend.kernel.traces import Trace
from backend.kernel.works import Source, Work


class Listener(Protocol):
    """Receives an answer while a model writes it, in the thread of the call or in the thread that reads all streams.
    One method is called at a time, and no method but `begun` may wait. An exception in a method ends the call.

    If `live` is True and the provider supports it, the text comes in pieces; otherwise in one piece, which costs less.
    The joined pieces are the reply's `text`, unless the provider changes text that it has already sent
    (providers/ask.py).
    """

    live: bool

    def begun(self) -> None:
        """Report that a request, which may cost money, is about to be sent. Called before each repetition, too."""

    def text(self, delta: str) -> None:
        """Report the next piece of the answer as the model writes it: JSON, perhaps after reasoning in `<think>`."""

    def thought(self, delta: str) -> None:
        """Report the next piece of reasoning that the provider sends separately. It is not part of the reply."""

    def sources(self, found: Sequence[Source]) -> None:
        """Report that the provider has found sources. `found` are all that it has found so far."""


class ChatModel(Protocol):
    """A model that answers a conversation. `searches` is True if the model itself searches the web for the last user
    message; the prompt then differs. `complete` returns an answer that is never empty, or raises a ProviderError. If
    the work is cancelled, it raises Cancelled within a second. Both errors have the text so far as `partial`.
    """

    name: str
    model: str
    searches: bool

    def complete(self, request: ChatRequest, emit: Emit, listen: Listener | None = None) -> ChatReply: ...


class Embedder(Protocol):
    """Computes embedding vectors of texts. `key` names the model and its version: vectors with different keys cannot be
    compared.

    `embed` returns a float32 array of shape (len(texts), dimensions), whose rows have length 1. The row of a text
    without known tokens has only zeros.
    """

    key: str

    def embed(self, texts: Sequence[str]) -> np.ndarray: ...


class Searcher(Protocol):
    """The configured search services, which are all asked at once, with one deadline (connectors/search.py)."""

    @property
    def names(self) -> tuple[str, ...]: ...

    def search_all(self, call: SearchCall) -> SearchOutcome: ...


class PageReader(Protocol):
    """Reads several web pages at once. Returns the text of each address, or a Failure with the reason."""

    def read(self, urls: Sequence[str], *, seconds: float) -> Mapping[str, str | Failure]: ...


class Extractor(Protocol):
    """Extracts the works from a library file: one, or many from a reference list.

    It raises Refused, with the reason, if the file has the wrong type or is encrypted, or takes too much time or
    memory.
    """

    def check(self, path: Path, filename: str) -> None:
        """Raise Refused if the file's first bytes or its name show a format that is not supported."""

    def extract(self, path: Path, filename: str, emit: Emit) -> tuple[Work, ...]: ...


class Renderer(Protocol):
    """Writes documents as files of other formats."""

    @property
    def styles(self) -> tuple[str, ...]:
        """Return the names of the included citation styles."""

    def style(self, name: str) -> str:
        """Return the text of an included citation style (CSL)."""

    def render(self, job: RenderJob) -> Rendered:
        """Return the file and its warnings. Raises Refused if the file cannot be made, and Busy if too many are being
        made.
        """


class Importer(Protocol):
    """Reads files of other formats, and converts them to Markdown."""

    def read(self, job: ImportJob) -> ImportedText:
        """Return the text of the file as Markdown, and warnings about what was lost. Raises Refused if the file cannot
        be read, and Busy if too many are being read.
        """


class Toolbox(Protocol):
    """The tools that a model may call, such as a web search (tools/)."""

    def specs(self, names: Collection[str], use: ToolUse) -> tuple[ToolSpec, ...]:
        """Return the descriptions of those tools in `names` that can be called in the context `use`."""

    def call(self, call: ToolCall, use: ToolUse) -> ToolResult:
        """Carry out a call, and return its result. Raises a CoscribeError with a message for the model."""


class Registries(Protocol):
    """The registries of works, such as Crossref, that the operator allows us to ask (connectors/registry_lookup.py)."""

    @property
    def names(self) -> frozenset[str]: ...

    def look_up(self, lookups: Sequence[Lookup], *, seconds: float) -> Mapping[Lookup, Found]:
        """Return the records found by each look-up, or a Failure if there is no answer within `seconds`."""


class RecordMemory(Protocol):
    """Stores recent answers of registries, for all users together."""

    def recall(self, lookups: Sequence[Lookup], *, stale: bool = False) -> Mapping[Lookup, tuple[Record, ...]]:
        """Return the recent stored records; with `stale`, for registries that do not answer, also older ones."""

    def keep(self, found: Mapping[Lookup, Found]) -> None:
        """Store records, also an empty list, which means that nothing was found. Failures are not stored."""


class ResultMemory(Protocol):
    """Stores lists of search results for `age` seconds, by a digest of everything that they depend on."""

    def recall(self, keys: Sequence[str], age: float) -> Mapping[str, ResultList]: ...

    def keep(self, lists: Mapping[str, ResultList]) -> None: ...


#: A function that chooses, from some sources, at most so many sentences that answer a question. The result also says
#: whether they do answer the question.
Quote = Callable[[str, Sequence[Source], int], Quoted]

Held = str | tuple[str, str]


class Heartbeat(Protocol):
    """Renews this process's leases in one thread, so that other processes know that it is alive.

    A lease is on a run, or on a request in progress. The parameter `held` of `beating` names it: the run's id, or a
    pair of the user's id and the request's Idempotency-Key.
    """

    def start(self) -> None:
        """Renew the leases until the process ends. A server process calls this once."""

    def beating(self, held: Held) -> AbstractContextManager[None]: ...

    def watching(self) -> AbstractContextManager[None]:
        """Read new events of other processes' runs and sessions from the database during a `with` block."""


class Recorder(Protocol):
    """Stores the events of this process's runs. Events of many runs are stored in one transaction."""

    def recording(self, work: Any) -> AbstractContextManager[None]:
        """Store the events of a run (`work`, a services.run_progress.Progress) during a `with` block."""

    def wake(self, work: Any, urgent: bool = False) -> None:
        """Let new events of a run (`work`, as in `recording`) be stored soon; with `urgent`, at once."""

    def stop(self, run_id: str, what: str) -> None:
        """Stop a run if this process works on it. If `what` is "retrieval", stop only its search."""


class Follower(Protocol):
    """A reader of a run's events. `done` is True if the last event was returned, or if no more will come."""

    done: bool

    def read(self, seconds: float) -> list[Numbered | Token | Event]:
        """Return new events as soon as there are any, or [] after `seconds`. The event that ends the run comes last."""

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Call `call`, from any thread, whenever there is something new. Returns a function that stops these calls."""


class Feed(Protocol):
    """All events and text of one run, for its followers in this process. Several threads may use it."""

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
        """Return the text so far of each channel ("message", "document_content"), by the channel's name."""

    def add(self, events: Sequence[Numbered]) -> None:
        """Add events to the feed. The caller has stored them in the database before."""

    def write(self, channel: str, offset: int, text: str) -> None:
        """Put `text` into a channel's text at the character `offset`. Earlier text after the offset is removed."""

    def settle(self, channel: str, text: str, whole: bool = True) -> None:
        """Make `text` the text of a channel; followers get the part that differs. `whole` is False while the run is
        still writing. A `text` that is only the beginning of newer text of the channel is then ignored.
        """

    #: sets the run's place in the workers' queue; None: it does not wait there
    def report_place(self, place: int | None) -> None: ...
    #: ends the feed
    def close(self) -> None: ...
    def follow(self, number: int = 0, resumes: bool = False) -> Follower:
        """Return a new follower that gets the events after `number`; with `resumes`, it first gets the text so far."""


class SessionFeeds(Protocol):
    """The feeds of the sessions that are followed in this process."""

    def watch(self, session_id: str) -> SessionFeed: ...
    def unwatch(self, session_id: str) -> None: ...
    def watched(self) -> Sequence[SessionFeed]: ...


class EventChannel(Protocol):
    """Passes on the events of runs to all followers in this process. Other processes only get a hint that a run has
    new events.
    """

    @property
    def sessions(self) -> SessionFeeds: ...

    def open(self, run_id: str, events: Iterable[Numbered] = (), texts: Mapping[str, str] | None = None) -> Feed:
        """Create the feed of a run that this process works on, with its past `events` and `texts`."""

    def find(self, run_id: str) -> Feed | None:
        """Return the feed of a run that this process works on; None for any other run."""

    def drop(self, run_id: str) -> None:
        """Remove the feed of a run that has ended. Later followers read its events from the database."""

    def watch(self, run_id: str, events: Iterable[Numbered] = (), texts: Mapping[str, str] | None = None) -> Feed:
        """Return the feed, in this process, of another process's run. A new feed gets the past `events` and `texts`.
        Each call needs an `unwatch` in the end.
        """

    def unwatch(self, run_id: str) -> None: ...
    def watched(self) -> Sequence[Feed]:
        """Return the feeds of other processes' runs. The heartbeat adds new events to them from the database."""

    def hint(self, run_ids: Iterable[str]) -> None:
        """Tell other processes that these runs have new events."""

    def await_hint(self, seconds: float) -> None:
        """Wait up to `seconds`, until another process tells that a run has new events, or until `wake` is called."""

    def wake(self) -> None: ...  # ends the wait of `await_hint`


class Executor(Protocol):
    """Does the work of a run for which no request waits. If `here` is True, the work is done in this process, by a call
    of `work`. If `work` is None, or a worker process does the work, the run's row in the database says what to do.
    """

    here: bool

    def submit(self, user_id: str, run_id: str, work: Callable[[Ports], object] | None = None) -> None: ...


class Files(Protocol):
    """Stores uploads, pictures, notes and copies of documents, under the names that kernel/files.py defines.

    A file is stored completely or not at all. Raises StoreUnavailable if the store fails, OSError if a disk fails, and
    NotFound if the file does not exist.
    """

    def put(self, name: str, content: bytes) -> None: ...  # replaces a file with that name
    def take(self, name: str, path: Path) -> None: ...  # stores the file at `path`, which may be moved
    def read(self, name: str) -> bytes: ...
    def on_disk(self, name: str) -> AbstractContextManager[Path]:
        """Yield the path of a file on this machine's disk, for programs that need a path, during a `with` block."""

    def remove(self, name: str) -> None: ...  # does nothing if there is none

    def listed(self, folder: str, deep: bool = False) -> tuple[StoredFile, ...]:
        """Return the files in a folder, sorted by name; with `deep`, also those in its subfolders."""

    def folders(self, above: str) -> tuple[str, ...]: ...  # the names of the folders in a folder
    def remove_folder(self, folder: str) -> None: ...
    def move_folder(self, old: str, new: str) -> None: ...


class Clock(Protocol):
    """Returns the present time in UTC. It is an interface so that tests can set the time."""

    def __call__(self) -> datetime: ...


@dataclass(frozen=True, slots=True)
class Verification:
    """How sources are checked: an answer waits at most `seconds` for registries, a separate check at most `longest`."""

    registries: Registries
    memory: RecordMemory | None = None
    seconds: float = 3.0
    longest: float = 20.0


@dataclass(frozen=True, slots=True)
class ResearchPorts:
    """The adapters of the research engine. `chat` writes the answers (None: it quotes). `system` is the model for steps
    such as search queries (None: it searches for keywords). `keyless` is the writer without a model. `pages` is None if
    web pages are never read, `embedder` if texts are ranked by words only.
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
    #: returns the notices about the retracted works among some DOIs, by DOI; asks no registry
    withdrawn: Callable[[Sequence[str]], Mapping[str, Sequence[Notice]]] | None = None


@dataclass(frozen=True, slots=True)
class Ports:
    """All adapters that a service may use besides the database. `placer` is None if rules alone choose places.
    `embedder` is None if texts are ranked by words only.
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
