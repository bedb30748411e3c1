"""Wrap a chat model: limit the time of each call, repeat failed calls, and emit the events. No other code repeats
calls.

A listener always gets the whole answer: an answer that was not streamed is given to it in one piece.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import fields, replace

from tenacity import RetryCallState, Retrying, retry_if_exception, wait_exponential_jitter

from backend import errors
from backend.kernel import cancellation, work_slots
from backend.kernel.events import Emit, Event
from backend.kernel.exchange import ChatReply, ChatRequest
from backend.kernel.storable_text import storable, storable_value
from backend.kernel.works import Source
from backend.net import deadline
from backend.ports import ChatModel, Listener
from backend.providers.failures import ELSE

log = logging.getLogger(__name__)

#: Maximum number of calls, the first one included. Chosen: a provider that failed three times stays down for longer
#: than a person waits.
ATTEMPTS = 3
#: Maximum seconds to wait before a retry. A provider that asks for more is reported as failed.
LONGEST_WAIT = 30.0
#: Minimum seconds that must be left for another attempt.
WORTHWHILE = 0.5


class Guarded:
    """Calls a chat model with a time limit. `timeout` (seconds) limits the whole call, including pauses and repeated
    calls.

    A call is repeated in two cases: if the provider is over its limit (429, 503), after the time in its Retry-After;
    and if the connection failed before an answer began. It is never repeated after a timeout, or if a part of the
    answer has arrived.
    """

    def __init__(
        self,
        inner: ChatModel,
        timeout: float,
        sleep: Callable[[float], None] = cancellation.pause,
        attempts: int = ATTEMPTS,
    ) -> None:
        self.inner = inner
        self.name = inner.name
        #: the model's name in errors and logs: its server, if it has one
        self.label = getattr(inner, "label", inner.name)
        self.model = inner.model
        self.searches = inner.searches
        self.timeout = timeout
        self._sleep = sleep
        self._attempts = attempts

    def complete(self, request: ChatRequest, emit: Emit, listen: Listener | None = None) -> ChatReply:
        emit(Event("phase", {"phase": "asking", "provider": self.name, "model": request.model or self.model}))
        heard = _Tracker(listen) if listen is not None else None
        with deadline.limit(self.timeout) as bound:
            retrying = Retrying(
                stop=lambda state: state.attempt_number >= self._attempts or _too_late(state, bound),
                wait=_wait,
                retry=retry_if_exception(lambda error: _may_pass(error, bound, heard)),
                before_sleep=lambda state: self._tell(state, emit),
                sleep=self._sleep,
                reraise=True,
            )
            with work_slots.waiting():
                answer = retrying(self._attempt, request, emit, heard, bound)
            reply = _storable_reply(answer)
        if heard is not None:
            heard.complete(reply)
        return reply

    def connect(self) -> None:
        """Load the client library of the wrapped model, if there is one. Nothing is sent."""
        connect = getattr(self.inner, "connect", None)
        if connect is not None:
            connect()

    def close(self) -> None:
        """Close the connections of the wrapped model, if it has any."""
        close = getattr(self.inner, "close", None)
        if close is not None:
            close()

    def _attempt(self, request: ChatRequest, emit: Emit, heard: _Tracker | None, bound: deadline.Deadline) -> ChatReply:
        cancellation.check()
        bound.answering = False
        started = time.monotonic()
        try:
            reply = self.inner.complete(request, emit, heard)
        except errors.ProviderError as error:
            log.warning("%s failed after %.1f s: %s", self.label, time.monotonic() - started, error.kind)
            raise
        if not reply.text.strip() and not reply.calls:
            raise errors.ProviderMisanswered(f"{self.label} gave an empty answer. {ELSE}")
        return reply

    def _tell(self, state: RetryCallState, emit: Emit) -> None:
        seconds = round(state.upcoming_sleep, 1)
        emit(Event("phase", {"phase": "waiting", "provider": self.name, "seconds": seconds}))


class _Tracker:
    """Passes everything on to the caller's listener, and records whether the listener has received anything."""

    def __init__(self, listen: Listener) -> None:
        self._listen = listen
        self.live = listen.live
        #: `anything` is True once text or reasoning has arrived, and `told` once text of the answer has arrived
        self.anything = self.told = False
        self._found: tuple[Source, ...] = ()

    def begun(self) -> None:
        self._listen.begun()

    def text(self, delta: str) -> None:
        self.anything = self.told = True
        self._listen.text(delta)

    def thought(self, delta: str) -> None:
        self.anything = True
        self._listen.thought(delta)

    def sources(self, found: Sequence[Source]) -> None:
        self._found = tuple(found)
        self._listen.sources(self._found)

    def complete(self, reply: ChatReply) -> None:
        """Give the listener those parts of the reply that it has not received."""
        if reply.results != self._found:
            self.sources(reply.results)
        if not self.told:
            self.text(reply.text)


_backoff = wait_exponential_jitter(multiplier=0.5, max=8.0, jitter=0.5)


def _wait(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome is not None else None
    told = error.retry_after if isinstance(error, errors.ProviderError) else None
    return _backoff(state) if told is None else told


def _too_late(state: RetryCallState, bound: deadline.Deadline) -> bool:
    return state.upcoming_sleep > LONGEST_WAIT or state.upcoming_sleep + WORTHWHILE > bound.remaining()


def _may_pass(error: BaseException, bound: deadline.Deadline, heard: _Tracker | None) -> bool:
    """Return True if the call that failed with `error` may be repeated: a second call may succeed, and the first call
    was not charged and showed the user nothing. `bound` tells whether an answer had begun, and `heard` whether the
    listener had received anything (None: there is no listener).
    """
    if heard is not None and heard.anything:
        return False
    if isinstance(error, errors.ProviderOverLimit):
        return not error.extra.get("exhausted")
    return isinstance(error, errors.ProviderUnreachable) and not bound.answering


def _storable_reply(reply: ChatReply) -> ChatReply:
    """Return the reply without NUL characters and lone surrogates in the name of the model and in the search
    results.
    """
    return replace(reply, model=storable(reply.model), results=tuple(map(_source, reply.results)))


def _source(source: Source) -> Source:
    return replace(source, **{each.name: storable_value(getattr(source, each.name)) for each in fields(source)})
