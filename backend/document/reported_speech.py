"""Recognize a quotation of what somebody else said: "Reviewer 2 writes: “…”". Such a quotation is not text for the
document.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.document.order_words import is_a

#: Verbs of saying in the third person.
_SAYS = frozenset(
    """
    says asks writes notes remarks comments complains argues objects claims said asked wrote noted remarked commented
    sagt fragt schreibt meint bemerkt bemängelt schrieb fragte
    dit demande écrit remarque note objecte
    dice pregunta escribe comenta señala
    chiede scrive osserva commenta
    diz pergunta escreve
    zegt vraagt schrijft
    """.split()
)


def reports_speech(words: Sequence[str]) -> bool:
    """Return True if `words`, in lower case, introduce a quotation of what somebody said: "reviewer 2 writes". Returns
    False for an order, such as to add "a sentence that says “…”".
    """
    said = len(words) > 1 and words[-1] in _SAYS
    return said and not any(is_a(word, "placing", "writing", "moving", "replacing") for word in words)
