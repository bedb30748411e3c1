"""Correct a model's answer while the model is writing it, and send the corrected text to the listener. The model's
reasoning is removed, citation marks are converted, and text that the model repeats from its instructions is removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from backend.errors import Cancelled, ProviderError, ProviderMisanswered
from backend.kernel.exchange import ChatReply
from backend.ports import Listener
from backend.research.citations import Marks
from backend.research.repeated_instructions import Echoes, nothing_guarded

_NAMES = r"(?:think|thinking|thought|thoughts|reasoning|scratchpad)"
_OPEN = re.compile(rf"(?<!`)<{_NAMES}>", re.IGNORECASE)
_CLOSE = re.compile(rf"(?<!`)</{_NAMES}>[ \t]*\n*", re.IGNORECASE)
#: An incomplete tag at the end of the text that has arrived.
_BEGUN = re.compile(r"</?[a-z]{0,10}\Z", re.IGNORECASE)


class Thoughts:
    """Separates one answer, which may arrive in pieces, into its text and the model's reasoning, `<think>…</think>`.
    Marks, numbers and addresses in the reasoning do not belong to the answer.

    Some models send no opening tag, because their template contains it. Then the reasoning cannot be recognized in
    pieces; only `without_reasoning`, which gets the whole text, removes it.
    """

    def __init__(self) -> None:
        self._kept = ""
        self._thinking = False
        self._said_something = False

    def feed(self, piece: str) -> tuple[str, str]:
        """Add a piece of the answer. Returns the new text and the new reasoning; either may be "". If a piece ends with
        a possible beginning of a tag, this end is kept until the next piece shows whether it is a tag.
        """
        self._kept += piece
        begun = _BEGUN.search(self._kept)
        held = self._kept[begun.start() :] if begun else ""
        ready, self._kept = self._kept[: len(self._kept) - len(held)], ""
        said, thought = self._divided(ready)
        self._kept += held
        return self._trimmed(said), thought

    def end(self) -> tuple[str, str]:
        """Return the rest of the text and of the reasoning, after the last piece was added."""
        ready, self._kept = self._kept, ""
        return (self._trimmed("" if self._thinking else ready)), (ready if self._thinking else "")

    def _divided(self, text: str) -> tuple[str, str]:
        said, thought = "", ""
        while text:
            found = (_CLOSE if self._thinking else _OPEN).search(text)
            before = text if found is None else text[: found.start()]
            if self._thinking:
                thought += before
            else:
                said += before
            if found is None:
                break
            self._thinking = not self._thinking
            text = text[found.end() :]
        return said, thought

    def _trimmed(self, said: str) -> str:
        """Return a piece of the text (`said`) without the white space that follows reasoning at the beginning of the
        answer.
        """
        if not self._said_something:
            said = said.lstrip()
            self._said_something = bool(said)
        return said


@dataclass(frozen=True, slots=True)
class Corrections:
    """How the text of an answer is corrected. `marks()` creates a filter for citation marks, and `echoes()` creates a
    filter that removes passages repeated from the prompt. A filter reads one text from its beginning.

    `lead` is put before the answer. It is sent together with the model's first words, because the model may fail before
    it writes any words.
    """

    marks: Callable[[], Marks]
    lead: str = ""
    echoes: Callable[[], Echoes] = nothing_guarded

    def settle(self, text: str) -> tuple[str, Marks, int]:
        """Correct a whole answer. Returns the corrected text, the object that corrected its citation marks, and how
        many passages were removed because they only repeat the user's profile or the instructions.
        """
        marks, echoes = self.marks(), self.echoes()
        made = echoes.clean(marks.settle(text))
        return (self.lead + made if made else ""), marks, echoes.removed


@dataclass(frozen=True, slots=True)
class CorrectedAnswer:
    """A corrected answer. `reply` is the model's reply without its reasoning, `text` the corrected text, and `marks`
    the filter that corrected the citation marks.

    `echoed` is the number of passages of the profile and the instructions that were removed.
    """

    reply: ChatReply
    text: str
    marks: Marks
    echoed: int = 0


def corrected(
    ask: Callable[[Listener | None], ChatReply], listen: Listener | None, wording: Corrections
) -> CorrectedAnswer:
    """Call the model with `ask`, and return its answer without its reasoning. Citation marks, and passages that are
    repeated from the prompt, are corrected as `wording` says. `listen` receives the corrected text piece by piece.

    Raises the model's error, and ProviderMisanswered if the model writes only reasoning.
    """
    settled = _Settled(listen, wording) if listen is not None else None
    try:
        reply = ask(settled)
    except (ProviderError, Cancelled) as error:
        if error.partial is not None:
            error.partial = replace(error.partial, text=wording.settle(without_reasoning(error.partial.text))[0])
        raise
    bare = without_reasoning(reply.text)
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
    """A listener that corrects the text of an answer and passes it on to the caller's listener. Sources that the model
    itself reports are not passed on.
    """

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
        """Do nothing, because the listener got the sources before the model was called."""

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


def without_reasoning(text: str) -> str:
    """Return a whole answer without its reasoning, even if the reasoning has only a closing tag."""
    thoughts = Thoughts()
    said = thoughts.feed(text)[0] + thoughts.end()[0]
    *_, last = _CLOSE.split(said)
    return last.strip() if last != said else said
