"""Remove from a message everything that names no place: reasons, hedges, courtesies, and clauses that say what the new
text should say.

"As the editor asked, put it (if nobody minds) after X, because it reads better" becomes "put it after X".

`python -m tests.bench.sensitivity placement/request/asides.py` measures how each number in this file affects the
placement benchmark.
"""

from __future__ import annotations

import re
from functools import lru_cache

from backend.mentions.document_view import DocumentView
from backend.mentions.parsed_message import KINDS, ParsedMessage
from backend.mentions.section_names import NAMED
from backend.placement.request.content_clauses import content_clauses

#: Words with which a reason or a hedge begins.
_OPENERS = frozenset("as since because if unless although though given weil da damit falls sofern wie obwohl".split())
#: Words with which a comparison begins, and prepositions after them: "as in section 3".
_LIKE = frozenset("as like wie comme como come zoals".split())
_IN = frozenset("in im dans en nel nella nello nei em no na nos".split())
#: Further words with which a remark in parentheses may begin.
_BRACKETED = frozenset("sorry when but so i we my the you your it just see not or and per".split()) | _OPENERS
_THINKING = frozenset("think believe guess suppose feel imagine".split())
#: Tags of words that name a place, a title or something in the text. A clause with such a word is not removed.
_PLACING = (
    "end", "start", "after", "before", "between", "under", "newsection", "subsection", "titled", "not", "item", "row",
    "section", *KINDS,
)  # fmt: skip
#: Minimum number of words of a remark that is removed: its first word, and one more.
_LEAST_WORDS = 2
_BRACKETS = {"(": ")", "（": "）"}


#: The phrase "as a paragraph of its own", which says how the text is separated and not where it goes.
_OF_ITS_OWN = re.compile(
    r"\bas (?:a|an|its|their) (?:(?:own|separate|single|standalone) )?(?:new )?paragraph"
    r"(?: (?:of its|on its|of their|on their) own| by itself)?\b(?! (?:of|in|on|about)\b)"
    r"|\bals (?:eigene\w*|separate\w*) absatz\b|\b(?:comme|en) (?:un )?paragraphe (?:à part|séparé)"
    r"|\bcomo (?:un )?párrafo (?:aparte|separado)\b|\bcome paragrafo (?:a sé|separato)"
    r"|\bcomo (?:um )?parágrafo (?:à parte|separado)|\bals aparte alinea\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=4)  # several decisions about one message need it; it holds no more documents than `view_of` does
def parsed(view: DocumentView, message: str) -> ParsedMessage | None:
    """Return a message parsed for one document, without reasons, hedges and courtesies (asides). Returns None if it has
    no words. Results for the latest messages are cached.
    """
    reading = ParsedMessage(view, message)
    if not reading.tokens:
        return None
    plain = without_asides(reading)
    return ParsedMessage(view, plain) if plain != reading.text and plain.strip() else reading


def without_asides(reading: ParsedMessage) -> str:
    """Return the message with spaces in place of words that name no place. All other words keep their positions."""
    text = list(reading.text)
    asides = (*_bracketed(reading), *_leading(reading), *_trailing(reading), *content_clauses(reading))
    for first, stop in asides:
        a, b = reading.tokens[first].start, reading.tokens[stop - 1].end
        text[a:b] = [" " if c != "\n" else c for c in text[a:b]]
    return _OF_ITS_OWN.sub(lambda found: " " * len(found[0]), "".join(text))


def _bracketed(reading: ParsedMessage) -> list[tuple[int, int]]:
    out = []
    for first in range(len(reading.tokens)):
        closer = _BRACKETS.get(reading.text_at(first))
        if not closer or first in reading.masked:
            continue
        begin, last = reading.sentence(first)
        stop = next((i for i in range(first + 1, last) if reading.text_at(i) == closer), 0)
        opens = reading.text_at(first + 1) in _BRACKETED and first > begin
        if opens and stop > first + _LEAST_WORDS and not _says_place(reading, first + 1, stop):
            out.append((first, stop + 1))
    return out


def _leading(reading: ParsedMessage) -> list[tuple[int, int]]:
    """Return the token ranges [first, stop) of reasons at the beginning of sentences, with their comma: "As the editor
    asked,".
    """
    out = []
    for begin, stop in reading.sentences():
        if begin in reading.masked or reading.text_at(begin) not in _OPENERS | _LIKE:
            continue
        comma = next((i for i in range(begin, stop) if reading.text_at(i) == "," and i not in reading.masked), 0)
        named = _says_place(reading, begin + 1, comma) and not _compares(reading, begin)
        if comma > begin + _LEAST_WORDS and comma + 1 < stop and not named:
            out.append((begin, comma + 1))
    return out


def _trailing(reading: ParsedMessage) -> list[tuple[int, int]]:
    """Return the token ranges [first, stop) of reasons, hedges and comparisons that follow a comma, up to the next
    comma or the end of the sentence: ", because it reads better".
    """
    out = []
    for begin, stop in reading.sentences():
        end = stop - 1 if not reading.tokens[stop - 1].word else stop
        for index in range(begin + 1, end - 1):
            if reading.text_at(index) != "," or index in reading.masked:
                continue
            close = next((i for i in range(index + 1, end) if reading.text_at(i) in (",", ";", ")")), end)
            reason = _opens(reading, index + 1, close) and not _says_place(reading, index + 2, close)
            if reason or _compares(reading, index + 1):
                out.append((index, close))
    return out


def _compares(reading: ParsedMessage, index: int) -> bool:
    """Return True if a comparison with another part begins at a token: "as in section 3". The new text does not go
    there.
    """
    return reading.text_at(index) in _LIKE and reading.text_at(index + 1) in _IN and index not in reading.masked


def _opens(reading: ParsedMessage, index: int, stop: int) -> bool:
    word, after = reading.text_at(index), reading.text_at(index + 1)
    if index in reading.masked or stop - index < _LEAST_WORDS:
        return False
    if word == "i":
        return after in _THINKING or (after == "would" and reading.text_at(index + 2) in ("say", "think"))
    return word in _OPENERS or (word == "i'd" and after in ("say", "think")) or (word == "so" and after == "that")


def _says_place(reading: ParsedMessage, first: int, stop: int) -> bool:
    """Return True if the tokens `first` to `stop` - 1 name a section, contain a quotation, or have a word for a place
    or a part.
    """
    if any(reading.tokens[i].quote or i in reading.masked for i in range(first, stop)):
        return True
    if any(m.quality >= NAMED and m.first >= first and m.stop <= stop for m in reading.mentions):
        return True
    return any(reading.at(i, *_PLACING) for i in range(first, stop) if i not in reading.masked)
