"""Find the parts that a message describes by their topic: "the paragraph about ice", "the table of costs"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.document.order_classes import AFTER, BEFORE
from backend.document.order_words import is_a, ordinal_of
from backend.mentions import closed_words
from backend.mentions.document_view import DocumentView
from backend.mentions.elements import Part, parts
from backend.mentions.lexicon import Token, tokens
from backend.mentions.naming.reference_entries import entries
from backend.mentions.new_texts import begins_new_text
from backend.mentions.topic_scores import RIVAL, Scored, Topic, is_alone, scored
from backend.ranking.function_words import EVERY_WORD

#: Minimum share (0 to 1) of a topic that a part must have so that it may be meant at all.
_MENTIONED = 0.4
#: Kinds of parts that an entry of the bibliography is not.
_PROSE = frozenset({"paragraph", "sentence"})
#: Maximum number of other parts that are offered if several may be meant.
_MOST_RIVALS = 3
#: Maximum number of first words of a list item that say what the item is about.
_OPENING = 6
_MARKER = re.compile(r"\A[ \t]*(?:[-*+•]|\(?\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
#: Verbs and parts of verbs after a topic: "the sentence about the student has to go", "nimm den Satz über X raus".
_VERBS = frozenset(
    """
    has have is are was must should can needs belongs goes comes come kommt vient viene va
    hat ist muss soll sollte kann gehört est doit devrait peut
    tiene es está debe debería puede ha è deve dovrebbe può tem é está deveria pode heeft is moet kan
    raus heraus weg hinaus out away
    """.split()
)
#: A verb that is joined to its negation: "isn't", "doesn't", "n'est".
_NEGATED = re.compile(r"n't\Z|\An'")
#: Prepositions that end a topic, because a place follows them: "the paragraph on ice behind the one on mud".
_LEADING = (AFTER | BEFORE | {"into"}) - frozenset("above below preceding following follow über unter na ahead".split())


@dataclass(frozen=True, slots=True)
class TopicMatch:
    """The part that fits a topic best. `others` fit equally well. `guessed` is True if even the best part is
    uncertain.
    """

    part: Part
    others: tuple[Part, ...] = ()
    guessed: bool = False


def end_of_topic(words: Sequence[Token], first: int, stop: int, clause: bool = False) -> int:
    """Return the index after the last token of a topic that begins at token `first`; at most `stop`. In "the paragraph
    about sea ice before Table 2", the topic is "sea ice".

    A topic ends before punctuation, verbs, words for a place or a new text, and an order behind its object ("…
    streichen"). A `clause`, such as "who was ill", may contain verbs.
    """
    for at in range(first, stop):
        norm = words[at].norm
        verb = norm in _VERBS or _NEGATED.search(norm) is not None
        if words[at].text in ",;:.!?" or (at > first and ((verb and not clause) or norm in _LEADING)):
            return at
        if at > first and is_a(norm, "place") and any(is_a(word.norm, "edge") for word in words[at + 1 : at + 4]):
            return at
        if at > first and closed_words.is_a(words[at], "and") and _is_about(words[at + 1 : stop]):
            return at  # "the paragraphs on ice and on mud" are two
        if at > first and ordinal_of(norm) in (1, -1) and at + 1 + (words[stop - 1].text in ".!") >= stop:
            return at  # "put the item on ice first"
        if at > first and (norm in _PURPOSE or [each.norm for each in words[at : at + 2]] == ["so", "that"]):
            return at  # "the paragraph on ice so that it mentions mud"
        if at > first and (norm in _PLEASE or begins_new_text(words, at)):
            return at
    last = words[stop - 1].norm  # a German infinitive: "se sont retirés" belongs to its topic
    ordered = last.endswith("n") and is_a(last, "moving", "placing", "removing")
    return stop - 1 if stop - 1 > first and ordered else stop


def _is_about(words: Sequence[Token]) -> bool:
    return len(words) > 0 and closed_words.is_a(words[0], "about")


_PURPOSE = frozenset("damit sodass zodat affinché".split())
_PLEASE = frozenset("please pls bitte alsjeblieft".split())


def part_about(view: DocumentView, topic: Sequence[Token], kind: str, within: tuple[int, int]) -> TopicMatch | None:
    """Return the part of this kind ("paragraph", "sentence", "item", "table" …) that a topic means; None if none fits.
    The search covers the blocks `within`: the index of the first, and the index after the last. If these are all
    blocks, the bibliography is left out, because its entries are no sentences or paragraphs.

    A list item whose opening words (see `_opening`) are the topic is preferred, then one whose opening words include
    it.
    """
    telling = tuple(token for token in topic if token.word and token.norm not in EVERY_WORD)
    searched = parts(view, kind, *within) if telling else []
    if kind in _PROSE and within == (0, len(view.blocks)):
        listed = {each.block for each in entries(view.document)}
        searched = [part for part in searched if part.start not in listed]
    found = scored(view, Topic(telling), searched) if searched else []
    if kind == "item":
        found = _opened(view, telling, found)
    if not found or found[0].share < _MENTIONED:
        return None
    near = [each.part for each in found[1 : 1 + _MOST_RIVALS] if each.score >= RIVAL * found[0].score]
    return TopicMatch(found[0].part, tuple(near), not is_alone(found) and not near)


def _opened(view: DocumentView, telling: Sequence[Token], found: list[Scored]) -> list[Scored]:
    """Return the list items in `found` whose opening words are `telling`, the words of the topic. If there are none,
    return those whose opening words include `telling`; if there are none either, return all of `found`.
    """
    wanted = {token.stem for token in telling}
    text = view.document.text
    stems = [{t.stem for t in tokens(_opening(text[slice(*each.part.span)])) if _tells(t)} for each in found]
    opened = [each for each, own in zip(found, stems, strict=True) if wanted <= own]
    alike = [each for each, own in zip(found, stems, strict=True) if wanted == own]
    return alike or opened or found


def _tells(token: Token) -> bool:
    return token.word and token.norm not in EVERY_WORD


def _opening(source: str) -> str:
    """Return the first words of a list item, up to its first punctuation mark: "Power supply" of "Power supply: two
    cells".
    """
    head = re.split(r"[:.;—–(]", _MARKER.sub("", source), maxsplit=1)[0]
    return " ".join(head.split()[:_OPENING])
