"""Find the order that a message completes because it answers a question of the writer.

Example: the user orders "Shorten the example", the writer asks "Which example?", and the user answers "The one on
tides." The order says where the text goes; the answer only adds what the text should say.
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
    """Return the first messages of the draft that `message` asks for. An answer to a question counts as a revision: it
    decides where the text goes only if it clearly names a place.
    """
    first, *answers = asked_by(message)
    return (ThreadMessage("request", first.id), *(ThreadMessage("revision", each.id) for each in answers))


def _answered(message: Message) -> Message | None:
    """Return the earlier message of the user that the writer answered with a question, if `message` answers this
    question; else None.
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
