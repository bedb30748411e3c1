"""Detect words for a place in a message that are not true of the place that was found: a part that it is not beside
("after the list"), an edge or a number that it does not have ("at the end", "as the second item"), or, if text is
replaced, a word for one more part ("and the sentence after it"). Then the place is unsure.

It does not matter how the rules understood the message: they may have read the words only in part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from backend.document.blocks import Block, Splice
from backend.document.order_classes import AFTER, BEFORE, INDEFINITE
from backend.document.order_words import words_in
from backend.document.withdrawals import denial_in
from backend.errors import Unplaceable
from backend.mentions.closed_words import is_article
from backend.mentions.document_view import DocumentView
from backend.mentions.inner_places import BECOMING, InnerPlace, inner_places
from backend.mentions.lexicon import tokens
from backend.mentions.parsed_message import ParsedMessage
from backend.mentions.resolver import Mention, resolve
from backend.placement.carrying_out.resolve import items, rows
from backend.placement.carrying_out.resolve import resolve as splices
from backend.placement.plan import DESTROYING, Placement
from backend.placement.request.asides import parsed
from backend.placement.request.asked_place import read_request
from backend.placement.request.roles import Roles
from backend.placement.request.unexplained import is_unknown
from backend.placement.request.unmet_relations import end_of_object, relations_in
from backend.placement.request.unmet_words import Surroundings

_MARKS = tuple(",.;:!?()—–-")
#: A clause that gives a reason or a purpose. It may name parts that are no places.
REASON = re.compile(
    r"\s(?:because|since|so that|as (?:it|they|this|that|we)|weil|da|denn|damit|car|puisque|parce|afin|porque|puesto"
    r"|pues|perché|poiché|siccome|pois|omdat|zodat)\s.*",
    re.IGNORECASE | re.DOTALL,
)
#: Number of first letters that the forms of a word have in common.
_ROOT = 5
#: Maps each kind of small part to the beginning of the positions in or beside it.
_POSITIONS = {"sentence": "characters", "item": "item", "step": "item", "row": "row", "list": "item"}


def leaves_place_unmet(view: DocumentView, message: str, found: Placement, content: str) -> bool:
    """Return True if a message has words for a place that are not true of the place `found`, at which `content` goes.
    Returns True also if the message does not say which of several lists it means.

    If `found` replaces text, the result is True if the message has a word for a place that names no part: it may mean
    one more text to replace. Words of the content mean no place, and words of a topic mean none for a new text.
    """
    reading = parsed(view, message)
    if reading is None:
        return False
    try:
        splice = splices(found, view.document, content)[0]
    except Unplaceable:
        return True
    if any(not _is_by(view, splice, each) for each in _named_blocks(reading, content)):
        return True
    said = _words_for_places(reading, content)
    if found.operation in DESTROYING:
        counted = [at for at in said if reading.ordinal(at)[0] and is_article(reading.text_at(at - 1))]
        return bool(counted) or any(not _is_neighbor(reading, splice, each) for each in relations_in(reading, said))
    place = Surroundings.of(view, splice.start)
    topics = (at for at in said if reading.text_at(at - 1) != "on" and reading.in_topic(reading.sentence(at)[0], at))
    said = sorted(set(said).difference(topics))
    inner = list(inner_places(message))
    return (
        (bool(inner) and not any(_is_met(message, each, found, place) for each in inner))
        or _misses_edge(reading, said, found, place)
        or any(_misses_object(reading, each, _texts(view, found, place)) for each in relations_in(reading, said))
    )


def _words_for_places(reading: ParsedMessage, content: str) -> list[int]:
    """Return the indices of the tokens that may be words for a place: they are in no name of a part, in no quotation
    and not in the `content`.
    """
    spans = [each.at for each in resolve(reading.view.document, reading.text)]
    written = {word.norm for word in tokens(content)}
    end = len(REASON.sub("", reading.text))
    return [
        at
        for at, word in enumerate(reading.tokens)
        if not (at in reading.masked or word.norm in written or any(a <= word.start < b for a, b in spans))
        and word.start < end
    ]


def _named_blocks(reading: ParsedMessage, content: str) -> Iterator[Mention]:
    """Yield the blocks, and parts of blocks, that a message certainly names, unless the content names them, too, or is
    itself what the words describe ("the sentence on gulls goes before …").
    """
    refused = Roles(reading).refused
    written = {word.stem for word in tokens(content)}
    for each in resolve(reading.view.document, reading.text):
        index = next((at for at, word in enumerate(reading.tokens) if word.start >= each.at[0]), 0)
        spoken_of = index in refused or reading.in_topic(reading.sentence(index)[0], index) or each.said in content
        words = [at for at, word in enumerate(reading.tokens) if each.at[0] <= word.start < each.at[1]]
        telling = {reading.tokens[at].stem for at in words if is_unknown(reading, at)}
        spoken_of = spoken_of or (bool(telling) and telling <= written)
        if not (each.kind in ("section", "document") or each.guessed or each.how in ("part", "synonym") or spoken_of):
            yield each


def _is_by(view: DocumentView, splice: Splice, part: Mention) -> bool:
    """Return True if a `splice` is in or beside a named part. A caption belongs to its table or figure."""
    beside = (Surroundings.of(view, splice.start).left, Surroundings.of(view, splice.stop).right)
    blocks = {at for each in beside if each is not None for at in (each.index, view.captioned(each).index)}
    blocks |= {splice.start, splice.stop, *range(splice.start, splice.stop)}
    return any(start <= at < stop for start, stop in ((part.start, part.stop), *part.rivals) for at in blocks)


def _is_neighbor(reading: ParsedMessage, splice: Splice, relation: tuple[str, int, int]) -> bool:
    """Return True if the text that a `splice` replaces may be what a `relation` names: "the paragraph after X" is not X
    itself.
    """
    _, _, first = relation
    ahead = [reading.tokens[at].start for at in range(first, end_of_object(reading, first))]
    named = [each for each in resolve(reading.view.document, reading.text) if each.kind != "document"]
    objects = [each for each in named if any(each.at[0] <= at < each.at[1] for at in ahead)]
    return bool(objects) and not any(each.start < splice.stop and splice.start < each.stop for each in objects)


def _misses_object(reading: ParsedMessage, relation: tuple[str, int, int], texts: tuple[str, str]) -> bool:
    """Return True if a message says "after X" or "before X", and the text on that side of the place has no word of X.
    `relation` has this word, the index of its first token, and the index after its last; `texts` are the texts before
    and after the place.
    """
    side, _, first = relation
    stop = end_of_object(reading, first)
    named = [each.at for each in resolve(reading.view.document, reading.text)]
    if any(a <= reading.tokens[index].start < b for index in range(first, stop) for a, b in named):
        return False
    words = [reading.tokens[index].stem[:_ROOT] for index in range(first, stop) if is_unknown(reading, index)]
    text = texts[side == "before"].casefold()
    return bool(words and text) and not any(word in text for word in words)


def _texts(view: DocumentView, found: Placement, place: Surroundings) -> tuple[str, str]:
    """Return the texts before and after the place `found`: items or rows, or else whole blocks; "" for a heading."""
    kind, _, rest = found.place.partition(" ")
    if found.anchor is not None and kind in ("item", "row", "characters"):
        source = view.document.source(view.blocks[found.anchor.block])
        if kind == "characters":
            return source, source
        at = int(rest) - (found.operation == "insert_before")
        spans = items(source) if kind == "item" else rows(source)
        return (
            "".join(source[a:b] for a, b in spans[at - 1 : at] if at),
            "".join(source[a:b] for a, b in spans[at : at + 1]),
        )
    sides = (each if each is not None and each.kind != "heading" else None for each in (place.left, place.right))
    left, right = (view.document.source(each) if each is not None else "" for each in sides)
    return left, right


def _misses_edge(reading: ParsedMessage, said: Sequence[int], found: Placement, place: Surroundings) -> bool:
    """Return True if "at the end", "as the second item" or the like is among the tokens `said`, and the place `found`
    is not there.
    """
    if found.operation in ("new_section", "append_to_document", "prepend_to_document"):
        return False
    number, last = _number_of(reading.view, found)
    starts, ends = (number == 1, last) if number is not None else (place.starts, place.ends)
    beside = {at for _, first, stop in relations_in(reading, said) for at in range(first, stop)}  # "in front of"
    for index in (each for each in said if each not in beside):
        begin = index - 1 if reading.at(index - 1, "filler") == index else index
        opens = begin <= 0 or reading.text_at(begin - 1) in (*_MARKS, "at", *BECOMING)
        if not opens and reading.before(begin, "in") is None:
            continue
        edges = [tag for tag in ("start", "end") if reading.at(index, tag)]
        count = reading.ordinal(index)[0]
        if edges in (["start"], ["end"]):
            if not (starts if edges == ["start"] else ends):
                return True
        elif number and count > 0 and count != number and reading.text_at(index - 1) not in INDEFINITE:
            return True  # "a fourth item" may stand anywhere
    return False


def _number_of(view: DocumentView, found: Placement) -> tuple[int | None, bool]:
    """Return the number that an item or row gets at the place `found`, and whether it becomes the last one. For a place
    in a paragraph the number is 1 at its start, and 0 elsewhere. For a place beside a block it is None.
    """
    kind, _, rest = found.place.partition(" ")
    if found.anchor is None or kind not in ("item", "row", "characters"):
        return None, False
    source = view.document.source(view.blocks[found.anchor.block])
    after = found.operation == "insert_after"
    if kind == "characters":
        first, stop = map(int, rest.split("-"))
        return int(not after and first == 0), after and stop >= len(source.rstrip().rstrip(".!?。！？"))
    number, count = int(rest) + after, len(items(source) if kind == "item" else rows(source))
    return number, number > count


def rejects_place(view: DocumentView, message: str) -> bool:
    """Return True if a later message about a draft rejects its place ("no, …", "rather …")."""
    asked = read_request(view, message, opens=False)
    return bool(denial_in(message)) or (asked is not None and asked.corrects)


def _is_met(message: str, part: InnerPlace, found: Placement, place: Surroundings) -> bool:
    if part.kind == "paragraph":
        return found.place.startswith("characters")
    named = resolve(place.view.document, message)
    if part.kind == "list":
        meant = [each.index for each in _lists(place.view, named)]
        within = found.anchor is not None and found.place.startswith("item") and found.anchor.block in meant
        if within and (AFTER | BEFORE).intersection(words_in(message)):
            return True  # "the list of tools, after the hammer"
        return len(meant) == 1 and (within or place.touches(meant[0]))
    if found.place.startswith(_POSITIONS[part.kind]):
        number, last = _number_of(place.view, found)
        counted = part.number if part.becomes and part.kind != "sentence" else 0
        return counted in (0, number) or (counted == -1 and last)
    at_edge = (part.number == 1 and place.starts) or (part.number == -1 and place.ends)
    return at_edge and part.becomes and not part.in_paragraph


def _lists(view: DocumentView, named: Sequence[Mention]) -> list[Block]:
    """Return the lists that a message may mean: the ones that it names (`named` has all parts that it names), or all
    lists of the sections that it names. If it names neither, return all lists of the document.
    """
    exact = [each for each in named if each.kind in ("list", "item", "step")]
    exact = exact or [each for each in named if each.kind == "section"]
    ranges = [span for each in exact for span in ((each.start, each.stop), *each.rivals)] or [(0, len(view.blocks))]
    return [each for each in view.document.of_kind("list") if any(a <= each.index < b for a, b in ranges)]
