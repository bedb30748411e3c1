"""Changes of the document that need no writing: delete, rename, move, and going back to the text before.

An edit is a `Placement` whose operation is `delete`, `rename`, `move` or `restore`:

| operation | anchor                  | position                                                          |
| --------- | ----------------------- | ----------------------------------------------------------------- |
| delete    | the first block of them | `blocks N` (how many), or `characters A-B` within the block        |
| rename    | the heading             | `heading: ` and the new title                                      |
| move      | the first block of them | `blocks N to before block M` (M counts in the document as it was)  |
| restore   | none                    | `revision N`, or `revision N since revision M` (a hand edit of M)  |

An order needs a verb of its own and an object that the document has; what is only guessed has a confidence below
`SURE`, and then approval asks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.document.blocks import Block, Document, Splice, read
from backend.document.outline_cache import outlined
from backend.errors import Unplaceable
from backend.mentions.resolver import Mention, resolve
from backend.placement.apply import apply
from backend.placement.place import Placed
from backend.placement.plan import Placement, anchor_at, holds

#: Confidence of an edit whose object is the only one that fits, and of one with rivals or a guess in it.
CERTAIN, DOUBTFUL = 0.95, 0.3
#: Confidence from which on an edit is carried out when it is approved; below it approval asks.
SURE = 0.5

#: Verbs of change by their stems, in the languages of the placement rules: an order has one of them.
_UNDO = re.compile(
    r"\b(?:undo|revert|roll(?:ed)? back|take\b.{0,40}\bback|rückgängig|"
    r"annul\w*|défai\w*|deshaz\w*|deshacer|annulla\w*)\b",
    re.IGNORECASE,
)
_RENAME = re.compile(
    r"\b(?:renam\w+|retitl\w+|be (?:called|titled|named)|chang\w+ (?:the )?(?:heading|title|name)\b|"
    r"umbenenn\w*|benenn\w*|"
    r"heißen|renomm\w+|rebaptis\w+|renombr\w+|cambia\w* (?:el )?(?:título|nombre)|rinomin\w+|intitol\w+)",
    re.IGNORECASE,
)
_DELETE = re.compile(
    r"\b(?:delet\w+|remov\w+|drop\w*|cut\b|erase\w*|get rid of|strike|take out|lösch\w*|entfern\w*|streich\w*|"
    r"supprim\w+|enlèv\w+|enlev\w+|efface\w*|retir\w+|borr\w+|elimin\w+|quit\w+|suprim\w+|cancell\w+|rimuov\w+|togli\w*)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[“„«\"‘‚]\s*([^“”„«»\"]{1,200}?)\s*[”“»\"’‘]")
_NAMED = re.compile(
    r"\b(?:to|into|in|as|called|titled|named|zu|en|a|por|come|als)\b[\s:]+(.{1,200}?)(?:\s+um)?\s*[.!]*\s*$"
)
_AFTER = re.compile(
    r"\b(?:after|behind|below|following|hinter|nach|après|derrière|después|detrás|dopo|dietro)\b", re.IGNORECASE
)
_BEFORE = re.compile(r"\b(?:before|above|in front of|ahead of|vor|avant|antes|delante|prima|davanti)\b", re.IGNORECASE)
_START = re.compile(r"\b(?:start|beginning|top|anfang|début|principio|comienzo|inizio)\b", re.IGNORECASE)
_ATTRIBUTES = re.compile(r"\s*\{[^{}]*\}\s*$")
_POSITION = re.compile(r"blocks (\d+)(?: to before block (\d+))?|characters (\d+)-(\d+)")


def read_edit(document: Document, message: str) -> Placement | None:
    """The edit that a message orders; None where it names no object of the document, or no verb of change."""
    mentions = [each for each in resolve(document, message) if each.kind != "document"]
    if not mentions:
        back = Placement("restore", reason="Goes back to the text before the last change.", confidence=CERTAIN)
        return back if _UNDO.search(message) else None
    first = mentions[0]
    if first.guessed:  # "the ninth paragraph of Methods", where there are two, is no order about all of Methods
        return None
    if first.kind == "section" and _RENAME.search(message):
        return _renamed(document, message, first)
    if len(mentions) > 1 and (moved := _moved(document, message, first, mentions[-1])) is not None:
        return moved
    return _deleted(document, first) if _DELETE.search(message) else None


def carry_out_edit(document: Document, edit: Placement) -> Placed:
    """The document with the edit made. Raises Unplaceable where its object is not there any more."""
    if edit.anchor is None or not holds(edit.anchor, document):
        raise Unplaceable(["The text that this edit is about is not where it was."])
    first = edit.anchor.block
    if edit.operation == "rename":
        title = (edit.position or "").removeprefix("heading: ")
        return _placed(document, edit, [(document.blocks[first], _with_title(document, document.blocks[first], title))])
    found = _POSITION.fullmatch(edit.position or "")
    if found is None:
        raise Unplaceable(["The extent of this edit cannot be read."])
    if found[3]:
        block = document.blocks[first]
        source = document.source(block)
        return _placed(document, edit, [(block, source[: int(found[3])] + source[int(found[4]) :])])
    stop = first + int(found[1])
    if stop > len(document.blocks):
        raise Unplaceable(["The document has fewer blocks than this edit is about."])
    rest = _without(document, first, stop)
    if not found[2]:
        return Placed(rest, (Splice(first, stop, ""),), edit)
    target = int(found[2])
    if first <= target <= stop or target > len(document.blocks):
        raise Unplaceable(["The text cannot be moved into itself."])
    source = document.text[document.blocks[first].start : document.blocks[stop - 1].end]
    shorter = read(rest)
    at = target - (stop - first) if target >= stop else target
    text = apply(shorter, [Splice(at, at, source.rstrip("\r\n"))])
    return Placed(text, (Splice(first, stop, ""), Splice(target, target, source)), edit)


def _deleted(document: Document, mention: Mention) -> Placement:
    what = f"Deletes {_named(document, mention)}."
    return _edit(document, mention, Placement("delete", position=_extent(document, mention), reason=what))


def _renamed(document: Document, message: str, mention: Mention) -> Placement | None:
    rest = message[mention.at[1] :].lstrip("”\"’»“' ")
    quoted = _QUOTED.search(rest)
    found = quoted or _NAMED.search(rest)
    title = " ".join(found[1].split()).strip(' “”"’»«') if found else ""
    if not title or document.blocks[mention.start].kind != "heading":
        return None
    reason = f"Renames {_named(document, mention)} to “{title}”."
    return _edit(document, mention, Placement("rename", position=f"heading: {title}", reason=reason))


def _moved(document: Document, message: str, first: Mention, other: Mention) -> Placement | None:
    """The first part that is named goes where the last one is: the words between them say on which side."""
    between = message[first.at[1] : other.at[0]]
    section = next((s for s in outlined(document).sections if s.heading == other.start), None)
    inside = other.kind == "section" and section is not None
    if _AFTER.search(between):
        target, side = other.stop, "behind"
    elif _BEFORE.search(between):
        target, side = other.start, "before"
    elif inside and section is not None:
        start = bool(_START.search(between))
        target = other.start + 1 if start else section.own_stop
        side = "to the start of" if start else "to the end of"
    else:
        return None
    if first.start <= target <= first.stop or first.span != _whole(document, first):
        return None
    count = first.stop - first.start
    reason = f"Moves {_named(document, first)} {side} {_named(document, other)}."
    position = f"blocks {count} to before block {target}"
    made = _edit(document, first, Placement("move", position=position, reason=reason))
    return made if other.sure else replace(made, confidence=DOUBTFUL)


def _edit(document: Document, mention: Mention, wanted: Placement) -> Placement:
    """The edit with its object: where it stands, and how sure it is that it is meant."""
    inner = [s for s in outlined(document).sections if s.heading is not None and s.heading <= mention.start]
    path = inner[-1].path if inner else None
    confidence = CERTAIN if mention.sure else DOUBTFUL
    return replace(wanted, section=path, anchor=anchor_at(document, mention.start), confidence=confidence)


def _named(document: Document, mention: Mention) -> str:
    """An object as a sentence names it: a section by its title, else the person's words and how it begins."""
    block = document.blocks[mention.start]
    if mention.kind == "section" and block.kind == "heading":
        return f"the section “{_ATTRIBUTES.sub('', block.title)}”"
    begins = " ".join(document.text[slice(*mention.span)].split()[:8])
    words = " ".join(mention.said.split())
    return f"{words} (“{begins} …”)"


