"""Remove from an answer what does not belong in it: echoes, which are markers that the model repeats from the prompt,
and the model's reasoning before the text (`<think>…</think>`).

Markers in other people's text are changed before this text enters a prompt. So a marker in an answer can only be an
echo.
"""

from __future__ import annotations

import re

from backend.drafting.markers import MARKER_WORDS

#: Maximum number of characters of a marker: the longest marker has 63, and the label of an attachment may add some.
LONGEST_MARKER = 160

_NAMES = "|".join(words.replace(" ", "[ _]") for words in sorted(MARKER_WORDS, key=len, reverse=True))
# A link is not a marker. The rest of a marker's line is white space and is removed with it.
_MARKER = re.compile(rf"\[(?:{_NAMES})\b[^\[\]\n]{{0,{LONGEST_MARKER}}}\](?!\()[ \t]*\n?")
_MARKER_AT_END = re.compile(rf"\[(?:{_NAMES})\b[^\[\]\n]{{0,{LONGEST_MARKER}}}(?:\][ \t]*)?\Z")
_BEGUN_AT_END = re.compile(r"\[([A-Z_ ]{0,30})\Z")
_THOUGHT = re.compile(r"\A\s*<(think|thinking|thought)>.*?</\1>\s*", re.DOTALL | re.IGNORECASE)
_THOUGHT_BEGUN = re.compile(r"\A\s*(?:<(?P<tag>[a-z]{0,8}))?\Z", re.IGNORECASE)
_THOUGHT_OPEN = re.compile(r"\A\s*<(?:think|thinking|thought)>", re.IGNORECASE)


def without_echoes(text: str, at_start: bool = True) -> str:
    """Return the text without markers of the prompt. If `at_start` is True, the text is the start of an answer, and the
    model's reasoning before it is also removed.
    """
    if at_start and "<" in text:
        text = _THOUGHT.sub("", text)
    return _MARKER.sub("", text) if "[" in text else text


def certain_length(text: str, at_start: bool) -> int:
    """Return how many characters of an incomplete text can be shown already. The characters after these may be part of
    an echo.

    If `at_start` is True, the text is the start of an answer, which may be reasoning.
    """
    if at_start and _may_be_thought(text):
        return 0
    place = text.rfind("[", max(0, len(text) - LONGEST_MARKER - 40))
    if place < 0:
        return len(text)
    begun = _BEGUN_AT_END.match(text, place)
    opens = begun and any(words.startswith(begun[1].replace("_", " ")) for words in MARKER_WORDS)
    return place if opens or _MARKER_AT_END.match(text, place) else len(text)


def _may_be_thought(text: str) -> bool:
    """Return True if the text may begin with reasoning that is still incomplete, or is only reasoning and white
    space.
    """
    whole = _THOUGHT.match(text)
    if whole is not None:
        return whole.end() == len(text)
    begun = _THOUGHT_BEGUN.match(text)
    tag = (begun["tag"] or "").lower() if begun else ""
    return _THOUGHT_OPEN.match(text) is not None or (
        begun is not None and any(name.startswith(tag) for name in ("thinking", "thought"))
    )
