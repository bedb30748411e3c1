"""Convert a placement into the splices that carry it out. The meaning of each position is defined here."""

from __future__ import annotations

import re
from itertools import pairwise

from backend.document.blocks import Block, Document, Splice
from backend.document.outline import Section, outline
from backend.errors import Unplaceable
from backend.mentions.headings import fold
from backend.placement.carrying_out.notes import with_notes_apart
from backend.placement.content import DELIMITER, Content
from backend.placement.plan import EACH, Anchor, Placement, is_current
from backend.placement.versions.content_sections import section_parts

#: Kinds of blocks at a document's end before which new text is placed, because readers do not see these blocks there.
_TRAILERS = frozenset({"footnote", "definition", "rule"})
_ITEM = re.compile(r"([ \t]*)(?:[-*+•]|\d{1,9}[.)])(?:[ \t]+|\r?$)")
#: An invisible target of links above a heading. Links to the heading lead to this target.
_LINK_TARGET = re.compile(r"""\s*<a\s+(?:name|id)=["'][^"'<>]*["']\s*(?:/>|>\s*</a>)\s*""", re.IGNORECASE)
_MARKER = re.compile(r"([ \t]*)([-*+•]|\d{1,9}[.)])([ \t]*)")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def resolve(placement: Placement, document: Document, content: str) -> tuple[Splice, ...]:
    """Return the splices that carry out a placement. Usually there is one. If the content ends with footnotes, there
    may be another one for them; if it has text for several sections, there may be one for each section. Raises
    Unplaceable if the placement does not fit the document.
    """
    found = _resolved(placement, document, content)
    return with_notes_apart(document, found[0]) if len(found) == 1 else found


def _resolved(placement: Placement, document: Document, content: str) -> tuple[Splice, ...]:
    """Return the splices that carry out a placement. Footnotes of the content stay in the spliced text; they are not
    yet moved to the document's other footnotes.
    """
    if placement.anchor is not None and not is_current(placement.anchor, document):
        raise Unplaceable([_missing(placement.anchor, document)])
    made = Content.of(content)
    if not made.text.strip():
        raise Unplaceable(["The content is empty. Give a text to place."])
    operation = placement.operation
    if placement.place == EACH:
        return _each_section(placement, document, made)
    if operation == "append_to_document":
        return (_insert(len(document.blocks), placement, made.text),)
    if operation == "prepend_to_document":
        return (_insert(opening(document, placement.place), placement, made.text),)
    if operation == "append_to_section":
        section = find(placement, document)
        return (_insert(_within(document, section, placement.place), placement, made.without(section.title)),)
    if placement.anchor is None:
        raise Unplaceable([f"{operation} needs a block. Name one in `anchor`."])
    if operation == "new_section":
        section = find(placement, document)
        return (_insert(_beside(document, section, placement, made), placement, made.text),)
    if operation == "replace" and "section" in placement.place:
        return (_replace_section(document, find(placement, document), placement.place, made),)
    return (_at_block(document, document.blocks[placement.anchor.block], placement, made),)


def _each_section(placement: Placement, document: Document, content: Content) -> tuple[Splice, ...]:
    """Return the splices for content that consists of several sections of the document, such as Methods and Results.
    There is one splice for each of them. It replaces the section in the document, or adds to the end of its own text if
    the operation is append_to_section.
    """
    parts = section_parts(document, content)
    if not parts:
        raise Unplaceable(
            [
                f"{EACH!r} needs content that consists of several sections of the document, each with its heading. "
                "Choose another place."
            ]
        )
    if placement.operation == "append_to_section":
        found = [(part, _within(document, part.section, "end")) for part in parts]
        return tuple(Splice(at, at, part.content.text) for part, at in found)
    splices = [_replace_section(document, part.section, part.place, part.content) for part in parts]
    ordered = sorted(splices, key=lambda each: (each.start, each.stop))
    if any(one.stop > other.start for one, other in pairwise(ordered)):
        raise Unplaceable(["The content would replace a section and also a subsection of it. Place them one by one."])
    return tuple(ordered)


