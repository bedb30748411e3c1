"""Find the clause in which a message tells what the new text should say: "add a sentence saying that tides matter after
rain". The words of this clause name no place.
"""

from __future__ import annotations

from backend.document.order_classes import INDEFINITE
from backend.mentions.parsed_message import ParsedMessage
from backend.mentions.section_of_block import HOLDER

#: The conjunction with which such a clause begins ("that"), in the languages of the placement rules.
THAT = frozenset("that dass que qu' che dat что".split())
_MARKS = frozenset(",;—–，；")
_RELATIONS = ("after", "before", "between")
#: Tags of words with which a place begins.
_PLACES = (*_RELATIONS, "in", "under", "start", "end")
#: Number of words after a preposition among which its object is named; and minimum number of words of a clause.
_NEAR, _LEAST = 5, 3
#: Number of words before "that" among which the noun for the text is found: "una frase que diga que".
_CLOSE = 3


def content_clauses(reading: ParsedMessage) -> list[tuple[int, int]]:
    """Return (first token, index after the last) of each clause that tells what the new text should say. A clause ends
    before words that name a place: "…, after the table".

    In "after the sentence saying that tides matter", the clause describes the place and is not returned.
    """
    found = []
    for begin, stop in reading.sentences():
        first = next((i for i in range(begin, stop) if _opens(reading, i)), stop)
        before = [i for i in range(begin, first) if i not in reading.masked]
        verb = next((i for i in before if not reading.at(i, "filler", "polite")), first)
        orders = reading.at(verb, "saying") or any(reading.at(i, "add") for i in before)  # "mention that …"
        if not orders or any(reading.at(i, *_RELATIONS, "under") for i in before):
            continue
        end = next((i for i in range(first + 1, stop) if _names_place(reading, i)), stop)
        if end - first >= _LEAST:
            found.append((first, end))
    return found


def _opens(reading: ParsedMessage, index: int) -> bool:
    """Return True if token `index` is a "that" with which a clause about the new text begins. It must follow a word
    such as "saying" or "about", or in English a verb such as "add". In other languages it may also follow a noun with
    "a" closely: "una frase que diga que".
    """
    if index in reading.masked or reading.text_at(index) not in THAT:
        return False
    said = reading.before(index, "saying") is not None
    noun, end = reading.kind(index + 1)
    if noun and not (said and reading.text_at(end - 1).endswith("s")):
        return False  # "about that paragraph", but "saying that paragraphs …"
    if said or reading.before(index, "topic") is not None or reading.text_at(index - 1) == "fact":
        return True
    if reading.language == "en":
        return _follows_verb(reading, index)
    nouns = [at for at in range(max(0, index - _CLOSE), index) if reading.kind(at)[0]]
    return any(reading.text_at(at - 1) in INDEFINITE for at in nouns)


def _follows_verb(reading: ParsedMessage, index: int) -> bool:
    """Return True if the "that" at token `index` follows a verb and begins a clause: "add that lakes differ", "mention
    somewhere that …". Returns False for a pronoun: "add that to Methods".
    """
    first = reading.skip(index + 1, len(reading.tokens), "filler")
    if first >= len(reading.tokens) or reading.plain(first) or reading.names_at(first):
        return False
    if reading.at(index + 1, *_PLACES):  # "we need that in Methods"
        return False
    lead = next((i for i in range(index - 1, -1, -1) if not reading.at(i, "filler")), 0)
    return bool(reading.at(lead, "add", "saying"))


def _names_place(reading: ParsedMessage, index: int) -> bool:
    """Return True if words for a place begin at token `index`. They begin with a punctuation mark before a word such as
    "after", or with a preposition before a section's title or a noun for a block ("in the table").
    """
    if index in reading.masked:
        return False
    if reading.text_at(index) in _MARKS:
        return bool(reading.at(reading.skip(index + 1, len(reading.tokens), "inplace", "add", "content"), *_PLACES))
    stop = reading.at(index, *_PLACES)
    last = min(stop + _NEAR, len(reading.tokens))
    near = range(stop, next((i for i in range(stop, last) if not reading.tokens[i].word), last)) if stop else ()
    titles = {each.first for each in reading.mentions if each.quality >= HOLDER and each.how == "full"}
    return any(at in titles or (reading.kind(at)[0] and at not in reading.masked) for at in near)
