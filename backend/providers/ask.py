"""Call an "ask" endpoint, the kind that answer engines provide for their own web pages: a query is sent, and a stream
of snapshots (snapshots.py) comes back.

The operator's settings have the endpoint's address and token; there are no defaults, and nothing is taken from other
programs on the machine. Queries are marked as incognito, so that the service keeps them out of its history.

The request has a single field for the user's text, `query_str`, and the service searches for this text. So the field
contains only the user's last words. The endpoint knows neither earlier turns nor an answer schema. Everything else
(system turns, earlier turns, the form of the answer, the passages that the user attached) goes into
`params.system_prompt`. A server that ignores this field answers in prose, and this answer becomes the chat message.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
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
from backend.providers.failures import ELSE, answer_object, check_key, from_status
from backend.providers.lazy_client import LazyClient
from backend.providers.presets import Endpoint, server_name
from backend.providers.snapshots import Snapshot, merge
from backend.providers.streaming import is_stream, sendable
from backend.sources.identifiers import canonical_doi

#: The path of the endpoint, if the setting names a host without a path.
PATH = "/rest/sse/perplexity_ask"
#: The protocol's version in the request's body.
VERSION = "2.18"
#: Maximum bytes of an answer, all of its events together, as with every provider. Chosen.
MAX_ANSWER_BYTES = 16_000_000
NO_OPTIONS = "This provider accepts no search options, so `search` had no effect."
#: Warning about a final answer of which a piece never arrived.
HOLE = "A part of the provider's answer is missing, so the text after it is left out. Ask again to get all of it."


class Ask:
    """A chat model that searches, behind the endpoint at `base_url`. The address may be only a host. `zone` is the IANA
    name of the time zone that decides what "today" means; the default is the time zone of this machine. Raises
    ValueError if `base_url` is not an address.
    """

    name = "ask"
    searches = True

    def __init__(self, endpoint: Endpoint) -> None:
        address = endpoint.base_url.strip()
        if urlsplit(address).scheme not in ("http", "https") or not urlsplit(address).hostname:
            raise ValueError(
                "the provider `ask` has no default address: set its base URL to an address that begins with https://"
            )
        self.url = address if urlsplit(address).path.strip("/") else address.rstrip("/") + PATH
        #: the server's name in errors
        self.label = server_name(self.url)
        self.model = endpoint.model
        self.timeout = endpoint.timeout
        self.zone = local_zone()
        self._api_key = endpoint.api_key.strip()
        self._client = LazyClient(self.url, self._api_key)

    def complete(self, request: ChatRequest, emit: Emit, listen: Listener | None = None) -> ChatReply:
        """Send the query once, and return the answer. Raises a ProviderError if the call fails. If the service changes
        text that it has already sent, the listener gets no more text.
        """
        check_key(self._api_key, self.label)
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
        """Close the client's connections. The next call opens new ones."""
        self._client.close()

    def _send(self, fields: dict[str, Any], reading: _Reading) -> None:
        from backend.net.model_client import Refusal, provider_errors

        try:
            with provider_errors(self.label), self._client.get().post(fields, streamed=True) as answer:
                pieces = answer.pieces()
                head = next(pieces, b"")
                if is_stream(answer.headers.get("content-type", ""), head):
                    reading.read(head, pieces)
                else:  # an error with status 200, or the only snapshot
                    reading.take(answer_object(_whole(pieces, MAX_ANSWER_BYTES, head), self.label))
        except Refusal as error:
            raise from_status(error.status, error.headers, error.body, self.label) from None

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
    """Parses one answer while it arrives."""

    def __init__(self, name: str, listen: Listener | None) -> None:
        self._name = name
        self._listen = listen
        self.snapshot = Snapshot()
        self.text = ""
        self.results: tuple[Source, ...] = ()
        self._heard = ""

    def read(self, head: bytes, pieces: Iterator[bytes]) -> None:
        """Parse the stream until the answer is final. The rest of the stream is not read. `head` is the first piece of
        the stream, and `pieces` yields the others.
        """
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
        """Merge one snapshot into the answer, and give the listener what is new. Raises an error if the snapshot
        reports a failure.
        """
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
    """Return the body of the HTTP request as JSON data, for this model and the time zone `zone`. The last turn of
    `request` must be the user's.
    """
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
    """Return the text for `system_prompt`: the system turns, then the earlier turns with the names of their roles. If
    the last turn contains more than the user's words, it is added as a whole.
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
    """Convert an error code in a stream to an error. Words in the code, such as "limit", decide which error it is.
    `name` is the provider's name.
    """
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
    """Parse JSON. Text that is not JSON is returned unchanged."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return data if isinstance(data, str) else data.decode("utf-8", "replace")
