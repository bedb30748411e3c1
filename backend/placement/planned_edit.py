"""Complete the placement of an edit: add the section and block of the part that it changes, and how certain it is that
the order means this part.
"""

from __future__ import annotations

import re
from dataclasses import replace

from backend.document.blocks import Document
from backend.document.outline import outline
from backend.mentions.resolver import Mention
from backend.placement.plan import Placement, anchor_at

#: Confidence (0 to 1) of an edit whose object is the only one that fits, and of one with rivals or a guess.
CERTAIN, DOUBTFUL = 0.95, 0.3
#: Minimum confidence of an edit that an approval carries out without asking for the object.
SURE = 0.5
#: Attributes after a title, such as `{#sec:methods}`.
ATTRIBUTES = re.compile(r"\s*\{[^{}]*\}\s*$")


def edit_of(document: Document, mention: Mention, wanted: Placement) -> Placement:
    """Return the edit `wanted` with the section and the block of the mentioned part, and with a confidence."""
    inner = [s for s in outline(document).sections if s.heading is not None and s.heading <= mention.start]
    path = inner[-1].path if inner else None
    misspelt = mention.how == "spelling" and wanted.operation == "delete"
    named = mention.sure or (not mention.rivals and mention.how == "part")
    confidence = CERTAIN if named and not misspelt else DOUBTFUL
    return replace(wanted, section=path, anchor=anchor_at(document, mention.start), confidence=confidence)


def named_part(document: Document, mention: Mention) -> str:
    """Return words for a part in a sentence. For a section, this is its title; for another part, the user's words for
    it and the part's first words.
    """
    block = document.blocks[mention.start]
    if mention.kind == "section" and block.kind != "heading":
        return "the document"
    if mention.kind == "section":
        return f"the section “{ATTRIBUTES.sub('', block.title)}”"
    text = document.text[slice(*mention.span)].split()
    begins = " ".join(text[:8]) + (" …" if len(text) > 8 else "")
    words = f"the {mention.kind}" if mention.how == "quotation" else " ".join(mention.said.split())
    words += "”" if words.count("“") > words.count("”") else ""
    return f"{words} (“{begins}”)"


def with_caption(document: Document, mention: Mention) -> Mention:
    """Return a mention of a table or figure, extended by a separate caption; any other mention unchanged."""
    caption = mention.caption
    if caption is None or caption not in (mention.start - 1, mention.stop):
        return mention
    both = replace(mention, start=min(caption, mention.start), stop=max(caption + 1, mention.stop))
    return replace(both, span=whole(document, both))


def whole(document: Document, mention: Mention) -> tuple[int, int]:
    """Return start and end (excluded) of the blocks that contain a part, as character offsets in the text. For a
    sentence or list item, this is more than the part itself.
    """
    return document.blocks[mention.start].start, document.blocks[mention.stop - 1].end
