"""Find a correction of one value of a text: "travel is 54, not 45", "rotate for 8 min instead of 10", "12.4 should be
12.6".

The message gives the new value and the old one, and usually says what they measure. The old value is searched for in
the sentence, table row or list item that has most of the message's other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from backend.document.blocks import Block, Document
from backend.document.order_limits import OBLIGING
from backend.document.order_words import is_a, read_sentence, words_in
from backend.document.outline import outline
from backend.document.sentences import sentences
from backend.document.word_occurrences import occurrences
from backend.document.word_orders import INSTEAD_OF
from backend.mentions.closed_words import cardinal
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import Mention, resolve
from backend.mentions.scopes import read_scope
from backend.mentions.value_places import NO_PROSE, Correction, Span, in_all_parts, units, which_place
from backend.ranking.terms import language_of, stop_terms, terms

#: Maximum number of characters of a correction, and maximum number of words of a value.
_LONGEST, _MOST_WORDS = 300, 4
#: Number of characters of a document from which its language is recognized.
_TOLD_BY = 4_000
_NEGATION = r"(?:not|nicht|et non|non|pas|y no|no|e não|não|niet|а не|не|而不是|不是|ではなく|じゃなくて)"
_INSTEAD = rf"(?:{INSTEAD_OF}|вместо)"
#: "X, not Y" and "X instead of Y": the words before, and the old value.
_CONTRAST = re.compile(
    rf"(?P<ahead>.*?\w.*?)[\s,;:，；、–—-]*(?<!\w)(?:{_NEGATION}|{_INSTEAD})(?P<old>.+)", re.IGNORECASE
)
#: "Not X but Y": the old value, and the new one.
_REVERSED = re.compile(
    rf"(?P<ahead>.*?)(?<!\w){_NEGATION}(?P<old>.+?)[\s,，]*"
    r"(?:(?<!\w)(?:but|sondern|mais|sino|mas?|maar|а)(?!\w)|而是)(?P<new>.+)",
    re.IGNORECASE,
)
#: The beginning of an old value. A message with two of these corrects two values, but only one of them would be found.
_EACH = re.compile(rf"(?<=[\s,;])(?:{_NEGATION}(?!\w)|{_INSTEAD})|->|→|=>|⇒", re.IGNORECASE)
_MODAL = rf"(?:needs to|has to|ought to|{'|'.join(OBLIGING)})"
#: "X should be Y", "line 45 -> line 47": words with the old value, and words with the new one.
_OBLIGING = re.compile(
    rf"(?P<ahead>.+?)(?:\s{_MODAL}\s+(?:be|read|say|être|lire|ser|leer|essere|leggere|ler|zijn)?|应为|应该是|应改为|すべきは"
    r"|\s*(?:->|→|=>|⇒)\s*)(?P<new>.+)",
    re.IGNORECASE,
)
#: "Instead of X it must be Y" or "instead of X, it must be Y".
_INVERTED = re.compile(rf"(?P<contrast>{_INSTEAD}.+?)[\s,]+(?P<said>(?:\w+\s)?{_MODAL}\s.+)", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![^\W_\u3040-\u9fff])(?<!\d[.,:/–-])\d+(?:[.,:/–-]\d+)*%?")
#: Words of orders that do not correct a value.
_OTHER_ORDERS = (
    "writing", "removing", "moving", "renaming", "undoing", "redoing", "restoring", "shortening", "placing", "swapping",
    "joining", "splitting",
)  # fmt: skip
#: Number of first letters that the forms of a word share.
_ROOT = 5
#: Minimum share (0 to 1) of the message's words that a place and its heading must have.
_ENOUGH = 0.5
_ENDS = " \t.,;:!。，；！"


@dataclass(frozen=True, slots=True)
class _Said:
    """A message that corrects something. For "travel is 54, not 45 euros", `ahead` is "travel is 54", and `old` is "45
    euros": the old value and the words after it. `new` is the new value; if it is "", `ahead` contains the new value.
    """

    ahead: str
    old: str
    new: str = ""


@dataclass(frozen=True, slots=True)
class _Line:
    """A sentence, list item or table row that contains the value to correct. `span` is its start and end in the block.
    `places` are the starts and ends of the value's occurrences.

    `score` has two values: how many of the message's words the line contains, and which share (0 to 1) of these words
    the line and its headings contain.
    """

    block: Block
    span: Span
    places: tuple[Span, ...]
    score: tuple[float, float]


def read_correction(document: Document, message: str) -> Correction | None:
    """Return the new value that a message orders for a value of this document: "travel is 54, not 45". Returns None if
    it orders no correction, or if the old value is not in the document.
    """
    text = message.strip()
    if len(text) > _LONGEST or "\n" in text or len(_EACH.findall(text)) > 1 or not _may_correct(text):
        return None
    scope = read_scope(document, text)
    if scope.excepts:
        found = read_correction(document, scope.order) if scope.spans is not None else None
        return found and _within(document, found, scope.spans or ())
    named = [each for each in resolve(document, text) if each.kind not in ("document", "quotation")]
    for said in _readings(_without(text, [each.at for each in named if not each.guessed])):
        for old, value in _values(said):
            if (found := _corrected(document, named, _Reading(said, old, value))) is not None:
                return in_all_parts(document, text, named, found)
    return _only_value(document, text)


def _within(document: Document, found: Correction, spans: Sequence[Span]) -> Correction | None:
    """Return the correction without its places outside of the ranges `spans` of the document; None if none is left."""
    starts = [document.blocks[block].start + start for block, start, _ in found.places]
    inside = [any(a <= start < b for a, b in spans) for start in starts]
    places = tuple(each for each, kept in zip(found.places, inside, strict=True) if kept)
    return replace(found, places=places) if places else None


def _only_value(document: Document, message: str) -> Correction | None:
    """Return the correction if a message gives only the new value: "retention should be 93%". Exactly one sentence of
    the document must have all other words of the message and a single number; otherwise return None.
    """
    found = _OBLIGING.fullmatch(message)
    numbers = list(_NUMBER.finditer(found["new"])) if found is not None else []
    if found is None or len(numbers) != 1 or _NUMBER.search(found["ahead"]) is not None:
        return None
    if found["new"][: numbers[0].start()].strip():
        return None
    language = language_of(document.text[:_TOLD_BY])
    topic = frozenset(terms(f"{found['ahead']} {found['new'][numbers[0].end() :]}", language)) - stop_terms(language)
    places = [
        (block.index, start + value.start(), start + value.end())
        for block in document.blocks
        if block.kind == "paragraph"
        for start, end in sentences(document.source(block))
        if topic and topic <= frozenset(terms(document.source(block)[start:end], language))
        if len(values := list(_NUMBER.finditer(document.source(block)[start:end]))) == 1
        for value in values
    ]
    if len(places) != 1:
        return None
    block, start, end = places[0]
    old, new = document.source(document.blocks[block])[start:end], numbers[0][0]
    if old.endswith("%") != new.endswith("%"):
        end, old, new = end - old.endswith("%"), old.rstrip("%"), new.rstrip("%")
    return Correction(old, new, ((block, start, end),)) if old != new else None


def which_value(document: Document, message: str) -> str:
    """Return a question that asks which of several equal values a correction means. Returns "" if this is clear, or if
    the message corrects nothing.
    """
    found = read_correction(document, message)
    several = found is not None and len(found.places) > 1 and not found.every
    return which_place(document, found.old, found.places) if found is not None and several else ""


def _may_correct(text: str) -> bool:
    sentence = read_sentence(text)
    return bool(sentence.words) and not sentence.asks and not is_a(sentence.words[0], *_OTHER_ORDERS)


def _without(text: str, spans: Sequence[Span]) -> str:
    """Return the text with spaces in place of the characters in `spans`."""
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def _readings(text: str) -> Iterator[_Said]:
    text = _INVERTED.sub(lambda found: f"{found['said'].rstrip(_ENDS)} {found['contrast']}", text)
    if (found := _REVERSED.fullmatch(text)) is not None:
        yield _Said(found["ahead"], found["old"].strip(_ENDS), found["new"].strip(_ENDS))
    if (found := _CONTRAST.fullmatch(text)) is not None:
        yield _Said(found["ahead"].strip(_ENDS), found["old"].strip(_ENDS))
    if (found := _OBLIGING.fullmatch(text)) is not None:
        ahead = list(_NUMBER.finditer(found["ahead"]))
        behind = list(_NUMBER.finditer(found["new"]))
        if ahead and len(behind) == 1:
            yield _Said(found["ahead"][: ahead[-1].start()], ahead[-1][0], behind[0][0])


@dataclass(frozen=True, slots=True)
class _Reading:
    """A parsed message (`said`), the old value in it (`old`), and the number in this value (`number`, "" if there is
    none)."""

    said: _Said
    old: str
    number: str


def _values(said: _Said) -> Iterator[tuple[str, str]]:
    """Yield (old value, number) for each form of the old value to search for in the document. For "45 euros", these are
    ("45 euros", "45") and ("45", "45"). The number is "" if the old value has none.
    """
    found = _NUMBER.match(said.old)
    if found and counts(said.old[found.end() :]):
        return  # "not 22, and it was seven times" gives another value
    if len(said.old.split()) <= _MOST_WORDS:
        yield said.old, found[0] if found else ""
    if found and found[0] != said.old:
        yield found[0], found[0]


def _corrected(document: Document, named: Sequence[Mention], read: _Reading) -> Correction | None:
    lines = _best(document, read, [each.span for each in named if not each.guessed])
    if not lines:
        return None
    lines = [_nearest(document, read, line) for line in lines]
    found = {_new_value(document, read, line) for line in lines}
    places = tuple((line.block.index, *place) for line in lines for place in line.places)
    new = next(iter(found)) if len(found) == 1 else ""
    if not new or new == read.old:
        return None
    sure = lines[0].score[1] >= _ENOUGH or _has_named_words(document, named, read, lines)
    return Correction(read.old, new, places, sure) if sure or read.number else None


def _has_named_words(document: Document, named: Sequence[Mention], read: _Reading, lines: Sequence[_Line]) -> bool:
    """Return True if the old value has only one place, and the sentence there has at least half of the message's words.
    Words of the message that name a section (`named`) are compared, too: "participants" names the section Participants,
    but the sentence may have this word.
    """
    if len(lines) != 1 or len(lines[0].places) != 1:
        return False
    language = language_of(document.text[:_TOLD_BY])
    names = " ".join(each.said for each in named if not each.guessed)
    said = _topic(document, read) | frozenset(terms(_NUMBER.sub(" ", names), language)) - stop_terms(language)
    own = frozenset(terms(document.source(lines[0].block)[slice(*lines[0].span)], language))
    return bool(said) and len(said & own) >= _ENOUGH * len(said)


def _nearest(document: Document, read: _Reading, line: _Line) -> _Line:
    """Return `line` with only those places of the old value that have the same words beside them as the new value in
    the message. For "Missed by 3 months, not 2", this is the "2" between "by" and "months". If all places are equally
    good, all are kept.
    """
    numbers = list(_NUMBER.finditer(read.said.ahead))
    if len(line.places) == 1 or not read.number or not numbers:
        return line
    before = words_in(read.said.ahead[: numbers[-1].start()])[-1:]
    behind = words_in(read.said.ahead[numbers[-1].end() :])[:1]
    source = document.source(line.block)
    counts = [
        (bool(before) and words_in(source[:a])[-1:] == before) + (bool(behind) and words_in(source[b:])[:1] == behind)
        for a, b in line.places
    ]
    best = max(counts)
    return replace(line, places=tuple(p for p, n in zip(line.places, counts, strict=True) if n == best))


def _occurs_once(document: Document, lines: Sequence[_Line], topic: frozenset[str]) -> bool:
    """Return True if the old value has a single place in the document, and the sentence there shares a word with the
    message's `topic`. Only the first five letters of words are compared."""
    if len(lines) != 1 or len(lines[0].places) != 1:
        return False
    said = words_in(document.source(lines[0].block)[slice(*lines[0].span)])
    return any(word[:_ROOT] == each[:_ROOT] for each in topic if len(each) >= _ROOT for word in said)


