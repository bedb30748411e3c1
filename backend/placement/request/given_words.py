"""Remove from a message the words that the content repeats. They are the text to place, so they name no place."""

from __future__ import annotations

from difflib import SequenceMatcher

from backend.mentions.lexicon import tokens
from backend.ranking.function_words import EVERY_WORD

#: Minimum length of a repeated run, in words and in characters, so that the repetition is not by chance.
_WORDS, _SIGNS = 4, 20


def without_content(message: str, content: str) -> str:
    """Return a message without the longest run of words that it shares with the content: "Add that hives of wood rot in
    the rain, in Results" becomes "Add that , in Results". Words in quotation marks are kept.
    """
    said, written = ([token for token in tokens(text) if token.word] for text in (message, content))
    match = SequenceMatcher(
        None, [t.norm for t in said], [t.norm for t in written], autojunk=False
    ).find_longest_match()
    run = said[match.a : match.a + match.size]
    telling = [at for at, token in enumerate(run) if token.norm not in EVERY_WORD]
    run = run[telling[0] : telling[-1] + 1] if telling else []  # "to" behind it may begin the place
    if len(run) < _WORDS or run[-1].end - run[0].start < _SIGNS or any(token.quote for token in run):
        return message
    return message[: run[0].start] + message[run[-1].end :]