def _missing(anchor: Anchor, document: Document) -> str:
    """Return a sentence for the user that says what is wrong with an anchor: its block begins with other words now, or
    the document has no block with this index.
    """
    count = len(document.blocks)
    if anchor.block < count:
        return f"Block {anchor.block} does not begin with “{anchor.excerpt}”. Choose the place again."
    there = f"it has blocks 0 to {count - 1}" if count else "it is empty"
    return f"The document has no block {anchor.block}: {there}. Choose the place again."


def find(placement: Placement, document: Document) -> Section:
    """Return the section that a placement names by the block of its heading, by its path, or by the end of its path.
    For append_to_section, the placement may also name any block of the section.

    Raises Unplaceable if there is no such section, or several.
    """
    sections = outline(document).sections
    if placement.anchor is not None:
        for section in sections:
            if section.heading == placement.anchor.block:
                return section
        if placement.operation != "append_to_section":
            raise Unplaceable(
                [f"Block {placement.anchor.block} is not a heading. Name the block of a heading, or a section."]
            )
        return outline(document).section_of(placement.anchor.block)
    wanted = [fold(x) for x in placement.section or ()]
    hits = [s for s in sections if s.heading is not None and [fold(x) for x in s.path][-len(wanted) :] == wanted]
    if not wanted or not hits:
        raise Unplaceable(
            [
                f"There is no section {' > '.join(placement.section or ()) or '(none named)'}. Name a section that "
                f"the document has."
            ]
        )
    if len(hits) > 1:
        blocks = ", ".join(str(s.heading) for s in hits)
        raise Unplaceable(
            [
                f"Several sections are called {' > '.join(placement.section or ())}: blocks {blocks}. Name one of "
                f"these blocks."
            ]
        )
    return hits[0]


def opening(document: Document, place: str) -> int:
    """Return the index of the first block after front matter and comments. If `place` is "after title", and this block
    is a heading, return the index after it.
    """
    index = 0
    for block in document.blocks:
        if block.kind not in ("front_matter", "comment"):
            break
        index += 1
    if place == "after title" and index < len(document.blocks) and document.blocks[index].kind == "heading":
        index += 1
    return index


def end_of_text(document: Document, first: int, stop: int) -> int:
    """Return the index after the last visible block among the blocks `first` to `stop` - 1; `stop` if none of them is
    visible.

    So new text at the end of a section is inserted before a thematic break, before the link definitions at the end of
    the document, and before the link target above the next heading.
    """
    last = stop == len(document.blocks)
    index = stop
    while index > first:
        block = document.blocks[index - 1]
        anchor = not last and block.kind in ("paragraph", "html") and _LINK_TARGET.fullmatch(document.source(block))
        if block.kind not in (_TRAILERS if last else ("rule",)) and not anchor:
            break
        index -= 1
    return index if index > first else stop


def _within(document: Document, section: Section, place: str) -> int:
    first = section.first if section.heading is None else section.heading + 1
    if place == "start":
        return first
    return end_of_text(document, first, section.stop if place == "end of subsections" else section.own_stop)


def _beside(document: Document, section: Section, placement: Placement, content: Content) -> int:
    if placement.place == "before section":
        return section.first
    if placement.place == "first subsection":
        return section.own_stop
    if placement.place == "last subsection":
        return _last_child(document, section, content.level or placement.heading.find(" "))
    return section.stop


def _last_child(document: Document, section: Section, level: int) -> int:
    """Return the index of the block before which a new last subsection of a section goes. `level` is the level of its
    heading: 3 for "###".

    This is the section's end. But if the section has a subsection of a higher level (such as "##" for `level` 3), it is
    the heading of this subsection, which would otherwise contain the new one.
    """
    for block in document.blocks[section.own_stop : section.stop]:
        if block.kind == "heading" and block.level < level:
            return block.index
    return section.stop


def _insert(index: int, placement: Placement, text: str) -> Splice:
    return Splice(index, index, placement.heading + "\n\n" + text if placement.heading else text)


