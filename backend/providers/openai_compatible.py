"""Call a server with OpenAI's chat completions API, hosted or on this machine.

The answer is read as bytes, up to a limit, and then parsed as JSON here, because compatible servers may answer with
status 200 and HTML, an error object, or no choices. If a listener wants the text while it arrives, the answer is
streamed and put together to the same body (streaming.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from backend import errors
from backend.kernel.events import Emit
from backend.kernel.exchange import AnswerSchema, ChatReply, ChatRequest
from backend.kernel.works import Source
from backend.net import deadline
from backend.ports import Listener
from backend.providers.accepted_request_forms import DIALECTS, Dialect, Dialects, fits
from backend.providers.failures import ELSE, answer_object, check_key, from_status, named_in
from backend.providers.lazy_client import LazyClient
from backend.providers.presets import Endpoint, server_name, under
from backend.providers.presets import base_url as resolve
from backend.providers.streaming import Assembly, is_stream, sendable
from backend.providers.wire import calls_in, messages, tool, usage

if TYPE_CHECKING:
    from backend.net.model_client import ModelAnswer, Refusal

#: Maximum bytes of an answer after decompression. The longest normal one has some hundred kilobytes.
MAX_ANSWER_BYTES = 16_000_000
#: Statuses with which servers refuse a form of request. Some answer 500 to an unknown response format.
REFUSALS = frozenset({400, 415, 422, 500, 501})

#: Fields about streaming that a refusal may mention.
_STREAM_FIELDS = ("stream_options", "stream_mode")
#: Words in a server's error that show that the error is about the form of the request.
_NAMES_OF_FORMS = (
    "response_format",
    "schema",
    "json_object",
    "grammar",
    "temperature",
    "max_completion_tokens",
    "tool",
)
_STREAM_WORD = re.compile(r"\bstream(?:ing|ed)?\b", re.IGNORECASE)
_THOUGHT = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)


class OpenAICompatible:
    """A chat model behind `base_url`, which is an address or the name of a preset (presets.py). `timeout` limits a
    whole call, in seconds.
    """

    searches = False
    #: answer formats that may be requested, the strictest first
    ladder: tuple[str, ...] = ("json_schema", "json_object", "prompt")
    #: the fields that request a stream
    streaming: Mapping[str, Any] = MappingProxyType({"stream": True, "stream_options": {"include_usage": True}})

    def __init__(self, endpoint: Endpoint, *, name: str = "openai", dialects: Dialects = DIALECTS) -> None:
        self.name = name
        self.model = endpoint.model
        self.base_url = resolve(endpoint.base_url, name)
        #: the server's name in errors
        self.label = server_name(self.base_url)
        self.temperature = endpoint.temperature
        self.timeout = endpoint.timeout
        self._api_key = endpoint.api_key.strip()
        self._dialects = dialects
        self._client = LazyClient(under(self.base_url, "chat/completions"), self._api_key)

    def complete(self, request: ChatRequest, emit: Emit, listen: Listener | None = None) -> ChatReply:
        """Send the request and return the answer. If the server refuses the answer format, the request is sent again
        with a simpler one. Raises a ProviderError if the call fails.
        """
        model = request.model or self.model
        check_key(self._api_key, self.label)
        with deadline.limit(self.timeout):
            data, dialect = self._ask(request, model, listen)
        reply = self.read(data, model)
        if request.schema is None:
            return reply
        rung = self.ladder[dialect.rung]
        if rung != "prompt" and reply.finish_reason != "length" and not _obeys(reply.text, request.schema, rung):
            self._dialects.learn(self.base_url, model, replace(dialect, rung=dialect.rung + 1))
        return replace(reply, rung=rung)

    def connect(self) -> None:
        """Load the HTTP library and create the client. Nothing is sent."""
        self._client.get()

    def close(self) -> None:
        """Close the client's connections. The next call opens new ones."""
        self._client.close()

    def extra_fields(self, request: ChatRequest) -> dict[str, Any]:
        """Return the fields of the body that are not part of OpenAI's API; {} unless a subclass has any."""
        return {}

    def results(self, data: Mapping[str, Any]) -> tuple[Source, ...]:
        """Return the results of the provider's own search, in the order of its citation marks; () unless a subclass
        reads them.
        """
        return ()

    def response_format(self, schema: AnswerSchema, rung: str) -> dict[str, Any] | None:
        if rung == "json_schema":
            form = {"name": schema.name, "schema": schema.schema, "strict": True}
            return {"type": "json_schema", "json_schema": form}
        return {"type": "json_object"} if rung == "json_object" else None

    def body(self, request: ChatRequest, model: str, dialect: Dialect) -> dict[str, Any]:
        """Return the body of a request to this model, in the `dialect` of its server, without `extra_fields`."""
        fields: dict[str, Any] = {"model": model, "messages": messages(request.turns)}
        temperature = self.temperature if request.temperature is None else request.temperature
        if temperature is not None and dialect.temperature:
            fields["temperature"] = temperature
        if request.max_tokens is not None:
            fields[dialect.token_field] = request.max_tokens
        if request.schema is not None:
            form = self.response_format(request.schema, self.ladder[dialect.rung])
            if form is not None:
                fields["response_format"] = form
        if request.tools and "tools" not in dialect.dropped:
            fields["tools"] = [tool(each) for each in request.tools]
        return fields

    def read(self, data: Mapping[str, Any], model: str) -> ChatReply:
        """Convert the answer's body to a reply of this model. Raises ProviderMisanswered if it has no text."""
        choices = data.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = choice.get("message") if isinstance(choice, dict) else None
        if not isinstance(choice, dict) or not isinstance(message, dict):
            raise errors.ProviderMisanswered(f"{self.label} answered without a message. {ELSE}")
        finish = choice.get("finish_reason")
        text = sendable(message.get("content")) or sendable(message.get("refusal"))
        calls = tuple(calls_in(message.get("tool_calls")))
        if not text.strip() and not calls:
            cut = ": it reached its token limit before the answer began" if finish == "length" else ""
            raise errors.ProviderMisanswered(f"{self.label} answered without content{cut}. {ELSE}")
        answered_by = data.get("model")
        identifier = data.get("id")
        return ChatReply(
            text=text,
            provider=self.name,
            model=answered_by if isinstance(answered_by, str) and answered_by else model,
            usage=usage(data.get("usage")),
            results=self.results(data),
            finish_reason=finish if isinstance(finish, str) else None,
            extra={"id": identifier} if isinstance(identifier, str) else {},
            calls=calls,
        )

    def _ask(self, request: ChatRequest, model: str, listen: Listener | None) -> tuple[dict[str, Any], Dialect]:
        """Send the request in simpler and simpler forms until the server accepts one. Returns the answer's body and the
        accepted form, which is stored for later requests.

        An error that names no field may be temporary. The request is then sent in a simpler form, but this form is not
        stored.
        """
        from backend.net.model_client import Refusal

        known = dialect = self._dialects.recall(self.base_url, model)
        is_sure = True
        live = listen is not None and listen.live
        while True:
            fields, extra = self.body(request, model, dialect), self._extra(request, dialect, live)
            assembly = Assembly(self.label, listen, self.results) if listen and "stream" in extra else None
            if listen is not None:
                listen.begun()
            try:
                data = self._send(fields, extra, assembly)
            except Refusal as error:
                simpler = self._simplify(error, fields | extra, dialect) if error.status in REFUSALS else None
                if simpler is None:
                    raise from_status(error.status, error.headers, error.body, self.label) from None
                is_sure = is_sure and (error.status < 500 or named_in(error.body, *_NAMES_OF_FORMS))
                dialect = simpler
                continue
            except (errors.ProviderError, errors.Cancelled) as error:
                error.partial = self._partial(assembly, request, model, dialect)
                raise
            if dialect != known and is_sure:
                self._dialects.learn(self.base_url, model, dialect)
            return data, dialect

    def _extra(self, request: ChatRequest, dialect: Dialect, streamed: bool) -> dict[str, Any]:
        """Return the fields of the body that are not part of OpenAI's API. If `streamed`, return also the fields that
        ask for a stream.
        """
        extra = self.extra_fields(request)
        if not streamed or "stream" in dialect.dropped:
            return extra
        wanted = {**self.streaming, **extra}
        return {name: value for name, value in wanted.items() if name not in dialect.dropped}

    def _partial(
        self, assembly: Assembly | None, request: ChatRequest, model: str, dialect: Dialect
    ) -> ChatReply | None:
        """Return the part of the answer that `assembly` had put together before the stream failed. Returns None if no
        text arrived, or if the answer was not streamed (`assembly` is None).
        """
        body = assembly.body() if assembly is not None else {"choices": [{"message": {}}]}
        if not sendable(body["choices"][0]["message"].get("content")).strip():
            return None
        rung = self.ladder[dialect.rung] if request.schema is not None else "none"
        return replace(self.read(body, model), finish_reason=None, rung=rung)

    def _simplify(self, error: Refusal, sent: dict[str, Any], dialect: Dialect) -> Dialect | None:
        """Return the next simpler form of request after a refusal; None if there is none. `sent` is the refused
        body.
        """
        about_form = named_in(error.body, "response_format", "json_schema", "json_object")
        theirs = error.status < 500 or error.status == 501
        for field in _STREAM_FIELDS:
            if field in sent and named_in(error.body, field):
                return replace(dialect, dropped=dialect.dropped | {field})
        if not about_form:
            if dialect.token_field == "max_tokens" in sent and named_in(error.body, "max_completion_tokens"):
                return replace(dialect, token_field="max_completion_tokens")
            if "temperature" in sent and named_in(error.body, "temperature"):
                return replace(dialect, temperature=False)
            if "tools" in sent and (theirs or named_in(error.body, "tool", "function")):
                return replace(dialect, dropped=dialect.dropped | {"tools"})
            if theirs and "stream" in sent and _STREAM_WORD.search(json.dumps(error.body, default=str)):
                return replace(dialect, dropped=dialect.dropped | {"stream"})
            if theirs and "stream_options" in sent:  # drop the less important of the fields that the error may mean
                return replace(dialect, dropped=dialect.dropped | {"stream_options"})
        if "response_format" in sent:
            return replace(dialect, rung=dialect.rung + 1)
        return None

    def _send(self, fields: dict[str, Any], extra: dict[str, Any], assembly: Assembly | None) -> dict[str, Any]:
        """Send one request, with the body `fields` and `extra`, and return the body of its answer. If there is an
        `assembly`, the answer may be a stream, which it puts together. Raises Refusal if the server refuses the
        request, and a ProviderError if the call fails otherwise.
        """
        from backend.net.model_client import provider_errors

        sent = {**fields, **extra}
        with provider_errors(self.label), self._client.get().post(sent, streamed=assembly is not None) as answer:
            pieces = _pieces(answer, self.label)
            head = next(pieces, b"")
            if assembly is not None and is_stream(answer.headers.get("content-type", ""), head):
                if assembly.feed(head):
                    answer.push(assembly.feed)
                return assembly.read(pieces)
            content = bytearray(head)
            for piece in pieces:
                content += piece
                if len(content) > MAX_ANSWER_BYTES:
                    raise errors.ProviderMisanswered(
                        f"{self.label} answered with more than {MAX_ANSWER_BYTES // 1_000_000} MB. {ELSE}"
                    )
        return answer_object(bytes(content), self.label)


def _pieces(answer: ModelAnswer, name: str) -> Iterator[bytes]:
    from backend.net.model_client import provider_errors

    with provider_errors(name):
        yield from answer.pieces()


def _obeys(text: str, schema: AnswerSchema, rung: str) -> bool:
    """Return True if the answer `text` has the requested format `rung`: it is a JSON object, which must match `schema`
    unless `rung` is "json_object". There may be reasoning before it.
    """
    try:
        value = json.loads(_THOUGHT.sub("", text, count=1))
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and (rung == "json_object" or fits(value, schema.schema))
