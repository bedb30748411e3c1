"""Recognize messages that ask for another version of a text that was just rejected: "again, but keep the citation"."""

from __future__ import annotations

import re

from backend.document.order_words import brings_new, words_in

#: Maximum number of words of such a message. A longer message describes something new.
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
