"""Detect a new version of a draft that has lost so much text that its approval must name it."""

from __future__ import annotations

import re

#: The share of the base's words that a version may lose before somebody must look: removing one sentence of three
#: stays below it, an answer that brings back only the changed paragraph of three does not.
MOST_LOST = 0.4
#: A base of fewer words loses nothing that a look does not show.
FEWEST_WORDS = 25

_BY_ID = "To approve it anyway, send its id. You can still approve the version before it."
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|\w+")
#: Words that order less text, by their stems, in the languages of the placement rules. A word too many here costs a
#: question at approval; a word too few costs nothing but one.
_LESS = re.compile(
    r"\b(?:short|brief|concis|conden|trim|compress|tight|abridg|summar|reduc|halv|half|less\b|fewer|cut\b|prune|drop\b|"
    r"delet|remov|omit|leave out|strip|only\b|just\b|single|one (?:sentence|paragraph|line)|"
    r"kürz|kurz|knapp|straff|zusammenfass|streich|entfern|lösch|weglass|nur\b|weniger|halb|"
    r"court|raccourc|abrég|resserr|condens|résum|supprim|enlev|retir|moins|moitié|seulement|"
    r"cort|acort|brev|resum|elimin|quit|suprim|menos|mitad|solo\b|sólo|abrevi|"
    r"accorc|riassum|sintetizz|togli|rimuov|cancell|meno\b|metà|"
    r"encurt|metade|remov|apag|ingekort|inkort|korter|verwijder|schrap|samenvat|minder|alleen\b)"
    r"|\b(?:in|en|em|auf)\s+(?:one|a|ein(?:em|en)|une?|una|uma|een)\s+(?:sentence|satz|phrase|frase|zin)\b"
    r"|\d+\s*(?:words?|sentences?|characters?|wörter|sätze|mots|phrases|palabras|frases|parole|frasi|woorden|zinnen)"
    r"|短|簡潔|简洁|缩|縮|删|削除|要約|сократ|короче|удал",
    re.IGNORECASE,
)


def doubt_about(base: str, content: str, request: str, cut_off: bool) -> str | None:
    """Return a warning that a new version needs checking before it replaces its base; None if it does not."""
    before, after = (len(_WORD.findall(text)) for text in (base, content))
    lost = round(100 * (1 - after / before)) if before else 0
    if cut_off:
        missing = f" It has {lost} % fewer words than the version before it." if lost > 0 else ""
        return f"This version was cut off.{missing} {_BY_ID}"
    if before < FEWEST_WORDS or after >= before * (1 - MOST_LOST) or asks_for_less(request):
        return None
    return (
        f"This version has {lost} % fewer words than the version before it, though the message did not ask for less. "
        + _BY_ID
    )


def asks_for_less(request: str) -> bool:
    """Return True if a message orders less text: something shorter, something removed, or a number of words."""
    return _LESS.search(request) is not None
