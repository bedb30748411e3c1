"""Put the pieces of a streamed answer together. The result is the body that the answer would have if it were not
streamed.

OpenAI's chunks are understood, and also these variants: the whole text that Sonar sends as `message` beside each
`delta` (only deltas are added); deltas that repeat the text so far (cumulative_stream.py); the object types of Sonar's
mode `concise`; reasoning beside the answer; errors in the middle of a stream; and comments. This module opens no
connection.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from backend import errors
from backend.kernel import sse
from backend.kernel.works import Source
from backend.net import deadline
from backend.ports import Listener
from backend.providers.cumulative_stream import CumulativeStream
from backend.providers.failures import ELSE, error_in

#: Maximum characters of an answer.
MAX_TEXT = 16_000_000
#: Number of characters of an answer after which it is read in the thread of its own call. Its TeX may then take a
#: tenth of a second to decode, which would delay other streams. A stream has some fifty times as many bytes.
LONG = 100_000
#: Seconds to wait for the token counts and `[DONE]` after the text of an answer is complete, because some servers keep
#: the connection open.
LINGER = 3.0
#: Fields with the provider's search results. Only some chunks have them, and the last ones count.
FINDINGS = ("citations", "search_results")
_FIRST_WORDS = (b"data:", b"event:", b"id:", b"retry:", b":")
_FIELDS = ("id", "model", "usage")
_THOUGHTS = ("reasoning_content", "reasoning")
#: the fields of a delta in OpenAI's API; a delta that has no others has no reasoning
_PLAIN_DELTA = frozenset({"role", "content", "refusal", "tool_calls", "function_call"})


class Assembly:
    """Puts one streamed answer of the provider `name` together. `results` is a function that returns the provider's
    search results from the body of an answer.
    """

    def __init__(
        self, name: str, listen: Listener, results: Callable[[Mapping[str, Any]], Sequence[Source]] | None = None
    ) -> None:
        self._name = name
        self._listen = listen
        self._results = results
        self._texts: list[str] = []
        #: number of the texts in `_texts` that the listener has received
        self._told = 0
        self._refusal: list[str] = []
        self._growing = CumulativeStream(name)
        self._carry = ""
        self._size = 0
        self._whole = ""
        self._fields: dict[str, Any] = {}
        self._finish: str | None = None
        self._decoder = sse.Decoder()
        #: True after the event that ends the stream
        self._is_over = False

    def read(self, pieces: Iterable[bytes]) -> dict[str, Any]:
        """Parse the stream to its end, and return the body of the answer. Raises ProviderUnreachable if the stream ends
        too early, or the error that the stream reports.

        If the connection closes after the answer is complete, the answer is returned; only the token counts may be
        missing.
        """
        with ExitStack() as stack:
            try:
                self._read(iter(pieces), stack)
            except (errors.ProviderUnreachable, errors.ProviderTimeout):
                if self._finish is None:
                    raise
        self._add_text(self._growing.end(), last=True)
        self._tell()
        if self._finish is None:
            raise errors.ProviderUnreachable(f"{self._name} ended its answer before it was complete. Try again.")
        return self.body()

    def body(self) -> dict[str, Any]:
        """Return the body of the answer so far, in the form of an answer that is not streamed."""
        text = "".join(self._texts) + _paired(self._growing.held())
        message = {"content": text or self._whole, "refusal": "".join(self._refusal)}
        return {**self._fields, "choices": [{"index": 0, "message": message, "finish_reason": self._finish}]}

    def feed(self, piece: bytes) -> bool:
        """Parse the next piece of the stream. Returns False when the answer is complete or unusually long; no more
        pieces are needed then.
        """
        try:
            self._is_over = self._is_over or any(self._ends(event) for event in self._decoder.feed(piece))
        except sse.TooLong:
            raise errors.ProviderMisanswered(f"{self._name} sent an answer that is too long. {ELSE}") from None
        finally:
            self._tell()
        return not self._is_over and self._finish is None and self._size < LONG

    def _read(self, pieces: Iterator[bytes], stack: ExitStack) -> None:
        hurried = False
        while not self._is_over:
            if self._finish is not None and not hurried:
                stack.enter_context(deadline.limit(LINGER))
                hurried = True
            piece = next(pieces, None)
            if piece is None:
                any(self._ends(event) for event in self._decoder.close() if _is_object(event.data))
                return
            self.feed(piece)

    def _ends(self, event: sse.ServerEvent) -> bool:
        data = event.data.strip()
        if data and data != sse.DONE:
            self._take(_chunk(event, self._name))
        return data == sse.DONE

    def _take(self, chunk: Mapping[str, Any]) -> None:
        for field in _FIELDS:
            if chunk.get(field):
                self._fields[field] = chunk[field]
        found = {field: chunk[field] for field in FINDINGS if chunk.get(field)}
        if found and any(self._fields.get(field) != value for field, value in found.items()):
            self._fields |= found
            sources = self._results(self._fields) if self._results is not None else ()
            if sources:
                self._tell()
                self._listen.sources(sources)
        choices = chunk.get("choices")
        for choice in choices if isinstance(choices, list) else ():
            if isinstance(choice, dict) and choice.get("index", 0) == 0:
                self._choose(choice, str(chunk.get("object", "")).startswith("chat.reasoning"))

    def _choose(self, choice: Mapping[str, Any], reasoning: bool) -> None:
        delta, message, finish = choice.get("delta"), choice.get("message"), choice.get("finish_reason")
        if isinstance(delta, dict):
            content = text_of(delta.get("content"))
            thoughts = [*_thoughts(delta), *([content] if reasoning and content else [])]
            if thoughts:
                self._tell()
            for thought in thoughts:
                self._listen.thought(thought)
            if content and not reasoning:
                self._add_text(self._growing.add(content))
            if delta.get("refusal"):
                self._refusal.append(text_of(delta["refusal"]))
        if reasoning:
            return
        if isinstance(message, dict):
            self._whole = text_of(message.get("content")) or self._whole
        if isinstance(finish, str) and finish:
            self._finish = finish

    def _add_text(self, delta: str, last: bool = False) -> None:
        """Add text to the answer. If the text ends with the first half of a surrogate pair, this half is kept until the
        other one arrives; with `last`, it is not kept.
        """
        delta = self._carry + delta
        self._carry = "" if last or not "\ud800" <= delta[-1:] <= "\udbff" else delta[-1]
        delta = _paired(delta[: len(delta) - len(self._carry)])
        if not delta:
            return
        self._size += len(delta)
        if self._size > MAX_TEXT:
            raise errors.ProviderMisanswered(f"{self._name} sent an answer that is too long. {ELSE}")
        self._texts.append(delta)

    def _tell(self) -> None:
        """Give the listener, in one piece, the text that it has not received yet."""
        untold = "".join(self._texts[self._told :])
        self._told = len(self._texts)
        if untold:
            self._listen.text(untold)


def is_stream(content_type: str, head: bytes) -> bool:
    """Return True if an answer is a stream, judged by its content type or its first bytes."""
    begin = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    return begin.startswith(_FIRST_WORDS) or (
        content_type.lower().startswith("text/event-stream") and not begin.startswith(b"{")
    )


def text_of(content: Any) -> str:
    """Return the text of a message, whose content is a string or a list of parts. The text may contain halves of
    surrogate pairs.
    """
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"]
        content = "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def sendable(content: Any) -> str:
    """Return the text of a message. Halves of surrogate pairs are replaced by U+FFFD, so that the text can be
    encoded.
    """
    return _paired(text_of(content))


def _paired(text: str) -> str:
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _chunk(event: sse.ServerEvent, name: str) -> Mapping[str, Any]:
    """Parse the JSON object in an event. Raises a ProviderError if the event has none, or if the object reports an
    error.
    """
    try:
        chunk = json.loads(event.data)
    except (ValueError, RecursionError):
        raise errors.ProviderMisanswered(f"{name} answered with something that is not JSON. {ELSE}") from None
    if not isinstance(chunk, dict):
        raise errors.ProviderMisanswered(f"{name} answered with JSON that is not an object. {ELSE}")
    if event.event == "error" and "error" not in chunk:
        chunk = {"error": chunk or True}
    told = error_in(chunk, name)
    if told is not None:
        raise told
    return chunk


def _is_object(data: str) -> bool:
    """Return True if `data` is a complete JSON object. The last event of a stream may be incomplete."""
    try:
        return data.strip() == sse.DONE or isinstance(json.loads(data), dict)
    except (ValueError, RecursionError):
        return False


def _thoughts(delta: Mapping[str, Any]) -> list[str]:
    """Return the reasoning in a chunk: the text that compatible servers send, or Sonar's reasoning steps."""
    if delta.keys() <= _PLAIN_DELTA:
        return []
    told = [next((text for field in _THOUGHTS if (text := text_of(delta.get(field)))), "")]
    steps = delta.get("reasoning_steps")
    for step in steps if isinstance(steps, list) else ():
        if isinstance(step, dict):
            told.append(text_of(step.get("thought")))
    return [_paired(thought) for thought in told if thought]
