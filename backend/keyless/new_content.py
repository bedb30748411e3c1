"""Recognize messages that ask for another text, and not for a change of the open draft."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from backend.document.order_classes import INDEFINITE
from backend.document.order_words import Sentence, asks_for_text, is_a, read_sentence
from backend.keyless.sentence_forms import TITLE

#: Words before a noun for something that is yet to be written: "a paragraph", "two sentences".
_NOT_YET_WRITTEN = INDEFINITE | {"one", "two", "three"}
#: Words before "draft" that ask for another one: "new draft: …", "another draft".
_ANOTHER = INDEFINITE - frozenset("a an ein eine einen einem einer un une una uno um uma een".split())
#: Pronouns that stand for the draft. Pronouns that are articles in another language are left out.
_IT = frozenset("it this that ihn es ça lo questo isso het dit".split())
#: Those that mean the attached passage if there is one.
_THIS = frozenset("this ça questo isso dit".split())
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


def asks_beside_draft(order: str, has_highlights: bool) -> bool:
    """Return True if an order asks for a new text at a named place, and not for a change of the open draft.

    In `order`, placeholders stand for the names of document parts (mentions/placeholders.py). `has_highlights` is True
    if the user attached passages to the message.
    """
    for part in _SENTENCE.split(order):
        words = read_sentence(part).words
        if any(one in _ANOTHER and is_a(other, "draft") for one, other in pairwise(words[:3])):
            return True
        verb = bool(words) and is_a(words[0], "placing", "writing", "draft")
        piece = any(
            is_a(word, "element") and words[place - 1] in _NOT_YET_WRITTEN for place, word in enumerate(words) if place
        )
        if verb and is_a(words[0], "writing", "draft") and _NOT_YET_WRITTEN.intersection(words[1:4]):
            return True
        named = TITLE in part or any(word in ("section", "abschnitt", "sección", "sezione") for word in words)
        if (verb or has_highlights) and piece and named:
            return True
        others = [word for word in words if word not in _THIS] if has_highlights else words
        if _brings_for_part(words) or (has_highlights and TITLE in part and not _means_draft(others)):
            return True
    return False


def orders_new(sentence: Sentence) -> bool:
    """Return True if a sentence orders a text that does not exist yet: "add a paragraph on rain", "and one sentence for
    Methods".
    """
    words = sentence.words
    ordered = bool(words) and is_a(words[0], "placing", "writing") and asks_for_text(words[1:4])
    named = any(one in _NOT_YET_WRITTEN and is_a(other, "element", "piece") for one, other in pairwise(words[:3]))
    return ordered or (named and TITLE in words[3:_FIRST])


#: Number of first words in which a new text and its place are named: "and one sentence for the section Methods".
_FIRST = 8


def _brings_for_part(words: Sequence[str]) -> bool:
    """Return True if words ask for a new text for a named part, with any verb: "a paragraph on rain should close X".
    Returns False if a word such as "it" means the open draft.
    """
    if TITLE not in words or not asks_for_text(words):
        return False
    return not _means_draft(words)


def _means_draft(words: Sequence[str]) -> bool:
    return any(word in _IT or is_a(word, "draft") for word in words)
