"""Recognize orders to shorten a text whose verb can also mean "delete": "cut X by a third"."""

from __future__ import annotations

import re

from backend.document.order_words import is_a, words_in

#: Words that say how much is to be removed or kept, in seven languages.
_DEGREE = re.compile(
    r"\bby\s+(?:about\s+|around\s+|roughly\s+)?(?:an?|one|two|half|\d+)\b"
    r"|\b(?:down\s+)?to\s+(?:about\s+|around\s+|roughly\s+)?(?:one|two|half|\d+)\b"
    r"|\ba\s+(?:bit|little|third|half|quarter|fifth)\b|\b(?:half|some|most|thirds?|parts?)\s+of\b|\bin\s+half\b"
    r"|\b(?:somewhat|slightly|heavily|drastically|radically|short|shorter|etwas)\b|\bwhere(?:ver)?\s+(?:you|possible)\b|%"
    r"|\d+\s*(?:percent|words|wörter|mots|palabras|parole|palavras|woorden)\b|\bein\s+(?:drittel|viertel|bisschen)\b"
    r"|\bd'un\b|\bde\s+moitié\b|\bun\s+(?:peu|poco|tercio|po'?|terzo)(?!\w)|\bla\s+(?:mitad|metà|moitié)\b|\bdi\s+un\b"
    r"|\bum\s+(?:terço|pouco)\b|\bpela\s+metade\b|\been\s+(?:derde|beetje)\b|\bde\s+helft\b",
    re.IGNORECASE,
)
#: Words that make a removal depend on a condition, or begin a second order after it. Then the verb alone does not say
#: what to do.
_CONDITION = re.compile(
    r"\b(?:if|unless|where (?:it|they)|wherever|remove some"
    r"|(?:and|und|et|y|e|en) (?:write|add|replace|schreib\w*|écri\w*|escrib\w*|scriv\w*)"
    r"|wenn|falls|sofern|sauf si|cuando|quando|tenzij)\b",
    re.IGNORECASE,
)
#: Verbs that mean "shorten" if the message says that the text is too long.
_CUTTING = re.compile(r"\b(?:cut|streich\w*|coup\w+|cort\w+|recort\w+|tagli\w+|schrap\w*)\b", re.IGNORECASE)
_TOO_LONG = re.compile(
    r"\b(?:too long|long-winded|wordy|lengthy|verbose|drags|bloated|repeats itself|repetitive|zu lang|trop longu?e?"
    r"|(?:demasiado|muy) larg[ao]|troppo lung[ao]|longo demais|te lang)\b",
    re.IGNORECASE,
)


def removes_only_part(text: str) -> bool:
    """Return True if a message has a verb of removing but does not simply order to remove the part that it names.

    It orders to shorten a text ("remove a third of X", "X is too long, cut it"), or it has a condition or a second
    order ("remove X if …"), so that the verb alone does not say what to do.
    """
    removes = any(is_a(word, "removing") for word in words_in(text))
    return removes and bool(
        _DEGREE.search(text) or _CONDITION.search(text) or (_CUTTING.search(text) and _TOO_LONG.search(text))
    )
