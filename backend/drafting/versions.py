"""Detect that a new version of a draft has lost much text. If so, the user can approve the version only by its id, so
that nobody approves it by mistake.
"""

from __future__ import annotations

import re

from backend.document.similar_text import WORD, shared_pairs

#: Maximum share (0 to 1) of its words that a version may lose without a warning. A version that loses one of three
#: sentences stays below it; an answer with only the changed one of three paragraphs does not.
MOST_LOST = 0.4
#: Minimum number of words of a draft that is checked for losses, unless it lost all. In a shorter draft, the user sees
#: another loss at once.
FEWEST_WORDS = 25

BY_ID = "To approve it anyway, send its id. You can also approve the previous version."
#: Stems of words that ask for less text, in the languages of the placement rules. A superfluous word here suppresses a
#: warning, and a missing word causes an unnecessary warning.
_LESS = re.compile(
    r"\b(?:short(?:er|en|\b)|brief(?:er|ly|\b)|concis|conden|trim|compress|tight|abridg|summar|reduc|halv|half|fewer|cut\b|prune|drop\b|"
    r"delet|remov|omit|leave out|strip|only\b|just (?:the|a|one|two|three|\d)|single|one (?:sentence|paragraph|line)|"
    r"kürz|kurz|knapp|straff|zusammenfass|zusammen\b|streich|entfern|lösch|weglass|nur\b|halb|einzige|"
    r"court|raccourc|abrég|resserr|condens|résum|supprim|enlev|retir|moitié|seulement|"
    r"cort|acort|brev|resum|elimin|quit|suprim|mitad|solo\b|sólo|abrevi|só\b|curt|"
    r"accorc|riassum|sintetizz|togli|rimuov|cancell|metà|"
    r"encurt|metade|remov|apag|ingekort|inkort|korter|verwijder|schrap|samenvat|alleen\b)"
    # less text, and not less of a quality: "less certain"
    r"|\b(?:less|weniger|moins|menos|meno|minder)\b(?=\s*(?:$|[^\w\s]|(?:than|als|que|di|de|of|text\w*|test|testo|words?|lang|long"
    r"|wort\w*|wörter|worte|sätze|palabras|mots|parole|tekst|woorden|please|bitte)\b))"
    r"|\b(?:in|en|em|auf)\s+(?:one|a|ein(?:em|en)|une?|una|uma|een)\s+(?:sentence|satz|phrase|frase|zin)\b"
    r"|\b(?:down|it|that|this)\s+(?:in)?to\s+a\s+sentence\b"
    r"|\d+\s*(?:words?|sentences?|characters?|wörter|sätze|mots|phrases|palabras|frases|parole|frasi|woorden|zinnen)"
    r"|\b(?:too|zu|trop|demasiad[oa]|muy|troppo|demais|te|(?:not|nicht|pas|no|non|não|niet) \w+)"
    r" (?:long|lang|larg|lung)"
    r"|(?:\b(?:is|are|was|bit|ist|sind|est|es|è|é)|['’]s)\s+(?:too much|zu viel|trop\b|demasiado|troppo|demais|te veel)"
    # a number of sentences as a limit: "in two sentences", "four sentences, and no “paradigm”"
    r"|(?:^|[.!?:;,]|\b(?:in|to|auf|en|em|à|a|máximo|maximal|höchstens))\W*(?:two|three|four|five|six|zwei|drei|vier|fünf|sechs"
    r"|deux|trois|quatre|cinq|dos|tres|cuatro|cinco|due|tre|quattro|dois|duas|três|quatro|twee|vijf)\s+(?:\w+\s+)?"
    r"(?:sentences|lines|sätze|sätzen|zeilen|phrases|lignes|frases|líneas|frasi|righe|linhas|zinnen|regels)\b"
    r"|\b(?:without (?:the|any|its)|ohne (?:den|die|das)|sans l(?:a|es?)|sin (?:el|las?|los)|senza (?:il|l[aeo]|i|gli)"
    r"|sem (?:[oa]s?)|zonder (?:de|het))\b|\btake (?:\w+ ){0,4}out\b"
    r"|短|簡潔|简洁|缩|縮|删|削除|要約|сократ|короче|удал",
    re.IGNORECASE,
)


def doubt_about(base: str, content: str, request: str, cut_off: bool) -> str | None:
    """Return a warning for the user if a new version has lost much text of the draft `base`, or was cut off; None if
    there is no doubt.

    `request` is the user's message. `cut_off` is True if the model's answer ended too early.
    """
    before, after = (len(WORD.findall(text)) for text in (base, content))
    lost = round(100 * (1 - after / before)) if before else 0
    if cut_off:
        missing = f" It has {lost} % fewer words than the previous version." if lost > 0 else ""
        return f"This version was cut off.{missing} {BY_ID}"
    seen = before < FEWEST_WORDS and shared_pairs(base, content) > 0
    if seen or after >= before * (1 - MOST_LOST) or asks_for_less(request):
        return None
    return (
        f"This version has {lost} % fewer words than the previous version, although the message did not ask for less. "
        + BY_ID
    )


def asks_for_less(request: str) -> bool:
    """Return True if a message (`request`) asks for less text: "make it shorter" or "in 50 words"."""
    return _LESS.search(request) is not None
