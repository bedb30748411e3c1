"""Change a part of the document without a model: shorten it, turn it into a list, or split a paragraph.

Sentences keep their words, citations and order. A change that needs other words is not made.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.document.blocks import read
from backend.document.order_words import is_a, ordinal_of, read_sentence, words_in
from backend.document.outline import outline
from backend.kernel.exchange import Target
from backend.keyless import revision
from backend.keyless.instruction import form_of
from backend.keyless.quotations.layout import set_text
from backend.keyless.sentence_forms import TITLE, leftover
from backend.mentions import closed_words
from backend.mentions.lexicon import tokens

_SENTENCE = re.compile(r"(?<=[.!?？。])\s+|\n+")
_SPLIT = re.compile(
    r"\b(?:split|break (?:it |this |that )?up|divide|teile?n?|trenne?n?|aufteilen|divise[rz]?|scinde[rz]?|dividir"
    r"|divida|separa|dividi|dividere|splits|splitsen)\b",
    re.IGNORECASE,
)
_SUMMING_UP = re.compile(
    r"\b(?:summar|zusammenfass|résum|resum|riassum|explain|erklär|expliqu|explic|spieg)", re.IGNORECASE
)
#: Verbs that ask for words about the style of a text, and not for another style.
_TELLING = frozenset(
    "describe discuss mention say tell analyse analyze beschreib beschreibe décris décrivez describe descrivi descreve"
    " beschrijf i we my the this".split()
)
#: Maximum number of words before the noun for the style ("please work a bit on the language"), and between it and the
#: part ("of the section X").
_MOST_BEFORE, _MOST_BETWEEN = 6, 4
#: Words that ask for another version of an existing text although the verb asks for something new: "write a shorter X".
_COMPARING = frozenset("shorter briefer tighter kürzer kürzere kürzeren knapper kompakter korter bondiger".split())


@dataclass(frozen=True, slots=True)
class Reworked:
    """The new text of the part, and a description of the change. Both are "" if the change cannot be made without a
    model.
    """

    content: str = ""
    done: str = ""


def wants_rework(order: str) -> bool:
    """Return True if an order asks for an existing text in another form: "shorten NAME", "turn NAME into a list",
    "split NAME".

    In `order`, placeholders stand for the names of document parts (mentions/placeholders.py).
    """
    for part in _SENTENCE.split(order):
        sentence = read_sentence(part)
        if not sentence.words or sentence.asks or sentence.refuses:
            continue
        if _SUMMING_UP.search(part) and not (revision.halves(part) and TITLE in sentence.words):
            continue
        if _is_new(sentence.words) and not _COMPARING.intersection(sentence.words):
            continue
        if any(is_a(word, "shortening", "reworking") for word in sentence.words) or _SPLIT.search(part):
            return True
        if revision.wants_less(part) or _is_about_manner(sentence.words):
            return True
        if form_of(part) or (revision.sentences_wanted(part) and not _tells_topic(part)):
            return True
    return False


def _tells_topic(order: str) -> bool:
    """Return True if an order asks for sentences and says what they should be about: "suggest two sentences on frost".
    Such an order asks for new sentences.
    """
    words = tokens(order)
    behind = [words[i + 1] for i in range(len(words) - 1) if "sentence" in closed_words.noun(words, i)[0]]
    return any(closed_words.is_a(each, "about") or each.norm in _THAT or each.text == ":" for each in behind)


#: Words that begin a clause with the content of a sentence: "a sentence that says who left".
_THAT = frozenset("that which qui que che dass der die".split())


def _is_about_manner(words: Sequence[str]) -> bool:
    """Return True if an order is about the style of a part: "clean up the language of X"."""
    if TITLE not in words or words[0] in _TELLING or is_a(words[0], "placing", "writing", "manner"):
        return False
    name = words.index(TITLE)
    said = [place for place, word in enumerate(words[:name]) if is_a(word, "manner")]
    near = bool(said) and 0 < said[-1] <= _MOST_BEFORE and name - said[-1] <= _MOST_BETWEEN
    return near and not leftover(words[said[-1] + 1 : name])  # "a note on language barriers for X" is about barriers


def rework(target: Target, order: str) -> Reworked:
    """Return the part `target` of the document, with its heading, changed as `order` asks ("shorten it"). The result is
    empty if only a model can make the change.
    """
    heading, body = _parted(target)
    if not body.strip() or (target.kind == "section" and (_means_a_part(order) or _divides_section(order))):
        return Reworked()
    if _is_about_inside(order, body):
        return Reworked()
    if revision.wants_less(order) or revision.sentences_wanted(order):
        found = revision.condensed(body, revision.sentences_wanted(order))
    elif _SPLIT.search(order):
        found = (_split(body), "split the longest paragraph in two")
    elif form := form_of(order):
        found = (_listed(body, form), "set it as a list") if form != "prose" else None
    else:
        found = None
    if not found or found[0] == body or _count_empty(found[0]) > _count_empty(body):
        return Reworked()
    return Reworked(heading + found[0], found[1])


def _count_empty(text: str) -> int:
    """Return the number of headings without any text between them and the next heading."""
    return sum(each.own_stop - each.first == 1 for each in outline(read(text)).sections if each.heading is not None)


def _means_a_part(order: str) -> bool:
    """Return True if an order means a part of the named section: "shorten the second paragraph of NAME"."""
    words = read_sentence(order).words
    places = [place for place, word in enumerate(words) if is_a(word, "element") or word in _HALF]
    return any(place and ordinal_of(words[place - 1]) for place in places)


def _is_about_inside(order: str, body: str) -> bool:
    """Return True if an order is about something inside the part whose text is `body`. Such an order keeps or excepts
    something ("shorten NAME, but keep the citations"), or mentions a word of this text ("in the list of NAME, wheat
    comes before rye").
    """
    words = words_in(order)
    if any(is_a(word, "keeping", "excepting") for word in words):
        return True
    said = frozenset(word[:_ROOT] for word in words_in(body))
    left = leftover(words, "shortening", "reworking", "converting", "splitting", "making", "manner", "piece", "joining")
    return any(word[:_ROOT] in said and not form_of(word) for word in left if len(word) >= _ROOT)


#: Number of first letters that the forms of a word share, and minimum number of letters of a compared word.
_ROOT = 5


def _divides_section(order: str) -> bool:
    """Return True if an order splits a section into several: "split NAME into two subsections". The order does not say
    which text belongs to which new section.
    """
    words = read_sentence(order).words
    behind = words[words.index(TITLE) :] if TITLE in words else ()
    return any(is_a(word, "subsection", "section noun") for word in behind)


#: Words such as "half". "The first half" is a part, but "half of it" is an amount.
_HALF = frozenset("half hälfte moitié mitad metà metade helft".split())


def _is_new(words: tuple[str, ...]) -> bool:
    """Return True if an order asks for something new: "add a list", but not "put it into a list"."""
    points = len(words) > 1 and (TITLE in words[1] or is_a(words[1], "pronoun"))
    return is_a(words[0], "placing", "writing") and not points


def _parted(target: Target) -> tuple[str, str]:
    """Return two parts of the target: a section's heading with the empty lines after it ("" for a paragraph), and the
    text below.
    """
    blocks = read(target.text).blocks
    if target.kind != "section" or not blocks or blocks[0].kind != "heading":
        return "", target.text.strip("\n")
    end = blocks[0].end
    body = target.text[end:]
    gap = body[: len(body) - len(body.lstrip("\n"))]
    return target.text[:end] + gap, body.strip("\n")


def _listed(body: str, form: str) -> str:
    """Return the text with each paragraph as a list of its sentences. `form` is "bullets" or "numbers". Other blocks
    stay unchanged.
    """
    text = body
    for block in reversed(read(body).blocks):
        if block.kind == "paragraph":
            listed = set_text(revision.pieces(body[block.start : block.end]), form)
            text = (
                text[: block.start]
                + listed
                + "\n" * (len(body[: block.end]) - len(body[: block.end].rstrip("\n")))
                + text[block.end :]
            )
    return text


def _split(body: str) -> str:
    """Return the text with its longest paragraph split at the end of the sentence closest to its middle."""
    own = [unit for unit in revision.pieces(body) if unit.kind == "paragraph"]
    paragraphs: list[list[int]] = []
    for place, unit in enumerate(own):
        if paragraphs and "\n\n" not in body[own[place - 1].end : unit.start]:
            paragraphs[-1].append(place)
        else:
            paragraphs.append([place])
    longest = max(paragraphs, key=lambda each: own[each[-1]].end - own[each[0]].start, default=[])
    if len(longest) < 2:
        return body
    middle = (own[longest[0]].start + own[longest[-1]].end) / 2
    first = min(longest[1:], key=lambda place: abs(own[place].start - middle))
    return body[: own[first - 1].end] + "\n\n" + body[own[first].start :]
