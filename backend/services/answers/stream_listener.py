"""Report a model's answer to followers of its run while it is being written: the text, and the model's search."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import asdict

from backend.drafting.reply_parser import parse
from backend.drafting.reply_stream import AnswerStream
from backend.errors import CoscribeError
from backend.kernel.cancellation import check
from backend.kernel.events import Event
from backend.kernel.exchange import ChatReply
from backend.kernel.works import Source
from backend.services.run_progress import Progress
from backend.sources.identifiers import source_id

#: Maximum number of characters of a source's content that an event carries; the provider's answer has all of it.
EXCERPT = 300


class StreamListener:
    """Reports one model call to the followers of its run.

    - `stream`: parses the answer's text into message and content
    - `query`: what the model searches for; None if it does not search
    - `live`: False if nobody can be watching
    - `known`: the sources that were found before the call
    - `on_found`: is called with the sources that the model finds
    """

    def __init__(
        self,
        progress: Progress,
        stream: AnswerStream,
        query: str | None,
        live: bool,
        known: Sequence[Source] = (),
        on_found: Callable[[Sequence[Source]], None] | None = None,
    ) -> None:
        self.live = live
        self._on_found = on_found
        self._known = known
        self._progress, self._query = progress, query
        self._stream = stream
        self._tool = {"tool_call_id": f"call_{uuid.uuid4().hex[:12]}", "tool": "web_search"}
        self._searching = self._thinking = self._writing = False

    def begun(self) -> None:
        self._progress.ask()
        if self._query is not None and not self._searching:
            self._searching = True
            self._tell("tool_call_started", status="running", query=self._query)

    def thought(self, delta: str) -> None:
        if not self._thinking:
            self._thinking = True
            self._progress.emit(Event("phase", {"phase": "thinking"}))

    def text(self, delta: str) -> None:
        check()
        if not self._writing:
            self._writing = True
            self._progress.emit(Event("phase", {"phase": "writing"}))
        if not self.live:  # the answer came in one piece, and `settle` shows it
            return
        for token in self._stream.feed(delta):
            self._progress.write(token.channel, token.offset, token.text)

    def sources(self, found: Sequence[Source]) -> None:
        if found and self._on_found is not None:
            self._on_found(found)
        if found:
            self._found(len(found))
            self._progress.emit(Event("sources", {"sources": [record(source) for source in (*self._known, *found)]}))

    def complete(self, reply: ChatReply) -> None:
        """Report that the answer is complete."""
        self._found(len(reply.results))

    def break_off(self, error: CoscribeError, partial: ChatReply | None) -> None:
        """Report that the call failed or was cancelled. `partial` is the answer so far, which stays visible; None if
        there is none.
        """
        if self._searching:
            self._searching = False
            self._tell("tool_call_error", status="error", error=error.detail)
        if partial is not None:
            reply = parse(partial.text)
            self.settle(reply.message, self._stream.as_shown(reply.document_content.strip("\n")))

    def settle(self, message: str, content: str) -> None:
        """Show the final text of the answer, in place of the text shown so far."""
        self._progress.feed.settle("message", message)
        self._progress.feed.settle("document_content", content)

    def _found(self, count: int) -> None:
        if self._searching:
            self._searching = False
            self._tell("tool_call_success", status="success", count=count)

    def _tell(self, name: str, **more: object) -> None:
        self._progress.emit(Event(name, {**self._tool, **more}))


class InternalCallListener:
    """Listens to an internal model call. It only stores that a model is called; followers see no text."""

    live = False

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def begun(self) -> None:
        self._progress.ask()

    def text(self, delta: str) -> None:
        check()

    def thought(self, delta: str) -> None:
        check()

    def sources(self, found: Sequence[Source]) -> None:
        check()


def record(source: Source) -> dict[str, object]:
    """Return a source as a dict for events. Its content is cut to `EXCERPT` characters."""
    made = {"id": source_id(source), **asdict(source)}
    if len(source.content) > EXCERPT:
        made["content"] = source.content[: EXCERPT - 1].rstrip() + "…"
    return made