def _best(document: Document, read: _Reading, within: Sequence[Span]) -> list[_Line]:
    """Return the lines with the old value that share the most other words with the message, preferably those in the
    ranges `within`. Returns [] if none shares a word, unless one is in `within` or the value occurs once."""
    topic = _topic(document, read)
    lines = [line for block in document.blocks for line in _lines(document, block, read.old, topic)]
    inside = [
        line
        for line in lines
        if any(a <= line.block.start + line.span[0] and line.block.start + line.span[1] <= b for a, b in within)
    ]
    lines = inside or lines
    if not lines:
        return []
    best = max(line.score for line in lines)
    if not topic and not read.number:
        return []  # "not this one but the other"
    if topic and best[1] == 0 and not inside and not _occurs_once(document, lines, topic):
        return []
    return [line for line in lines if line.score == best]


def _topic(document: Document, read: _Reading) -> frozenset[str]:
    """Return the terms of a message that say which value is meant: "travel" of "travel is 54, not 45". The old value,
    numbers and function words are left out."""
    language = language_of(document.text[:_TOLD_BY])
    said = " ".join(word for word in words_in(_NUMBER.sub(" ", read.said.ahead)) if word not in OBLIGING)
    return frozenset(terms(said, language)) - stop_terms(language)


def _lines(document: Document, block: Block, old: str, topic: frozenset[str]) -> Iterator[_Line]:
    if block.kind in NO_PROSE:
        return
    source = document.source(block)
    spans = list(occurrences(source, old))
    if not spans:
        return
    language = language_of(document.text[:_TOLD_BY])
    around = frozenset(terms(source, language)) if block.kind == "table" else frozenset()
    around |= frozenset(terms(" ".join(outline(document).section_of(block.index).path), language))
    for start, end in units(block, source):
        inside = tuple(span for span in spans if start <= span[0] and span[1] <= end)
        if inside:
            own = topic & frozenset(terms(source[start:end], language))
            every = len(topic & around | own) / len(topic) if topic else 1.0
            yield _Line(block, (start, end), inside, (float(len(own)), every))


