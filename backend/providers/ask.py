"""Call a server-sent "ask" endpoint: one query in, a stream of snapshots out (snapshots.py), as answer engines serve
their own web pages.

Address and token come from the operator's settings; there are no defaults, and nothing is taken from other programs on
the machine. Queries are marked incognito, so that the service keeps them out of its history.

The protocol has a single field for text, `query_str`, and the service searches for it: it contains only the user's last
words. There are no turns and no schema. Everything else in the request (system turns, earlier turns, the form of the
answer, the instruction with its marker and highlights) goes into `params.system_prompt`. A server that ignores this
field answers in prose, which becomes the message.
"""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from backend import errors
from backend.drafting.history import asked
from backend.kernel import sse
from backend.kernel.events import Emit
from backend.kernel.exchange import ChatReply, ChatRequest
from backend.kernel.search_requests import AS_SET_UP
from backend.kernel.works import Source
from backend.net import deadline
from backend.ports import Listener
from backend.providers.failures import ELSE, answer_object, from_status
from backend.providers.presets import Endpoint, server_name
from backend.providers.snapshots import Snapshot, merge
from backend.providers.streaming import is_stream, sendable
from backend.sources.identifiers import canonical_doi

if TYPE_CHECKING:
    from backend.net.model_client import ModelClient

#: The path of the endpoint, if the setting names a host without a path.
PATH = "/rest/sse/perplexity_ask"
#: The protocol's version in the request's body.
VERSION = "2.18"
#: Maximum bytes of an answer, all of its events together, as with every provider. Chosen.
MAX_ANSWER_BYTES = 16_000_000
NO_OPTIONS = "This provider accepts no search options, so `search` had no effect."
#: Warning about a final answer of which a piece never arrived.
HOLE = "A part of the provider's answer is missing, so the text after it is left out."


