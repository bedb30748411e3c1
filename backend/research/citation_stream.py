"""What a caller hears of an answer while a model says it: the words with their marks of sources put right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from backend.errors import Cancelled, ProviderError
from backend.kernel.exchange import ChatReply
from backend.kernel.works import Source
from backend.ports import Listener
from backend.research.citations import Marks


def said(
    ask: Callable[[Listener | None], ChatReply], listen: Listener | None, marks: Callable[[], Marks], lead: str = ""
) -> tuple[ChatReply, str, Marks]:
    """A model's reply, its text with the marks put right, which is also what the listener hears, and the marks.

    `lead` stands in front of the text; it is told with the model's first words, since a model may fail before them.
    """
    settled = _Settled(listen, marks(), lead) if listen is not None else None
    try:
        reply = ask(settled)
    except (ProviderError, Cancelled) as error:
        if error.partial is not None:
            begun = marks().settle(error.partial.text)
            error.partial = replace(error.partial, text=lead + begun if begun else "")
        raise
    if settled is not None:
        settled.end()
        if settled.raw == reply.text:
            return reply, settled.told, settled.marks
    found = marks()  # nobody listened, or a provider rewrote what it had said (ports.Listener)
    return reply, lead + found.settle(reply.text), found


class _Settled:
    """Lets a caller's listener hear an answer with its marks put right. Of the model's own sources it hears nothing."""

    def __init__(self, listen: Listener, marks: Marks, lead: str) -> None:
        self.live = listen.live
        self._listen, self.marks, self._lead = listen, marks, lead
        self.raw = self.told = ""

    def begun(self) -> None:
        self._listen.begun()

    def text(self, delta: str) -> None:
        self.raw += delta
        self._say(self.marks.feed(delta))

    def end(self) -> None:
        self._say(self.marks.end())

    def thought(self, delta: str) -> None:
        self._listen.thought(delta)

    def sources(self, found: Sequence[Source]) -> None:
        """Ours were told before the model was asked."""

    def _say(self, words: str) -> None:
        if words:
            words, self._lead = self._lead + words, ""
            self.told += words
            self._listen.text(words)
