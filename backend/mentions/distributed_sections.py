"""Find the sections for which a message orders separate texts, one for each section: "a sentence on rain for Limits and
one on money for Outlook", "a paragraph each for Limits and Outlook".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from backend.document.blocks import Document
from backend.document.order_classes import INDEFINITE
from backend.document.order_words import ORDERING, is_a, read_sentence, words_in
from backend.mentions.closed_words import is_article, is_section_noun
from backend.mentions.resolver import Mention, resolve

#: Prepositions before a section for which a text is meant, besides the prepositions of place.
_FOR = frozenset("for to für zu pour à au aux para a al per voor aan".split())
#: Words for another text of the same kind.
_ANOTHER = frozenset(
    "one another ein eine einen eins un une autre uno una otra otro altro altra um uma outro outra een".split()
)
_EACH = frozenset("each jeweils je chacun chacune cada ciascuno ciascuna ognuno ognuna elk".split())
_OF = frozenset("of von de des du del di della do da van".split())
_AND = frozenset("and und et y e en".split())
#: Minimum number of sections with a text each.
_SEVERAL = 2


def distributed_sections(document: Document, message: str) -> tuple[Mention, ...]:
    """Return the sections, in the order of the message, if it orders a separate new text for each of them: "a paragraph
    each for Limits and Outlook". Otherwise return ().
    """
    words = words_in(message)
    sentence = read_sentence(message)
    if (
        not _EACH.union(_ANOTHER, INDEFINITE).intersection(words)
        or sentence.asks
        or any(map(_changes, (*sentence.words[:1], *sentence.words[-1:])))
    ):
        return ()
    named = [each for each in resolve(document, message) if each.kind == "section"]
    if len({each.start for each in named}) < _SEVERAL or not all(each.sure for each in named):
        return ()
    before = words_in(message[: named[0].at[0]])
    between = [words_in(message[one.at[1] : other.at[0]]) for one, other in pairwise(named)]
    if not _leads_to_place(before) or len(named) < len({each.start for each in named}):
        return ()
    further = all(_names_another(before, each) and _leads_to_place(each) for each in between)
    together = all(all(word in _AND or _is_bare(word) for word in each) for each in between)
    return tuple(named) if further or (together and _EACH.intersection(words)) else ()


def _changes(word: str) -> bool:
    """Return True for a verb that orders a change of an existing text, such as "shorten"."""
    return is_a(word, *ORDERING) and not is_a(word, "placing", "writing")


def _names_another(before: Sequence[str], words: Sequence[str]) -> bool:
    """Return True if `words` begin with words for a further text: "and one", "another", or "a" and a noun that occurs
    in `before`, as in "a note for Limits and a note for Outlook". `before` has the words of the message before its
    first section.
    """
    linked = words[1:] if words and words[0] in _AND else words
    again = len(linked) > 1 and linked[0] in INDEFINITE and linked[1] in before
    return bool(linked) and (linked[0] in _ANOTHER or again)


def _leads_to_place(words: Sequence[str]) -> bool:
    """Return True if words end with a preposition such as "for", or with "at the end of"."""
    bare = [word for word in words if not _is_bare(word)]
    edge = len(bare) > 1 and bare[-1] in _OF and is_a(bare[-2], "edge")
    return bool(bare) and (edge or bare[-1] in _FOR or is_a(bare[-1], "place"))


def _is_bare(word: str) -> bool:
    return is_article(word) or is_section_noun(word) or word == "both"
