"""What a caller hears of an answer while a model says it: without its thoughts, its marks of sources put right, and
without what it prints back of its instructions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from backend.errors import Cancelled, ProviderError, ProviderMisanswered
from backend.kernel.exchange import ChatReply
from backend.ports import Listener
from backend.research.citations import Marks
from backend.research.echoes import Echoes, nothing_guarded
from backend.research.thoughts import Thoughts, spoken


@dataclass(frozen=True, slots=True)
class Wording:
    """How an answer is put right: `marks` and `echoes` make what does it, anew for each reading of the answer. `lead`
    stands in front of the text; it is told with the model's first words, since a model may fail before them."""

    marks: Callable[[], Marks]
    lead: str = ""
    echoes: Callable[[], Echoes] = nothing_guarded

    def settle(self, text: str) -> tuple[str, Marks, int]:
        """A whole answer, its marks, and how many runs of guarded words were taken out."""
        marks, echoes = self.marks(), self.echoes()
        made = echoes.clean(marks.settle(text))
        return (self.lead + made if made else ""), marks, echoes.removed


@dataclass(frozen=True, slots=True)
class Said:
    """An answer: the model's reply without its thoughts, its text put right, and the marks. `echoed` counts the runs of
    guarded words that were taken out."""

    reply: ChatReply
    text: str
    marks: Marks
    echoed: int = 0


def said(ask: Callable[[Listener | None], ChatReply], listen: Listener | None, wording: Wording) -> Said:
    """Return what a model answers, which is also what the listener hears. Raises what the model raises, and
    ProviderMisanswered where it thinks and says nothing."""
    settled = _Settled(listen, wording) if listen is not None else None
    try:
        reply = ask(settled)
    except (ProviderError, Cancelled) as error:
        if error.partial is not None:
            error.partial = replace(error.partial, text=wording.settle(spoken(error.partial.text))[0])
        raise
    bare = spoken(reply.text)
    if reply.text.strip() and not bare.strip():
        raise ProviderMisanswered("The model thought, and gave no answer.")
    spoke = replace(reply, text=bare)
    if settled is not None:
        settled.end()
        if settled.raw == bare:
            return Said(spoke, settled.told, settled.marks, settled.echoes.removed)
    return Said(spoke, *wording.settle(bare))  # nobody listened, or a provider rewrote what it had said


class _Settled:
    """Lets a caller's listener hear an answer put right. Of the model's own sources it hears nothing."""

    def __init__(self, listen: Listener, wording: Wording) -> None:
        self.live = listen.live
        self._listen, self.marks, self.echoes = listen, wording.marks(), wording.echoes()
        self._lead, self._thoughts = wording.lead, Thoughts()
        self.raw = self.told = ""

    def begun(self) -> None:
        self._listen.begun()

    def text(self, delta: str) -> None:
        self._hear(*self._thoughts.feed(delta))

    def end(self) -> None:
        self._hear(*self._thoughts.end())
        self._say(self.echoes.feed(self.marks.end()) + self.echoes.end())

    def thought(self, delta: str) -> None:
        self._listen.thought(delta)

    def sources(self, found: object) -> None:
        """Ours were told before the model was asked."""

    def _hear(self, said: str, thought: str) -> None:
        if thought:
            self._listen.thought(thought)
        self.raw += said
        self._say(self.echoes.feed(self.marks.feed(said)))

    def _say(self, words: str) -> None:
        if words:
            words, self._lead = self._lead + words, ""
            self.told += words
            self._listen.text(words)
