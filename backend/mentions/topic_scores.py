"""Score paragraphs by how much of a topic they contain. A paragraph scores high if it has all of the topic's words, has
them often, and has them near its beginning.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.document.blocks import Block
from backend.document.order_words import HAN_OR_KANA
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import Token

#: Two forms of a word ("melting", "melts") may differ only in this number of last letters. Words with fewer letters
#: than the second number must be equal.
_ENDING, _SHORT = 3, 4
#: Minimum number of first letters that the forms of a word have in common.
_ROOT = 4
#: The additional value of a word for each repetition (on a logarithmic scale), and at the beginning of a paragraph. At
#: this number of characters from the beginning, half of that additional value remains.
_AGAIN, _OPENING, _HALF = 0.3, 0.6, 60
#: The additional value of two words that are adjacent both in the topic and in the paragraph.
_ADJACENT = 0.6
#: The value of a word that may belong to the request and not to the topic.
_LOOSE = 0.4


@dataclass(frozen=True, slots=True)
class Topic:
    """The words of a topic. `loose` are words that may belong to it, such as "add" in "what we add to the soil"."""

    words: tuple[Token, ...]
    loose: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True)
class Scored:
    """A paragraph with its score. `share` (0 to 1) is the share of the topic's words that it contains."""

    block: Block
    score: float
    share: float


def scored(view: DocumentView, topic: Topic, blocks: Sequence[Block]) -> list[Scored]:
    """Return the blocks that contain words of a topic, best first. A word that few of the blocks contain has more
    weight.
    """
    hits = [_occurrences(view, word, blocks) for word in topic.words]
    scores: dict[int, float] = {}
    for found in hits:
        for index, worth in found.items():
            scores[index] = scores.get(index, 0.0) + worth * _rarity(found, blocks)
    for word in topic.loose:
        found = _occurrences(view, word, blocks)
        for index in found.keys() & scores.keys():
            scores[index] += _LOOSE * found[index] * _rarity(found, blocks)
    for left, (one, other) in enumerate(zip(topic.words, topic.words[1:], strict=False)):
        if other.start - one.end == 1:  # a space or a hyphen
            gain = _ADJACENT * (_rarity(hits[left], blocks) + _rarity(hits[left + 1], blocks)) / 2
            for index in _holding_pair(view, one, other, hits[left].keys() & hits[left + 1].keys()):
                scores[index] += gain
    paragraphs = [
        Scored(view.blocks[index], score, sum(index in hit for hit in hits) / len(hits))
        for index, score in scores.items()
    ]
    return sorted(paragraphs, key=lambda each: (-each.score, each.block.index))


def _rarity(found: dict[int, float], blocks: Sequence[Block]) -> float:
    return math.log(1 + len(blocks) / (1 + len(found)))


def _root(word: str) -> str:
    return word[: max(_ROOT, len(word) - _ENDING)] if len(word) > _SHORT and not HAN_OR_KANA.search(word) else word


def _occurrences(view: DocumentView, word: Token, blocks: Sequence[Block]) -> dict[int, float]:
    """Return, by the index of the block, the score of a word in each block that contains it or another form of it. The
    score is higher if the word is repeated, or near the beginning.
    """
    root, most = _root(word.norm), len(word.norm) + (_ENDING if len(word.norm) > _SHORT else 1)
    pattern = re.compile(rf"(?<![^\W_]){re.escape(root)}[^\W_]{{0,{most - len(root)}}}(?![^\W_])")
    found = {}
    for block in blocks:
        if view.lower.find(root, block.start, block.end) < 0:
            continue
        starts = [each.start() - block.start for each in pattern.finditer(view.lower, block.start, block.end)]
        if starts:
            found[block.index] = 1 + _AGAIN * math.log(len(starts)) + _OPENING / (1 + starts[0] / _HALF)
    return found


def _holding_pair(view: DocumentView, one: Token, other: Token, both: set[int]) -> list[int]:
    """Return the indices of those blocks in which `one` is directly before `other`. `both` are the indices of the
    blocks that contain the two words.
    """
    pattern = re.compile(rf"{re.escape(_root(one.norm))}[^\W_]{{0,6}}[\W_]{{1,6}}{re.escape(_root(other.norm))}")
    return [at for at in both if pattern.search(view.lower, view.blocks[at].start, view.blocks[at].end)]
