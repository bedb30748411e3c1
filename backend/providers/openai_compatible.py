"""Any server that speaks OpenAI's chat completions: hosted, or on this machine.

The client library builds and signs the request; the answer is read here, as bytes up to a limit and then as JSON,
because compatible servers answer 200 with HTML, with an error object, or with no choices at all.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from backend import errors
from backend.events import Emit
from backend.exchange import AnswerSchema, ChatReply, ChatRequest, Turn, Usage
from backend.providers import deadline
from backend.providers.dialect import DIALECTS, DOUBTFUL_SECONDS, MEMORY_SECONDS, Dialect, Dialects, fits
from backend.providers.failures import answer_object, from_status, named_in
from backend.providers.presets import base_url as resolve
from backend.sources import Source

if TYPE_CHECKING:
    import openai

#: Bytes of an answer after decompression. The longest honest one is some hundred kilobytes.
MAX_ANSWER_BYTES = 16_000_000
#: Local servers want no key, but the client wants one.
NO_KEY = "none"
#: Statuses by which servers refuse a form of request. 500 is what some answer to a response format they don't know.
REFUSALS = frozenset({400, 415, 422, 500, 501})

_THOUGHT = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)


class OpenAICompatible:
    """A chat model behind `base_url` (an address or a preset's name). `timeout` bounds the call in seconds."""

    searches = False
    #: ways to ask for the schema's form, the strictest first
    ladder: tuple[str, ...] = ("json_schema", "json_object", "prompt")

    def __init__(
        self,
        *,
        base_url: str = "openai",
        api_key: str = "",
        model: str = "",
        temperature: float | None = None,
        timeout: float = 90.0,
        name: str = "openai",
        dialects: Dialects = DIALECTS,
    ) -> None:
        self.name = name
        self.model = model
        self.base_url = resolve(base_url, "openai")
        self.temperature = temperature
        self.timeout = timeout
        self._api_key = api_key.strip()
        self._dialects = dialects
        self._client: openai.OpenAI | None = None
        self._lock = threading.Lock()

    def complete(self, request: ChatRequest, emit: Emit) -> ChatReply:
        """Ask once, going down the ladder where a form is refused. Raises a ProviderError or gives text."""
        model = request.model or self.model
        with deadline.limit(self.timeout):
            data, dialect = self._ask(request, model)
        reply = self.read(data, model)
        if request.schema is None:
            return reply
        rung = self.ladder[dialect.rung]
        if rung != "prompt" and reply.finish_reason != "length" and not _obeys(reply.text, request.schema, rung):
            self._dialects.learn(self.base_url, model, replace(dialect, rung=dialect.rung + 1))
        return replace(reply, rung=rung)

    def close(self) -> None:
        """Let go of the client's sockets; the next call makes a new one."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def extra_fields(self, request: ChatRequest) -> dict[str, Any]:
        """Fields outside OpenAI's dialect, for the root of the body."""
        return {}

    def results(self, data: Mapping[str, Any]) -> tuple[Source, ...]:
        """The records that the provider itself searched up, in the order its marks count them."""
        return ()

    def response_format(self, schema: AnswerSchema, rung: str) -> dict[str, Any] | None:
        if rung == "json_schema":
            form = {"name": schema.name, "schema": schema.schema, "strict": True}
            return {"type": "json_schema", "json_schema": form}
        return {"type": "json_object"} if rung == "json_object" else None

    def body(self, request: ChatRequest, model: str, dialect: Dialect) -> dict[str, Any]:
        """The request's body, without the fields of `extra_fields`."""
        fields: dict[str, Any] = {"model": model, "messages": _messages(request.turns)}
        temperature = self.temperature if request.temperature is None else request.temperature
        if temperature is not None and dialect.temperature:
            fields["temperature"] = temperature
        if request.max_tokens is not None:
            fields[dialect.token_field] = request.max_tokens
        if request.schema is not None:
            form = self.response_format(request.schema, self.ladder[dialect.rung])
            if form is not None:
                fields["response_format"] = form
        return fields

    def read(self, data: Mapping[str, Any], model: str) -> ChatReply:
        """The answer's body as a reply. Raises ProviderMisanswered where there is no text in it."""
        choices = data.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = choice.get("message") if isinstance(choice, dict) else None
        if not isinstance(choice, dict) or not isinstance(message, dict):
            raise errors.ProviderMisanswered(f"{self.name} answered without a message")
        finish = choice.get("finish_reason")
        text = _text(message.get("content")) or _text(message.get("refusal"))
        if not text.strip():
            cut = ": its token limit was reached before the answer began" if finish == "length" else ""
            raise errors.ProviderMisanswered(f"{self.name} answered without content{cut}")
        answered_by = data.get("model")
        identifier = data.get("id")
        return ChatReply(
            text=text,
            provider=self.name,
            model=answered_by if isinstance(answered_by, str) and answered_by else model,
            usage=_usage(data.get("usage")),
            results=self.results(data),
            finish_reason=finish if isinstance(finish, str) else None,
            extra={"id": identifier} if isinstance(identifier, str) else {},
        )

    def _ask(self, request: ChatRequest, model: str) -> tuple[dict[str, Any], Dialect]:
        """Send until a form is accepted. What was learned on the way is kept only if it led to an answer."""
        import openai

        known = dialect = self._dialects.recall(self.base_url, model)
        seconds = MEMORY_SECONDS
        while True:
            fields = self.body(request, model, dialect)
            try:
                data = self._send(fields, self.extra_fields(request))
            except openai.APIStatusError as error:
                simpler = self._simplify(error, fields, dialect) if error.status_code in REFUSALS else None
                if simpler is None:
                    raise from_status(error.status_code, error.response.headers, error.body, self.name) from None
                if error.status_code >= 500 and not named_in(error.body, "response_format", "schema", "grammar"):
                    seconds = DOUBTFUL_SECONDS
                dialect = simpler
                continue
            if dialect != known:
                self._dialects.learn(self.base_url, model, dialect, seconds)
            return data, dialect

    def _simplify(self, error: openai.APIStatusError, fields: dict[str, Any], dialect: Dialect) -> Dialect | None:
        """The next dialect to try after a refusal, or None where nothing is left to leave out."""
        about_form = named_in(error.body, "response_format", "json_schema", "json_object")
        if not about_form:
            if dialect.token_field == "max_tokens" in fields and named_in(error.body, "max_completion_tokens"):
                return replace(dialect, token_field="max_completion_tokens")
            if "temperature" in fields and named_in(error.body, "temperature"):
                return replace(dialect, temperature=False)
        if "response_format" in fields:
            return replace(dialect, rung=dialect.rung + 1)
        return None

    def _send(self, fields: dict[str, Any], extra: dict[str, Any]) -> dict[str, Any]:
        """One request and its whole answer. Raises openai.APIStatusError for the ladder, else ProviderErrors."""
        import httpx2
        import openai

        from backend.providers.transport import bounds

        if not self._api_key.isascii() or not self._api_key.isprintable():
            raise errors.ProviderKeyRefused(f"the key for {self.name} holds characters that no key has")
        completions = self._connected().chat.completions
        try:
            with completions.with_streaming_response.create(
                **fields, extra_body=extra or None, timeout=bounds()
            ) as answer:
                content = bytearray()
                for part in answer.iter_bytes():
                    content += part
                    if len(content) > MAX_ANSWER_BYTES:
                        raise errors.ProviderMisanswered(f"{self.name} answered with more than we read")
        except (openai.APITimeoutError, httpx2.TimeoutException):
            raise errors.ProviderTimeout(f"{self.name} did not answer in time") from None
        except (openai.APIConnectionError, httpx2.TransportError, httpx2.DecodingError):
            raise errors.ProviderUnreachable(f"{self.name} could not be reached, or cut the connection") from None
        return answer_object(bytes(content), self.name)

    def _connected(self) -> openai.OpenAI:
        import openai

        from backend.providers.transport import http_client

        with self._lock:
            if self._client is None:
                client = openai.OpenAI(
                    base_url=self.base_url,
                    api_key=self._api_key or NO_KEY,
                    max_retries=0,
                    http_client=http_client(self.base_url),
                )
                # The client takes these from the environment; they belong to OpenAI, not to every server.
                client.organization = client.project = None
                self._client = client
            return self._client


def _messages(turns: tuple[Turn, ...]) -> list[dict[str, str]]:
    """Turns as the wire has them. Leading system turns become one: many chat templates take no second."""
    count = next((i for i, turn in enumerate(turns) if turn.role != "system"), len(turns))
    system = "\n\n".join(turn.content for turn in turns[:count] if turn.content)
    head = [{"role": "system", "content": system}] if system else []
    return head + [{"role": turn.role, "content": turn.content} for turn in turns[count:]]


def _text(content: Any) -> str:
    """A message's text, given as a string or in parts; characters that are half a pair become U+FFFD."""
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"]
        content = "".join(part for part in parts if isinstance(part, str))
    if not isinstance(content, str):
        return ""
    return content.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _usage(data: Any) -> Usage:
    """Counts as given. A price is `cost`, a number or an object with `total_cost`, in US dollars."""
    if not isinstance(data, dict):
        return Usage()
    cost = data.get("cost")
    if isinstance(cost, dict):
        cost = cost.get("total_cost")
    return Usage(
        prompt_tokens=_number(data.get("prompt_tokens"), int),
        completion_tokens=_number(data.get("completion_tokens"), int),
        cost=_number(cost, float),
    )


def _number(value: Any, kind: type) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e15:
        return None
    return kind(value)


def _obeys(text: str, schema: AnswerSchema, rung: str) -> bool:
    """Whether the answer has the form that was asked for; a thought before it is no offence."""
    try:
        value = json.loads(_THOUGHT.sub("", text, count=1))
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and (rung == "json_object" or fits(value, schema.schema))
