"""Recognize statements that mention a change of the document and do not order it: "somebody told me to delete X", "I
still have to rename X", "deleting X would be a pity".
"""

from __future__ import annotations

import re

from backend.document.clauses import spaced
from backend.document.order_words import COURTESIES, is_a, words_in

_CHANGES = ("moving", "removing", "renaming", "replacing", "swapping", "joining", "splitting")
#: Somebody has told the user, in the past.
_TOLD = re.compile(
    r"\b(?<!you )(?:told|asked|advised|urged|instructed) (?:me|us)\b|\b(?:i was|we were) (?:told|asked|advised)\b"
    r"|\b(?:mir|uns|mich)\b.* (?:gesagt|geraten|empfohlen|vorgeschlagen|gebeten)\b"
    r"|\b(?:sagte|riet|empfahl) (?:mir|uns)\b"
    r"|\b(?:m'a|m'ont|nous a|nous ont) (?:dit|demandé|conseillé|suggéré|recommandé)\b"
    r"|\b(?:me|nos) (?:(?:han? )?(?:dicho|pedido|aconsejado|sugerido)|dijo|dijeron|pidió|pidieron|aconsejó|sugirió)\b"
    r"|\b(?:mi|ci) (?:ha|hanno) (?:detto|chiesto|consigliato|suggerito)\b|\bme (?:disse|disseram|pediu|pediram)\b"
)
#: The user has to do it, or nobody in particular might.
_OWN_TASK = re.compile(
    r"^(?:i|we) (?:still |also |just )?(?:have to|had to|must|should|will|forgot to|plan to|am going to|are going to)\b"
    r"|^(?:i|we)'ll\b|^(?:ich|wir) (?:muss|müssen|sollte|sollten|werde|werden)\b|\b(?:muss|müssen|werde|sollte) ich\b"
    r"|^(?:je|nous) (?:dois|devons|devrais|devrions|vais|allons)\b|^il me reste à\b|^(?:yo )?(?:tengo|tenemos) que\b"
    r"|^(?:yo )?(?:debo|debería|voy a)\b|^(?:io )?(?:devo|dobbiamo|dovrei)\b|^(?:eu )?(?:tenho|temos) (?:que|de)\b"
    r"|^(?:ik|we|wij) (?:moet|moeten|zal|zullen)\b"
    r"|\bman (?:könnte|sollte|müsste|dürfte|kann)\b|\b(?:könnte|sollte|müsste|dürfte|kann) man\b"
    r"|\bone (?:could|might|should)\b|\bse (?:podría|debería|puede)\b|\bhabría que\b|\bsi (?:potrebbe|dovrebbe|può)\b"
    r"|\bmen (?:zou|kan)\b"
)
#: Forms of "be" behind a change that is judged.
_BE = frozenset(
    """
    would is was seems ist wäre war würde sei hieße est serait était sera sería es fue era è sarebbe é seria foi
    """.split()
)
#: The forms of infinitives and gerunds that begin a statement.
_INFINITIVE = re.compile(r"[^\W\d_]+(?:[aei]r|[aei]?re|ing)")
#: Words before "be" in a relative clause or a new clause.
_OTHER_SUBJECTS = frozenset(
    "that which who what it this there they das was es die der sie qui que il elle ça cela ce lo ella eso esto che ciò"
    " isso isto".split()
)
_ASKING = frozenset("you please bitte du tu vous favor favore".split())


def only_tells_of_change(clause: str) -> bool:
    """Return True if a `clause` with placeholders states something about a change of the document, and neither orders
    it nor asks for it.
    """
    said = spaced(clause)
    words = words_in(said)
    while words and words[0] in COURTESIES:
        words.pop(0)
    if said.rstrip().endswith("?") or _ASKING.intersection(words):
        return False
    plain = " ".join(words)
    states = _TOLD.search(plain) or _OWN_TASK.search(plain) or _OWN_TASK.search(" ".join(words_in(said)))
    return (states is not None and any(is_a(word, *_CHANGES) for word in words)) or _is_judged(
        words_in(re.split("[,:;]", said)[0])
    )


def _is_judged(words: list[str]) -> bool:
    """Return True if an infinitive is the subject: "die Abbildung zu löschen wäre schade", "to delete X is wrong"."""
    first = words[words[:1] == ["to"] :][:1]
    led = bool(first) and (words[0] == "to" or _INFINITIVE.fullmatch(first[0]) is not None) and _is_change(first[0])
    for at, word in enumerate(words[1:], 1):
        before = words[at - 1]
        if (
            word in _BE
            and before not in _OTHER_SUBJECTS
            and (led or (before.endswith("n") and word != "es" and _is_change(before)))
        ):
            return True
    return False


def _is_change(word: str) -> bool:
    stem = word.removesuffix("ing")
    return is_a(word, *_CHANGES) or (stem != word and (is_a(stem, *_CHANGES) or is_a(f"{stem}e", *_CHANGES)))
