"""Decide what an answer does: create a draft, revise a draft, move a draft, edit the document, or only talk.

The model says this in one field of its answer. If the field is missing or makes no sense, rules decide. Content that
repeats much of an open draft is a new version of it. Other content becomes a separate draft, so that nothing is lost.
A message that asks for another version of a text that was just rejected ("again, but keep the citation") is recognized
here, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from backend.document.order_words import brings_new, words_in
from backend.document.similar_text import shared_pairs
from backend.kernel.exchange import Intent

INTENTS: tuple[Intent, ...] = get_args(Intent)

#: Minimum share (0 to 1) of the shorter text's pairs of neighboring words that two versions of one text have in common.
#: Two paragraphs of one paper share less than 0.1, and a version with every second sentence rewritten about 0.5.
SAME_TEXT = 0.3

#: Maximum number of words of a message that asks for the last text again. A longer message describes something new.
_LONGEST = 25
#: "Again", "once more", "another try".
_AGAIN = re.compile(
    r"(?<!\w)(?:again|once more|one more time|retry|redo|another (?:try|go|attempt|version|shot|one)|noch ?mals?|erneut"
    r"|noch einmal|ein neuer versuch|encore(?: une fois)?|(?:de|à) nouveau|réessaie|réessayez|recommence|recommencez"
    r"|(?:otra|una) vez(?: más)?|de nuevo|inténtalo|reinténtalo|di nuovo|ancora(?: una volta)?|riprova|outra vez"
    r"|de novo|tenta|opnieuw|nog (?:eens|een keer))(?!\w)|重新|再(?:写|試|试|来|來)|もう一度|やり直",
    re.IGNORECASE,
)
#: A verdict about the rejected text: "that was too short", "zu lang".
_VERDICT = re.compile(
    r"\A\W*(?:(?:no|nein|non|não|nee|hm+|well|sorry)\W+)*"
    r"(?:(?:that|it|this|das|es|c'|ce|ça|esto|eso|questo|isso|dat|het)\W*)?"
    r"(?:(?:was|is|were|'s|war|ist|était|est|era|es|è|é|fue|foi)\s+)?(?:still\s+|immer noch\s+|encore\s+)?(?:a bit\s+"
    r"|much\s+|far\s+|way\s+|viel\s+|etwas\s+|un peu\s+|mucho\s+|un poco\s+)?"
    r"(?:too|zu|trop|demasiado|muy|troppo|demais|te)\s+\w+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Waiting:
    """An open draft: its id, and its text as the prompt shows it."""

    id: str
    content: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What an answer does, and the id of the open draft that it is about, such as the draft that it revises. The id is
    None if the answer is about no draft.
    """

    intent: Intent
    draft: str | None = None


def decide(intent: str | None, draft: str | None, content: str, waiting: Sequence[Waiting]) -> Decision:
    """Return what an answer does.

    `intent` is the intent as the model wrote it, and `draft` the beginning of a draft's id that it wrote. `content` is
    the text that it drafted ("" for none). `waiting` has the open drafts, newest first.
    """
    named = next((each.id for each in waiting if draft and each.id.startswith(draft)), None)
    if not content:
        if intent in ("move", "edit"):
            return Decision("move" if intent == "move" else "edit", named or (waiting[0].id if waiting else None))
        return Decision("talk")
    if intent == "new" or not waiting:
        return Decision("new")
    shares = {each.id: shared_pairs(each.content, content) for each in waiting}
    closest = max(shares, key=shares.__getitem__)
    alike = shares[closest]
    if intent == "revise":
        base = named or (closest if alike > 0 else waiting[0].id)
        mistaken = alike >= SAME_TEXT > shares[base]  # the id of another draft
        return Decision("revise", closest if mistaken else base)
    return Decision("revise", closest) if alike >= SAME_TEXT else Decision("new")


def asks_again(message: str) -> bool:
    """Return True if a message asks for another form of the last text, as "too long, again" does. Returns False for a
    question.
    """
    return says_again(message) or (_VERDICT.match(_plain(message)) is not None and _is_order(message))


def says_again(message: str) -> bool:
    """Return True if a message asks for the last text again with words such as "again" or "another try"."""
    return _AGAIN.search(_plain(message)) is not None and _is_order(message)


def _is_order(message: str) -> bool:
    text = _plain(message)
    if len(text.split()) > _LONGEST or text.endswith(("?", "？")):
        return False
    return not brings_new(words_in(text))  # "a paragraph on rain again"


def _plain(message: str) -> str:
    return message.strip().replace("’", "'")
