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
_END = re.compile(r"[.!?]\s+\S|\?\s*$|\n")


def as_order(text: str) -> str:
    """Return the order in a message that is one sentence with a wish for a change: "delete X" for "I'd like to delete
    X". Any other text is returned unchanged.
    """
    found = _WISH.match(text)
    behind = text[found.end() :] if found is not None else ""
    if not behind or _END.search(text) or not any(is_a(word, *CHANGES) for word in words_in(behind)[:1]):
        return text
    return behind
