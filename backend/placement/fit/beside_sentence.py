"""Place a new sentence beside the sentence that a message describes, and not beside its whole paragraph: "after the two
divers, a sentence on gulls", "say before ‘It rained’ that the roof leaks".
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.document.order_classes import INDEFINITE
from backend.document.sentences import sentences
from backend.mentions.closed_words import cardinal, noun
from backend.mentions.lexicon import tokens
from backend.mentions.parsed_message import ParsedMessage
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import Placement
from backend.placement.request.asides import parsed
from backend.placement.request.content_clauses import THAT
from backend.placement.request.unexplained import is_unknown
from backend.placement.request.unmet_relations import end_of_object, relations_in
from backend.placement.request.unmet_words import PARAGRAPHS

#: Number of first letters that the forms of a word have in common.
_ROOT = 5
#: Minimum share (0 to 1) of the words of the description that the sentence must have.
_LEAST = 0.5
#: Pronouns before a verb that orders nothing: "where we say that …".
_SUBJECTS = frozenset("i we you it he she they which who that wir ich es on nous je".split())
_REASON = "The place is beside the sentence that has the words of the message."


def beside_sentence(builder: PlacementBuilder, messages: Sequence[str], found: Placement) -> tuple[Placement, ...]:
    """Return places for a new sentence inside a paragraph. `found` is the place chosen so far; the result is () unless
    it is beside a whole paragraph and the messages order a new sentence.

    The places are beside the sentence that has the most words of the last message's description: beside “It rained in
    May.” for "after the rain". If several sentences have equally many, there is a place for each. If no sentence has at
    least half of these words, the description may mean something else: the result is only `found`, which the caller
    then treats as unsure.
    """
    sides = {"insert_after": "after", "insert_before": "before"}
    if found.operation not in sides or found.place != "block" or found.anchor is None or not messages:
        return ()
    block = builder.view.blocks[found.anchor.block]
    source = builder.view.document.source(block).rstrip()
    spans = sentences(source)
    if block.kind != "paragraph" or len(spans) < 2 or not _is_sentence(builder):
        return ()
    readings = [reading for each in messages if (reading := parsed(builder.view, each)) is not None]
    words = _described(readings[-1], sides[found.operation]) if any(map(_orders, readings)) else None
    if words is None:
        return ()
    counts = [sum(f" {word}" in _plain(source[a:b]) for word in words) for a, b in spans]
    best = [span for span, count in zip(spans, counts, strict=True) if count == max(counts)]
    if max(counts) < _LEAST * len(words):
        return (found,)
    return tuple(
        builder.make(found.operation, block.index, f"characters {a}-{a + len(source[a:b].rstrip())}", _REASON, 0.95)
        for a, b in best
    )


def _plain(text: str) -> str:
    """Return the words of a text in lower case, with a space before each."""
    return "".join(f" {word.norm}" for word in tokens(text) if word.word)


def _is_sentence(builder: PlacementBuilder) -> bool:
    return builder.content.kinds == ("paragraph",) and len(sentences(builder.content.text)) == 1


def _orders(reading: ParsedMessage) -> bool:
    """Return True if a message orders a new sentence: "add a sentence", "say that …"."""
    words = reading.tokens
    for at, word in enumerate(words):
        ahead = words[max(0, at - 2) : at]
        if "sentence" in noun(words, at)[0] and any(each.norm in INDEFINITE or cardinal(each) == 1 for each in ahead):
            return True
        if not word.quote and _says(reading, at):
            return True
    return False


def _says(reading: ParsedMessage, index: int) -> bool:
    """Return True if an order such as "say that …" begins at token `index`. "We say that …" is no order."""
    stop = reading.at(index, "saying") if reading.text_at(index - 1) not in _SUBJECTS else 0
    return stop > 0 and reading.text_at(stop) in THAT


def _described(reading: ParsedMessage, side: str) -> set[str] | None:
    """Return the beginnings of the words that describe the neighbor of the new text: those of "water" and "pump" for
    "after the water pump". `side` is "after" or "before".

    Returns None if `side` is followed by no description, or by one that was not understood or that calls the neighbor a
    paragraph, a table or the like.
    """
    said = [index for index in range(len(reading.tokens)) if index not in reading.masked]
    for tag, _, first in relations_in(reading, said):
        end = end_of_object(reading, first)
        inside = range(first, next((i for i in range(first, end) if _says(reading, i)), end))
        elements = any(reading.kind(i)[0] not in ("", "paragraph") for i in inside)
        if tag != side or elements or any(reading.text_at(i) in PARAGRAPHS for i in inside):
            continue  # "the bit on rain" and "the part on rain" may be a sentence
        quoted = [i for i in inside if reading.tokens[i].quote and reading.tokens[i].word]
        meant = quoted or [i for i in inside if is_unknown(reading, i) or cardinal(reading.tokens[i]) > 1]
        if meant:
            return {reading.tokens[i].norm[:_ROOT] for i in meant}
    return None
