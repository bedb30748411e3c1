"""Find the words with which a message describes a block beside which the text should go: "after the paragraph about
ice", "where we discuss ice, straight after", "before the table".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter

from backend.mentions.lexicon import Token
from backend.mentions.new_texts import begins_new_text
from backend.mentions.parsed_message import ParsedMessage
from backend.mentions.referents import BEING
from backend.mentions.section_names import NAMED
from backend.mentions.section_of_block import HOLDER
from backend.mentions.topic_scores import Topic
from backend.placement.request.roles import Roles
from backend.placement.request.unexplained import is_unknown
from backend.placement.request.unmet_relations import relations_in
from backend.ranking.function_words import EVERY_WORD

_MARKS = frozenset(",.;:!?()—–，。；：（）")
_AND = frozenset("and und et y e ed en & und".split())
_ONE = frozenset("one ones that celui celle el la quello quella o a der die das".split())
_WHERE = frozenset("where what how why wo was où ce que donde qué dove onde".split())
#: Tags of words that belong to the order and not to a topic.
_ORDER = (
    "polite", "reader", "content", "in", "of", "after", "before", "between", "inplace", "filler", "topic", "section",
    "document", "sentence", "start", "end", "first_person", "seat", "seatfor", "not", "remark", "refer",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DescribedNeighbor:
    """A block beside which the text should go, as a message describes it in the tokens `first` to `stop` - 1.

    `side` is "after" if the text goes after the block, or "before". `kind` is the kind of block that the words name
    ("paragraph", "table"), or "". `topic` has the words that describe the block, and `quote` the words that the message
    quotes from it.
    """

    side: str
    first: int
    stop: int
    topic: Topic
    kind: str = ""
    quote: tuple[Token, ...] = ()


def described_neighbors(reading: ParsedMessage) -> list[DescribedNeighbor]:
    """Return the blocks beside which the text should go according to a message: one, or one on each side. Returns [] if
    the message describes none, or if it also gives the place in another way.
    """
    if Roles(reading).refused or any(reading.at(i, "replace") for i in _said(reading)):
        return []
    spans = list(_objects(reading))
    found = [_described(reading, *span) for span in spans]
    sides = [each.side for each in found if each is not None]
    return [each for each in found if each is not None] if len(sides) == len(spans) == len(set(sides)) else []


def _said(reading: ParsedMessage) -> list[int]:
    return [index for index in range(len(reading.tokens)) if index not in reading.masked]


def _objects(reading: ParsedMessage) -> Iterator[tuple[str, int, int]]:
    """Yield each object of "after", "before" and "between" in a message: "after" or "before", the object's first token,
    and the index after its last token. "Between X and Y" is after X and before Y.
    """
    said = _said(reading)
    for index in said:
        first = reading.at(index, "between")
        middle = next((i for i in range(first, len(reading.tokens)) if reading.text_at(i) in _AND), 0) if first else 0
        if middle:
            yield "after", first, middle
            yield "before", middle + 1, _end(reading, middle + 1)
            return
    behind = 0
    for side, begin, first in sorted(
        (*relations_in(reading, said), *_below_elements(reading, said)), key=itemgetter(1)
    ):
        if begin < behind:  # "straight after" is one relation
            continue
        behind = first
        stop = _end(reading, first)
        if all(_tells_nothing(reading, index) for index in range(first, stop)):
            first, stop = _words_before(reading, begin)
            sentence = range(reading.sentence(begin)[0], stop)
            telling = any(_kind(reading, i) or reading.text_at(i) in _WHERE for i in sentence)
            yield side, first, stop if telling else first
        elif _opens_clause(reading, begin) or any(reading.kind(i)[0] for i in range(first, stop)):
            yield side, first, stop


def _below_elements(reading: ParsedMessage, said: list[int]) -> Iterator[tuple[str, int, int]]:
    """Yield a tuple for each word such as "under" before a table, figure or the like: "after", the index of this word,
    and the index after it. "Under the table" means after the table. Other objects are left out, because "under X" means
    in the section X. `said` has the indices of the tokens to look at.
    """
    for index in said:
        stop = reading.at(index, "under") if not reading.at(index, "after", "before") else 0
        noun = reading.skip(stop, len(reading.tokens), "filler") if stop else 0
        if noun and _kind(reading, noun) not in ("", "paragraph"):
            yield "after", index, stop


def _end(reading: ParsedMessage, first: int) -> int:
    """Return the index after the last token of the object that begins at token `first`: after "ice" in "after the
    paragraph on ice, add …".
    """
    for index in range(first, len(reading.tokens)):
        token = reading.tokens[index]
        if not token.word and token.text in _MARKS:
            return index
        if index in reading.masked or index == first:
            continue
        if begins_new_text(reading.tokens, index):
            return index
        if reading.at(index, "after", "before", "between") and not (
            reading.kind(index)[0] or reading.at(index, "topic")
        ):
            return index
        if reading.text_at(index) in _AND and reading.at(index + 1, "after", "before", "add"):
            return index
        name = reading.skip(reading.at(index, "in", "under"), len(reading.tokens), "filler", "section")
        if reading.at(index, "in", "under") and any(m.first == name and m.quality >= NAMED for m in reading.mentions):
            return index
    return len(reading.tokens)


def _tells_nothing(reading: ParsedMessage, index: int) -> bool:
    """Return True if token `index` describes nothing: punctuation, or a word such as "it" or "that paragraph"."""
    if not reading.tokens[index].word:
        return True
    if index in reading.masked or reading.at(index, "saying"):
        return False
    if reading.text_at(index) in _ONE or _is_content(reading, index):
        return True
    pointed = reading.kind(index)[0] and reading.text_at(index - 1) in ("that", "this", "it")
    return bool(pointed or reading.at(index, "reader", "polite", "inplace"))


def _is_content(reading: ParsedMessage, index: int) -> bool:
    """Return True if token `index` is a "this" that means the text to place: "X should be followed by this"."""
    stop = reading.at(index, "content") if reading.at(index - 1, "inplace") else 0
    return stop == index + 1 and (stop >= len(reading.tokens) or not reading.tokens[stop].word)


def _words_before(reading: ParsedMessage, begin: int) -> tuple[int, int]:
    """Return the range [first, stop) of the tokens that describe a block before a word such as "after" without an
    object: "where we discuss ice" in "where we discuss ice, straight after". The word begins at token `begin`.
    """
    stop, least = begin, reading.sentence(begin)[0]
    while stop > least and (not reading.tokens[stop - 1].word or _is_order(reading, stop - 1)):
        stop -= 1
    first = stop
    while first > least and reading.text_at(first - 1) not in _MARKS:
        first -= 1
    return first, min(stop, _end(reading, first)) if first < stop else stop


def _is_order(reading: ParsedMessage, index: int) -> bool:
    plain = index not in reading.masked and reading.plain(index)
    return plain and not reading.kind(index)[0] and not is_unknown(reading, index)


def _opens_clause(reading: ParsedMessage, begin: int) -> bool:
    """Return True if a word such as "after", at token `begin`, begins its clause, or follows only words of the order:
    "put it after the table". Returns False for "growth after rain", where "after" names no place.
    """
    if begin == 0 or not reading.tokens[begin - 1].word or begin - 1 in reading.masked:
        return True
    return not is_unknown(reading, begin - 1) and not reading.in_topic(reading.sentence(begin)[0], begin)


def _is_one(reading: ParsedMessage, index: int) -> bool:
    """Return True if token `index` is a pronoun for a block that the message describes: "one" in "the one on ice"."""
    return reading.text_at(index) in _ONE and bool(reading.at(index + 1, "topic", "of"))


def _described(reading: ParsedMessage, side: str, first: int, stop: int) -> DescribedNeighbor | None:
    """Return the block that the tokens `first` to `stop` - 1 describe. `side` is "after" or "before", as the message
    says where the text goes. Returns None if the tokens name a section, or a block by its number.
    """
    said = range(first, stop)
    kinds = {kind for index in said if (kind := _kind(reading, index))}
    kinds |= {"paragraph"} if any(_is_one(reading, index) for index in said) else set()
    clause = any(reading.text_at(index) in _WHERE for index in said)
    states = any(reading.text_at(index) in BEING for index in said) and not clause
    if len(kinds) > 1 or states or any(_names_otherwise(reading, index) for index in said):
        return None
    kind = next(iter(kinds), "")
    least = HOLDER if clause else NAMED
    named = {i for m in reading.mentions if m.quality >= least for i in range(m.first, m.stop)}
    words = [index for index in said if _is_topic_word(reading, index) and _is_telling(reading, index)]
    quote = tuple(reading.tokens[index] for index in said if reading.tokens[index].quote and reading.tokens[index].word)
    if (not kind and named.intersection(said)) or _is_of_section(reading, words):
        return None
    if not words and not quote and kind in ("", "paragraph"):
        return None
    loose = [i for i in said if _is_topic_word(reading, i) and i not in words and not reading.at(i, *_ORDER)]
    topic = Topic(*(tuple(reading.tokens[i] for i in each) for each in (words, loose)))
    return DescribedNeighbor(side, first, stop, topic, kind, quote)


def _kind(reading: ParsedMessage, index: int) -> str:
    """Return the kind of block that the noun at token `index` names, such as "paragraph". Returns "" if there is no
    such noun, or if it only describes the next word: "image filtering".
    """
    kind, stop = reading.kind(index)
    modifies = reading.language == "en" and kind not in ("", "paragraph") and stop < len(reading.tokens)
    return "" if modifies and reading.tokens[stop].word and is_unknown(reading, stop) else kind


def _names_otherwise(reading: ParsedMessage, index: int) -> bool:
    """Return True if the words at token `index` name a section by its title, or a part by its number ("second
    paragraph", "Table 2"). Returns False if they only describe a part ("the paragraph about wind").
    """
    if index in reading.masked:
        return False
    counted = reading.tokens[index].norm.isdigit() and bool(reading.kind(index - 1)[0])
    named = any(each.first == index for each in reading.elements)
    others = reading.at(index, "section", "subsection", "sentence")
    return bool(counted or named or others or reading.ordinal(index)[0])


def _is_topic_word(reading: ParsedMessage, index: int) -> bool:
    norm = reading.tokens[index].norm
    function = norm in EVERY_WORD or norm in _WHERE
    return reading.tokens[index].word and len(norm) > 1 and not function and not _kind(reading, index)


def _is_telling(reading: ParsedMessage, index: int) -> bool:
    """Return True if token `index` helps to find the block that the message describes: it is unknown, as "ice" in "the
    one on ice", or quoted, or a noun for a block.
    """
    return index in reading.masked or not reading.known(index) or bool(reading.kind(index)[0])


def _is_of_section(reading: ParsedMessage, words: list[int]) -> bool:
    """Return True if `words` are only a section's name after "of": "conclusion" in "the only paragraph of the
    conclusion".
    """
    for mention in reading.mentions:
        held = [index for index in words if mention.first <= index < mention.stop]
        if mention.quality >= NAMED and held and len(held) == len(words):
            lead: int | None = mention.first
            while lead is not None and reading.before(lead, "of", "topic") is None:
                lead = reading.before(lead, "filler")
            if lead is not None and reading.before(lead, "topic") is None:
                return True
    return False
