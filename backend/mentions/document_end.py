"""Recognize messages that name the end of the whole document as a place: "put it at the very end instead"."""

from __future__ import annotations

import re

from backend.document.blocks import Document
from backend.mentions.document_view import view_of
from backend.mentions.lexicon import tokens
from backend.mentions.placeholders import QUOTED
from backend.mentions.resolver import resolve

#: Minimum quality (0 to 1) of a word that may be the name of a section.
_NAMED = 0.7

#: Words for the very end, or for the end of the document, in the languages of the placement rules.
_END = re.compile(
    r"\b(?:very end|end of (?:the|this|my|our) (?:whole |entire )?(?:document|paper|manuscript|text|article)"
    r"|ganz (?:ans|am|zum) (?:ende|schluss)|ende (?:des|vom|dieses) (?:\w+ )?(?:dokuments?|papiers?|textes|artikels"
    r"|manuskripts)|(?:tout à|à toute) la fin|à la toute fin|fin (?:du|de l['’]) ?(?:document|texte|article|manuscrit)"
    r"|final del (?:todo|documento|artículo|texto|manuscrito)|proprio alla fine|fine del (?:documento|testo|articolo)"
    r"|mesmo no fim|fim do (?:documento|texto|artigo|manuscrito)|helemaal (?:aan|naar) het eind\w*"
    r"|eind\w* van het (?:document|artikel|manuscript))\b",
    re.IGNORECASE,
)
#: "At the end": only function words and the noun, so that no section can be called so.
_LAST = re.compile(
    r"\b(?:at (?:the )?(?:very )?end|to the (?:very )?end|as the last section|am (?:\w+ )?ende|ans ende|"
    r"à la (?:toute )?fin|al final|alla fine|in fondo|no fim|ao final|aan het eind\w*|last(?=\W*$)|zuletzt|"
    r"als letzte[rs]?|en dernier|por último|per ultim[ao]|als laatste)\b",
    re.IGNORECASE,
)


def names_document_end(document: Document, message: str) -> bool:
    """Return True if a message names the end of the document, and no part of the document.

    If the message has no word for the document, any word that may name a section counts as a part: "Einleitung" in
    "Einleitung, ganz am Ende" (introduction, at the very end).
    """
    if _END.search(message) is None:
        return False
    named = resolve(document, message)
    if any(each.kind == "document" for each in named):
        return all(each.kind == "document" or each.guessed for each in named)
    loose = any(each.quality >= _NAMED for each in view_of(document).named_in(tokens(message)))
    return not named and not loose


def orders_the_end(document: Document, message: str) -> bool:
    """Return True if a message orders to put something at the end ("as the last section") and names no part whose end
    could be meant.
    """
    said = QUOTED.sub(" ", message)
    return _LAST.search(said) is not None and all(
        each.kind == "document" or each.how in ("synonym", "topic") for each in resolve(document, said)
    )
