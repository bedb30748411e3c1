"""Divide an order into one order for each object of its verb if the objects are of different kinds: "delete the table
as well as the figure", "delete the last sentence along with the list".

If it is unclear whether words name a further object ("plus the one before"), these words are returned.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from backend.document.blocks import Document
from backend.document.clauses import verb_of
from backend.document.order_classes import AFTER, BEFORE
from backend.document.order_words import ORDERING, is_a, words_in
from backend.document.outline import outline, titles_of
from backend.document.titles_in_text import titles_in
from backend.mentions.closed_words import is_article
from backend.mentions.placeholders import QUOTED
from backend.mentions.resolver import Mention, resolve, veil

_AND = r"and|und|et|y|e"
#: Words that may describe the first object or add a second one: "the paragraph with the table".
_WITH = r"with|mit|avec|con|com|met"
_ADDING = (
    r"as well as|(?:along|together) with|in addition to|including|plus|sowie|samt|mitsamt|nebst|zusammen mit"
    r"|einschließlich|inklusive|ainsi que|de même que|y compris|junto con|así como|además de|incluid[oa]s?"
    r"|insieme (?:a|con)|nonché|bem como|junto com|além de|evenals|samen met|alsook"
)
_JOINT = re.compile(
    rf"\s*,?\s+(?:(?P<sure>{_ADDING})|(?P<with>{_WITH})|(?P<and>{_AND})(?:\s+(?:also|auch|aussi|también|anche|também))?)\s+"
    r"(?=\w)|(?P<comma>\s*,\s+)(?=\w)",
    re.IGNORECASE,
)
#: Pronouns that show that the words after "with" belong to the first object: "with its caption".
_OWN = re.compile(
    r"(?:its|their|sein\w*|ihr\w*|deren|dessen|s(?:on|a|es)|leurs?|sus?|su[oaei]|seus?|suas?|zijn|haar)\b"
)
#: Words for a neighboring part, besides "before" and "after".
_BESIDE = frozenset(
    """
    next previous davor danach darüber darunter vorigen vorherigen nächsten précédente précédent suivante suivant
    anterior siguiente precedente successiva successivo seguinte vorige volgende ervoor erna d'avant d'après
    """.split()
).union(AFTER, BEFORE)
#: The preposition before the name of a section. The section may be the place of all objects before it.
_INSIDE = re.compile(r"\b(?:in|im|inside|within|dans|en|em|na|no|nel|nella|nei)\s+(?:\w+\s+)?$", re.IGNORECASE)
#: Maximum number of words such as "the one after it".
_MOST_BESIDE = 6
#: Maximum number of joints of a clause that are read. Each costs the time of resolving the whole clause.
_MOST_JOINTS = 16
#: Those groups of `_JOINT` whose words only list objects.
_LISTING = frozenset(("and", "comma"))


@dataclass(frozen=True, slots=True)
class AddedObjects:
    """The `orders` of a clause, one for each object. `unclear` has the words for an object that could not be
    understood, or "".
    """

    orders: tuple[str, ...] = ()
    unclear: str = ""


def added_objects(document: Document, order: str) -> AddedObjects:
    """Return one order for each object of the verb of `order`. The result has no orders if the verb has only one
    object, or if words are unclear.
    """
    text = veil(document, order)
    verb = verb_of(text)
    at = re.search(rf"\b{re.escape(verb)}\b", text, re.IGNORECASE) if is_a(verb, "removing") else None
    if at is None:
        return AddedObjects()
    leads = words_in(text)[-1:] != [verb]
    start, stop = (at.end(), len(order)) if leads else (0, at.start())
    head = order[: at.end()] if leads else verb
    joints = list(islice(_JOINT.finditer(text, start, stop), _MOST_JOINTS + 1))
    for joint in joints[:_MOST_JOINTS]:
        one, other = order[start : joint.start()].strip(), order[joint.end() : stop].strip()
        added = _added(document, head, (one, other), joint.lastgroup or "")
        if added == "unclear" or (added and len(joints) > _MOST_JOINTS):
            return AddedObjects(unclear=order[joint.start() : stop].strip(" ,.!"))
        if added:
            rest = added_objects(document, f"{head} {other}")
            return AddedObjects((f"{head} {one}", *(rest.orders or (f"{head} {other}",))), rest.unclear)
    return AddedObjects()


def _added(document: Document, head: str, objects: tuple[str, str], joint: str) -> Literal["another", "unclear", ""]:
    """Return the role of the second of two `objects` of a verb: "another" if it needs an order of its own, "" if not,
    and "unclear". In "delete the table as well as the figure", "the figure" is the second object.

    `head` is the beginning of the order, with its verb. `joint` is the kind of words between the objects: the name of a
    group in `_JOINT`.
    """
    one, other = (_object(document, f"{head} ", each) for each in objects)
    if joint in ("sure", "and") and _is_beside(document, objects[1]):
        return "unclear"
    if one is None or other is None or one.kind == other.kind or _overlap(one, other) or _OWN.match(objects[1].lower()):
        return ""  # other rules read several parts of one kind
    if joint in _LISTING and (other.kind == "section" or "," in objects[0]):
        return ""
    shared = one.kind != "section" and (other.kind == "section" or _may_share_place(document, one, objects))
    return "unclear" if joint == "with" or shared or "," in objects[0] else "another"


def _object(document: Document, head: str, text: str) -> Mention | None:
    """Return the part whose name begins the text `text` of an order, perhaps after an article; None if there is none.
    `head` is the beginning of the order, with its verb, which comes before this text.
    """
    found = min(resolve(document, f"{head}{text}"), key=lambda each: each.at[0], default=None)
    if found is None or found.kind == "document" or found.rivals or found.at[0] < len(head):
        return None
    ahead, behind = words_in(text[: found.at[0] - len(head)]), words_in(text[found.at[1] - len(head) :])
    verb = any(is_a(word, *ORDERING) for word in behind[:1])  # "X kürzen, Y löschen" has two verbs
    return found if all(is_article(word) for word in ahead) and not verb else None


def _overlap(one: Mention, other: Mention) -> bool:
    return one.span[0] < other.span[1] and other.span[0] < one.span[1]


def _is_beside(document: Document, text: str) -> bool:
    """Return True if the words name a part only by its position beside another part: "the one after it", "the row
    above".
    """
    words = words_in(text)
    if not words or words[0] in AFTER | BEFORE:
        return False  # "the sentences before and after the table"
    titles = titles_in(text, titles_of(document))
    return len(words) <= _MOST_BESIDE and not titles and not QUOTED.search(text) and bool(_BESIDE.intersection(words))


def _may_share_place(document: Document, one: Mention, objects: tuple[str, str]) -> bool:
    """Return True if words for a place after the second object may also apply to the first (`one`), which has no words
    for a place itself. In "the list and the last sentence in Limits", the list may be in Limits, too.
    """
    parts = outline(document)
    titles = titles_of(document)
    named = [
        each
        for each in titles_in(objects[1], titles)
        if _INSIDE.search(objects[1][: objects[1].casefold().find(each.casefold())])
    ]
    return bool(named) and not titles_in(objects[0], titles) and parts.section_of(one.start).title not in named
