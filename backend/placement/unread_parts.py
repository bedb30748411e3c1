"""Find a name, a quotation or a number in an order that an edit does not take into account: Results in "rename Methods
to “Design” and Results to “Findings”", or "the first" in "delete the first and the last paragraph".

The rules did not understand such words, so the edit may do the opposite of what the order means.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.blocks import Document, Splice
from backend.document.order_words import COURTESIES, is_a, ordinal_of, side_in, words_in
from backend.document.outline import titles_of
from backend.document.titles_in_text import titles_in
from backend.errors import Unplaceable
from backend.mentions.kept_parts import read_kept_parts
from backend.mentions.placeholders import QUOTED
from backend.mentions.resolver import Mention, resolve
from backend.mentions.scopes import read_scope
from backend.mentions.sentence_orders import with_quoted_sentences
from backend.placement.edited_text import carry_out_edit
from backend.placement.ordered_edits.unread_words import unread_word
from backend.placement.plan import Placement
from backend.placement.request.unmet_parts import REASON
from backend.placement.word_changes import is_word_change

#: Words before a place that is described and not named: "to where Outlook is now".
_WHERE = re.compile(r"\b(?:where|wo|wohin|où|donde|dove|onde|waar)\b", re.IGNORECASE)
#: Positions of edits whose places cannot be compared with the parts that the order names.
_ELSEWHERE = re.compile(r"block; heading|blocks .* at level")
_WORD = re.compile(r"[^\W\d_]+")


def unread_part(document: Document, message: str, edit: Placement) -> str:
    """Return words of an order that the edit does not take into account: a name of a part, a quotation, a number or any
    other word; "" if there are none.
    """
    if edit.anchor is None or edit.operation == "restore":
        return ""
    kept = read_kept_parts(document, message)
    if said := _changed_although_kept(document, kept.parts, edit):
        return said
    message = read_scope(document, message).order if is_word_change(edit) else kept.order
    order = REASON.sub("", message)
    if edit.operation == "move" and (where := _WHERE.search(QUOTED.sub(lambda found: " " * len(found[0]), order))):
        return order[where.start() :].strip(" .!")
    named = [each for each in resolve(document, message) if each.kind != "document"]
    named = [each for each in with_quoted_sentences(document, message, named) if each.at[0] < len(order)]
    unread = _unused_quotations(order, named, edit) + _unused_titles(document, order, named, edit)
    joins = any(is_a(word, "joining") for word in words_in(order))
    if not unread and not joins and not _ELSEWHERE.search(edit.position or ""):
        unread = _unused_parts(document, order, named, edit)
    if not unread and edit.operation == "delete" and "”" not in (edit.position or ""):
        unread = _unused_numbers(order, named)
    return unread[0] if unread else unread_word(document, order, edit)


def _changed_although_kept(document: Document, kept: Sequence[Mention], edit: Placement) -> str:
    """Return the name of a part that the message says to keep ("but leave the list alone") and that the edit changes
    nevertheless; "" if there is none. `kept` are the parts that the message says to keep.
    """
    try:
        changes = _changes(document, edit) if kept else []
    except Unplaceable:
        return ""
    return next((each.said for each in kept if any(_touches(document, one, each, False) for one in changes)), "")


def _unused_quotations(order: str, named: Sequence[Mention], edit: Placement) -> list[str]:
    """Return the quoted strings in the order that have no effect: they name no part of the document (`named`), and the
    edit neither writes nor changes their words.
    """
    used = " ".join(f"{edit.position} {edit.heading or ''}".split()).casefold()
    first = [each for at, each in enumerate(named) if not any(each.span == one.span for one in named[:at])]
    return [
        found[0]
        for found in QUOTED.finditer(order)
        if not any(each.at[0] < found.end() and found.start() < each.at[1] for each in first)
        and " ".join(found[0][1:-1].split()).strip(" .!").casefold() not in used
    ]


def _unused_titles(document: Document, order: str, named: Sequence[Mention], edit: Placement) -> list[str]:
    """Return the section titles that an order to rename has before the name of the section to rename, and that the
    rules did not read as names of parts (`named`). Returns [] if the edit does not rename a section.
    """
    if edit.operation != "rename" or not (edit.position or "").startswith("heading:") or edit.anchor is None:
        return []
    ahead = next((order[: each.at[0]] for each in named if each.start == edit.anchor.block), "")
    known = [order[slice(*each.at)].casefold() for each in named]
    return [each for each in titles_in(QUOTED.sub("", ahead), titles_of(document)) if each.casefold() not in known]


def _unused_parts(document: Document, order: str, named: Sequence[Mention], edit: Placement) -> list[str]:
    """Return the names of those `named` parts that play no role in the edit: nothing in them is changed, and they do
    not say where the changed text is.
    """
    try:
        changes = _changes(document, edit)
    except Unplaceable:
        return []
    unused = []
    for at, each in enumerate(named):
        ahead = order[named[at - 1].at[1] if at else 0 : each.at[0]]
        beside = bool(side_in(words_in(ahead)))
        objects = each.sure and each.how in ("exact", "number", "ordinal", "quotation")
        if at and not each.rivals and _CHOICE.match(ahead):
            unused.append(each.said)
            continue
        added = (
            each.how == "part" and not each.rivals and (_is_object(order, each) or (at > 0 and _ANOTHER.search(ahead)))
        )
        if (objects or added) and not any(_touches(document, change, each, beside) for change in changes):
            unused.append(each.said)
    return unused


def _is_object(order: str, part: Mention) -> bool:
    """Return True if the verb of the order is directly after the name of a part, as in German: "die Abbildung
    löschen".
    """
    return any(is_a(word, "removing", "moving") for word in words_in(order[part.at[1] :])[:1])


#: Words or signs before a part that is named next to another part, and not as its container or place: "the figure, er,
#: the table".
_ANOTHER = re.compile(r"[,;:/&+(–—]|\b(?:and|or|und|oder|et|ou|y|o|u|e|en|of)\b", re.IGNORECASE)
#: Words between two parts of which only one is meant: "to Outlook or to Limits".
_CHOICE = re.compile(r"[\s,(–—-]*(?:or|oder|bzw\.?|ou|o|u)\s", re.IGNORECASE)
_CHARACTERS = re.compile(r"characters (\d+)-(\d+)")


def _changes(document: Document, edit: Placement) -> list[Splice | tuple[int, int]]:
    """Return what the edit changes: blocks, or the range of characters that it deletes."""
    deleted = _CHARACTERS.fullmatch(edit.position or "")
    if deleted is not None and edit.anchor is not None:
        start = document.blocks[edit.anchor.block].start
        return [(start + int(deleted[1]), start + int(deleted[2]))]
    return list(carry_out_edit(document, edit).splices)


def _touches(document: Document, change: Splice | tuple[int, int], part: Mention, beside: bool) -> bool:
    """Return True if the `change` overlaps the `part`, or inserts text inside it or directly beside it. If `beside` is
    True, the order says that the part is next to the changed text ("after X"), so it is enough that they are adjacent.
    """
    if isinstance(change, Splice):
        near = (beside and part.kind != "section") or change.start == change.stop
        return change.start - near < part.stop and part.start < change.stop + near
    return change[0] < part.span[1] and part.span[0] < change[1]


def _unused_numbers(order: str, named: Sequence[Mention]) -> list[str]:
    """Return the ordinal numbers of the order that are not in the name of a part (`named`). In "the first and the last
    paragraph", "first" may be such a number.
    """
    quoted = [found.span() for found in QUOTED.finditer(order)]
    taken = [*quoted, *(each.at for each in named)]
    ahead = next((each.start() for each in _WORD.finditer(order) if each[0].casefold() not in COURTESIES), 0)
    return [
        each[0]
        for each in _WORD.finditer(order, ahead)
        if ordinal_of(each[0].casefold()) is not None and not any(start <= each.start() < stop for start, stop in taken)
    ]
