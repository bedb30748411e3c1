"""Recognize orders for a letter, such as "reply to reviewer 2 that …". Their content is not text of the document, so
its place is unsure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.document.blocks import Document
from backend.document.order_words import is_a, words_in
from backend.placement.rules import Decision

WARNING = (
    "The draft seems to be a letter and not text of the document. Copy the letter and reject the draft, unless you "
    "want the letter in the document."
)
_DOUBT = "The message asks for a letter, but the document is not a letter."
#: Verbs and nouns of replying, and the persons to whom authors reply.
_REPLYING = frozenset(
    """
    reply respond response answer rebuttal antworte antworten antwort beantworte erwidere réponds répondre répondez
    réponse responde responder respuesta rispondi rispondere risposta resposta antwoord antwoorden
    """.split()
)
_PERSONS = frozenset(
    """
    reviewer reviewers referee referees editor editors reviewer's referee's editor's
    gutachter gutachtern gutachterin gutachters herausgeber herausgeberin editorin relecteur relectrice relecteurs
    évaluateur évaluatrice réviseur éditeur revisor revisora revisores editora árbitro revisore revisori parecerista
    recensent reviewers redacteur
    """.split()
)
_LETTERS = frozenset("letter brief anschreiben lettre carta lettera email mail".split())


def is_letter_ordered(document: Document, message: str) -> bool:
    """Return True if a message asks for a letter to a reviewer or an editor, unless the document itself is such a
    letter.
    """
    words = words_in(message)
    to_person = bool(_PERSONS.intersection(words) and (_REPLYING | _LETTERS).intersection(words))
    changes = any(
        is_a(each, "placing", "moving", "removing") for word in words for each in (word, word.removesuffix("ing"))
    )
    if not to_person or changes:  # "respond to the reviewer by adding a sentence to X"
        return False
    titles = [word for block in document.of_kind("heading") for word in words_in(block.title)]
    return not (_PERSONS | _LETTERS | _REPLYING).intersection(titles)


def doubted(document: Document, decision: Decision, messages: Sequence[str]) -> Decision:
    """Return the decision, changed to unsure and with this doubt in its reason, if the only message asks for a letter.
    Otherwise return it unchanged.
    """
    if len(messages) != 1 or not is_letter_ordered(document, messages[0]):
        return decision
    first = replace(decision.placement, reason=f"{decision.placement.reason} {_DOUBT}")
    return replace(decision, placement=first, candidates=(first, *decision.candidates[1:]), sure=False)
