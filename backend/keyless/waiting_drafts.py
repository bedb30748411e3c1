"""Answer "Which drafts are open?" with the first words of each open draft."""

from __future__ import annotations

from backend.document.order_words import is_a, words_in
from backend.kernel.exchange import Evidence
from backend.keyless.instruction import DRAFTS
from backend.keyless.sentence_forms import FUNCTION

#: Words of questions about drafts besides "draft" itself: words for waiting, and verbs of listing.
_ASKING = frozenset(
    """
    explain compare difference differences between two three
    which what list show open pending waiting wait left many still unapproved undecided
    welche zeig zeige liste offen offene offenen warten ausstehend
    quels quelles montre liste attente ouverts restent
    cuáles qué hay muestra lista pendientes abiertos quedan
    quali mostra elenca attesa aperte aperti
    quais mostra lista abertos pendentes
    welke toon open wachten
    """.split()
)
#: Maximum number of characters of a draft that a line shows.
_SHOWN = 80
NONE_WAITS = "There is no open draft."


def list_drafts(evidence: Evidence, order: str) -> str:
    """Return a list of the open drafts if the message `order` only asks for it ("which drafts are waiting?"); "" for
    any other message.
    """
    words = words_in(order)
    if not any(word in DRAFTS for word in words):
        return ""
    if any(word not in DRAFTS | _ASKING | FUNCTION and not is_a(word, "pronoun") for word in words):
        return ""
    if not evidence.drafts:
        return NONE_WAITS
    lines = [f"- {_beginning(each.content)}" for each in evidence.drafts]
    return "\n".join(["These drafts wait until you approve, reject or change them, newest first:", *lines])


def _beginning(content: str) -> str:
    words = " ".join(content.split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN].rstrip()} …"
