"""marko's view of a text, and ours put into its terms, so that the two can be compared."""

from __future__ import annotations

import marko

from backend.document.blocks import read, shape

MARKO_KINDS = {
    "Heading": "heading",
    "SetextHeading": "heading",
    "Paragraph": "paragraph",
    "List": "list",
    "Quote": "quote",
    "CodeBlock": "code",
    "FencedCode": "code",
    "HTMLBlock": "html",
    "ThematicBreak": "rule",
    "LinkRefDef": "definition",
}
#: what we tell apart within one of marko's kinds
FINER = {"comment": "html", "figure": "paragraph", "caption": "paragraph"}
#: what marko cannot see: blocks of these kinds, and what they are cut from, may differ
UNSEEN = {"front_matter", "math", "latex", "div", "table", "footnote"}


def marko_blocks(text: str) -> list[tuple[str, str]]:
    text = text.replace("\r\n", "\n")
    children = marko.Markdown().parse(text).children
    spans = [(type(child).__name__, *child.source_span) for child in children]
    return [(MARKO_KINDS[name], text[start:end].strip()) for name, start, end in spans if name != "BlankLine"]


def our_blocks(text: str) -> list[tuple[str, str]]:
    return [(FINER.get(kind, kind), source) for kind, source in shape(read(text))]
