"""Recognize an order to undo the last change."""

from __future__ import annotations

import re

from backend.document.order_words import Sentence, is_a
from backend.keyless.sentence_forms import SUBJECTS, TITLE, WANTING, has_place

#: Words of orders to undo, such as "Go back to the version before": the verbs, and the beginnings of the nouns.
_RETURNING = frozenset(
    """
    go return geh gehe kehr kehre reviens revenir revenez retourne vuelve volver vuelva regresa torna tornare torniamo
    volta voltar volte keer ga
    """.split()
)
_VERSIONS = tuple("version stand fassung versión versão versie state zustand état estado stato".split())
_BACK = frozenset("back zurück wieder retour arrière terug atrás indietro trás".split())
#: All words of "go one step back" except its verb.
_STEPS = _BACK | frozenset(
    "a one step einen schritt un une pas étape en d'un paso hacia di passo um para een stap".split()
)
#: "As it was", "wie vorher", "comme avant", "com'era prima".
_AS_BEFORE = re.compile(
    r"\b(?:as|like|how|wie|comme|como|come|com|zoals)\b.{0,12}\b(?:was|were|before|war|waren|vorher|zuvor|früher|était"
    r"|étaient|avant|auparavant|estaba|estava|era|antes|prima|voorheen)\b"
)
#: Verbs that say that a part stays as it is.
_KEEPING = frozenset(
    "keep leave retain behalt behalte behalten lass lasse lassen garde gardez conserve laisse laissez deja dejar "
    "mantén conserva lascia mantieni tieni mantém deixa conserva behoud hou laat".split()
)


def undoes(sentence: Sentence, longest: int) -> bool:
    """Return True if a sentence asks to undo the last change: "undo that", "put it back", "wie vorher".

    If the sentence does not begin with an order, it must have at most `longest` words.
    """
    words = sentence.words
    wants_back = WANTING.intersection(words[:3]) and _BACK.intersection(words) and TITLE not in words
    if wants_back and any(word.startswith(_VERSIONS) for word in words) and len(words) <= longest:
        return True  # "I want the previous version back"
    if not words or words[0] in SUBJECTS - WANTING:
        return False
    if words[0] in _KEEPING and not any(is_a(word, "pronoun") for word in words[1:2]):
        return False  # "keep the first sentence as it was" does not ask to undo a change
    if is_a(words[0], "undoing") or (any(is_a(word, "undoing") for word in words) and len(words) <= longest):
        return True
    if TITLE not in words and _AS_BEFORE.search(" ".join(words).replace("'", " ")) and len(words) <= longest:
        return True
    if words[0] in _RETURNING and any(word.startswith(_VERSIONS) for word in words) and len(words) <= longest:
        return True
    if words[0] in _RETURNING and _BACK.intersection(words) and _STEPS.issuperset(words[1:]):
        return True
    verbs = [place for place, word in enumerate(words) if is_a(word, "placing", "moving")]
    if verbs[:1] == [0] and _BACK.intersection(words) and TITLE not in words and _AS_BEFORE.search(" ".join(words)):
        return True  # "put the paper back to how it was before", however long
    return any(
        _BACK.intersection(words[place + 1 :]) and not has_place(set(words[place:]) - _BACK) for place in verbs[:1]
    )