class Ask:
    """A searching ChatModel behind an endpoint's `base_url`, which may be only its host.

    `zone` is the IANA name of the time zone in which "today" is meant; the default is this machine's. Raises ValueError
    if `base_url` is not an address.
    """

    name = "ask"
    searches = True

    def __init__(self, endpoint: Endpoint, zone: str | None = None) -> None:
        address = endpoint.base_url.strip()
        if urlsplit(address).scheme not in ("http", "https") or not urlsplit(address).hostname:
            raise ValueError("the ask writer has no default address: give it one that begins with https://")
        self.url = address if urlsplit(address).path.strip("/") else address.rstrip("/") + PATH
        #: the server's name in errors
        self.label = server_name(self.url)
        self.model = endpoint.model
        self.timeout = endpoint.timeout
        self.zone = zone or local_zone()
        self._api_key = endpoint.api_key.strip()
        self._client: ModelClient | None = None
        self._lock = threading.Lock()

    def complete(self, request: ChatRequest, emit: Emit, listen: Listener | None = None) -> ChatReply:
        """Ask once, and return the answer. Raises a ProviderError if the call fails. The listener gets no more text
        after the service rewrites its earlier text.
        """
        if not self._api_key.isascii() or not self._api_key.isprintable():
            raise errors.ProviderKeyRefused(f"{self.label} was not asked: our API key contains invalid characters.")
        reading = _Reading(self.label, listen)
        if listen is not None:
            listen.begun()
        try:
            with deadline.limit(self.timeout):
                self._send(body(request, request.model or self.model, self.zone), reading)
            if not reading.snapshot.finished:
                raise errors.ProviderUnreachable(f"{self.label} ended its answer before it was complete. Try again.")
        except (errors.ProviderError, errors.Cancelled) as error:
            error.partial = self._reply(request, reading) if reading.text.strip() else None
            raise
        if not reading.text.strip():
            raise errors.ProviderMisanswered(f"{self.label} answered without content. {ELSE}")
        reply = self._reply(request, reading)
        warnings = () if request.search_options == AS_SET_UP else (NO_OPTIONS,)
        if reading.snapshot.broken:
            return replace(reply, finish_reason="length", warnings=(HOLE, *warnings))
        return replace(reply, finish_reason="stop", warnings=warnings)

    def close(self) -> None:
        """Close the client's sockets; the next call opens new ones."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _send(self, fields: dict[str, Any], reading: _Reading) -> None:
        from backend.net.model_client import Refusal, provider_errors

        try:
            with provider_errors(self.label), self._connected().post(fields, streamed=True) as answer:
                pieces = answer.pieces()
                head = next(pieces, b"")
                if is_stream(answer.headers.get("content-type", ""), head):
                    reading.read(head, pieces)
                else:  # an error with status 200, or the only snapshot
                    reading.take(answer_object(_whole(pieces, MAX_ANSWER_BYTES, head), self.label))
        except Refusal as error:
            raise from_status(error.status, error.headers, error.body, self.label) from None

    def _connected(self) -> ModelClient:
        from backend.net.model_client import ModelClient

        with self._lock:
            if self._client is None:
                self._client = ModelClient(self.url, self._api_key)
            return self._client

    def _reply(self, request: ChatRequest, reading: _Reading) -> ChatReply:
        shown, identifier = (reading.snapshot.fields.get(field) for field in ("display_model", "backend_uuid"))
        model = shown if isinstance(shown, str) and shown else request.model or self.model or self.name
        return ChatReply(
            text=sendable(reading.text),
            provider=self.name,
            model=model,
            results=reading.results,
            rung="none" if request.schema is None else "prompt",
            extra={"id": identifier} if isinstance(identifier, str) else {},
        )


class _Reading:
    """Parses one answer as it arrives."""

    def __init__(self, name: str, listen: Listener | None) -> None:
        self._name = name
        self._listen = listen
        self.snapshot = Snapshot()
        self.text = ""
        self.results: tuple[Source, ...] = ()
        self._heard = ""

    def read(self, head: bytes, pieces: Iterator[bytes]) -> None:
        """Read until the answer is final, and do not wait for anything after that."""
        decoder = sse.Decoder()
        try:
            for event in decoder.feed(head):
                if self._ends(event):
                    return
            for piece in pieces:
                for event in decoder.feed(piece):
                    if self._ends(event):
                        return
        except sse.TooLong:
            raise errors.ProviderMisanswered(f"{self._name} sent an answer that is too long. {ELSE}") from None
        for event in decoder.close():
            self._ends(event)

    def take(self, event: Any) -> None:
        """Merge a snapshot, and send the listener what is new in it. Raises the failure that the snapshot reports."""
        self.snapshot = merge(self.snapshot, event)
        failure = self.snapshot.failure
        if failure is not None:
            raise _failed(failure, self._name)
        self.text = self.snapshot.answer
        results = tuple(_source(record) for record in self.snapshot.sources)
        if results != self.results:
            self.results = results
            if self._listen is not None:
                self._listen.sources(results)
        whole = sendable(self.text)
        if self._listen is not None and len(whole) > len(self._heard) and whole.startswith(self._heard):
            delta, self._heard = whole[len(self._heard) :], whole
            self._listen.text(delta)

    def _ends(self, event: sse.ServerEvent) -> bool:
        if event.data.strip() == sse.DONE or event.event == "end_of_stream":
            return True
        self.take(_parsed(event.data))
        return self.snapshot.finished


def body(request: ChatRequest, model: str, zone: str) -> dict[str, Any]:
    """Return the body of the request as JSON data; the request's last turn is the user's."""
    query = asked(request.turns[-1].content)
    searching = request.search is not False
    params: dict[str, Any] = {
        "version": VERSION,
        "source": "default",
        "language": "en-US",
        "timezone": zone,
        "mode": "copilot",
        "search_focus": "internet" if searching else "writing",
        "sources": ["web"] if searching else [],
        "attachments": [],
        "is_incognito": True,
        "prompt_source": "user",
        "query_source": "home",
        "use_schematized_api": True,
        "send_back_text_in_streaming_api": False,
        "frontend_uuid": str(uuid.uuid4()),
        "frontend_context_uuid": str(uuid.uuid4()),
    }
    if model:
        params["model_preference"] = model
    context = _context(request)
    if context:
        params["system_prompt"] = context
    return {"query_str": query, "params": params}


def local_zone() -> str:
    """Return the IANA name of this machine's time zone, or "UTC" if it is unknown."""
    found = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    return found or "UTC"


def _context(request: ChatRequest) -> str:
    """Return one text: the system turns, then the earlier conversation with the names of the roles, then the rest of
    the last turn.
    """
    system = [turn.content for turn in request.turns if turn.role == "system"]
    earlier = [f"{turn.role}:\n{turn.content}" for turn in request.turns[:-1] if turn.role != "system"]
    last = request.turns[-1].content
    marked = [last] if asked(last) != last else []
    return "\n\n".join([*system, *(["Earlier in this conversation:", *earlier] if earlier else []), *marked])


def _source(record: Mapping[str, Any]) -> Source:
    def text(*fields: str) -> str:
        found = (record.get(field) for field in fields)
        return next((value.strip() for value in found if isinstance(value, str) and value.strip()), "")

    published = text("timestamp", "date")
    return Source(
        title=text("name", "title"),
        url=text("url"),
        doi=canonical_doi(text("url")),
        year=int(published[:4]) if published[:4].isdecimal() else None,
        content=text("snippet"),
        connector="ask",
        published_at=published or None,
    )


def _failed(code: str, name: str) -> errors.ProviderError:
    """Return the error for an error code in a stream. The kind of error is guessed from the words in the code."""
    words = code.lower()
    status = 429 if "limit" in words or "quota" in words else 401 if "auth" in words else 200
    return from_status(status, {}, {"error": {"code": code}}, name)


def _whole(pieces: Iterator[bytes], most: int, head: bytes = b"") -> bytes:
    content = bytearray(head)
    for piece in pieces:
        content += piece
        if len(content) > most:
            break
    return bytes(content[:most])


def _parsed(data: str | bytes) -> Any:
    """Parse JSON, or return the text itself."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return data if isinstance(data, str) else data.decode("utf-8", "replace")
