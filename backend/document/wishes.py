"""Convert a wish to an order: "I'd like to delete the figure" becomes "delete the figure"."""

from __future__ import annotations

import re

from backend.document.order_words import is_a, words_in
from backend.document.told_changes import CHANGES

#: The beginnings of wishes before an infinitive. German wishes are not converted, because their verb is at the end.
_WISH = re.compile(
    r"\W*(?:(?:please|so|ok|now|hi|hello|bonjour|hola|bitte)\b[\s,]+)*"
    r"(?:(?:i|we)(?:['’]d| would)?(?: (?:really|just|now|also))? (?:like|love|want|need|prefer|wish) to"
    r"|(?:je (?:voudrais|veux|souhaite(?:rais)?)|j['’]aimerais|nous (?:voudrions|voulons)|il (?:faut|faudrait))"
    r"|(?:quiero|quisiera|querría|queremos|necesito|me gustaría|hay que)"
    r"|(?:vorrei|voglio|vorremmo|mi piacerebbe|bisogna)"
    r"|(?:quero|queria|queremos|gostaria de|preciso(?: de)?))\s+(?=\w)",
    re.IGNORECASE,
)
_ARROW = re.compile(r"(?:->|→|=>|⇒)\s*")
_END = re.compile(r"[.!?]\s+\S|\?\s*$|\n")


def as_order(text: str) -> str:
    """Return the order in a message that is one sentence with a wish for a change: "delete X" for "I'd like to delete
    X". An arrow before a place orders a move: "move X to the end of Y" for "X -> end of Y". Any other text is returned
    unchanged.
    """
    part, *places = _ARROW.split(text)
    if len(places) == 1 and (words := words_in(places[0])) and words_in(part) and "\n" not in text.strip():
        if is_a(words[0], "edge"):
            return f"move {part.strip()} to the {places[0]}"
        if is_a(words[0], "place"):
            return f"move {part.strip()} {places[0]}"
    found = _WISH.match(text)
    behind = text[found.end() :] if found is not None else ""
    if not behind or _END.search(text) or not any(is_a(word, *CHANGES) for word in words_in(behind)[:1]):
        return text
    return behind