def _new_value(document: Document, read: _Reading, line: _Line) -> str:
    """Return the new value for the place of the old one; "" if the message does not say it clearly."""
    source = document.source(line.block)
    if read.said.new:
        return _of_form(read.said.new, read)
    if read.number:
        known = source if line.block.kind == "table" else source[slice(*line.span)]
        numbers = [each for each in _NUMBER.finditer(read.said.ahead) if not list(occurrences(known, each[0]))]
        if not numbers or _is_counted(read.said.ahead[: numbers[-1].start()]):
            return ""
        return _of_form(read.said.ahead[numbers[-1].start() :], read)
    return _between_neighbours(read.said.ahead, source, line)


def _is_counted(ahead: str) -> bool:
    """Return True if a number belongs to a noun for a part, because the words before it (`ahead`) end with this noun:
    "section" in "section 3, not 4".
    """
    return any(is_a(word, "element", "section noun") for word in words_in(ahead)[-1:])


def _of_form(new: str, read: _Reading) -> str:
    """Return the new words if they have the form of the old value; else "". If the old value is a number, only the
    number at the start of `new` is returned. Otherwise `new` must have as many words as the old value, or one more.
    """
    if read.old == read.number:
        found = _NUMBER.match(new)
        return (found[0] if found else "") if read.number.endswith("%") or not found else found[0].rstrip("%")
    more = len(new.split()) - len(read.old.split())
    return new.strip(_ENDS) if more == 0 or (more == 1 and not read.number) else ""