def _replace_section(document: Document, section: Section, place: str, content: Content) -> Splice:
    stop = section.stop if place in ("whole section", "section contents") else section.own_stop
    if place in ("section", "whole section"):
        return Splice(section.first, end_of_text(document, section.first, stop), content.text)
    first = section.first + 1  # the heading stays
    text = content.body if 0 < content.level <= section.level else content.without(section.title)
    return Splice(first, end_of_text(document, first, stop), text)


def _at_block(document: Document, block: Block, placement: Placement, content: Content) -> Splice:
    if placement.place.startswith("characters"):
        return _characters(document, block, placement, content)
    count = int(placement.place.removeprefix("blocks ")) if placement.place.startswith("blocks ") else 1
    if block.index + count > len(document.blocks):
        raise Unplaceable(
            [
                f"There are fewer than {count} blocks from block {block.index} to the end of the document. "
                "Choose another place."
            ]
        )
    if placement.place != "block" and count == 1:
        return _inside(document, block, placement, content)
    # the title of the section in which the block is already stands above it
    above = outline(document).section_of(block.index).title if block.kind != "heading" else ""
    text = content.without(above) if above and not content.subheadings else content.text
    if placement.operation == "replace":
        return Splice(block.index, block.index + count, text)
    if block.kind == "front_matter" and placement.operation == "insert_before":
        raise Unplaceable(["Content cannot go before the front matter. Insert it after this block."])
    return _insert(block.index + (placement.operation == "insert_after"), placement, text)


def _characters(document: Document, block: Block, placement: Placement, content: Content) -> Splice:
    """Return the splice for a placement at some characters of a block, such as those of one sentence: it replaces them,
    or inserts text before or after them.
    """
    source = document.source(block)
    start, stop = (int(number) for number in placement.place.removeprefix("characters ").split("-"))
    if not start < stop <= len(source):
        raise Unplaceable(
            [
                f"Block {block.index} has {len(source)} characters, so {start} to {stop} is not a range in it. "
                "The start must be less than the end."
            ]
        )
    if content.kinds != ("paragraph",):
        raise Unplaceable(
            ["The content is more than plain text, so it does not fit into a paragraph. Place it beside the paragraph."]
        )
    text = content.text.replace("\n", "\r\n") if "\r\n" in source else content.text
    if placement.operation == "insert_after":
        whole = source[:stop] + _between_sentences(source, stop) + text + source[stop:]
    elif placement.operation == "insert_before":
        whole = source[:start] + text + _between_sentences(source, start) + source[start:]
    else:
        whole = source[:start] + text + source[stop:]
    return Splice(block.index, block.index + 1, whole, tight=True)


def _between_sentences(source: str, at: int) -> str:
    """Return the separator to put between two sentences at character `at` of a paragraph. It is a line ending if each
    sentence of the paragraph has its own line, nothing for Chinese or Japanese, and else a space. Inside a sentence it
    is a space.
    """
    around = source[:at].rstrip()[-1:] or source[at:].lstrip()[:1]
    if around in "。！？":
        return ""
    if source[:at].strip() and around.isalnum():
        return " "
    lines = source.strip().splitlines()
    closed = sum(line.rstrip().endswith((".", "!", "?")) for line in lines)
    eol = "\r\n" if "\r\n" in source else "\n"
    return eol if len(lines) > 1 and closed == len(lines) else " "


