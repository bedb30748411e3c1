"""Detect that a word such as "after" in a message does not fit the place that was found, because its object (X in
"after X") is not beside the place.

The words are compared with the place itself, as in unmet_words.py. How the rules understood them does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backend.document.blocks import Block
from backend.mentions.parsed_message import ParsedMessage
from backend.placement.request.asked_place import PlacementRequest
from backend.placement.request.unexplained import is_unknown

_TAGS = ("after", "before")
#: Tags of phrases in which a word such as "after" does not express a place: "after reading X", "before long".
OTHER_USES = ("start", "end", "refer", "remark", "topic")
#: Tags of words that end the object of a relation.
_NEXT = ("after", "before", "between", "add", "not", "in")
_MARKS = frozenset(",.;:!?()—–")
#: Number of first letters that the forms of a word have in common.
_ROOT = 5


def misses_object(
    reading: ParsedMessage, asked: PlacementRequest, said: list[int], beside: tuple[Block | None, Block | None]
) -> bool:
    """Return True if the place found is not where "after X" or "before X" puts it: X is not on that side of the place.

    `said` are the indices of the tokens to look at, and `asked` is how the message was understood. `beside` are the
    blocks before and after the place that readers see; None at the document's start or end.
    """
    if reading.postpositional:
        return False
    if _leaves_words_in_sequence(reading, asked, said):
        return True
    blocks = dict(zip(_TAGS, beside, strict=True))
    return any(_misses(reading, asked, each, blocks[each[0]]) for each in relations_in(reading, said))


def gives_neighbor(reading: ParsedMessage) -> bool:
    """Return True if a message has "after" or "before" followed by an object: "after X"."""
    said = [index for index in range(len(reading.tokens)) if index not in reading.masked]
    return any(end_of_object(reading, stop) > stop for _, _, stop in relations_in(reading, said))


def relations_in(reading: ParsedMessage, said: Sequence[int]) -> Iterator[tuple[str, int, int]]:
    """Yield a tuple for each word such as "after" or "before" among the tokens `said`: the tag "after" or "before", the
    index of the word's first token, and the index after its last. Other uses of these words, as in "the before
    picture", are left out.
    """
    for index in said:
        for tag in _TAGS:
            stop = reading.at(index, tag)
            other = reading.at(index, *OTHER_USES) >= stop or reading.text_at(index - 1) in ("the", "as")
            if stop and not other:
                yield tag, index, stop


def _leaves_words_in_sequence(reading: ParsedMessage, asked: PlacementRequest, said: list[int]) -> bool:
    """Return True if the message has a sequence of parts ("X, then this"), and unknown words follow a section's name in
    the same sentence. The unknown words may name a part of that section. `said` has the indices of the tokens to look
    at.
    """
    mention = asked.target.mention if asked.target is not None else None
    if mention is None or asked.relation not in _TAGS or any(reading.at(index, asked.relation) for index in said):
        return False
    stop = reading.sentence(mention.first)[1]
    return any(mention.stop <= index < stop and is_unknown(reading, index) for index in said)


def _misses(
    reading: ParsedMessage, asked: PlacementRequest, relation: tuple[str, int, int], beside: Block | None
) -> bool:
    """Return True if a message says "after X" or "before X", but the place that was found is not beside X.

    `relation` is a tuple: "after" or "before", the index of this word's first token, and the index after its last.
    `beside` is the block on the side of the place where X should be (before the place for "after"), or None. `asked` is
    how the message was understood.
    """
    assert asked.target is not None
    tag, begin, first = relation
    stop = end_of_object(reading, first)
    if first == stop or _refers_back(reading, first, stop):
        turned = asked.relation in _TAGS and asked.relation != tag
        mention = asked.target.mention
        if first == stop:
            return turned or (mention is not None and mention.first < begin)  # "X, 2nd par: after" may mean a part of X
        return turned or (mention is not None and any(reading.kind(i)[0] for i in range(mention.stop, begin)))
    if asked.target.kind != "section" or any(first <= each.first < stop for each in reading.mentions):
        return False
    words = [reading.tokens[i].stem[:_ROOT] for i in range(first, stop) if is_unknown(reading, i)]
    if not words or beside is None or beside.kind == "heading":
        return False
    text = reading.view.document.source(beside).casefold()
    return not any(word in text for word in words)


def end_of_object(reading: ParsedMessage, first: int) -> int:
    """Return the index after the last token of the object that begins at token `first`: after X in "after X,
    please".
    """
    for index in range(first, len(reading.tokens)):
        token = reading.tokens[index]
        mark = not token.word and token.text in _MARKS
        if index not in reading.masked and (mark or (index > first and reading.at(index, *_NEXT))):
            return index
    return len(reading.tokens)


def _refers_back(reading: ParsedMessage, first: int, stop: int) -> bool:
    """Return True if the tokens `first` to `stop` - 1 are only "it", "that paragraph" or the like."""
    return bool(reading.at(first, "reader")) and all(reading.plain(index) for index in range(first, stop))
