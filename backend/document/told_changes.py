"""Recognize statements that mention a change of the document but do not order it: "somebody told me to delete X", "I
still have to rename X", "deleting X would be a pity".
"""

from __future__ import annotations

import re

from backend.document.clauses import DETERMINERS, spaced
from backend.document.order_words import COURTESIES, NAME, QUOTATION, is_a, ordinal_of, words_in

#: Classes of verbs that order a change of the document.
CHANGES = ("moving", "removing", "renaming", "replacing", "swapping", "joining", "splitting")
#: Words that say that somebody told the user something in the past.
_TOLD = re.compile(
    r"\b(?<!you )(?:told|asked|advised|urged|instructed) (?:me|us)\b|\b(?:i was|we were) (?:told|asked|advised)\b"
    r"|\b(?:mir|uns|mich)\b.* (?:gesagt|geraten|empfohlen|vorgeschlagen|gebeten)\b"
    r"|\b(?:sagte|riet|empfahl) (?:mir|uns)\b"
    r"|\b(?:m'a|m'ont|nous a|nous ont) (?:dit|demandé|conseillé|suggéré|recommandé)\b"
    r"|\b(?:me|nos) (?:(?:han? )?(?:dicho|pedido|aconsejado|sugerido)|dijo|dijeron|pidió|pidieron|aconsejó|sugirió)\b"
    r"|\b(?:mi|ci) (?:ha|hanno) (?:detto|chiesto|consigliato|suggerito)\b|\bme (?:disse|disseram|pediu|pediram)\b"
)
#: Words that say that the user has to do something, or that somebody might do it.
_OWN_TASK = re.compile(
    r"^(?:i|we) (?:still |also |just )?(?:have to|had to|must|should|will|forgot to|plan to|am going to|are going to)\b"
    r"|^(?:i|we)'ll\b|^(?:ich|wir) (?:muss|müssen|sollte|sollten|werde|werden)\b|\b(?:muss|müssen|werde|sollte) ich\b"
    r"|^(?:je|nous) (?:dois|devons|devrais|devrions|vais|allons)\b|^il me reste à\b|^(?:\w+ )?(?:tengo|tenemos) que\b"
    r"|^(?:\w+ )?(?:debo|debería|voy a)\b|^(?:\w+ )?(?:devo|dobbiamo|dovrei)\b|^(?:\w+ )?(?:tenho|temos) (?:que|de)\b"
    r"|^(?:ik|we|wij) (?:moet|moeten|zal|zullen)\b"
    r"|\bman (?:könnte|sollte|müsste|dürfte|kann)\b|\b(?:könnte|sollte|müsste|dürfte|kann) man\b"
    r"|\bone (?:could|might|should)\b|\bse (?:podría|debería|puede)\b|\bhabría que\b|\bsi (?:potrebbe|dovrebbe|può)\b"
    r"|\bmen (?:zou|kan)\b"
)
#: Forms of "be" after a change that the sentence judges.
BEING = frozenset(
    """
    would is are was were seems ist sind wäre war waren würde sei hiesse est sont serait était sera sería es son fue era
    è sono sarebbe é são seria foi
    """.split()
)
#: Words that begin a judgment on the words after them. In Spanish, Italian and Portuguese, such a judgment begins with
#: "be".
_IMPERSONAL = frozenset("it it's it'd es c'est ce sería fue è sarebbe é seria foi het".split())
#: Infinitives and gerunds that may begin a statement.
_INFINITIVE = re.compile(r"[^\W\d_]+(?:[aei]r|[aei]?re|ing)")
#: Words before "be" in a relative clause or a new clause.
_OTHER_SUBJECTS = frozenset(
    "that which who what it this there they das was es die der sie qui que il elle ça cela ce lo ella eso esto che ciò"
    " isso isto".split()
)
_ASKING = frozenset("you please bitte du tu vous favor favore".split())


