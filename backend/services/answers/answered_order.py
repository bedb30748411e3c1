"""Find the order that a message completes because it answers a question of the writer: "Which example?" – "The one on
tides."

The order says where its text goes, and the answer only what it says.
"""

from __future__ import annotations

from backend.document.order_words import ORDERING, is_a, read_sentence, words_in
from backend.storage import messages
from backend.storage.drafts import ThreadMessage
from backend.storage.messages import Message

#: Maximum number of questions in a row, so that a long interview is not read to its start.
_MOST_QUESTIONS = 5
_CONSENT = frozenset("yes yeah yep sure ok okay ja oui sí sim".split())


def asked_by(message: Message) -> tuple[Message, ...]:
    """Return the user's messages that ask for a text, oldest first: the order, and the answers to questions about it.
    The last one is `message`. The caller has opened the database.
    """
    found = [message]
    while len(found) <= _MOST_QUESTIONS and (earlier := _answered(found[0])) is not None:
        found.insert(0, earlier)
    return tuple(found)


def thread_of(message: Message) -> tuple[ThreadMessage, ...]:
    """Return the first messages of the draft that `message` asks for. Answers to questions count as revisions: they say
    where the text goes only if they clearly name a place.
    """
    first, *answers = asked_by(message)
    return (ThreadMessage("request", first.id), *(ThreadMessage("revision", each.id) for each in answers))


def _answered(message: Message) -> Message | None:
    """Return the user's message that the writer met with a question, and that `message` completes; None if there is
    none.
    """
    if message.number < 3 or not _may_answer(message.content):
        return None
    before = messages.history(message.session_id, message.number, 2)
    if [each.role for each in before] != ["user", "assistant"]:
        return None
    order, question = before
    asks = question.content.rstrip(" *_\n").endswith(("?", "？"))
    if not asks or question.status is not None or question.document_content or order.mode != message.mode:
        return None
    return order if not read_sentence(order.content).asks else None


def _may_answer(text: str) -> bool:
    """Return True if a message may answer a question: it neither asks something nor begins with an order."""
    sentence = read_sentence(text)
    if sentence.asks or text.rstrip().endswith(("?", "？")):
        return False
    if _CONSENT.intersection(words_in(text)[:1]):
        return True
    return not any(is_a(word, *ORDERING) for word in sentence.words[:1])
