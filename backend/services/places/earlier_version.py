"""Find the approved text that a draft repeats in another form, although the request does not name this text. Example:
"use past tense", just after an approval.

The draft then replaces that text. If the request may also ask for a new text, the user is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.document.blocks import Document
from backend.document.order_classes import INDEFINITE, MAKING
from backend.document.order_words import COURTESIES, MORE, asks_for_text, is_a, read_sentence, words_in
from backend.document.sentences import sentences
from backend.document.similar_text import WORD, shared_pairs
from backend.drafting.intent import SAME_TEXT
from backend.drafting.versions import MOST_LOST, asks_for_less
from backend.keyless.sentence_forms import FUNCTION
from backend.mentions.resolver import resolve
from backend.ranking.terms import language_of, stop_terms, terms
from backend.services.answers.antecedent import highlighted
from backend.storage import drafts, messages
from backend.storage.db import reading
from backend.storage.drafts import DraftRow

#: Minimum share (0 to 1) of the terms of a shorter version that the text must have. Not tuned: half.
_SAID = 0.5


@dataclass(frozen=True, slots=True)
class EarlierVersion:
    """The text of the document of which a draft is another version.

    - `attached`: True if it is a passage that the user attached to the request, False if it is the text approved last
    - `is_meant`: True if the request can only be about this text: it asks for no other text and brings no new subject
    """

    text: str
    is_meant: bool
    attached: bool = False


def earlier_version(draft: DraftRow, content: str, document: Document) -> EarlierVersion | None:
    """Return the text of the document that a draft's `content` repeats in another form: the passage that the user
    attached to the request, or else the text that was approved last.

    Returns None if there is no such text, or if the message that requested the draft names a part of the document.
    """
    if not draft.thread or draft.kind != "content":
        return None
    with reading():
        said = messages.get(draft.thread[0].message_id)
        added = drafts.requested_before(draft.session_id, said.number)
    if resolve(document, said.content):
        return None
    shown = highlighted(said, document)
    if shown or added is None or added.status != "approved":
        return _version(said.content, shown, content, attached=True)
    text = (added.approved_content or added.content).strip()
    found = _version(said.content, text, content, attached=False)
    return replace(found, is_meant=found.is_meant and not said.attached_sections) if found is not None else None


def _version(message: str, text: str, content: str, attached: bool) -> EarlierVersion | None:
    """Return the result for `text` if `content` is another version of it; else None. One of these signs is enough:

    - The two share many words.
    - The message asks for a shorter text, and the content is shorter and brings few new words.
    - The user attached the text (`attached`), and the message orders to translate or rewrite it.
    """
    if not text:
        return None
    shortened = len(content) < len(text) and (
        _only_shortens(message) or (asks_for_less(message) and _is_said_by(text, content))
    )
    reworded = attached and _orders_version(message)
    if shared_pairs(text, content) < SAME_TEXT and not shortened and not reworded:
        return None
    return EarlierVersion(text, _asks_for_version(message, text, content, attached), attached)


def _orders_version(message: str) -> bool:
    """Return True if a message orders another version of a text without naming the text: "translate this", "combine
    these two sentences", "make it shorter", "less certain".
    """
    words = read_sentence(message).words
    orders = any(is_a(word, "rewording", "shortening", "joining", "splitting", "converting") for word in words)
    return orders or MAKING.intersection(words[:1]) != set() or MORE.issuperset(words[:1])


def _is_said_by(text: str, content: str) -> bool:
    """Return True if `text` has most of the terms of `content`, so that `content` says no more than `text`."""
    language = language_of(text)
    said = set(terms(content, language)) - stop_terms(language)
    return len(said.intersection(terms(text, language))) > _SAID * len(said)


def _only_shortens(message: str) -> bool:
    """Return True if a message says no more than "shorter, please"."""
    words = words_in(message)
    return any(is_a(word, "shortening") for word in words) and all(
        is_a(word, "shortening", "pronoun") or word in COURTESIES or word in FUNCTION for word in words
    )


#: Words for one more text or for another subject, besides the indefinite articles: "another", "the same", "also".
_ONE_MORE = frozenset(
    "another new more neue neuen neues neuer noch weiteren weitere nouveau nouvelle encore autre otro otra nuevo nueva"
    " altro altra nuovo nuova outro outra novo nova nog"
    " other same next also too likewise auch ebenso gleiche gleichen dasselbe nächste nächsten andere anderen même"
    " autres aussi suivant mismo misma también siguiente stesso stessa anche prossimo mesmo mesma também ook".split()
)
#: Words of `_ONE_MORE` that mean one more text only before a number or at the end of a message. "More formal" does
#: not.
_ADVERBS = frozenset("more noch encore nog".split())
#: Words with which a message corrects what was written.
_CORRECTING = re.compile(
    r"\W*(?:no|nope|wrong|nein|falsch|non|faux|não|nee|不对|不對|不是|错了|違|いいえ|нет)(?!\w*[a-z])", re.I
)


def _asks_for_version(message: str, text: str, content: str, attached: bool) -> bool:
    """Return True if a message asks for another version of `text` instead of a new text. `content` is the answer to the
    message. `attached` is True if the user attached `text`, so that "the same for this one" is about it.

    Two signs of a new text are in the content:

    - It shares a word with the message that `text` lacks: "now the same for tetrahedra". This is ignored if the message
      corrects the text: "no, it should be 38 %".
    - It is much shorter than `text`. This is ignored if the text is a single sentence or the message asks for less.
    """
    sentence = read_sentence(message)
    less = asks_for_less(message)
    one_more = _is_one_more(words_in(message)) and not less and not attached
    stays = attached and any(is_a(word, "placing", "keeping", "leaving") for word in sentence.words)
    if sentence.asks or asks_for_text(sentence.words) or one_more or stays:
        return False
    if len(content) < len(text) * (1 - MOST_LOST) and not less and len(sentences(text)) > 1:
        return False
    said, old, new = ({*WORD.findall(each.casefold())} for each in (message, text, content))
    return _CORRECTING.match(message) is not None or not (said & new) - old - FUNCTION


def _is_one_more(words: Sequence[str]) -> bool:
    """Return True if words ask for one more text ("another one", "noch einen") or for a text on another subject ("now
    for the other one"). Returns False if "more" is an adverb, as in "more formal".
    """
    return any(
        word in _ONE_MORE and (word not in _ADVERBS or _counts(after))
        for word, after in zip(words, [*words[1:], ""], strict=True)
    )


def _counts(word: str) -> bool:
    return not word or word in INDEFINITE or word in ("one", "of", "on", "eins")
