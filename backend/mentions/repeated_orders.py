"""Complete orders that leave out words of the order before them: "rename A to “X” and B to “Y”", "delete the first and
the last sentence of A", "the same for B".

The missing words are added to each clause, so that it can be parsed as a separate order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from backend.document.blocks import Document
from backend.document.clauses import ADDING, TOO, says_order, spaced, verb_of
from backend.document.order_limits import BETWEEN
from backend.document.order_words import COURTESIES, EDITING, NAME, QUOTATION, is_a, ordinal_of, words_in
from backend.document.outline import titles_of
from backend.document.titles_in_text import titles_in
from backend.mentions.closed_words import is_article
from backend.mentions.corrected_orders import names_section
from backend.mentions.placeholders import QUOTED
from backend.mentions.resolver import resolve, veil

#: Words between two objects of one verb.
_AND = r"(?:and|und|sowie|et|y|e|en|as well as|along with|plus|ainsi que|así como|nonché|bem como|evenals)"
_JOINT = re.compile(
    rf"(?<!\s)\s*,\s*(?:{_AND}\s+)?(?:(?:also|then|auch|dann|aussi|puis|también|luego|anche|poi|também|depois|ook)\s+)?"
    rf"|(?<!\s)\s+{_AND}\s+(?:(?:also|then|auch|dann|aussi|puis|también|luego|anche|poi|também|depois|ook)\s+)?",
    re.IGNORECASE,
)
_PREPOSITIONS = frozenset("to into in with by zu en à a par por con com mit durch als as come como comme per".split())
_ARTICLE = r"(?:(?:the|den|die|das|der|le|la|les|el|los|las|il|lo|o|a|os|as|de|het)\s+|l['’])?"
_ORDINAL = r"(?:[^\W\d_]+|\d{1,2}(?:st|nd|rd|th|\.|e|er|re|º|ª)?)"


def expanded(document: Document, order: str) -> tuple[str, ...]:
    """Return one order for each object of a verb: "delete A" and "delete B" for "delete A and B". Returns () if the
    verb seems to have only one object.
    """
    verb = verb_of(veil(document, order))
    if is_a(verb, "joining"):
        return _joined_under_name(document, order)
    if not verb or is_a(verb, "swapping"):
        return ()
    return _counted(order) or _divided(document, order, verb)


def several_moves(document: Document, order: str) -> tuple[str, ...]:
    """Return the orders of a clause that moves several parts to different places: "move A to the front and B to the
    end"; () for any other clause.
    """
    verb = verb_of(veil(document, order))
    return _divided(document, order, verb) if is_a(verb, "moving", "placing") else ()


def repeated(document: Document, order: str, clause: str, former: Sequence[str] = ()) -> str:
    """Return the `order` for another section, which the `clause` names: "the same for Outlook", "Outlook too"; "" if
    the clause has other words. A quotation in the clause replaces the only quotation of the order.

    `former` are titles that the order may name although the document no longer has them.
    """
    text = veil(document, clause)
    said = [word for word in words_in(spaced(text)) if not is_article(word)]
    if said.count(NAME) != 1 or not ADDING.intersection(said) or says_order(text):
        return ""
    rest = [w for w in said if w not in ADDING | COURTESIES | {NAME, QUOTATION} and not is_a(w, "place", "pronoun")]
    titles = titles_of(document)
    bare = QUOTED.sub("", order)
    old, new = titles_in(bare, [*titles, *former]), titles_in(QUOTED.sub("", clause), titles)
    refers = ADDING.intersection(said) - TOO or any(is_a(word, "place") or word in _FOR for word in said)
    if not refers and any(each.kind != "section" for each in resolve(document, order)[:1]):
        return ""  # "delete the last sentence of A. B too." may mean all of B
    if [word for word in rest if word not in _FOR] or len(old) != 1 or len(new) != 1:
        return ""
    made, count = re.subn(rf"(?<!\w){re.escape(old[0])}(?!\w)", lambda _: new[0], order, flags=re.IGNORECASE)
    given, kept = QUOTED.findall(clause), QUOTED.findall(made)
    if count != 1 or len(given) > 1 or (given and len(kept) != 1):
        return ""
    return made.replace(kept[0], given[0]) if given else made


def repeats(clause: str) -> bool:
    """Return True if a `clause` may repeat the previous order for another part: "same for Outlook"."""
    words = words_in(clause)
    if len(words) > _MOST_REPEATING or ADDING.isdisjoint(words):
        return False
    return not any(is_a(word, *EDITING) for word in words[:1]) and not says_order(clause)


#: Maximum number of words of a clause such as "and please do the same for the section Outlook".
_MOST_REPEATING = 12
_FOR = frozenset("for für bei pour para per voor with please now thing goes applies gilt vale do".split())


@lru_cache(maxsize=64)
def _counted(order: str) -> tuple[str, ...]:
    """Return one order for each numbered part of "delete the first and the third sentence of X"; () if the order names
    no such parts.
    """
    for found in _ORDINALS.finditer(order):
        words = words_in(found["list"])
        ordinals = [word for word in words if ordinal_of(word) is not None]
        others = [word for word in words if word not in ordinals and not is_article(word)]
        if len(ordinals) > 1 and all(word in _ANDS for word in others) and _is_part(found["noun"]):
            ahead = words[0] if is_article(words[0]) else ""
            head, tail = order[: found.start("list")], order[found.end("list") :]
            return tuple(" ".join(f"{head}{ahead} {each}{tail}".split()) for each in ordinals)
    for found in _NUMBERS.finditer(order):
        numbers = re.findall(r"\d+", found["list"])
        head, tail = order[: found.start("list")], order[found.end("list") :]
        if _is_part(found["noun"]):
            return tuple(f"{head}{each}{tail}" for each in numbers)
    return ()


_ORDINALS = re.compile(
    rf"(?P<list>{_ARTICLE}{_ORDINAL}(?:(?:\s*,\s*(?:{_AND}\s+)?|\s+{_AND}\s+){_ARTICLE}{_ORDINAL}){{1,4}})"
    r"\s+(?P<noun>[^\W\d_]+)",
    re.IGNORECASE,
)
_NUMBERS = re.compile(
    rf"(?P<noun>[^\W\d_]+)\s+(?P<list>\d{{1,2}}(?:(?:\s*,\s*(?:{_AND}\s+)?|\s+{_AND}\s+)\d{{1,2}}){{1,4}})\b"
)
_ANDS = frozenset("and und sowie et y e en as well along with plus".split())
_PARTS = frozenset("paragraph sentence bullet item row step point".split())


def _is_part(noun: str) -> bool:
    word = noun.casefold()
    return is_a(word, "element", "piece") or word.rstrip("s") in _PARTS


def _joined_under_name(document: Document, order: str) -> tuple[str, ...]:
    """Return two orders for "merge A and B into one section called “X”": to join the sections, and to rename the first
    one. Returns () for any other order.
    """
    text = veil(document, order)
    tail = _CALLED.search(text)
    titles = titles_of(document)
    named = titles_in(order[: tail.start()], titles) if tail is not None else []
    quoted = QUOTED.search(order, tail.start()) if tail is not None else None
    if tail is None or quoted is None or len(named) != 2:
        return ()
    first = min(named, key=lambda title: order.casefold().index(title.casefold()))
    return order[: tail.start()], f"Rename {first} to {quoted[0]}"


#: The end of "merge A and B into one section called “X”".
_CALLED = re.compile(
    rf",?\s+(?:into|in|to|as|under|zu|unter|en|dans|sous|con|como|com|sob|come|nella|onder|tot)\b[^{NAME}{QUOTATION}.;]*"
    rf"{QUOTATION}+[\s.!]*$",
    re.IGNORECASE,
)


def _divided(document: Document, order: str, verb: str) -> tuple[str, ...]:
    """Return the orders of a clause (`order`) whose `verb` has several objects. Each object may have its own value or
    place: "rename A to “X” and B to “Y”", "delete A and the last sentence of B". Returns () if the verb has one object.
    """
    text = veil(document, order)
    at = re.search(rf"\b{re.escape(verb)}\b", text, re.IGNORECASE)
    if at is None:
        return ()
    starts = [at.end()]
    stops: list[int] = []
    for joint in _JOINT.finditer(text, at.end()):
        one, other = _first_object(text, starts[-1], joint.start()), _first_object(text, joint.end(), len(text))
        if _is_object(one) and _is_object(other) and _may_part(verb, one, other):
            stops.append(joint.start())
            starts.append(joint.end())
    if is_a(verb, "removing") and len({names_section(document, order[a : a + 200]) for a in starts}) > 1:
        return ()  # "delete the last sentence of A, then B" may mean the last sentence of B
    if not stops or (not _link(_first_object(text, starts[0], stops[0])) and not is_a(verb, "removing")):
        return ()
    head = order[: at.end()]
    return tuple(f"{head} {order[a:b].strip()}" for a, b in zip(starts, [*stops, len(order)], strict=True))


def _may_part(verb: str, one: Sequence[str], other: Sequence[str]) -> bool:
    """Return True if the verb can be applied separately to each of two objects, whose words are `one` and `other`. For
    "rename", these may be the words of "A to “X”" and "B to “Y”".
    """
    links = _link(one), _link(other)
    if is_a(verb, "moving", "placing"):
        return links[0] not in BETWEEN and all(is_a(link, "place") for link in links)
    return links[0] == links[1] or is_a(verb, "removing")


#: The words up to the first name or quotation, and the word after it.
_FIRST_OBJECT = re.compile(rf"[^{NAME}{QUOTATION}]{{0,200}}([{NAME}{QUOTATION}])\1*\W*[\w'’]*")


def _first_object(text: str, start: int, stop: int) -> list[str]:
    """Return the words of `text[start:stop]` up to the first placeholder for a name or quotation, and the word after
    it; [] if there is no placeholder.
    """
    found = _FIRST_OBJECT.match(text, start, stop)
    return words_in(spaced(found[0])) if found is not None else []


def _is_object(words: Sequence[str]) -> bool:
    """Return True if the words up to the first placeholder are only articles, ordinals and nouns of parts: "the first
    NAME".
    """
    first = next((at for at, word in enumerate(words) if word in (NAME, QUOTATION)), -1)
    return first >= 0 and all(is_article(word) or is_a(word, "element", "piece") for word in words[:first])


def _link(words: Sequence[str]) -> str:
    """Return the preposition after the first name or quotation: "to" in "A to “X”"; "" if there is none."""
    first = next((at for at, word in enumerate(words) if word in (NAME, QUOTATION)), len(words))
    behind: Sequence[str] = words[first + 1 : first + 2]
    return next((word for word in behind if word in _PREPOSITIONS or is_a(word, "place")), "")
