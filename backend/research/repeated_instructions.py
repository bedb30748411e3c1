"""Remove text that a model repeats from the user's profile or from its instructions, while the model is writing.

The instructions forbid such repetitions, but a web page or a question can make a model repeat them. A passage is
removed if it is in the profile or the instructions, and neither in the question nor in a source: what others have
written is not secret. The delimiter lines around the sources in a prompt are also removed. A source cannot contain such
a line, so the model must have copied it from the prompt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

#: Minimum number of consecutive words that count as repeated, for the instructions and for the profile. The number for
#: the profile is smaller, because a profile is short and all of it is about a person.
OF_INSTRUCTIONS, OF_PROFILE = 8, 5
#: The text in place of removed words.
GAP = "[…]"
TAKEN_OUT = "The answer repeated words of your profile or of the instructions; they were removed from the answer."

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
#: The border of a JSON string. A repeated passage never crosses it.
_BORDER = re.compile(r'["{}]')
# A delimiter of kernel/prompts/sources.md or tool_results; white space behind it goes with it.
_DELIMITER = re.compile(
    r"\[(?:END OF )?(?:SEARCHED SOURCES|HELPER REPORTS?|TOOL RESULTS?)\b[^\[\]\n]{0,160}\][ \t]*\n?"
)
_DELIMITER_AT_END = re.compile(r"\[(?:[A-Z][A-Z ]{0,24}(?::[^\[\]\n]{0,160})?(?:\][ \t]*)?)?\Z")


class Echoes:
    """Removes from one answer long passages of the user's profile and of the instructions, and the lines that separate
    sources in a prompt. `removed` counts the passages.
    """

    def __init__(self, profile: str, instructions: str, public: Sequence[str]) -> None:
        self._runs: set[tuple[str, ...]] = set()
        self._beginnings: set[tuple[str, ...]] = set()
        self._longest = 0
        self._public = public
        self._said: list[str] | None = None
        for text, most in ((profile, OF_PROFILE), (instructions, OF_INSTRUCTIONS)):
            self._guard(_words(text), most)
        self._kept = ""
        self.removed = 0

    def feed(self, piece: str) -> str:
        """Add a piece of the answer. Returns the cleaned text that no later piece can change any more."""
        self._kept += piece
        return self._kept_back() if self._runs else self._ready(len(self._kept))

    def end(self) -> str:
        """Return the rest of the cleaned text, after the last piece was added."""
        ready, self._kept = self._kept, ""
        return self._without(ready)

    def clean(self, text: str) -> str:
        """Return a whole answer without passages of the profile and the instructions, and without the lines that
        separate sources in a prompt.
        """
        return self.feed(text) + self.end()

    def _guard(self, words: list[str], most: int) -> None:
        length = min(most, len(words))
        if length < min(most, OF_PROFILE) - 1:
            return
        runs = _runs(words, length)
        self._runs |= runs
        self._longest = max(self._longest, length)
        self._beginnings |= {run[:end] for run in runs for end in range(1, length + 1)}

    def _ready(self, cut: int) -> str:
        """Return the cleaned text before the offset `cut`. If a delimiter line may be incomplete there, return only the
        text before that line.
        """
        opened = self._kept.rfind("[")
        if opened >= 0 and _DELIMITER_AT_END.match(self._kept, opened):
            cut = min(cut, opened)
        ready, self._kept = self._kept[:cut], self._kept[cut:]
        return self._without(ready)

    def _kept_back(self) -> str:
        """Return the cleaned text without the words at its end that may still become a part of a passage to remove."""
        found = list(_WORD.finditer(self._kept))
        cut = len(self._kept)
        if found and (self._kept[-1:].isalnum() or self._kept[-1:] in "'’"):  # the last word may be incomplete
            cut = found.pop().start()
        words = tuple(match[0].casefold() for match in found)
        place = next((each for each in range(len(words)) if self._goes_on(words[each:])), None)
        if place is not None:
            cut = found[place].start()
        return self._ready(cut)

    def _goes_on(self, tail: tuple[str, ...]) -> bool:
        """Return True if these words (`tail`) may continue as a passage to remove: they are the beginning of one, or
        several consecutive words of one.
        """
        if tail in self._beginnings:
            return True
        lengths = {len(run) for run in self._runs}
        return any(tail[:length] in self._runs and self._ends_in_run(tail) for length in lengths)

    def _ends_in_run(self, tail: tuple[str, ...]) -> bool:
        return any(
            tail[-size:] in self._beginnings or tail[-size:] in self._runs for size in range(1, self._longest + 1)
        )

    def _without(self, text: str) -> str:
        """Return the text without delimiter lines and protected passages."""
        text = _DELIMITER.sub("", text) if "[" in text else text
        if not self._runs or not text:
            return text
        found = list(_WORD.finditer(text))
        words = tuple(match[0].casefold() for match in found)
        out: list[tuple[int, int]] = []
        for length in {len(run) for run in self._runs}:
            for place in range(len(words) - length + 1):
                start, end = found[place].start(), found[place + length - 1].end()
                run = words[place : place + length]
                if run in self._runs and not _BORDER.search(text, start, end) and not self._is_public(run):
                    out.append((start, end))
        return self._cut(text, sorted(out))

    def _is_public(self, run: tuple[str, ...]) -> bool:
        """Return True if the question or a source contains these words."""
        if self._said is None:
            self._said = [f" {' '.join(_words(each))} " for each in self._public]
        wanted = f" {' '.join(run)} "
        return any(wanted in each for each in self._said)

    def _cut(self, text: str, spans: list[tuple[int, int]]) -> str:
        kept, at = "", 0
        for start, end in spans:
            if start > at or not (kept or at):
                kept += text[at:start] + GAP
                self.removed += 1
            at = max(at, end)
        return kept + text[at:]


def _words(text: str) -> list[str]:
    return [each.casefold() for each in _WORD.findall(text)]


def _runs(words: list[str], length: int) -> set[tuple[str, ...]]:
    return {tuple(words[place : place + length]) for place in range(len(words) - length + 1)} if length else set()


def nothing_guarded() -> Echoes:
    """Return a filter that removes nothing. Use it for answers whose prompt has neither a profile nor instructions that
    must stay secret.
    """
    return Echoes("", "", ())
