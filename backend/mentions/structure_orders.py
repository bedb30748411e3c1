"""Parse orders that change the structure of a document but none of its words: they move a section to another level,
split it, or add a heading.

Such an order consists of the names of parts, a verb, words for sections, levels and headings, and function words. A
sentence with any other word is not such an order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from backend.document.order_classes import AFTER, BEFORE, INDEFINITE, MAKING
from backend.document.order_words import COURTESIES, NAME, QUOTATION, is_a, read_sentence
from backend.ranking.function_words import EVERY_WORD

#: Words for a section that is not part of another section: "a section of its own", "a main section".
_OWN = frozenset(
    """
    own separate independent standalone main top highest first eigen eigene eigenen eigener eigenes eigenständigen
    eigenständiger selbständigen propre part indépendante indépendant principale principal propia propio aparte
    independiente propria proprio parte indipendente própria própio independente eigen aparte zelfstandige
    独立 单独 一级
    """.split()
)
#: Those of the words above that mean the level of the document's main sections.
_MAIN = frozenset("main top highest first principale principal 一级".split())
_DEEPER = frozenset(
    """
    deeper lower down tiefer niedriger runter hinunter bas descends abajo bajo baja basso giù abaixo dieper lager
    """.split()
)
_HIGHER = frozenset("higher up höher hoch rauf hinauf haut monte arriba alto sube acima hoger omhoog".split())
_LEVELS = frozenset(
    """
    level levels ebene ebenen stufe stufen niveau niveaux cran crans nivel niveles livello livelli nível níveis
    niveaus
    """.split()
)
#: Other verbs by which a section becomes something: "turn X into a section", "X should be a section".
_BECOMING = frozenset(
    """
    turn convert change become becomes be get wandle verwandle werden wird sein zum transforme transformer convertis
    devenir devienne être fais faire convierte conviértelo convertir sea ser transforma trasforma fai diventi diventare
    essere torna seja verander worden zijn 变成 改成 改为 作为 设为
    """.split()
)
_OF = frozenset(
    """
    of under within in von unter unterhalb vom des der de du d sous del bajo dentro di sotto do da van onder 的
    """.split()
)
#: Further words that such an order may contain: "should", "instead", "together with everything in it".
_BESIDE = frozenset(
    """
    should would could must shall needs need move go put call called with its all everything it there please stands
    sollte soll muss möchte hätte gern gerne statt stattdessen damit verschieb verschiebe rück rücke schieb schiebe setz
    setze nenn nenne mit samt allem doit devrait mets place déplace appelle avec debe debería pon mueve mover llama con
    haz que dovrebbe deve metti sposta chiama deve deveria põe move chama moet zou zet verplaats noem directly right
    itself 把 将 把它 并
    """.split()
)
#: Number words for levels.
_NUMBERS = {
    "one": 1, "a": 1, "two": 2, "three": 3, "eine": 1, "einen": 1, "ein": 1, "zwei": 2, "un": 1, "une": 1, "deux": 2,
    "uno": 1, "dos": 2, "due": 2, "um": 1, "dois": 2, "een": 1, "twee": 2,
}  # fmt: skip
#: Maximum number of words between a noun and words that belong to it, such as "of its own".
_NEAR = 3


@dataclass(frozen=True, slots=True)
class StructureOrder:
    """An order to change the structure. `kind` says what happens to the first part that the order names:

    - `under`: it becomes a subsection of the second part that the order names, or else of the section before it
    - `own`: it becomes a separate section, one level higher
    - `main`: it becomes one of the document's main sections
    - `level`: it goes `levels` levels deeper (higher if negative)
    - `split`: it is divided at the other part that the order names
    - `heading`: a heading is added beside it
    """

    kind: Literal["under", "own", "main", "level", "split", "heading"]
    levels: int = 0
    #: for `split` and `heading`: the side of the named part on which the new heading goes
    after: bool = False
    #: for `heading`: whether the message asks for a heading of a subsection
    sub: bool = False


def read_structure_order(sentence: str) -> StructureOrder | None:
    """Return the order in a sentence such as "make NAME a subsection of NAME"; None if it is not an order about the
    structure. In the sentence, `NAME` stands for each name of a part, and `QUOTATION` for each other quotation.
    """
    read = read_sentence(_unhyphenated(sentence))
    words = [word for word in read.words if word not in COURTESIES]
    if read.asks or read.refuses or NAME not in words:
        return None
    if found := _heading(words) or _split(words):
        return found
    if QUOTATION in words:
        return None
    counted = _level(words) if any(word in _LEVELS for word in words) else None
    return counted or _section(words) or _level(words)


def _unhyphenated(sentence: str) -> str:
    """Return the sentence with "sub-section" and "sous-section" as one word."""
    return re.sub(r"\b(sub|sous)-(?=\w)", r"\1", sentence, flags=re.IGNORECASE)


def _is_sub(word: str) -> bool:
    return is_a(word, "subsection")


def _is_section(word: str) -> bool:
    return is_a(word, "section noun", "subsection")


def _section(words: Sequence[str]) -> StructureOrder | None:
    """Return the order for "make X a subsection of Y" or "turn X into a section of its own"; None for any other
    words.
    """
    verb = any(word in MAKING or word in _BECOMING or is_a(word, *_VERBS) for word in words)
    at = next((at for at in range(len(words) - 1, 0, -1) if _is_section(words[at]) and _is_new(words, at)), 0)
    if not verb or not at or _unknown(words, "placing"):
        return None
    if words.count(NAME) == _TWO:
        names = [place for place, word in enumerate(words) if word == NAME]
        linked = _OF.intersection(words[names[0] : names[1]]) and _is_sub(words[at]) and at > names[1]
        return StructureOrder("under") if linked or _of_name(words, at) else None
    own = _OWN.intersection((*words[max(0, at - _NEAR) : at], *words[at + 1 : at + 1 + _NEAR]))
    if words.count(NAME) > 1 or words.index(NAME) == at + 1 or (_of_name(words, at) and not own):
        return None  # "the subsection X", "a section of X"
    if _is_sub(words[at]):
        return StructureOrder("under")
    return StructureOrder("main" if own & _MAIN else "own")


_VERBS = ("promoting", "demoting", "moving", "placing")
#: Number of parts that "make X a subsection of Y" names.
_TWO = 2


def _is_new(words: Sequence[str], at: int) -> bool:
    """Return True if the words before the noun at index `at` say that the part becomes what the noun names: "a
    section", "its own section", "zum Unterabschnitt".

    Returns False for "move X into a new section", because the document does not have this section.
    """
    before = words[max(0, at - _NEAR) : at]
    if any(word in INDEFINITE and word.startswith(("n", "another")) for word in before):
        return False
    becomes = any(word in INDEFINITE or word in _OWN or word in _AS for word in before)
    return becomes or (_is_sub(words[at]) and NAME in words[:at])


_AS = frozenset("zum als come como comme".split())


def _of_name(words: Sequence[str], at: int) -> bool:
    """Return True if the noun at index `at` belongs to a name: "of" and a name follow it, or a name and 的 (Chinese
    "of") precede it.
    """
    behind = [word for word in words[at + 1 :] if not (word in _OF or _is_functional(word) or _is_section(word))]
    linked = any(word in _OF for word in words[at + 1 : at + 1 + _NEAR])
    return (linked and behind[:1] == [NAME]) or words[max(0, at - 2) : at] == [NAME, "的"]


def _level(words: Sequence[str]) -> StructureOrder | None:
    """Return the order for "X should be one level deeper" or "promote X"; None for any other words."""
    if words.count(NAME) != 1 or _unknown(words, "placing"):
        return None
    named = any(word in _LEVELS for word in words)
    down = any(is_a(word, "demoting") for word in words) or (named and bool(_DEEPER.intersection(words)))
    up = any(is_a(word, "promoting") for word in words) or (named and bool(_HIGHER.intersection(words)))
    if down == up:
        return None
    at = next((at for at, word in enumerate(words) if word in _LEVELS), 0)
    count = next((_count(word) for word in reversed(words[max(0, at - _TWO) : at]) if _count(word)), 1)
    return StructureOrder("level", count if down else -count)


def _count(word: str) -> int:
    return int(word) if word.isdecimal() and len(word) == 1 else _NUMBERS.get(word, 0)


def _split(words: Sequence[str]) -> StructureOrder | None:
    """Return the order for "split X after the second paragraph and call the second half Y"; None for any other
    words.
    """
    named = next((at for at, word in enumerate(words) if is_naming(word)), len(words))  # then the new title
    if not (is_a(words[0], "splitting") or is_a(words[-1], "splitting")) or _unknown(words[:named], "splitting"):
        return None
    if _is_section(words[1]) and words[2] != NAME:
        return None  # "separate section, before X"
    sides = [word in AFTER for word in words[:named] if word in AFTER or word in BEFORE]
    return StructureOrder("split", after=sides[0]) if len(sides) == 1 else None


def is_naming(word: str) -> bool:
    """Return True if a word can precede a title: "called", "titled", "call"."""
    return word == "call" or is_a(word, "naming")


def _heading(words: Sequence[str]) -> StructureOrder | None:
    """Return the order for "add a heading “Z” before the third paragraph of X"; None for any other words."""
    at = next((at for at, word in enumerate(words) if is_a(word, "heading")), 0)
    verb = any(is_a(word, "placing") or word in _GIVING for word in (*words[:1], *words[-1:]))
    new = INDEFINITE.intersection(words[max(0, at - _NEAR) : at]) or QUOTATION in words[at : at + _NEAR]
    if not at or not verb or not new or words.count(NAME) != 1 or _unknown(words, "placing", "heading", "naming"):
        return None
    sides = [word in AFTER for word in words if word in AFTER or word in BEFORE]
    sub = any(is_a(word, "subheading", "subsection") for word in words)
    return StructureOrder("heading", after=sides[0], sub=sub) if len(sides) == 1 else None


_GIVING = frozenset("give gib gebt donne dale da dá geef".split())
#: Words for the text after a new heading. They may precede the heading's title: "call the second half …".
REST = frozenset(
    """
    new other following neue neuen neuer nouvelle nueva nuova nova nieuwe
    second half part rest remainder zweite zweiten hälfte teil seconde moitié partie segunda mitad parte seconda
    metà metade tweede helft deel
    """.split()
)


def _is_functional(word: str) -> bool:
    parts = [part for part in word.split("'") if len(part) > 1]
    listed = bool(parts) and all(part in EVERY_WORD for part in parts)
    return word[0].isdigit() or _count(word) > 0 or listed


def _unknown(words: Sequence[str], *classes: str) -> bool:
    """Return True if any of the words does not occur in orders about the structure. `classes` are additional classes of
    words that this kind of order may have, such as "splitting".
    """
    known = _OWN | _DEEPER | _HIGHER | _LEVELS | _BECOMING | _OF | _BESIDE | MAKING | REST | _GIVING | AFTER | BEFORE
    for word in words:
        if (
            word in known
            or word in (NAME, QUOTATION)
            or word[0].isdigit()
            or _count(word)
            or _is_functional(word)
            or len(word) < _TWO
        ):
            continue
        if not is_a(
            word, "pronoun", "section noun", "subsection", "promoting", "demoting", "moving", "element", *classes
        ):
            return True
    return False
