"""Choose the open draft that a message is about, if several are open and the message gives a place for one of them."""

from __future__ import annotations

from itertools import pairwise

from backend.document.order_words import COURTESIES, is_a, ordinal_of, words_in
from backend.drafting.intent import Decision
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import names_in, resolve
from backend.ranking.function_words import EVERY_WORD
from backend.services.gathering import Task
from backend.storage.drafts import DraftRow

#: Maximum number of words by which an answer names a draft.
_SHOWN = 8
_WHICH = (
    "Several drafts wait for approval, and I could not tell which one you mean: {}. Nothing was changed. "
    "Use a word that only one of them has."
)


def meant_draft(task: Task, decision: Decision) -> DraftRow | str | None:
    """Return the open draft that the message is about. Returns a question to the user if this is unclear, and None if
    the model has named no open draft with content.

    If the model has named another draft than the newest, this one is returned. Otherwise a number in the message ("the
    second draft") decides, or else words of the message that only one draft contains, or else the newest draft is
    returned.
    """
    waiting = [each for each in task.waiting if each.kind == "content"]
    chosen = next((each for each in waiting if each.id == decision.draft), None)
    if chosen is None or len(waiting) == 1 or chosen is not waiting[0]:
        return chosen
    number = _number(task.message.content)
    if number:
        place = number - 1 if number > 0 else len(waiting) + number
        return list(reversed(waiting))[place] if 0 <= place < len(waiting) else _ask(waiting)
    said = _describing_stems(task)
    has = [said & _stems(each.content) for each in waiting]
    only = [own - set().union(*(other for other in has if other is not own)) for own in has]
    fitting = [each for each, own in zip(waiting, only, strict=True) if own]
    if len(fitting) > 1:
        return _ask(waiting)
    return fitting[0] if fitting else chosen


def beginning(draft: DraftRow) -> str:
    """Return the first words of a draft, by which an answer names it."""
    words = draft.content.replace("#", " ").split()
    return " ".join(words[:_SHOWN]) + (" …" if len(words) > _SHOWN else "")


def _ask(waiting: list[DraftRow]) -> str:
    return _WHICH.format(", ".join(f"“{beginning(each)}”" for each in waiting))


def _number(message: str) -> int:
    """Return the number in words such as "the first one" or "the second draft": 1 means the oldest open draft, -1 the
    newest. Returns 0 if the message has no such words.
    """
    words = words_in(message)
    counted = (ordinal_of(one) for one, two in pairwise(words) if two == "one" or is_a(two, "draft"))
    return next((each for each in counted if each is not None), 0)


def _describing_stems(task: Task) -> set[str]:
    """Return the stems of those words of the message that may describe a draft: names of parts and words of orders are
    left out.
    """
    message = task.message.content
    named = names_in(message, resolve(task.document, message))
    return {
        word.stem
        for word in tokens(message)
        if word.word
        and not any(start <= word.start < end for start, end in named)
        and word.norm not in COURTESIES
        and word.norm not in EVERY_WORD
        and not is_a(word.norm, "placing", "moving", "place", "edge", "element", "pronoun", "draft")
    }


def _stems(content: str) -> set[str]:
    return {word.stem for word in tokens(content) if word.word}
