"""Detect content whose form is not the ordered one: for example, a plain sentence instead of a footnote, or several
paragraphs instead of one.

Content is inserted unchanged. If the order wants a footnote and the content is a plain sentence, the result is not what
was ordered, even at the right place. So the user is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.order_classes import DIRECTIONS
from backend.document.order_words import is_a, words_in
from backend.mentions.closed_words import cardinal, is_article, noun
from backend.mentions.lexicon import tokens
from backend.placement.content import Content
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import Placement

_NEW = r"\b(?:an?|another|new|eine?n?|neuen?|une?|nouvelle|una?|nuov[ao]|nuev[ao]|uma?|nov[ao]|een|nieuwe)\s+"
_FOOTNOTE = re.compile(
    _NEW + r"(?:footnote|fu(?:ß|ss)note|note de bas de page|nota (?:al pie|a pi[eè] di pagina|de rodapé)|voetnoot)\b",
    re.IGNORECASE,
)
_FOOTNOTE_MARK = re.compile(r"\[\^|\^\[|\\footnote")
_LOWER_ITEM = re.compile(
    _NEW + r"(?:sub|unter|sous|sotto|onder)-?"
    r"(?:steps?|points?|items?|bullets?|punkt|schritt|étape|puce|punto|passo|paso|viñeta|voce|item|punt|stap)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.!?…。！？:]\W*\Z|\n")


def orders_footnote(message: str) -> bool:
    """Return True if a message orders a new footnote: "add a footnote on the gauge"."""
    return _FOOTNOTE.search(message) is not None


def lacks_ordered_form(message: str, content: Content) -> bool:
    """Return True if the content, inserted as it is, would not be what the message orders: a footnote, an item below
    another item ("a sub-bullet"), or more words in a heading.
    """
    text = content.text.strip()
    if orders_footnote(message) and _FOOTNOTE_MARK.search(text) is None:
        return True
    if _LOWER_ITEM.search(message) is not None and not content.level:
        return True
    return _extends_heading(message) and not content.level and _SENTENCE.search(text) is None


def brings_paragraphs(builder: PlacementBuilder, found: Placement, messages: Sequence[str]) -> bool:
    """Return True if the place `found` replaces one paragraph, or a part of it, by several paragraphs, and no message
    orders this. Then some of them are probably no part of the new version.
    """
    if found.operation != "replace" or found.anchor is None or builder.content.kinds.count("paragraph") < 2:
        return False
    one = found.place == "block" and builder.view.blocks[found.anchor.block].kind == "paragraph"
    return (one or found.place.startswith("characters")) and not any(_orders_several(each) for each in messages)


def _orders_several(message: str) -> bool:
    """Return True if a message orders more than one paragraph ("split X", "make two paragraphs of X"), or leaves open
    how long the new text is: "replace X with a full proof".
    """
    words = tokens(message)
    counted = any(
        "paragraph" in noun(words, at)[0] and cardinal(words[at - 1]) > 1 for at in range(1, len(words))
    )  # fmt: skip
    return counted or any(is_a(word.norm, "splitting", "replacing") for word in words)


def _extends_heading(message: str) -> bool:
    """Return True if a message orders to add words to a heading itself: "append “…” to the heading Results". Returns
    False for a text below it: "add “…” below the heading Results".
    """
    words = [word for word in words_in(message) if not is_article(word) or word in DIRECTIONS]
    return any(is_a(word, "heading") and words[at] in DIRECTIONS for at, word in enumerate(words[1:]))
