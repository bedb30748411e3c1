"""Find the paragraphs, sentences and list items that a message describes by their topic: "the paragraph about ice"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.document.order_words import is_a
from backend.mentions.described_blocks import Description, find
from backend.mentions.document_view import DocumentView
from backend.mentions.elements import Part, parts
from backend.mentions.lexicon import Token, tokens
from backend.ranking.function_words import EVERY_WORD

#: Minimum score (0 to 1) of a paragraph that a topic may mean, and of one that the topic certainly means.
_CLEAR, _ALONE = 0.3, 0.6
#: A paragraph is a rival if its score is at least this share (0 to 1) of the best score; and the maximum number of
#: rivals.
_RIVAL, _MOST_RIVALS = 0.8, 3
#: Two forms of a word ("melting", "melts") may differ only in this number of last letters, and must share at least this
#: number of first letters.
_ROOT = 3
#: Maps each kind of part to the kinds of blocks that contain such parts.
_HOLDERS = {"paragraph": ("paragraph",), "sentence": ("paragraph", "quote"), "item": ("list",)}
#: Maximum number of first words of a list item that say what the item is about.
_OPENING = 6
_MARKER = re.compile(r"\A[ \t]*(?:[-*+•]|\(?\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
#: Verbs and parts of verbs after a topic: "the sentence about the student has to go", "nimm den Satz über X raus".
_VERBS = frozenset(
    """
    has have is are was must should can needs belongs goes hat ist muss soll sollte kann gehört a est doit devrait peut
    tiene es está debe debería puede ha è deve dovrebbe può tem é está deveria pode heeft is moet kan
    raus heraus weg hinaus out away
    """.split()
)


#: Prepositions that end a topic, because a place follows them: "the paragraph on ice behind the one on mud".
_LEADING = frozenset(
    "behind before after into hinter vor nach après avant derrière tras detrás antes después dopo prima depois achter "
    "voor".split()
)


@dataclass(frozen=True, slots=True)
class TopicMatch:
    """The part that fits a topic best. `others` fit equally well. `guessed` is True if even the best part is
    uncertain.
    """

    part: Part
    others: tuple[Part, ...] = ()
    guessed: bool = False


def end_of_topic(words: Sequence[Token], first: int, stop: int) -> int:
    """Return the index after the last token of a topic that begins at token `first`. It ends before punctuation, a verb
    or words for a place, and at `stop` at the latest. In "the paragraph about sea ice before Table 2", the topic is
    "sea ice".
    """
    for at in range(first, stop):
        norm = words[at].norm
        if words[at].text in ",;:.!?" or (at > first and (norm in _VERBS or norm in _LEADING)):
            return at
        if at > first and is_a(norm, "place") and any(is_a(word.norm, "edge") for word in words[at + 1 : at + 3]):
            return at
    return stop


def paragraph_about(view: DocumentView, topic: Sequence[Token], start: int, stop: int) -> TopicMatch | None:
    """Return the paragraph of the blocks `start` to `stop` - 1 that is about a topic; None if no paragraph fits.

    If exactly one paragraph has every word of the topic, it is returned; else the paragraph whose words fit best.
    """
    holding = _with_words(view, topic, ("paragraph", start, stop))
    if len(holding) == 1:
        return TopicMatch(holding[0])
    weighted = tuple((token, 1.0) for token in topic)
    ranked = [f for f in find(view, Description("paragraph", weighted)) if f.block.kind == "paragraph"]
    ranked = [f for f in ranked if f.block.index not in view.printed.captions and start <= f.block.index < stop]
    if not topic or not ranked or ranked[0].score < _CLEAR:
        return _match(holding)
    alone = ranked[0].score >= _ALONE and (len(ranked) < 2 or ranked[1].score < ranked[0].score / 2)
    near = [f.block for f in ranked[1 : 1 + _MOST_RIVALS] if f.score >= _RIVAL * ranked[0].score]
    best, *others = [Part(b.index, b.index + 1, (b.start, b.end)) for b in (ranked[0].block, *near)]
    return TopicMatch(best, tuple(others), not alone and not others)


def _root(word: str) -> str:
    """Return the first letters of a word, with which its other forms begin, too: "met" for "method"."""
    return word[: max(_ROOT, len(word) - _ROOT)]


def sentence_about(view: DocumentView, topic: Sequence[Token], start: int, stop: int) -> TopicMatch | None:
    """Return the sentence of the blocks `start` to `stop` - 1 that contains every word of a topic, apart from function
    words; None if there is none.
    """
    return _match(_with_words(view, topic, ("sentence", start, stop)))


def item_about(view: DocumentView, topic: Sequence[Token], start: int, stop: int) -> TopicMatch | None:
    """Return the list item about a topic in the blocks `start` to `stop` - 1; None if there is none.

    An item whose opening words (see `_opening`) are the topic is preferred, then one whose opening words include it,
    then one that has it anywhere.
    """
    found = _with_words(view, topic, ("item", start, stop))
    telling = _telling(topic)
    openings = [(part, tokens(_opening(view.document.text[slice(*part.span)]))) for part in found]
    opened = [part for part, opening in openings if _stems(telling) <= _stems(opening)]
    alike = [part for part, opening in openings if _stems(telling) == _stems(_telling(opening))]
    return _match(alike or opened or found)


def _match(found: Sequence[Part]) -> TopicMatch | None:
    return TopicMatch(found[0], tuple(found[1 : 1 + _MOST_RIVALS])) if found else None


def _opening(source: str) -> str:
    """Return the first words of a list item, up to its first punctuation mark: "Power supply" of "Power supply: two
    cells".
    """
    head = re.split(r"[:.;—–(]", _MARKER.sub("", source), maxsplit=1)[0]
    return " ".join(head.split()[:_OPENING])


def _telling(topic: Sequence[Token]) -> list[Token]:
    return [token for token in topic if token.word and token.norm not in EVERY_WORD]


def _stems(words: Sequence[Token]) -> set[str]:
    return {token.stem for token in words}


def _with_words(view: DocumentView, topic: Sequence[Token], within: tuple[str, int, int]) -> list[Part]:
    """Return the parts that contain every word of a topic except function words. `within` is the kind of the parts, and
    the first and last index (excluded) of the blocks in which they are.
    """
    kind, start, stop = within
    telling = _telling(topic)
    roots = {_root(token.norm) for token in telling}
    text, found = view.document.text, list[Part]()
    for block in view.blocks[start:stop] if telling else ():
        if block.kind not in _HOLDERS[kind] or not all(
            view.lower.find(root, block.start, block.end) >= 0 for root in roots
        ):
            continue  # most blocks lack a word of the topic
        for part in parts(view, kind, block.index, block.index + 1):
            if _stems(telling) <= _stems(tokens(text[slice(*part.span)])):
                found.append(part)
    return found
