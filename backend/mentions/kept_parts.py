"""Find the parts of the document that an order says to keep: "rewrite Methods, but leave the list alone".

Such a part is not an object of the order, although the message names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from backend.document.blocks import Document
from backend.document.clauses import spaced, veiled
from backend.document.insertion_orders import WITHOUT
from backend.document.order_limits import OBLIGING
from backend.document.order_words import COURTESIES, EDITING, NAME, WRITING, is_a, read_sentence, words_in
from backend.document.told_changes import BEING
from backend.mentions.closed_words import is_article, is_section_noun
from backend.mentions.placeholders import QUOTED
from backend.mentions.resolver import Mention, resolve
from backend.mentions.scopes import EXCEPT

#: Maximum number of characters of a message that only gives orders; a longer one has text for the document.
_LONGEST = 1_000
#: Where a clause begins.
_MARK = re.compile(r"[,;:()\n–—]+|[.!?…]+(?=\s|$)")
#: Words with which a clause or a phrase may begin without a punctuation mark before it: "A without touching B", "A and
#: leave B alone".
_JOINT = re.compile(
    r"\s(?=(?:but|and|while|except|excepting|excluding|besides|keeping|leaving|preserving|without|with"
    r"|aber|und|doch|jedoch|außer|ausgenommen|ohne|mit|mais|et|avec|sauf|excepté|hormis|sans"
    r"|pero|y|salvo|excepto|menos|sin|ma|e|con|tranne|eccetto|senza|mas|com|exceto|sem|maar|en|met|behalve|zonder)\s)",
    re.IGNORECASE,
)
#: Words that connect a clause with the one before it.
_LINKS = frozenset(
    "but and or nor while aber und oder doch jedoch mais et ni ou pero y ni o ma e né mas nem maar en of".split()
)
#: Modal verbs of obligation, such as "should".
_OBLIGING = OBLIGING | frozenset("may can darf mag".split())
#: Verbs that say that a part does not change, such as "stay", and words for its unchanged state.
_STAYING = frozenset(
    """
    left kept untouched unchanged intact unverändert unangetastet inchangé inchangée inchangés inchangées intacte
    intacta intacto intactos intactas invariato invariata invariati invariate intatto intatta inalterado inalterada
    ongewijzigd
    stay stays remain remains bleibt bleiben bleibe reste restent rester queda quedan quede queden permanece permanecen
    resta restano rimane rimangono rimanga fica ficam fique fiquem blijft blijven
    """.split()
)
#: In Spanish, "no" is a negation only before a verb: "no toques la lista".
_NO = frozenset("no".split())
#: Gerunds of verbs of keeping.
_GERUNDS = frozenset("keeping leaving preserving retaining".split())
#: All words with which a part is kept, if one word says so.
_ANY_KEEPING = _STAYING | WITHOUT | EXCEPT | _GERUNDS | _NO


@dataclass(frozen=True, slots=True)
class KeptParts:
    """`order` is a message without the clauses that keep parts of the document. `parts` are the kept parts."""

    order: str
    parts: tuple[Mention, ...] = ()


def read_kept_parts(document: Document, message: str) -> KeptParts:
    """Divide a message into the order and the parts that it says to keep: "rewrite Methods, but leave the list alone"
    into "rewrite Methods" and the list.

    If the other clauses name no part ("make it shorter, but leave the list alone"), the order is the whole message. If
    nothing is to be kept, the result has no parts.
    """
    whole = KeptParts(message)
    if len(message) > _LONGEST or not _may_keep(message):
        return whole
    mentions = _mentions(document, message)
    quoted = [found.span() for found in QUOTED.finditer(message)]
    text = veiled(message, [each.at for each in mentions], quoted)
    spans = _kept_spans(text)
    parts = tuple(each for each in mentions if any(start <= each.at[0] < stop for start, stop in spans))
    order = _without(message, spans)
    objects = _parts_in(document, order)
    others = (*objects, *(each for each in mentions if each not in parts))
    if not parts or any(_contains(part, each) for part in parts for each in others):
        return whole
    parts = tuple(_inside(document, each, objects) for each in parts)
    return KeptParts(order if objects else message, parts)


def _inside(document: Document, part: Mention, objects: Sequence[Mention]) -> Mention:
    """Return the part that a message says to keep. `objects` are the parts that the order changes: if the only one is a
    paragraph, "its first sentence" is a sentence of this paragraph.

    If the paragraph has no such sentence, `part` is returned with the paragraph as a rival, which may be meant instead.
    """
    home = objects[0] if len(objects) == 1 and objects[0].kind == "paragraph" else None
    if home is None or part.kind != "sentence" or _contains(home, part):
        return part
    named = _parts_in(document, f"{part.said} of the {home.said}")
    same = [each for each in named if each.kind == "sentence" and _contains(home, each)]
    return replace(same[0], at=part.at, said=part.said) if same else replace(part, rivals=((home.start, home.stop),))


def _mentions(document: Document, message: str) -> list[Mention]:
    """Return the parts that a message names. If a clause names none by itself, as "leave the list alone", the parts of
    each section that the message names are searched, too: "the list" is then the list of this section.
    """
    found = _parts_in(document, message)
    clauses = list(_clauses(message))
    sections = {
        each.start: each
        for start, stop in clauses
        for each in _parts_in(document, message[start:stop])
        if each.kind == "section" and each.sure
    }
    for start, stop in clauses:
        if any(start <= each.at[0] < stop for each in found):
            continue
        for section in sections.values():
            lead = f"{section.said}, "
            inside = [each for each in _parts_in(document, lead + message[start:stop]) if each.at[0] >= len(lead)]
            moved = start - len(lead)
            found += [
                replace(each, at=(each.at[0] + moved, each.at[1] + moved))
                for each in inside
                if _contains(section, each)
            ]
    return found


def _parts_in(document: Document, message: str) -> list[Mention]:
    return [each for each in resolve(document, message) if each.kind != "document"]


def _may_keep(message: str) -> bool:
    """Return True if a message has a word with which a part is kept, such as "leave" or "but". Most messages have
    none.
    """
    return any(word in _ANY_KEEPING or is_a(word, "keeping", "leaving", "negation") for word in words_in(message))


def _contains(part: Mention, other: Mention) -> bool:
    """Return True if `other` lies inside `part`, as the sentence does in "keep Methods, but rewrite its first
    sentence".
    """
    return part.span[0] <= other.span[0] and other.span[1] <= part.span[1]


def _kept_spans(text: str) -> list[tuple[int, int]]:
    """Return start and end (excluded) of each clause that says to keep a part. `text` is the message with placeholders
    for names.
    """
    found: list[tuple[int, int]] = []
    ahead: tuple[int, int] | None = None  # a clause with only a name: "the list" in "the list and the table stay"
    for start, stop in _clauses(text):
        words = words_in(spaced(text[start:stop]))
        linked = bool(words) and words[0] in _LINKS and not _orders(words[1:])
        if _keeps(words):
            found.append((ahead[0] if ahead is not None and linked and _STAYING.intersection(words) else start, stop))
        elif found and found[-1][1] == start and linked and NAME in words:
            found[-1] = (found[-1][0], stop)
        ahead = (start, stop) if words and _is_bare(words) else None
    return found


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each clause or phrase of the text, such as "but leave the list alone". Each begins where
    the previous one ends.
    """
    marks = [found.end() for found in _MARK.finditer(text)]
    at = 0
    for stop in (*marks, len(text)):
        for joint in _JOINT.finditer(text, at, stop):
            before, behind = words_in(text[at : joint.start()]), words_in(text[joint.end() : stop])[1:]
            if len(before) > 1 and any(word not in _STAYING | COURTESIES for word in behind):
                yield at, joint.end()
                at = joint.end()
        if text[at:stop].strip():
            yield at, stop
            at = stop


