"""Score parts of a document, such as paragraphs, sentences or tables, by how much of a topic they contain, and decide
whether only one of them can be meant.

Every description of a part by its topic ("the paragraph about ice") is resolved here, in Stage 1 and in Stage 2.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.document.blocks import Block
from backend.document.order_words import HAN_OR_KANA
from backend.document.sentences import sentences
from backend.mentions.document_view import DocumentView
from backend.mentions.elements import Part
from backend.mentions.lexicon import Token

#: Two forms of a word ("melting", "melts") may differ only in this number of last letters. Words with fewer letters
#: than the second number must be equal.
_ENDING, _SHORT = 3, 4
#: Minimum number of first letters that the forms of a word have in common.
_ROOT = 4
#: The value of another form of a word (the same form has 1).
_OTHER_FORM = 0.85
#: The additional value of a word for each repetition (on a logarithmic scale), and at the beginning of a part. At this
#: number of characters from the beginning, half of that additional value remains.
_AGAIN, _OPENING, _HALF = 0.3, 0.6, 60
#: The additional value of two words that are adjacent both in the topic and in the part.
_ADJACENT = 0.6
#: The value of a word that may belong to the request and not to the topic.
_LOOSE = 0.4
#: The value of a word in the caption of a table or figure, and in the text around an equation.
_CAPTION, _AROUND = 1.6, 0.7
#: Minimum share (0 to 1) of a topic that the best part must have, and maximum share of its score that the second best
#: may have, so that only the best part can be meant. The second best must be worse if the words are scattered over the
#: sentences of the best part. Of handwritten descriptions that met this, 267 of 267 meant the best part; of those with
#: about half of their topic in it, 18 of 21, and of those with nearer rivals 18 of 39.
LEAST, RIVAL, RIVAL_OF_SCATTERED = 0.6, 0.85, 0.5
#: Maximum number of words of a topic that are looked for.
_MOST_WORDS = 20
#: Kinds of blocks that may have a caption, and those that are described by the text around them ("where g is …").
_SHOWN = frozenset({"table", "figure", "math", "latex", "code", "html", "div"})
_EXPLAINED = frozenset({"math", "latex"})
#: Maximum number of blocks of a section in which a single one may be visible.
_FEW = 4


@dataclass(frozen=True, slots=True)
class Topic:
    """The words of a topic. `loose` are words that may belong to it, such as "add" in "what we add to the soil"."""

    words: tuple[Token, ...]
    loose: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True)
class Scored:
    """A part with its score. `share` (0 to 1) is the share of the topic's words that the part contains; words that few
    parts have are worth more. `scattered` is True if no single sentence of the part has enough of the topic.
    """

    part: Part
    score: float
    share: float
    scattered: bool = False


def scored(view: DocumentView, topic: Topic, candidates: Sequence[Part]) -> list[Scored]:
    """Return those of the `candidates` that contain words of a topic, best first."""
    topic = Topic(topic.words[:_MOST_WORDS], topic.loose[:_MOST_WORDS])
    hits = [_occurrences(view, word, candidates) for word in topic.words]
    rarities = [_rarity(found, candidates) for found in hits]
    scores: dict[int, float] = {}
    held: dict[int, float] = {}
    for found, rarity in zip(hits, rarities, strict=True):
        for at, worth in found.items():
            scores[at] = scores.get(at, 0.0) + worth * rarity
            held[at] = held.get(at, 0.0) + min(worth / _OTHER_FORM, 1.0) * rarity
    for word in topic.loose:
        found = _occurrences(view, word, candidates)
        for at in found.keys() & scores.keys():
            scores[at] += _LOOSE * found[at] * _rarity(found, candidates)
    for left, (one, other) in enumerate(zip(topic.words, topic.words[1:], strict=False)):
        if other.start - one.end == 1:  # a space or a hyphen
            gain = _ADJACENT * (rarities[left] + rarities[left + 1]) / 2
            for at in _holding_pair(view, (one, other), candidates, hits[left].keys() & hits[left + 1].keys()):
                scores[at] += gain
    inside = {at for found in hits for at, worth in found.items() if worth >= _OTHER_FORM}
    inside |= {at for at in scores if view.blocks[candidates[at].start].kind in _SHOWN}
    ranked = [Scored(candidates[at], score, held[at] / sum(rarities)) for at, score in scores.items() if at in inside]
    ranked.sort(key=lambda each: (-each.score, each.part.span))
    weighted = list(zip(topic.words, rarities, strict=True))
    return [replace(each, scattered=_is_scattered(view, weighted, each)) for each in ranked[:1]] + ranked[1:]


def _is_scattered(view: DocumentView, weighted: Sequence[tuple[Token, float]], found: Scored) -> bool:
    """Return True if no sentence of a part contains enough of a topic. `weighted` are the words of the topic with their
    weights. Returns False for a table, a figure or the like.
    """
    if len(weighted) == 1 or view.blocks[found.part.start].kind in _SHOWN:
        return False
    spans = sentences(view.document.text, *found.part.span)
    inside = [Part(found.part.start, found.part.stop, each) for each in spans]
    held = dict.fromkeys(range(len(inside)), 0.0)
    for word, weight in weighted:
        for at in _occurrences(view, word, inside):
            held[at] += weight
    return max(held.values(), default=0.0) < LEAST * sum(weight for _, weight in weighted)


def is_alone(found: Sequence[Scored]) -> bool:
    """Return True if only the best part can be meant: it has enough of the topic, and no other part comes near it.
    `found` has the parts, best first.
    """
    if not found or found[0].share < LEAST:
        return False
    limit = RIVAL_OF_SCATTERED if found[0].scattered else RIVAL
    return len(found) == 1 or found[1].score < limit * found[0].score


def _rarity(found: dict[int, float], candidates: Sequence[Part]) -> float:
    """Return the weight of a word. The fewer parts have the word, the greater is its weight. `found` has an entry for
    each part with the word. A word that no part has gets the weight of a word that one part has.
    """
    return math.log(1 + len(candidates) / (1 + max(1, len(found))))


def _root(token: Token) -> tuple[str, int]:
    """Return the letters with which all forms of a word begin ("measur" for "measured"), and the maximum number of
    letters that a form may have.
    """
    word = token.norm
    if HAN_OR_KANA.search(word):
        return word, len(word) + 1
    if len(word) > _SHORT:
        return word[: max(_ROOT, len(word) - _ENDING)], len(word) + _ENDING
    return (token.stem if word.startswith(token.stem) else word), len(word) + 1


def _occurrences(view: DocumentView, word: Token, candidates: Sequence[Part]) -> dict[int, float]:
    """Return the value of a word in each part that contains it or another form of it, by the index of the part. The
    value is higher if the word is repeated, or near the beginning, and lower if only the text around the part has it.
    """
    root, most = _root(word)
    if view.lower.find(root) < 0:
        return {}
    pattern = re.compile(rf"(?<![^\W_]){re.escape(root)}[^\W_]{{0,{most - len(root)}}}(?![^\W_])")
    found = {}
    for at, part in enumerate(candidates):
        start, stop = part.span
        inside = list(pattern.finditer(view.lower, start, stop)) if view.lower.find(root, start, stop) >= 0 else []
        if inside:
            same = any(each[0] == word.norm for each in inside)
            opening = _OPENING / (1 + (inside[0].start() - start) / _HALF)
            found[at] = (1.0 if same else _OTHER_FORM) * (1 + _AGAIN * math.log(len(inside)) + opening)
            continue
        for block, worth in _around(view, part):
            if pattern.search(view.lower, block.start, block.end):
                found[at] = worth
                break
    return found


def _around(view: DocumentView, part: Part) -> list[tuple[Block, float]]:
    """Return the blocks that say what the first block of a part is about, each with the value of its words:

    - the caption of a table or figure
    - the paragraph that introduces a list ("Our study has limits:")
    - the heading and the paragraphs beside an equation, which often has no words
    - the heading of a section that has no other block
    """
    block, captions, near = view.blocks[part.start], list[Block](), list[Block]()
    if part.span == (block.start, block.end) and (lead := view.lead_of(block)) is not None:
        return [(lead, _OTHER_FORM)]
    if block.kind in _SHOWN:
        captions = [caption for below in (True, False) if (caption := view.caption(block, below)) is not None]
    section = view.section_of(block.index)
    explained, own = block.kind in _EXPLAINED, view.own(section)
    seen = [each for each in own if each.kind != "comment"] if explained or len(own) <= _FEW else []
    if explained:
        at = seen.index(block)
        near = [each for each in (*seen[max(0, at - 1) : at], *seen[at + 1 : at + 2]) if each.kind == "paragraph"]
    if section.heading is not None and (explained or seen == [block]):
        near.append(view.blocks[section.heading])
    return [*((each, _CAPTION) for each in captions), *((each, _AROUND) for each in near)]


def _holding_pair(
    view: DocumentView, pair: tuple[Token, Token], candidates: Sequence[Part], both: set[int]
) -> list[int]:
    """Return the indices of those parts in which the first word of a `pair` is directly before the second. `both` are
    the indices of the parts that contain the two words.
    """
    one, other = pair
    pattern = re.compile(rf"{re.escape(_root(one)[0])}[^\W_]{{0,6}}[\W_]{{1,6}}{re.escape(_root(other)[0])}")
    return [at for at in both if pattern.search(view.lower, *candidates[at].span)]
