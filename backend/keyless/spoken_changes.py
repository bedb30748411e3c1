"""Recognize messages that only mention a change of the document, and do not order it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.order_words import ORDERING, Sentence, is_a, read_sentence

#: The answer to such a message, and the answer to an order for which no edit is planned.
SEEMS_A_REMARK = (
    "Nothing was changed, because the message seems to be a remark and not an order. Write it as an order if you want"
    " the change."
)
_SENTENCE_END = re.compile(r"(?<=[.!?？。])\s+|[;\n]+|,\s+|\s+[–—]\s+")


def only_speaks_of_change(message: str) -> bool:
    """Return True if a message only asks or wonders about a change of the document: "should I delete X?", "I wonder
    whether we should rename X".
    """
    parts = [each for each in _SENTENCE_END.split(message) if re.search(r"\w", each)]
    sentences = [read_sentence(each) for each in parts]
    return bool(sentences) and all(
        sentence.asks or wonders([sentence]) or (part.rstrip().endswith(("?", "？")) and not _orders(sentence))
        for part, sentence in zip(parts, sentences, strict=True)
        if sentence.words
    )


def _orders(sentence: Sentence) -> bool:
    """Return True if the first or last word of a sentence is a verb that orders a change. A German verb may be the last
    word: "kannst du X löschen?".
    """
    return any(is_a(word, *ORDERING) for word in (sentence.words[0], sentence.words[-1]))


#: Words after which a change is only thought about: "I wonder whether we should …".
_WONDERING = frozenset(
    "wonder wondering frage überlege demande hésite pregunto chiedo pergunto whether ob si se of".split()
)


def wonders(sentences: Sequence[Sentence]) -> bool:
    """Return True if one of the sentences begins with words of wondering, such as "I wonder whether"."""
    return any(len(_WONDERING.intersection(each.words[:4])) > 1 for each in sentences)
