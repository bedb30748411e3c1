"""Extract the title that a message gives to a new section: in quotation marks, or after words such as "titled",
"called" or "the heading".

`python -m tests.bench.sensitivity placement/request/new_title.py` measures how each number in this file affects the
placement benchmark.
"""

from __future__ import annotations

from backend.document.order_classes import INDEFINITE
from backend.document.order_words import words_in
from backend.document.reported_speech import reports_speech
from backend.mentions.parsed_message import ParsedMessage
from backend.placement.request.clauses import Clauses

_FRESH = frozenset("new own separate give make another call it its neue nouvelle nueva nuova nova nieuwe 新".split())
_OPENING = frozenset("“„«‹\"'‘「『")
#: Maximum number of words between a title and the text of the new section, such as "that says" or "with the text".
_MOST_LEADING = 4
#: Minimum quality (0 to 1) of a name that may belong to an existing section.
_KNOWN = 0.4
#: The second part of a German or Dutch verb, which ends its clause: "an" in "füge … an".
_PARTICLES = frozenset("an ein auf hinzu bei toe in aan".split())


def new_title(reading: ParsedMessage, clauses: Clauses) -> str:
    """Return the title that the message gives to a new section. Returns "" if it gives none, or if the title has no
    letter or digit.
    """
    title = _said(reading, clauses)
    return title if any(sign.isalnum() for sign in title) else ""


def brings_section(reading: ParsedMessage) -> bool:
    """Return True if the message asks for a new first or last section: "a final section"."""
    r = reading
    return any(
        r.at(i, "section") and r.text_at(i - 2) in INDEFINITE and i - 2 >= 0 and bool(r.at(i - 1, "start", "end"))
        for i in range(len(r.tokens))
        if i not in r.masked
    )


def _said(reading: ParsedMessage, clauses: Clauses) -> str:
    r = reading
    for index in range(len(r.tokens)):
        stop = r.at(index, "titled")
        if not stop or index in r.masked:
            continue
        at = stop
        while at < len(r.tokens) and not r.tokens[at].word and not r.tokens[at].quote:
            at += 1
        around = range(max(0, index - 5), stop)
        to_be = any(_is_new(r, i) for i in around)
        fresh = to_be or r.text_at(stop) == ":" or any(r.text_at(i) in _FRESH for i in around)
        if at >= len(r.tokens) or (r.names_at(at) and not to_be):
            continue
        words, end = _title_at(reading, clauses, at)
        known = any(m.first < end and at < m.stop and m.quality >= _KNOWN for m in r.mentions)
        if words and (fresh or not known) and (words[:1].isupper() or not words.isascii() or r.tokens[at].quote):
            return words
    return _apposed(reading, clauses) or _quoted(reading)


def _is_new(reading: ParsedMessage, index: int) -> bool:
    """Return True if the message asks for a new section at token `index`: "a section". "The section called X" may be an
    existing one, so the result is False.
    """
    end = reading.at(index, "newsection")
    if end:
        return not (reading.text_at(index) == "the" and reading.at(index + 1, "section") == end)
    return bool(reading.at(index, "section", "subsection")) and reading.text_at(index - 1) in INDEFINITE


def _apposed(reading: ParsedMessage, clauses: Clauses) -> str:
    """Return the title directly after words for a new section: "a subsection “X” in Y", "a new section X". Returns ""
    if there is none.
    """
    r = reading
    for index in range(len(r.tokens)):
        stop = r.at(index, "newsection", "subsection", "section")
        if not stop or index in r.masked or not (_is_new(r, index) or r.text_at(index - 1) in _FRESH):
            continue
        at = stop
        while at < len(r.tokens) and r.tokens[at].text in _OPENING:
            at += 1
        if at < len(r.tokens) and (r.tokens[at].quote or (at == stop and r.tokens[at].text[:1].isupper())):
            words, _ = _title_at(reading, clauses, at)
            return words
    return ""


def _quoted(reading: ParsedMessage) -> str:
    """Return the first quotation that is in a sentence about a section or heading, and is not the title of an existing
    section. Returns "" if there is none.
    """
    r = reading
    for index, token in enumerate(r.tokens):
        if not token.quote or (index and r.tokens[index - 1].quote == token.quote) or r.names_at(index):
            continue
        first, stop = r.sentence(index)
        around = [i for i in range(first, stop) if i not in r.masked]
        about = any(r.at(i, "newsection", "section", "titled", "subsection") for i in around)
        opens = r.before(index - 1, "starting") is not None
        opens = opens or reports_speech(words_in(r.text[r.tokens[first].start : token.start]))
        if about and not opens and not any(r.at(i, "paragraph") and not r.at(i, "section") for i in around):
            inside = [t for t in r.tokens if t.quote == token.quote]
            return r.text[inside[0].start : inside[-1].end]
    return ""


def _title_at(reading: ParsedMessage, clauses: Clauses, at: int) -> tuple[str, int]:
    r = reading
    if r.tokens[at].quote:
        inside = [i for i, t in enumerate(r.tokens) if t.quote == r.tokens[at].quote]
        return r.text[r.tokens[inside[0]].start : r.tokens[inside[-1]].end], inside[-1] + 1
    end = at
    while end < len(r.tokens) and not _closes(reading, clauses, end, at):
        end += 1
    return (r.text[r.tokens[at].start : r.tokens[end - 1].end] if end > at else ""), end


def _closes(reading: ParsedMessage, clauses: Clauses, index: int, first: int) -> bool:
    """Return True if the title that begins at token `first` ends before token `index`."""
    r = reading
    text = r.tokens[index].text
    if text in ';()"“”«»„' or r.ends_sentence(index):
        return True
    if index == first:
        return False
    if (text == ":" or text.islower()) and _leads_to_text(reading, index):
        return True
    if text == ",":
        return _goes_on(reading, clauses, index + 1)
    if text == "and" and r.at(index + 1, "add", "after", "before", "between"):
        return True
    if not text.islower():
        return False
    if text in _PARTICLES and (index + 1 >= len(r.tokens) or not r.tokens[index + 1].word):
        return True
    near = r.skip(index + 1, len(r.tokens), "filler", "section")
    if (r.at(index, "in", "under") or text == "at") and (r.names_at(near) or r.at(near, "end", "start")):
        return True
    return bool(r.at(index, "after", "before", "between", "polite", "end", "start"))


def _leads_to_text(reading: ParsedMessage, index: int) -> bool:
    """Return True if a quoted text follows token `index` after only a few lowercase words: "that says" before “It
    rains.”
    """
    for token in reading.tokens[index : index + _MOST_LEADING + 2]:
        if token.quote or token.text in _OPENING:
            return True
        if token.text != ":" and not token.text.islower():
            return False
    return False


def _goes_on(reading: ParsedMessage, clauses: Clauses, index: int) -> bool:
    """Return True if, after a comma, the request continues at token `index`, and not the title: ", and add this". A
    word with a capital letter continues the title.
    """
    r = reading
    if index >= len(r.tokens):
        return True
    return not r.tokens[index].text[:1].isupper() and (
        clauses.new_thought(index, ",") or bool(r.at(index, "in", "newsection"))
    )
