"""Find the section or block that a message asks to rewrite ("shorten the first paragraph of Methods"). The content must
be a new version of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from backend.document.blocks import Document
from backend.document.order_words import is_a, side_in, words_in
from backend.document.outline import outline
from backend.document.sentences import sentences
from backend.document.similar_text import shared_pairs
from backend.mentions.closed_words import is_article
from backend.mentions.headings import fold
from backend.mentions.resolver import Mention, resolve
from backend.placement.doubts import names_what_is_not_there, speaks_of_a_part
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.object_of_order import is_only_one
from backend.placement.plan import Placement
from backend.placement.repeated_text import VERSION, replacement_of_section
from backend.placement.request.asked_place import PlacementRequest
from backend.placement.request.replacement import ORDERED
from backend.placement.versions.within_paragraph import reworded_item, reworded_sentence

#: How a request orders another form of a text: not at all, of some text, or of the part that it names ("translate the
#: first paragraph of Methods"). With "perhaps", the part is the object of unknown words. With "within", only something
#: inside the part is meant.
Rework = Literal["none", "some", "perhaps of what is named", "within what is named", "of what is named"]

#: Nouns for the new version after a verb of placing ("put the translation"); and the number of words after the verb
#: among which the noun is looked for.
_VERSION = frozenset("translation version result übersetzung fassung traduction traducción traduzione tradução".split())
_NEAR = 2
#: Words after "without" that order to keep something; and words for the present text after a verb of keeping: "but keep
#: the original", "lass beide".
_NOT_REMOVING = frozenset("deleting removing replacing".split())
_AS_IT_IS = re.compile(r"original\w*|originel\w*|both|deux|old|existing|beide\w*|alte\w?|ambos|ambas|entrambi|原文")


def ordered_version(
    builder: PlacementBuilder, message: str, asked: PlacementRequest | None, reworks: Rework
) -> list[Placement]:
    """Return the replacement of the only section or block that a message asks to rewrite; [] if it is unclear which one
    this is. If the message asks to keep the old text, return the place after it: "translate X, but keep the English".

    If the message names a part but does not order to rewrite it, the content must repeat much of this part. `asked` is
    the place that the message asks for (or None). `reworks` says whether the message asks for another form of a text
    (see `rules.decide`).
    """
    document = builder.view.document
    named = [each for each in resolve(document, message) if each.kind != "document"]
    is_named = reworks == "of what is named" and not any(each.rivals for each in named)  # as the object of a verb
    if (
        len(named) != 1
        or not (named[0].sure or is_named or is_only_one(message, named[0]))
        or names_what_is_not_there(document, message, named)
    ):
        return []
    element = _whole_sentence(document, named[0])
    if element.kind == "quotation" and element.how == "quotation":
        return []
    title = outline(document).section_of(element.start).title
    brings_title = bool(title) and fold(builder.content.title) == fold(title)
    if element.kind == "section" and not brings_title and speaks_of_a_part(message, element):
        return []
    ordered = asked is not None and asked.explicit
    block = ordered and asked is not None and asked.target is not None and asked.target.kind == "block"
    if block and element.kind == "section":
        return []  # the name only says where the block is that shall go
    if _goes_beside(message, element, asked) or _puts_version(message, element):
        return []
    if _keeps_text(message, element):
        reason = f"The message asks for another version of {' '.join(element.said.split())}, next to the original."
        if element.kind in ("section", "sentence", "item", "row") or builder.content.level:
            return []
        return [builder.make("insert_after", element.stop - 1, "block", reason, ORDERED)]
    is_object = ordered or reworks == "of what is named" or _is_replaced(message, element)
    if not is_object and shared_pairs(document.text[slice(*element.span)], builder.content.text) < VERSION:
        return []
    if element.kind == "section":
        return replacement_of_section(builder, element.start, ORDERED)
    if builder.content.level:
        return []  # the content is a section, and the element is not
    if element.kind == "sentence":
        return reworded_sentence(builder, element)
    if element.kind in ("item", "row"):
        return reworded_item(builder, element)
    whole = document.text[document.blocks[element.start].start : document.blocks[element.stop - 1].end]
    if element.stop - element.start != 1 or document.text[slice(*element.span)].strip() != whole.strip():
        return []
    if whole.strip() == builder.content.text.strip():
        return []  # "delete everything but the first paragraph" does not ask for the same text again
    what = f"the quoted {element.kind}" if element.how == "quotation" else " ".join(element.said.split())
    reason = f"The message asks for another version of {what}."
    return [builder.make("replace", element.start, "block", reason, ORDERED)]


def _is_replaced(message: str, element: Mention) -> bool:
    """Return True if the message orders to replace the part `element` of a block: the verb is directly before the
    part's name, as in "replace the third sentence of X by …".
    """
    before = [word for word in words_in(message[: element.at[0]]) if not is_article(word)]
    inside = element.sure and element.kind in ("sentence", "item", "row")
    return inside and bool(before) and is_a(before[-1], "replacing", "changing", "rewording")


def _whole_sentence(document: Document, element: Mention) -> Mention:
    """Return a mention of a sentence if `element` quotes all words of this sentence; else return `element`. The
    quotation may lack the punctuation mark at the end.
    """
    block = document.blocks[element.start]
    if element.kind != "quotation" or block.kind != "paragraph":
        return element
    quoted = (element.span[0] - block.start, element.span[1] - block.start)
    same = [
        each for each in sentences(document.source(block)) if each[0] == quoted[0] and 0 <= each[1] - quoted[1] <= 1
    ]
    return (
        replace(element, kind="sentence", span=(block.start + same[0][0], block.start + same[0][1]))
        if same
        else element
    )


def _goes_beside(message: str, element: Mention, asked: PlacementRequest | None) -> bool:
    """Return True if the message puts the new version of the text `element` next to this text: "translate X, and put it
    below X". `asked` is the place that the message asks for (or None).
    """
    if asked is None or asked.relation not in ("after", "before") or asked.target is None:
        return False
    if not side_in(words_in(message[element.at[1] :])):
        return False
    return any(element.start <= each.block.index < element.stop for each in asked.target.blocks[:1])


def _puts_version(message: str, element: Mention) -> bool:
    """Return True if the message, after the name of the text `element`, says where the new version of this text goes:
    "translate X and set it underneath".
    """
    return any(
        is_a(word, "placing") and any(is_a(each, "pronoun") or each in _VERSION for each in near)
        for word, near in _words_behind(message, element)
    )


def _keeps_text(message: str, element: Mention) -> bool:
    """Return True if the message, after the name of the text `element`, orders to keep this text: "translate X, but
    keep the English".
    """
    return any(
        (word in _NOT_REMOVING or is_a(word, "keeping", "leaving"))
        and any(is_a(each, "language") or _AS_IT_IS.fullmatch(each) for each in near)
        for word, near in _words_behind(message, element)
    )


def _words_behind(message: str, element: Mention) -> Iterator[tuple[str, list[str]]]:
    """Yield each word after the name of the text `element`, together with the two words after that word."""
    words = words_in(message[element.at[1] :])
    for at, word in enumerate(words):
        yield word, words[at + 1 : at + 1 + _NEAR]