def _keeps(said: Sequence[str]) -> bool:
    """Return True if the words of a clause (`said`) order to keep the part that it names."""
    words = [word for word in said if word not in COURTESIES or word in ("not", "no", "non", "não")]
    linked = [word for word in words if word not in _LINKS]
    if NAME not in linked or _becomes_something(linked):
        return False
    before, behind = linked[: linked.index(NAME)], linked[linked.index(NAME) + 1 :]
    if linked[0] in EXCEPT or (words[0] == "but" and _is_bare(words)):
        return True
    if linked[0] in WITHOUT:
        return not all(_is_thing(word) for word in linked[1:])  # but "without the list" is about the new version
    negated = [at for at, word in enumerate(before) if is_a(word, "negation") or (word in _NO and before[-1] != word)]
    if negated:  # but "add that rain was not a factor to X", and "it is not so good in X"
        return not _orders(before[: negated[0]]) and not BEING.intersection(before[max(0, negated[0] - 1) : negated[0]])
    if any(is_a(word, "negation") or word in _NO for word in behind) and _OBLIGING.intersection(behind):
        return True  # "the list should not be changed"
    sentence = read_sentence(" ".join(linked))
    if _orders(sentence.words) or sentence.asks:
        return False
    return any(word in _GERUNDS | _STAYING or is_a(word, "keeping", "leaving") for word in sentence.words)


def _becomes_something(words: Sequence[str]) -> bool:
    """Return True if a clause says how the part that it names should be: "keep the list short"."""
    behind = words[words.index(NAME) + 1 :]
    return any(is_a(word, "manner", "shortening") for word in behind)


def _orders(words: Sequence[str]) -> bool:
    return any(is_a(word, *EDITING, *WRITING) for word in words)


def _is_bare(words: Sequence[str]) -> bool:
    return NAME in words and all(_is_thing(word) for word in words)


def _is_thing(word: str) -> bool:
    return word == NAME or word in _LINKS or is_article(word) or is_section_noun(word)


def _without(message: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return the message without these spans and without the punctuation that would be left at them."""
    kept, at = "", 0
    for start, stop in spans:
        kept, at = kept + message[at:start], stop
    kept += message[at:]
    order = re.sub(r"\A[\s,;:–—(]+|[\s,;:–—(]+[.!]?\Z", "", kept)
    first, _, rest = order.partition(" ")
    return rest if first.casefold() in _LINKS else order
