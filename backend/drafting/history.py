"""The conversation as a model may see it: what is history and what is to be done, strictly alternating.

Only the last user message is an instruction; everything before it is marked as history.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from backend.drafting.markers import CURRENT, HIGHLIGHTS, HISTORICAL, defuse
from backend.kernel.exchange import Turn

#: Characters of drafted content that history repeats: enough for a section, so that "the version before" means
#: something to the model; of longer content it repeats the beginning.
RECALLED_CHARACTERS = 4_000


@dataclass(frozen=True, slots=True)
class PastMessage:
    """One earlier message of the session.

    Of an answer, `document_content` is the content it brought ("" for none) and `sources` the model's own strings.
    """

    role: Literal["user", "assistant"]
    content: str
    document_content: str = ""
    sources: tuple[str, ...] = ()


@lru_cache(maxsize=512)
def historical(message: PastMessage) -> Turn:
    """A past message under its marker. Depends on the message alone, so that a prompt's prefix stays as it was."""
    return Turn(message.role, f"{HISTORICAL}\n{defuse(told(message))}")


def current(instruction: str, highlights: str = "") -> str:
    """The instruction under its marker; `highlights` is the finished block of the attached ones."""
    body = f"{CURRENT}\n{defuse(instruction.strip())}"
    return f"{body}\n\n{highlights}" if highlights else body


def asked(content: str) -> str:
    """The instruction alone of a text that `current` made, also where context stands before it; of any other, all."""
    words = content.partition(f"{CURRENT}\n")[2].partition(f"\n\n{HIGHLIGHTS}\n")[0].strip()
    return words or content


def mark(messages: Iterable[PastMessage], instruction: str, highlights: str = "") -> tuple[Turn, ...]:
    """All past messages as history, oldest first, and the instruction as the one thing to do."""
    return (*(historical(message) for message in messages), Turn("user", current(instruction, highlights)))


def alternate(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """Leading system turns, then user and assistant strictly in turn, the last from the user.

    Neighbours of one role are merged with a blank line, later system turns join the leading ones, and
    assistant turns before the first user turn are put in front of it: nothing is dropped.
    A conversation that does not end with the user is a mistake of the caller's: ValueError.
    """
    if not turns or turns[-1].role != "user":
        raise ValueError("the last turn must be the user's")
    rules = [turn for turn in turns if turn.role == "system"]
    talk = [turn for turn in turns if turn.role != "system"]
    first = next(number for number, turn in enumerate(talk) if turn.role == "user")
    talk[: first + 1] = [replace(turn, role="user") for turn in talk[: first + 1]]
    merged: list[Turn] = []
    for turn in talk:
        if merged and merged[-1].role == turn.role:
            merged[-1] = Turn(turn.role, f"{merged[-1].content}\n\n{turn.content}")
        else:
            merged.append(turn)
    return (*rules, *merged)


def told(message: PastMessage) -> str:
    """What history tells of a message: its words, the content it brought (of a long one the beginning), its sources."""
    parts = [message.content.strip()]
    drafted = message.document_content.strip()
    if len(drafted) > RECALLED_CHARACTERS:
        words = len(drafted.split())
        drafted = drafted[:RECALLED_CHARACTERS].rsplit(maxsplit=1)[0]
        parts.append(f"Content drafted with this answer ({words} words, here its beginning):\n{drafted} …")
    elif drafted:
        parts.append(f"Content drafted with this answer:\n{drafted}")
    if message.sources:
        parts.append("Sources: " + "; ".join(message.sources))
    return "\n\n".join(part for part in parts if part)
