"""Complete the placement of an edit with the section and block of the part that it changes, and with the confidence
that the order means this part.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile

from backend.document.blocks import Document
from backend.document.labels import label
from backend.document.outline import outline
from backend.document.sentences import sentences
from backend.mentions.resolver import Mention
from backend.placement.plan import Placement, anchor_at

#: Confidence (0 to 1) of an edit if only one part fits its object; and if several parts fit, or the part is a guess.
CERTAIN, DOUBTFUL = 0.95, 0.3
#: Minimum confidence of an edit that an approval carries out without asking for the object.
SURE = 0.5
#: Attributes after a title, such as `{#sec:methods}`.
ATTRIBUTES = re.compile(r"\s*\{[^{}]*\}\s*$")
#: Words for the text that a message calls "it" after an approval.
APPROVED_LAST = "what was approved last"
#: Nouns for kinds of parts whose noun differs from the name of the kind.
_NOUNS = {"code": "code block", "item": "list item", "row": "table row", "quotation": "text"}
#: Kinds of parts that are named by their caption or label.
_LABELED = frozenset(("table", "figure", "equation", "code"))
#: The mark before a list item or a footnote, with the spaces after it.
_MARK = r"(?:[-+*]|\d{1,9}[.)]|\[\^[^\]]+\]:)\s+"
#: Maximum number of words by which a part is named.
_FIRST_WORDS = 8


def edit_of(document: Document, mention: Mention, wanted: Placement) -> Placement:
    """Return the edit `wanted` with the section and the block of the mentioned part. Its confidence is `CERTAIN` if the
    mention can mean only this part, else `DOUBTFUL`.
    """
    path = outline(document).section_of(mention.start).path or None
    misspelt = mention.how == "spelling" and wanted.operation == "delete"
    named = mention.sure or (not mention.rivals and mention.how == "part")
    confidence = CERTAIN if named and not misspelt else DOUBTFUL
    return replace(wanted, section=path, anchor=anchor_at(document, mention.start), confidence=confidence)


def named_part(document: Document, mention: Mention) -> str:
    """Return words that name a part for the user by its title or its first words: `the section “Methods”`, `the
    paragraph “We repeated it …”`, `the sentences from “We …” to “It …”`. The words of the message are not used, because
    they may be in another language and in another grammatical form.
    """
    block = document.blocks[mention.start]
    if mention.kind == "document" or (mention.kind == "section" and block.kind != "heading"):
        return "the document"
    if mention.kind == "section":
        return f"the section “{ATTRIBUTES.sub('', block.title)}”"
    if mention.said == APPROVED_LAST:
        return f"{APPROVED_LAST} (“{_beginning(document.text[slice(*mention.span)])}”)"
    noun = _NOUNS.get(mention.kind, mention.kind)
    if mention.kind in _LABELED:
        titled = block if mention.caption is None else document.blocks[mention.caption]
        return f"the {noun} “{label(document, titled)}”"
    units = [_beginning(each) for each in _units(document, mention)]
    if len(units) == 1:
        return f"the {noun} “{units[0]}”"
    return f"the {noun}s from “{units[0]}” to “{units[-1]}”"


def _units(document: Document, mention: Mention) -> list[str]:
    """Return the texts of the sentences, items, rows or blocks in a part; there is at least one."""
    text = document.text[slice(*mention.span)]
    if mention.kind == "sentence":
        found = [text[start:end] for start, end in sentences(text)]
    elif mention.kind in ("item", "row"):
        lines = [each for each in text.splitlines() if each.strip()]
        depth = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
        found = [each for each in lines if mention.kind == "row" or re.match(rf"\s{{0,{depth}}}{_MARK}", each)]
    elif mention.kind == "paragraph" and mention.stop - mention.start > 1:
        found = [document.source(each) for each in document.blocks[mention.start : mention.stop]]
    else:
        found = [f"{text.strip().splitlines()[0]} …" if mention.kind == "list" else text]
    return found or [text]


def _beginning(text: str) -> str:
    """Return the first words of a text, without the mark of a list item and the bars of a table row."""
    row = text.strip()
    if row.startswith("|"):
        row = ", ".join(each.strip() for each in row.strip("|").split("|") if each.strip())
    words = re.sub(rf"\A{_MARK}", "", row).split()
    return " ".join(words[:_FIRST_WORDS]) + (" …" if len(words) > _FIRST_WORDS else "")


def with_caption(document: Document, mention: Mention) -> Mention:
    """Return the mention of a table or figure, extended to its caption if this is a separate block next to it. Return
    any other mention unchanged.
    """
    caption = mention.caption
    if caption is None or caption not in (mention.start - 1, mention.stop):
        return mention
    both = replace(mention, start=min(caption, mention.start), stop=max(caption + 1, mention.stop))
    return replace(both, span=whole(document, both))


def without_definitions(document: Document, mention: Mention) -> Mention:
    """Return the mention of a section without the definitions of footnotes and links at its end, if the rest of the
    document uses one of them. Return any other mention unchanged.
    """
    kinds = [document.blocks[index].kind for index in range(mention.start, mention.stop)]
    defined = len(list(takewhile(_DEFINING.__contains__, reversed(kinds))))
    if mention.kind != "section" or not defined:
        return mention
    stop = mention.stop - defined
    blocks = document.blocks
    rest = document.text[: blocks[mention.start].start] + document.text[blocks[mention.stop - 1].end :]
    labels = [_LABEL.match(document.source(block)) for block in blocks[stop : mention.stop]]
    if not any(label is not None and label[1].casefold() in rest.casefold() for label in labels):
        return mention
    return replace(mention, stop=stop, span=(mention.span[0], blocks[stop - 1].end))


#: Kinds of blocks that readers do not see at their position; and the label of such a block: "[^1]", "[a]".
_DEFINING = frozenset({"footnote", "definition"})
_LABEL = re.compile(r"[ ]{0,3}(\[[^\]\n]+\]):")


def whole(document: Document, mention: Mention) -> tuple[int, int]:
    """Return start and end (excluded), in characters of the document, of the blocks that contain a part. For a sentence
    or list item, this range is longer than the part itself.
    """
    return document.blocks[mention.start].start, document.blocks[mention.stop - 1].end
