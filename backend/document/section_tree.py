"""Write the tree of a document's headings and elements as JSON text.

The text is written piece by piece, because a document of one megabyte may have 500,000 headings, and an object for each
of them would take a hundred times the memory of the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from json.encoder import encode_basestring as quoted

from backend.document.blocks import Document
from backend.document.labels import element, label
from backend.document.outline import Section, outline
from backend.kernel.short_texts import cached_if_short

#: the element types that have their own node below a heading
_SHOWN = frozenset({"table", "figure", "code_block", "equation", "list", "quote", "theorem", "callout", "abstract"})
_WORD = re.compile(r"\w+")
#: maximum number of characters of a title in its id; the ids of all sections below begin with the same characters
_LONGEST_PART = 200
#: The attributes at the end of a heading, with the `#id` in them: "{#sec:sites .box}".
IDENTIFIER = re.compile(r"\{[^{}]*#([^\s{}]+)[^{}]*\}\s*$")


def tree_json(document: Document) -> Iterator[str]:
    """Yield, in pieces, the JSON text of a list of nested objects: one for each heading, and below it its subsections,
    tables, figures, equations and so on. The time is linear.

    Each object is `{id, type, title, level, children}`. `level` is 1 to 6 for a heading and 0 for other elements.

    The id of a heading is its `{#id}`. If it has none, its id consists of the id of the heading above and its title.
    The id of another element consists of its heading's id, its type, and its number in the section. So an id stays the
    same while other sections change.
    """
    opened: list[tuple[int, str]] = []  # index and id of the sections whose objects are not closed yet
    used: dict[str, int] = {}
    comma = ""
    preamble, *headed = outline(document).sections
    yield "["
    for node in _elements(document, preamble, "preamble"):
        yield comma + node
        comma = ","
    named = "{" in document.text
    for section in headed:
        closed, parent, title = "", section.parent, section.title
        while opened and opened[-1][0] != parent:
            opened.pop()
            closed += "]}"
            comma = ","
        key = _identifier(document, section) if named else ""
        if not key:
            key = f"{opened[-1][1]}/{_slug(title)}" if opened else _slug(title)
        used[key] = times = used.get(key, 0) + 1
        name = key if times == 1 else f"{key}~{times}"
        opened.append((section.index, name))
        kind = "section" if parent is None else "subsection"
        yield (
            f'{closed}{comma}{{"id":{quoted(name)},"type":"{kind}","title":{quoted(title)},"level":{section.level}'
            ',"children":['
        )
        comma = ""
        if section.own_stop > section.first + 1:
            for node in _elements(document, section, name):
                yield comma + node
                comma = ","
    yield "]}" * len(opened) + "]"


def _identifier(document: Document, section: Section) -> str:
    """Return the `{#id}` of a section; "" if it has none."""
    title = document.blocks[section.first].title
    own = IDENTIFIER.search(title) if "{" in title else None
    return own[1][:_LONGEST_PART] if own else ""


@cached_if_short
def _slug(title: str) -> str:
    """Return the words of a title in lower case, joined with hyphens: "study-sites" for "Study Sites"; "untitled" if
    there are none.
    """
    return "-".join(_WORD.findall(title.lower()))[:_LONGEST_PART] or "untitled"


def _elements(document: Document, section: Section, above: str) -> Iterator[str]:
    """Yield the JSON text of each table, figure and so on between a section's heading and its first subheading. `above`
    is the section's id.
    """
    counts: dict[str, int] = {}
    for block in document.blocks[section.first : section.own_stop]:
        kind = element(document, block)
        if kind in _SHOWN:
            counts[kind] = counts.get(kind, 0) + 1
            key = quoted(f"{above}:{kind}-{counts[kind]}")
            yield f'{{"id":{key},"type":"{kind}","title":{quoted(label(document, block))},"level":0,"children":[]}}'