def _inside(document: Document, block: Block, placement: Placement, content: Content) -> Splice:
    unit, _, number = placement.place.partition(" ")
    if block.kind != {"item": "list", "row": "table"}[unit]:
        raise Unplaceable([f"Block {block.index} has no {unit}s: it is a {block.kind}. Choose another place."])
    source = document.source(block)
    pieces = items(source) if unit == "item" else rows(source)
    if not 1 <= int(number) <= len(pieces):
        raise Unplaceable([f"Block {block.index} has no {unit} {number}. Choose one from 1 to {len(pieces)}."])
    start, stop = pieces[int(number) - 1]
    eol = "\r\n" if "\r\n" in source else "\n" if "\n" in source else document.eol
    text = content.text
    if unit == "item" and content.kinds in (("paragraph",), ("list",)):
        text = _as_items(source[start:], content, step=int(placement.operation == "insert_after"))
    text = text.replace("\n", eol)
    apart = eol if unit == "item" and _is_loose(source, pieces) else ""
    if placement.operation == "insert_before":
        whole = source[:start] + text + eol + apart + source[start:]
    elif placement.operation == "insert_after":
        head = source[:stop]
        ended = head.endswith("\n")
        whole = head + ("" if ended else eol) + apart + text + (eol if ended else "") + source[stop:]
    else:
        whole = source[:start] + text + (eol if source[:stop].endswith("\n") else "") + source[stop:]
    return Splice(block.index, block.index + 1, whole, tight=True)


def bare_items(content: Content) -> list[str]:
    """Return the text of each item, without its marker, if the content is a list; else the whole content as one
    item.
    """
    if content.kinds != ("list",):
        return [content.text]
    pieces = [content.text[start:stop].rstrip("\n") for start, stop in items(content.text)]
    return [_MARKER.sub("", piece, count=1) for piece in pieces]


def _as_items(beside: str, content: Content, step: int) -> str:
    """Return the content as list items, with markers that continue the numbers or bullets of a list: "4. …", "5. …"
    after the item "3. …".

    `beside` is the source of the list from the neighboring item on. `step` is added to that item's number to get the
    first new number: 1 for a place directly after the item.
    """
    return "\n".join(_as_item(beside, text, step + place) for place, text in enumerate(bare_items(content)))


def _as_item(beside: str, text: str, step: int) -> str:
    """Return a paragraph as a list item with the same marker as the item at the start of `beside`. If the marker is a
    number, the new number is `step` greater.
    """
    found = _MARKER.match(beside)
    assert found is not None
    number = re.fullmatch(r"(\d+)([.)])", found[2])
    marker = f"{int(number[1]) + step}{number[2]}" if number else found[2]
    return found[1] + marker + (found[3] or " ") + text  # Markdown needs no indent for a paragraph's next lines


def _is_loose(source: str, pieces: list[tuple[int, int]]) -> bool:
    """Return True if a list has several items, and a blank line between each item and the next. `source` is the list,
    and `pieces` are the character ranges of its items.
    """
    gaps = [source[stop:start] for (_, stop), (start, _) in pairwise(pieces)]
    return bool(gaps) and all("\n" in gap for gap in gaps)


def items(source: str) -> list[tuple[int, int]]:
    """Return the character offsets of each top-level item in the `source` of a list: its start, and its end after the
    line ending.
    """
    first = _ITEM.match(source)
    margin = len(first[1].expandtabs(4)) if first else 0
    starts, offset = [], 0
    for line in _LINE.findall(source):
        found = _ITEM.match(line)
        if found is not None and len(found[1].expandtabs(4)) <= margin + 1:
            starts.append(offset)
        offset += len(line)
    stops = [*starts[1:], len(source)][: len(starts)]
    return [
        (a, a + len(source[a:b].rstrip("\r\n \t")) + _line_end(source, a, b))
        for a, b in zip(starts, stops, strict=True)
    ]


def rows(source: str) -> list[tuple[int, int]]:
    """Return the character offsets of each row below the header in the `source` of a table: its start, and its end
    after the line ending.
    """
    spans, offset, body = [], 0, False
    for line in _LINE.findall(source):
        if body and "|" in line:
            spans.append((offset, offset + len(line)))
        elif body:
            break
        body = body or DELIMITER.fullmatch(line.rstrip("\r\n")) is not None
        offset += len(line)
    return spans


def _line_end(source: str, start: int, stop: int) -> int:
    """Return the number of characters of white space at the end of `source[start:stop]`, up to and including the first
    line ending: 2 for a text that ends with a space and two line feeds.
    """
    rest = source[start + len(source[start:stop].rstrip("\r\n \t")) : stop]
    return rest.find("\n") + 1 if "\n" in rest else len(rest)
