"""Parse orders to move a text up or down by paragraphs: "not there, one paragraph up", "zwei Absätze tiefer" (two
paragraphs down).
"""

from __future__ import annotations

import re

from backend.document.order_classes import INDEFINITE
from backend.document.order_words import COURTESIES, is_a, read_sentence
from backend.mentions.closed_words import cardinal, is_article, noun
from backend.mentions.corrections import counts
from backend.mentions.lexicon import tokens
from backend.ranking.function_words import EVERY_WORD

_UP = frozenset(
    """
    up upwards higher earlier above hoch höher hinauf rauf oben früher haut arriba su alto sopra acima cima omhoog hoger
    выше вверх
    """.split()
)
_DOWN = frozenset(
    """
    down downwards lower later below runter hinunter tiefer unten später bas abajo giù basso sotto abaixo baixo omlaag
    lager ниже вниз
    """.split()
)
#: Other words that such an order may contain.
_BESIDE = frozenset(
    """
    not no nope there here further by should go be one belongs nicht nein dort dahin dorthin da hier weiter um gehört
    soll pas non là ici plus no ahí allí aquí más lì là qui più não aí lá aqui mais para não niet daar нет не туда там
    more noch
    на сюда это его nur just
    """.split()
)
#: Maximum number of words of such an order.
_LONGEST = 14
_SPACELESS = re.compile(
    r"(?:不是|不|不对|そこではなく)?(?:这里|那里|那边|這裡|那裡|那儿)?[，,、。]?\s*(?:请|再|把|将)*(?:它|这段|該段)?(?:移动|移動|移|放|往|向|挪)*(?:到|在)?"
    r"(?P<way>上|前|下|后|後)(?:面|移)?(?:一|1|１)?(?:个|個)?(?:段落|段)(?:落)?(?:去|吧|へ)?[。！!]*"
)


def read_shift(message: str) -> int:
    """Return the number of paragraphs by which a message orders to move a text: -1 for "one paragraph up", 2 for "two
    paragraphs down". Returns 0 for any other message.
    """
    text = message.strip()
    if (found := _SPACELESS.fullmatch(text)) is not None:
        return -1 if found["way"] in "上前" else 1
    words = [each for each in tokens(text) if each.word]
    if not 1 < len(words) <= _LONGEST or read_sentence(text).asks:
        return 0
    norms = [each.norm for each in words]
    ways = [norm in _UP for norm in norms if norm in _UP or norm in _DOWN]
    nouns = [at for at in range(len(words)) if "paragraph" in noun(words, at)[0]]
    if len(ways) != 1 or len(nouns) != 1 or not all(_belongs(norm) for at, norm in enumerate(norms) if at != nouns[0]):
        return 0
    near = words[max(0, nouns[0] - 2) : nouns[0]]  # "one more paragraph"
    numbers = [cardinal(each) or (int(each.norm) if each.norm.isdecimal() else 0) for each in near]
    number = next(filter(None, reversed(numbers)), 0)
    if not number and not any(each.norm in INDEFINITE or each.norm == "на" for each in near):
        return 0
    return -max(number, 1) if ways[0] else max(number, 1)


def _belongs(norm: str) -> bool:
    known = norm in _UP or norm in _DOWN or norm in _BESIDE or norm in COURTESIES or norm in INDEFINITE
    functional = is_article(norm) or norm in EVERY_WORD
    return known or functional or norm.isdecimal() or is_a(norm, "moving", "placing", "pronoun") or counts(norm)