def _between_neighbours(ahead: str, source: str, line: _Line) -> str:
    """Return the new value in `ahead`, the words of the message before the old value; "" if there is none. The new
    value stands in `ahead` between the same two words as the old value in `source`, the text of the block.

    `line` is the sentence, item or row with the old value. Its words are removed from both ends of the new value: "five
    students" becomes "five" if the line has "four doctoral students".
    """
    start, end = line.places[0]
    before, behind = words_in(source[:start])[-1:], words_in(source[end:])[:1]
    words = re.findall(r"[^\s,;]+", ahead)
    folded = [" ".join(words_in(word)) for word in words]
    if not before or folded.count(before[0]) != 1:
        return ""
    first = folded.index(before[0]) + 1
    last = folded.index(behind[0]) if behind and folded.count(behind[0]) == 1 else len(words)
    last = last if last > first else len(words)
    kept = frozenset(words_in(source[start:end]))  # "of his enemies" for "of his friends" needs its "his"
    known = frozenset(words_in(source[slice(*line.span)])) - kept
    while last > first and folded[last - 1] in known:
        last -= 1  # "five students" for "four doctoral students"
    while first < last and folded[first] in known:
        first += 1
    new = " ".join(words[first:last])
    alike = counts(source[start:end]) == counts(new)  # "two sentences, not three" gives no other number
    return new if 0 < last - first <= _MOST_WORDS and alike else ""


def counts(words: str) -> bool:
    """Return True if a text contains a number that is written as a word: "two sentences"."""
    return any(cardinal(each) for each in tokens(words))