def only_tells_of_change(clause: str) -> bool:
    """Return True if a `clause` only states something about a change of the document: "the editor wants to delete X".
    In the clause, placeholders stand for names and quotations.
    """
    said = spaced(clause)
    words = words_in(said)
    while words and words[0] in COURTESIES:
        words.pop(0)
    if said.rstrip().endswith("?") or _ASKING.intersection(words):
        return False
    plain = " ".join(words)
    if _of_others(words) or _of_oneself(words):
        return True
    states = _TOLD.search(plain) or _OWN_TASK.search(plain) or _OWN_TASK.search(" ".join(words_in(said)))
    judged = _is_judged(words_in(re.split("[,:;]", said)[0])) or _is_judgment(words)
    return judged or (states is not None and any(is_a(word, *CHANGES) for word in words))


def _of_others(words: list[str]) -> bool:
    """Return True if the words say that somebody else wants a change: "the editor suggests that we rename X", "le
    relecteur veut supprimer X", "der Gutachter will X löschen".
    """
    if words[:1] == [] or words[0] in _I or (words[0] not in DETERMINERS and not words[0].startswith("l'")):
        return False
    said = [word for word in words[words[0] in DETERMINERS :] if not word.isdigit()]  # "reviewer 2"
    if len(said) < len(("subject", "verb", "change")) or any(map(_is_part, said[:2])) or not any(map(_is_change, said)):
        return False
    _, verb, first, *rest = said
    leads = first in _THAT or _is_change(first) or (first in _TO and any(map(_is_change, rest[:1])))
    return leads or (verb in _WILL and _is_change(said[-1]))


def _of_oneself(words: list[str]) -> bool:
    """Return True if the user mentions a change and does not ask for it: "I hate to rename X", "ich wollte X
    umbenennen".
    """
    if words[:1] == [] or words[0] not in _I or len(words) < len(("I", "verb", "to", "change")):
        return False
    for before, to, change in zip(words[1:_NEAR], words[2:], words[3:], strict=False):
        if to == "to" and _is_change(change):
            return before not in _WISHING  # "I would hate to lose X"
    return words[0] in ("ich", "wir") and _is_change(words[-1]) and words[1] not in _WISHING


#: Number of first words among which the verb of a wish is looked for.
_NEAR = 5


def _is_part(word: str) -> bool:
    return word in (NAME, QUOTATION) or is_a(word, "element", "piece", "heading") or ordinal_of(word) is not None


_THAT = frozenset("that dass que qu che dat".split())
_TO = frozenset("to de di".split())
_WILL = frozenset("will möchte wollte wil".split())
_I = frozenset("i we ich wir".split())
#: Verbs after "I" with which users say what they want.
_WISHING = frozenset(
    "want would like love prefer need wish hope will möchte möchten wollen würde würden hätte hätten brauche bitte"
    " wünsche".split()
)


def _is_judged(words: list[str]) -> bool:
    """Return True if words begin with an infinitive or gerund that names a change, and then judge this change: "die
    Abbildung zu löschen wäre schade" (a pity), "to delete X is wrong".
    """
    first = words[words[:1] == ["to"] :][:1]
    led = bool(first) and (words[0] == "to" or _INFINITIVE.fullmatch(first[0]) is not None) and _is_change(first[0])
    for at, word in enumerate(words[1:], 1):
        before = words[at - 1]
        if (
            word in BEING
            and before not in _OTHER_SUBJECTS
            and (led or (before.endswith("n") and word != "es" and _is_change(before)))
        ):
            return True
    return False


def _is_judgment(words: list[str]) -> bool:
    """Return True if words begin with a judgment and end with the change that is judged: "it is a pity to delete X",
    "es wäre schade, X zu löschen", "sería una lástima borrar X".
    """
    begins = words[:1] != [] and words[0] in _IMPERSONAL and bool(BEING.intersection((*words[:3], _joined(words[0]))))
    return begins and any(map(_is_change, words[2:]))


def _joined(word: str) -> str:
    return "is" if "'" in word else ""


def _is_change(word: str) -> bool:
    stem = word.removesuffix("ing")
    return is_a(word, *CHANGES) or (stem != word and (is_a(stem, *CHANGES) or is_a(f"{stem}e", *CHANGES)))
