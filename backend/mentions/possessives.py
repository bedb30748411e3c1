"""Replace a possessive pronoun by the part that the message before it names: "add “…” at its end", after "shorten the
paragraph on rain".
"""

from __future__ import annotations

from backend.document.blocks import Document
from backend.document.order_words import is_a, ordinal_of
from backend.mentions.closed_words import cardinal, noun
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import resolve

#: Possessive pronouns of the third person, with the word for "of" in their language.
_OF = {
    pronoun: of
    for of, pronouns in {
        "of": "its their",
        "von": "sein seine seinen seinem seiner seines ihr ihre ihren ihrem ihrer ihres dessen deren",
        "de": "sa son ses leur leurs su sus seu seus",
        "di": "suo suoi sua sue",
    }.items()
    for pronoun in pronouns.split()
}
#: Maximum number of words between the pronoun and its noun: "its last two sentences".
_BETWEEN = 2


def has_owner(message: str) -> bool:
    """Return True if a message has a possessive pronoun before the edge or a part of something: "its last sentence"."""
    return _owned(message) is not None


def with_owner(document: Document, message: str, before: str) -> str:
    """Return the message with "its end" replaced by "end of the paragraph on rain", if `before`, the message before it,
    names exactly this part. The message is returned unchanged if it names a part itself.
    """
    found = _owned(message)
    if found is None or any(each.kind != "quotation" and not each.guessed for each in resolve(document, message)):
        return message
    named = [each for each in resolve(document, before) if each.kind not in ("document", "quotation")]
    if len(named) != 1 or not named[0].sure:
        return message
    start, noun_at, stop, of = found
    return f"{message[:start]}the {message[noun_at:stop]} {of} the {named[0].said}{message[stop:]}"


def _owned(message: str) -> tuple[int, int, int, str] | None:
    """Return (position of the pronoun, start, end, "of") for the first possessive pronoun with a part or an edge after
    it: "its last sentence". `start` and `end` are those of the words after the pronoun ("last sentence"), and "of" is
    given in the pronoun's language. Returns None if there is none.
    """
    words = tokens(message)
    for at, word in enumerate(words):
        of = _OF.get(word.norm) if not word.quote else None
        for place in range(at + 1, min(at + 2 + _BETWEEN, len(words))) if of else ():
            stop = noun(words, place)[1] if noun(words, place)[0] else place + is_a(words[place].norm, "edge")
            if of and stop > place:
                return word.start, words[at + 1].start, words[stop - 1].end, of
            if not (ordinal_of(words[place].norm) or cardinal(words[place]) or words[place].norm == "very"):
                break
    return None
