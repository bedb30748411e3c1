"""Pass a model's answer on while it is being written, without its thoughts, with corrected source marks, and without
text that it repeats from its instructions.
"""

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
class Corrections:
    """How an answer is corrected. `marks` and `echoes` each create a new filter for a text that is read from its
    beginning.

    `lead` is put before the text; it is sent with the model's first words, because a model may fail before them.
    """

    marks: Callable[[], Marks]
    lead: str = ""
    echoes: Callable[[], Echoes] = nothing_guarded

    def settle(self, text: str) -> tuple[str, Marks, int]:
        """Correct a whole answer. Returns the text, its marks, and the number of protected passages that were
        removed.
        """
        marks, echoes = self.marks(), self.echoes()
        made = echoes.clean(marks.settle(text))
        return (self.lead + made if made else ""), marks, echoes.removed


@dataclass(frozen=True, slots=True)
class CorrectedAnswer:
    """A corrected answer: the model's reply without its thoughts, the corrected text, and the marks.

    `echoed` is the number of protected passages that were removed.
    """

    reply: ChatReply
    text: str
    marks: Marks
    echoed: int = 0


def corrected(
    ask: Callable[[Listener | None], ChatReply], listen: Listener | None, wording: Corrections
) -> CorrectedAnswer:
    """Call the model with `ask`, and return its answer without its thoughts, and with the citation marks and the
    repeated passages of the prompt corrected as `wording` says. `listen` receives the corrected text piece by piece.

    Raises the model's error, and ProviderMisanswered if the model writes only thoughts.
    """
    settled = _Settled(listen, wording) if listen is not None else None
    try:
        reply = ask(settled)
    except (ProviderError, Cancelled) as error:
        if error.partial is not None:
            error.partial = replace(error.partial, text=wording.settle(spoken(error.partial.text))[0])
        raise
    bare = spoken(reply.text)
    if reply.text.strip() and not bare.strip():
        raise ProviderMisanswered(
            "The model sent only its reasoning and no answer. Try again, or choose another model."
        )
    spoke = replace(reply, text=bare)
    if settled is not None:
        settled.end()
        if settled.raw == bare:
            return CorrectedAnswer(spoke, settled.told, settled.marks, settled.echoes.removed)
    return CorrectedAnswer(
        spoke, *wording.settle(bare)
    )  # there is no listener, or the provider changed text that it had sent


class _Settled:
    """Passes the corrected text of an answer on to a caller's listener, but not the model's own sources."""

    def __init__(self, listen: Listener, wording: Corrections) -> None:
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
        """Ignore sources, because ours were sent before the model was called."""

    def _hear(self, corrected: str, thought: str) -> None:
        if thought:
            self._listen.thought(thought)
        self.raw += corrected
        self._say(self.echoes.feed(self.marks.feed(corrected)))

    def _say(self, words: str) -> None:
        if words:
            words, self._lead = self._lead + words, ""
            self.told += words
            self._listen.text(words)