def _whole(document: Document, mention: Mention) -> tuple[int, int]:
    return document.blocks[mention.start].start, document.blocks[mention.stop - 1].end


def _extent(document: Document, mention: Mention) -> str:
    """The position of a deletion: whole blocks, or the characters of a sentence or list item within one."""
    start, end = mention.span
    block = document.blocks[mention.start]
    whole = document.text[block.start : document.blocks[mention.stop - 1].end]
    if document.text[start:end].strip() == whole.strip() or mention.stop - mention.start > 1:
        return f"blocks {mention.stop - mention.start}"
    while end < block.end and document.text[end] in " \t":
        end += 1
    return f"characters {start - block.start}-{end - block.start}"


def _with_title(document: Document, heading: Block, title: str) -> str:
    source = document.source(heading)
    old = _ATTRIBUTES.sub("", heading.title)
    if not old or old not in source:
        raise Unplaceable(["The heading has no title that could be renamed."])
    return source.replace(old, title, 1)


def _without(document: Document, first: int, stop: int) -> str:
    """The text without some blocks and without one of the gaps around them."""
    start = document.blocks[first].start
    if stop < len(document.blocks):
        return document.text[:start] + document.text[document.blocks[stop].start :]
    return document.text[: document.gap(first)[0]] + document.text[document.blocks[stop - 1].end :]


def _placed(document: Document, edit: Placement, changes: Sequence[tuple[Block, str]]) -> Placed:
    text, splices = document.text, []
    for block, source in changes:
        text = text[: block.start] + source + text[block.end :]
        splices.append(Splice(block.index, block.index + 1, source))
    return Placed(text, tuple(splices), edit)
